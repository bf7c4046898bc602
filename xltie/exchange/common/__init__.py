"""What the readers of several file formats share."""
