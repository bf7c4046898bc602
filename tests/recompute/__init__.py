"""Recomputation of workbook files."""
