"""The spreadsheet programs that xltie works in."""
