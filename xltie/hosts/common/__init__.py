"""The commands on an open workbook, whatever spreadsheet program holds it."""
