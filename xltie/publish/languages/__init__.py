"""Catalogues of the texts of pages, one module a language."""
