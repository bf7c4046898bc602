"""Movements of bridge beside the plain Mitchell and the complete Howell.

Share and relay, the web Mitchell, a rover, appendix tables, and Howells of fewer rounds
(three-quarter Howells).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, List, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import joined, say
from xltie.pairing.catalogue.timetables import (
    Meeting,
    Timetable,
    howell,
    meetings_of,
    mitchell,
    seated,
    tables_of,
    without,
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
        raise DomainError(
            say("a web Mitchell is for an even number of tables, not {tables}", tables=tables)
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


_FIRST_ROUNDS: Dict[Tuple[int, int], str] = {
    (7, 5): "10-5@7 6-9@4 8-7@3 1-4@5 2-3@2",
    (9, 6): "12-3@8 4-11@1 10-8@7 6-1@4 2-5@6 7-9@9",
    (9, 7): "14-4@7 5-13@5 6-12@8 11-7@3 10-9@1 8-2@6 1-3@9",
    (11, 7): "14-1@2 3-13@3 8-12@11 4-10@6 2-5@10 11-9@4 6-7@5",
    (11, 8): "16-2@3 3-15@10 14-4@1 13-7@11 10-12@4 6-11@9 1-5@7 8-9@8",
    (11, 9): "18-1@7 17-5@3 6-16@5 7-15@1 8-14@4 13-10@11 12-11@8 9-2@2 3-4@6",
    (13, 8): "16-1@7 5-15@13 14-8@6 4-9@5 11-2@1 13-3@10 10-12@12 6-7@11",
    (13, 9): "18-1@3 17-4@9 6-16@12 7-15@1 14-12@10 11-2@6 10-13@13 3-5@4 8-9@5",
    (13, 10): "20-1@6 2-19@5 4-18@2 17-5@11 6-16@1 15-10@4 14-13@9 11-3@13 8-12@12 7-9@8",
    (13, 11): "22-1@11 2-21@5 3-20@7 5-19@1 18-6@8 9-17@10 16-10@9 15-11@4 14-12@6 8-13@13 4-7@2",
}
"""The first round by number of rounds and of tables: pairs and set of boards of every table.

The pairs up to the number of rounds move, each to where the one before it sat, and the sets of
boards count on alike; the pairs above sit. So the differences of the moving pairs at a table, and
those of pairs and sets, must all be different (found by search). Which of two sits North-South is
chosen so that pairs hold the same cards as often as not, as far as turning whole tables can do it.
"""


@lru_cache(maxsize=32)
def _first_round(rounds: int, tables: int) -> Tuple[Meeting, ...]:
    return tuple(meetings_of(_FIRST_ROUNDS[rounds, tables]))


def reduced_howell(rounds: int) -> Timetable:
    """Return a Howell of so many rounds for any number of tables: some pairs sit, the others move.

    With half as many tables as rounds everybody moves but one: that is the complete Howell.
    """
    most = max(size for count, size in _FIRST_ROUNDS if count == rounds)

    def meetings(pairs: int, round_number: int) -> List[Meeting]:
        def moved(number: int) -> int:
            return number if number > rounds else (number + round_number - 2) % rounds + 1

        if rounds == 2 * tables_of(pairs) - 1:
            return howell(pairs, round_number)
        return [
            without(Meeting(first.table, moved(first.first), moved(first.second or 0),
                            moved(first.boards)), pairs)
            for first in _first_round(rounds, tables_of(pairs))
        ]  # fmt: skip

    return Timetable(lambda pairs: rounds, meetings, rounds, most=2 * most, deals_boards=True)


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
REDUCED_HOWELLS = {rounds: reduced_howell(rounds) for rounds in (7, 9, 11, 13)}
