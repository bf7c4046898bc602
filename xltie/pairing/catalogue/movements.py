"""Movements of bridge beside the plain Mitchell and the Howells.

Share and relay, the web Mitchell, a rover, and appendix tables.
"""

from __future__ import annotations

from typing import List

from xltie.core.errors import DomainError
from xltie.core.messages import joined, say
from xltie.pairing.catalogue.timetables import (
    Meeting,
    Timetable,
    mitchell,
    seated,
    tables_of,
)


def relay_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a Mitchell with share and relay, for an even number of tables.

    A stand for boards that rest is in the middle, and the first and the last table share theirs in
    every round, so that nobody skips a table and every pair meets every set.

    Raises:
        DomainError: the number of tables is odd, and a plain Mitchell is complete.
    """
    tables = tables_of(pairs)
    if tables % 2:
        raise DomainError(say(
            "share and relay is for an even number of tables; with {tables} take mitchell",
            tables=tables,
        ))  # fmt: skip
    turn = round_number - 1
    return seated(
        pairs, lambda table: table, lambda table: table - turn,
        lambda table: (table + (table >= tables // 2) + turn) % tables,
    )  # fmt: skip


WEB_ROUNDS = 13


def web_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a web Mitchell: 13 sets of boards in two copies for 14 to 26 tables.

    East-West move up a table after each round and never skip. The lower half of the tables starts
    with the sets in ascending order and passes them down, the upper half in descending order and
    passes them up.

    Raises:
        DomainError: the number of tables is odd.
    """
    tables = tables_of(pairs)
    if tables % 2:
        raise DomainError.say(
            "a web Mitchell is for an even number of tables, not {tables}", tables=tables
        )
    turn = round_number - 1

    def boards(table: int) -> int:
        lower = table < tables // 2
        return (table + turn if lower else tables - 2 - table - turn) % WEB_ROUNDS

    return seated(pairs, lambda table: table, lambda table: table - turn, boards)


_BASES = (5, 7, 11, 13)
"""The numbers of tables to which others are appended: nobody meets twice if neither 2 nor 3 divides
them."""


def appendix_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a Mitchell with appendix tables, which share boards with the first ones.

    The boards and East-West stay within 5, 7, 11 or 13 tables: boards go down a table, East-West
    two. North-South of the first tables and East-West of the tables appended to them stay; all
    others of North-South go up a table, through the appended ones (Beynon's appendix Mitchell).
    """
    base = _base(pairs)
    turn, more = round_number - 1, tables_of(pairs) - base
    return seated(
        pairs,
        lambda table: table if table < more else more + (table - more - turn) % base,
        lambda table: (table + 2 * turn) % base if table < base else table,
        lambda table: (table + turn) % base,
    )


def _base(pairs: int) -> int:
    return max(base for base in _BASES if base < tables_of(pairs))


_ROVER_STEP = 2
_ROVED = (5, 7, 11, 13, 17)
"""The numbers of tables of which a rover meets nobody, and no boards, twice: odd, no threes."""


def rover_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a Mitchell with a rover, for a pair more than fill the tables.

    The highest number sits out in the first round; then it takes the seats of North-South at tables
    1, 3, 5 ... 2, 4, 6 ..., and who sits there sits out. All others move as in a Mitchell, so that
    a pair that comes late changes nobody's seat.

    Raises:
        DomainError: the pairs do not leave one more than fill 5, 7, 11, 13 or 17 tables.
    """
    tables = pairs // 2
    if pairs % 2 == 0 or tables not in _ROVED:
        raise DomainError(say(
            "a rover comes to {tables} tables: {pairs} pairs",
            tables=joined(_ROVED), pairs=joined(2 * tables + 1 for tables in _ROVED),
        ))  # fmt: skip
    found = mitchell(pairs - 1, round_number)
    if round_number == 1:
        return [*found, Meeting(tables + 1, pairs, None)]
    at = _ROVER_STEP * (round_number - 2) % tables
    bumped = found[at].first
    found[at] = found[at]._replace(first=pairs)
    return [*found, Meeting(tables + 1, bumped, None)]


RELAY_MITCHELL = Timetable(tables_of, relay_mitchell, fewest=7, deals_boards=True)
APPENDIX_MITCHELL = Timetable(
    _base, appendix_mitchell, 2 * min(_BASES) + 1, most=4 * max(_BASES), deals_boards=True
)
WEB_MITCHELL = Timetable(
    lambda pairs: WEB_ROUNDS, web_mitchell, fewest=27, most=52, deals_boards=True
)
ROVER_MITCHELL = Timetable(
    lambda pairs: pairs // 2, rover_mitchell, 2 * min(_ROVED) + 1, most=2 * max(_ROVED) + 1,
    deals_boards=True,
)  # fmt: skip
