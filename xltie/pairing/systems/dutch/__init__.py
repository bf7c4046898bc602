"""The FIDE Dutch system, C.04.3 in the edition of 1 February 2026.

``criteria`` (what a bracket tries to keep, one function per criterion, and their table),
``candidates`` (the first of the best ones), ``dutch_round`` (how a bracket is paired, a round).
"""
