"""The FIDE Swiss Team Pairing System (C.04.6), from 1 February 2026.

``team`` (a team, its colour preference), ``team_list`` (from an event to the field of a round),
``criteria`` (C4 to C10, one function each), ``upfloaters`` (3.5), ``bracket_pairs`` (3.6),
``team_solver`` (3.3: bracket after bracket), ``colours`` (4), ``team_round`` (a drawn round),
``why`` (the reasons). The bye, the completion test and the assignment are those of ``bye_first``
and ``dutch``.
"""
