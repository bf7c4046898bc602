"""What everything else stands on: errors, cells, exact numbers and dates."""
