"""The workbook, whatever program holds it."""
