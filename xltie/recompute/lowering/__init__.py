"""From a formula as a file stores it to one that the engine understands."""
