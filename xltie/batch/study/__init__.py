"""How well does a method order players? Events are played out, or read, and their places compared.

``plan`` reads what is asked, ``models`` say how a game ends, ``play`` makes one event, ``measures``
compare its places with the truth, ``findings`` sums up all events, and ``report`` shows them.
"""
