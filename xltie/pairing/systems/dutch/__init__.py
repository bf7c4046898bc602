"""The FIDE Dutch system, C.04.3 in the edition of 1 February 2026.

In the order of reading: ``player`` and ``field`` (who is to be paired), ``criteria`` (what a
bracket tries to keep, one function per criterion), ``bracket`` (their order, as one number),
``completion`` (can the rest still be paired), ``ceiling`` (the best that can be hoped for),
``assignment``, ``quick`` and ``candidates`` (the first of the best candidates), ``solver`` (one
bracket after the other), ``colours`` (article 5), ``entry_list`` and ``acceleration`` (from an
event), ``dutch_round`` (a drawn round).
"""
