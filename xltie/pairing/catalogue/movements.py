"""Movements of bridge beside the plain Mitchell and the complete Howell.

Share and relay, the web Mitchell, and Howells of fewer rounds (three-quarter Howells).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, List, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.pairing.catalogue.timetables import Meeting, Timetable, mitchell_table, tables_of


def relay_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a Mitchell with share and relay, for an even number of tables.

    A stand for boards that rest is in the middle, and the first and the last table share theirs in
    every round, so that nobody skips a table and every pair meets every set.

    Raises:
        DomainError: the number of tables is odd, and a plain Mitchell is complete.
    """
    tables, north_south = tables_of(pairs), pairs // 2
    if tables % 2:
        raise DomainError(say(
            "share and relay is for an even number of tables; with {tables} take mitchell",
            tables=tables,
        ))  # fmt: skip
    meetings = []
    for table in range(1, tables + 1):
        east_west = north_south + (table - round_number) % tables + 1
        stand = table - 1 + (table > tables // 2)
        boards = (stand + round_number - 1) % tables + 1
        meetings.append(mitchell_table(table, north_south, east_west, boards))
    return meetings


WEB_ROUNDS = 13


def web_mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a web Mitchell: 13 sets of boards in two copies for 14 to 26 tables.

    East-West move up a table after each round and never skip. The lower half of the tables starts
    with the sets in ascending order and passes them down, the upper half in descending order and
    passes them up.

    Raises:
        DomainError: the number of tables is odd.
    """
    tables, north_south = tables_of(pairs), pairs // 2
    if tables % 2:
        raise DomainError(
            say("a web Mitchell is for an even number of tables, not {tables}", tables=tables)
        )
    meetings = []
    for table in range(1, tables + 1):
        east_west = north_south + (table - round_number) % tables + 1
        lower = table + round_number - 2
        boards = lower if table <= tables // 2 else tables - 2 - lower
        meetings.append(mitchell_table(table, north_south, east_west, boards % WEB_ROUNDS + 1))
    return meetings


_FIRST_ROUNDS: Dict[Tuple[int, int], str] = {
    (7, 5): "10-5@7 9-6@4 8-7@3 1-4@5 2-3@2",
    (9, 6): "12-3@8 11-4@1 10-8@7 6-1@4 2-5@6 7-9@9",
    (9, 7): "14-4@7 13-5@5 12-6@8 11-7@3 10-9@1 8-2@6 1-3@9",
    (11, 7): "14-1@2 13-3@3 12-8@11 10-4@6 2-5@10 9-11@4 6-7@5",
    (11, 8): "16-2@3 15-3@10 14-4@1 13-7@11 12-10@4 6-11@9 1-5@7 8-9@8",
    (11, 9): "18-1@7 17-5@3 16-6@5 15-7@1 14-8@4 13-10@11 12-11@8 9-2@2 3-4@6",
    (13, 8): "16-1@7 15-5@13 14-8@6 4-9@5 11-2@1 13-3@10 10-12@12 6-7@11",
    (13, 9): "18-1@3 17-4@9 16-6@12 15-7@1 14-12@10 11-2@6 10-13@13 3-5@4 8-9@5",
    (13, 10): "20-1@6 19-2@5 18-4@2 17-5@11 16-6@1 15-10@4 14-13@9 11-3@13 8-12@12 7-9@8",
    (13, 11): "22-1@11 21-2@5 20-3@7 19-5@1 18-6@8 17-9@10 16-10@9 15-11@4 14-12@6 8-13@13 4-7@2",
}
"""The first round by number of rounds and of tables: pairs and set of boards of every table.

The pairs up to the number of rounds move, each to where the one before it sat, and the sets of
boards count on alike; the pairs above sit. So the differences of the moving pairs at a table, and
those of pairs and sets, must all be different (found by search).
"""


@lru_cache(maxsize=32)
def _first_round(rounds: int, tables: int) -> Tuple[Tuple[int, int, int], ...]:
    if (rounds, tables) not in _FIRST_ROUNDS:
        sizes = [size for count, size in _FIRST_ROUNDS if count == rounds]
        raise DomainError(say(
            "a Howell of {rounds} rounds is for {fewest} to {most} pairs",
            rounds=rounds, fewest=2 * min(sizes) - 1, most=2 * max(sizes),
        ))  # fmt: skip
    found = []
    for table in _FIRST_ROUNDS[rounds, tables].split():
        one, _, rest = table.partition("-")
        other, _, boards = rest.partition("@")
        found.append((int(one), int(other), int(boards)))
    return tuple(found)


def reduced_howell(rounds: int) -> Timetable:
    """Return a Howell of fewer rounds than a complete one: some pairs sit, the others move."""
    sizes = [size for count, size in _FIRST_ROUNDS if count == rounds]

    def meetings(pairs: int, round_number: int) -> List[Meeting]:
        def moved(number: int) -> int:
            return number if number > rounds else (number + round_number - 2) % rounds + 1

        found = []
        for table, first in enumerate(_first_round(rounds, tables_of(pairs)), 1):
            one, other, boards = (moved(number) for number in first)
            if pairs < max(one, other):
                found.append(Meeting(table, min(one, other), None, boards))
            else:
                found.append(Meeting(table, one, other, boards))
        return found

    return Timetable(
        lambda pairs: rounds, meetings, 2 * min(sizes) - 1, most=2 * max(sizes), deals_boards=True
    )


RELAY_MITCHELL = Timetable(tables_of, relay_mitchell, fewest=7, deals_boards=True)
WEB_MITCHELL = Timetable(
    lambda pairs: WEB_ROUNDS, web_mitchell, fewest=27, most=52, deals_boards=True
)
REDUCED_HOWELLS = {rounds: reduced_howell(rounds) for rounds in (7, 9, 11, 13)}


def shared_sets(timetable: Timetable, pairs: int) -> bool:
    """Tell whether two tables play the same set of boards in a round."""
    sets = [
        meeting.boards for meeting in timetable.meetings(pairs, 1) if meeting.second is not None
    ]
    return len(set(sets)) < len(sets)
