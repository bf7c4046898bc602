"""The framework of brackets: what the systems of the FIDE Handbook have in common.

A system is a table of criteria, the way in which players move between scoregroups, and an order of
candidates. In the order of reading: ``field`` (who is to be paired), ``from_event``, ``completion``
(can the rest still be paired, who rests), ``criteria`` (the table), ``downfloats`` and ``upfloats``
(the two ways to move), ``bracket_round`` (one bracket after the other, and the tables), ``explain``
(the reasons: the same search with one thing forced).
"""
