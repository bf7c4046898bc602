"""One workbook or many, computed from their bytes to their bytes."""
