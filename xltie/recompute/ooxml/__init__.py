"""Workbook files: zip packages, their XML parts, and changes spliced into them."""
