"""The FIDE Swiss Team Pairing System (C.04.6), from 1 February 2026.

``team`` (a team, its colours, the field of a round) and ``team_round`` (C4 to C10 as a table, the
pairs of a bracket by their identifiers, a round).
"""
