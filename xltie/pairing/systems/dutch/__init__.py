"""The FIDE Dutch system, C.04.3 in the edition of 1 February 2026.

``candidates`` (the first of the best ones), ``dutch_round`` (the criteria, a function for each, and
their table, how a bracket is paired, a round).
"""
