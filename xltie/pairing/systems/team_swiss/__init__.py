"""The FIDE Swiss Team Pairing System (C.04.6), from 1 February 2026.

``team`` (a team, its colour preference), ``team_list`` (from an event to the field of a round),
``criteria`` (C4 to C10 as a table), ``bracket_pairs`` (3.6), ``colours`` (4), ``team_round``.
"""
