"""The Scheveningen system: everybody of one team meets everybody of the other, by fixed tables.

In round n the first of team A meets number n of team B, and changes colours from round to round.
"""

from __future__ import annotations

from typing import List

from xltie.functions.registry import Source
from xltie.pairing.catalogue.timetables import Meeting, Timetable

SCHEVENINGEN_TABLES = (
    Source(
        "Norwegian Chess Federation", "2.1.5 Scheveningen-systemet", "2 to 4 boards",
        "https://2000.sjakk.no/kunnskap/systemer/scheveningen/",
    ),
    Source(
        "Wikipedia", "Scheveningen system, Standard Scheveningen Tables", "2 to 8 boards",
        "https://en.wikipedia.org/wiki/Scheveningen_system",
    ),
    Source(
        "Rimassoft", "Scheveningen tables", "8 boards",
        "https://rimassoft.eu/Scheveningen_Tables.aspx",
    ),
)  # fmt: skip
_TABLES = (
    "1 2, -2 -1",
    "1 2 -3, -2 3 -1, 3 -1 2",
    "1 2 -3 -4, -2 -1 4 3, 3 4 -1 -2, -4 -3 2 1",
    "1 2 3 -4 -5, -2 -3 4 5 -1, 3 4 -5 -1 2, -4 5 1 -2 -3, 5 -1 -2 3 4",
    "1 -2 -3 4 -5 6, -2 3 5 -6 4 -1, 3 -5 -1 2 6 -4, -4 -6 2 1 -3 5, 5 4 6 -3 -1 -2, "
    "-6 1 -4 -5 2 3",
    "1 2 3 4 -5 -6 -7, -2 -3 -4 5 6 7 -1, 3 4 5 -6 -7 -1 2, -4 -5 6 7 1 -2 -3, "
    "5 6 -7 -1 -2 3 4, -6 7 1 2 -3 -4 -5, 7 -1 -2 -3 4 5 6",
    "1 2 3 4 -5 -6 -7 -8, -2 -3 -4 -1 6 7 8 5, 3 4 1 2 -7 -8 -5 -6, -4 -1 -2 -3 8 5 6 7, "
    "5 6 7 8 -1 -2 -3 -4, -6 -7 -8 -5 2 3 4 1, 7 8 5 6 -3 -4 -1 -2, -8 -5 -6 -7 4 1 2 3",
)
"""From 2 boards on, round by round: whom of B the players of A meet, with Black where minus."""


def scheveningen(players: int, round_number: int) -> List[Meeting]:
    """Return a round of two teams, whose players are the two halves of the numbers."""
    boards = players // 2
    line = _TABLES[boards - 2].split(", ")[round_number - 1]
    found = []
    for one, other in enumerate(map(int, line.split()), 1):
        couple = (one, boards + other) if other > 0 else (boards - other, one)
        found.append(Meeting(one, *couple))
    return found


SCHEVENINGEN = Timetable(
    lambda players: players // 2, scheveningen, fewest=4, most=2 * (len(_TABLES) + 1),
    of_two_teams=True,
)  # fmt: skip
