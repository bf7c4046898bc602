"""Rounds that are known from the start: Berger, Scheveningen, Mitchell, Howell."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Callable, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import Message, count
from xltie.core.records import dataclass
from xltie.functions.registry import Source

BRIDGE = Source("World Bridge Federation", "Movements for duplicate pairs")
BEYNON = Source(
    "Bridge Central", "Appendix Mitchell", "the Beynon appendix Mitchell",
    "https://bridgecentral.com/AppendixMitchell.htm",
)  # fmt: skip


class Meeting(NamedTuple):
    """Two numbers, from 1, that meet: the first with White or as North-South.

    ``second`` is None for a player who sits out. ``boards`` is the number of the set of boards in
    bridge.
    """

    table: int
    first: int
    second: Optional[int]
    boards: int = 0


@dataclass(frozen=True)
class Timetable:
    """All rounds of a field: how many there are, and who meets whom in each.

    ``deals_boards`` tells a movement of bridge, whose meetings name a set of boards.
    ``fewest`` and ``most`` are the smallest and the largest field that it is made for, ``cycles``
    how often two may meet. ``of_two_teams`` tells that the first half of the numbers are the
    players of one team, the rest those of the other.
    """

    rounds: Callable[[int], int]
    meetings: Callable[[int, int], list[Meeting]]
    fewest: int = 2
    cycles: int = 1
    most: int = 1 << 30
    deals_boards: bool = False
    of_two_teams: bool = False


def refuse_size(name: Message, timetable: Timetable, players: int) -> None:
    """Raise :class:`DomainError` for fewer or more than a timetable is made for."""
    if players < timetable.fewest:
        raise DomainError(count(
            timetable.fewest, "a {system} needs at least {n} player or pair; there are {found}",
            "a {system} needs at least {n} players or pairs; there are {found}",
            system=name, found=players,
        ))  # fmt: skip
    if players > timetable.most:
        raise DomainError(count(
            timetable.most, "a {system} allows at most {n} player or pair; there are {found}",
            "a {system} allows at most {n} players or pairs; there are {found}",
            system=name, found=players,
        ))  # fmt: skip


def berger(players: int, round_number: int) -> list[Meeting]:
    """Return a round of the Berger table; with an odd field the highest number is the bye.

    The highest number stays; the others move on by half the field each round. It has Black in odd
    rounds and White in even ones, at the first table.
    """
    size = players + players % 2
    circle = size - 1
    lead = (round_number - 1) * (size // 2) % circle
    pairs: list[tuple[int, int]] = [(lead + 1, size)]
    for step in range(1, size // 2):
        pairs.append(((lead + step) % circle + 1, (lead - step) % circle + 1))
    if round_number % 2 == 0:
        pairs[0] = (size, lead + 1)
    meetings = []
    for table, (first, second) in enumerate(pairs, 1):
        if players % 2 and size in (first, second):
            meetings.append(Meeting(table, second if first == size else first, None))
        else:
            meetings.append(Meeting(table, first, second))
    return meetings


def _circle_rounds(players: int) -> int:
    return players - 1 + players % 2


def berger_cycles(cycles: int) -> Timetable:
    """Return the timetable in which everybody meets everybody so often.

    In every second cycle the colours are reversed. The last two rounds of each cycle but the last
    are swapped, so that nobody has the same colour three times in a row where the cycles meet, as
    the FIDE Handbook recommends (C.05, Annex 1).
    """

    def meetings(players: int, round_number: int) -> list[Meeting]:
        length = _circle_rounds(players)
        cycle, turn = divmod(round_number - 1, length)
        number = turn + 1
        if cycle < cycles - 1 and length > 2:
            number = {length - 1: length, length: length - 1}.get(number, number)
        found = berger(players, number)
        if cycle % 2 == 0:
            return found
        return [
            m if m.second is None else m._replace(first=m.second, second=m.first) for m in found
        ]

    return Timetable(lambda players: cycles * _circle_rounds(players), meetings, cycles=cycles)


def mitchell(pairs: int, round_number: int) -> list[Meeting]:
    """Return a round of a Mitchell movement: the lower half sits North-South and stays.

    East-West move up a table after each round, the boards down. With an even number of tables
    East-West skip a table after half of the rounds, and the last round is not played: there would
    be nobody new to meet. With an odd number of pairs the last table has no North-South pair, and
    the pair that comes there sits out.
    """
    tables, turn = tables_of(pairs), round_number - 1
    skip = int(tables % 2 == 0 and round_number > tables // 2)
    return seated(
        pairs, lambda table: table, lambda table: table - turn - skip,
        lambda table: (table + turn) % tables,
    )  # fmt: skip


def seated(
    pairs: int,
    north_south: Callable[[int], int],
    east_west: Callable[[int], int],
    boards: Callable[[int], int],
) -> list[Meeting]:
    """Return a round of a Mitchell: who sits at each table, and its set of boards, all from 0.

    Pairs of East-West are counted round the tables. A missing pair is that of North-South with the
    highest number; the one that would meet it sits out.
    """
    tables, present = tables_of(pairs), pairs // 2
    found = []
    for table in range(tables):
        host = north_south(table) + 1
        guest = present + east_west(table) % tables + 1
        first, second = (host, guest) if host <= present else (guest, None)
        found.append(Meeting(table + 1, first, second, boards(table) + 1))
    return found


def tables_of(pairs: int) -> int:
    """Return how many tables so many pairs need."""
    return (pairs + 1) // 2


def _mitchell_rounds(pairs: int) -> int:
    tables = tables_of(pairs)
    return tables if tables % 2 else tables - 1


_THREE_TABLES = (
    "6-1@5 5-2@2 3-4@4", "6-2@4 1-3@2 4-5@1", "6-3@1 2-4@5 1-5@4", "6-4@2 3-5@5 1-2@1",
    "6-5@3 1-4@3 2-3@3",
)  # fmt: skip
"""The Howell of three tables: pairs and sets of boards, round by round.

Two ways to have six pairs meet once have one round in common: only in that one do tables share,
all three of them.
"""
_FIRST_ROUNDS: Mapping[Tuple[int, int], str] = {
    (3, 2): "4-1@1 3-2@1",
    (7, 4): "8-1@1 4-5@2 7-2@3 3-6@5",
    (7, 5): "10-5@7 6-9@4 8-7@3 1-4@5 2-3@2",
    (9, 5): "10-1@1 2-3@9 5-7@8 6-9@2 4-8@3",
    (9, 6): "12-3@8 4-11@1 10-8@7 6-1@4 2-5@6 7-9@9",
    (9, 7): "14-4@7 5-13@5 6-12@8 11-7@3 10-9@1 8-2@6 1-3@9",
    (11, 6): "12-1@1 6-7@5 2-11@4 5-8@2 10-3@6 4-9@10",
    (11, 7): "14-1@2 3-13@3 8-12@11 4-10@6 2-5@10 11-9@4 6-7@5",
    (11, 8): "16-2@3 3-15@10 14-4@1 13-7@11 10-12@4 6-11@9 1-5@7 8-9@8",
    (11, 9): "18-1@7 17-5@3 6-16@5 7-15@1 8-14@4 13-10@11 12-11@8 9-2@2 3-4@6",
    (13, 7): "14-1@1 8-7@6 13-2@5 6-9@3 12-3@7 5-10@11 11-4@13",
    (13, 8): "16-1@7 5-15@13 14-8@6 4-9@5 11-2@1 13-3@10 10-12@12 6-7@11",
    (13, 9): "18-1@3 17-4@9 6-16@12 7-15@1 14-12@10 11-2@6 10-13@13 3-5@4 8-9@5",
    (13, 10): "20-1@6 2-19@5 4-18@2 17-5@11 6-16@1 15-10@4 14-13@9 11-3@13 8-12@12 7-9@8",
    (13, 11): "22-1@11 2-21@5 3-20@7 5-19@1 18-6@8 9-17@10 16-10@9 15-11@4 14-12@6 8-13@13 4-7@2",
    (15, 8): "16-1@1 9-8@6 2-15@9 7-10@15 3-14@5 6-11@10 4-13@14 12-5@8",
    (17, 9): "18-1@1 10-9@8 17-2@14 11-8@15 16-3@5 7-12@3 15-4@9 6-13@16 14-5@6",
    (19, 10): "20-1@1 11-10@9 19-2@16 12-9@2 18-3@7 8-13@19 17-4@5 7-14@17 16-5@18 6-15@11",
    (21, 11): "22-1@1 11-12@10 2-21@18 10-13@6 20-3@8 9-14@20 19-4@11 15-8@16 18-5@7 7-16@19 "
    "17-6@21",
    (23, 12): "24-1@1 13-12@11 2-23@20 14-11@7 22-3@9 10-15@22 4-21@13 9-16@17 5-20@10 17-8@19 "
    "19-6@23 18-7@21",
    (25, 13): "26-1@1 13-14@12 25-2@22 15-12@8 24-3@16 11-16@23 4-23@6 10-17@21 22-5@11 18-9@19 "
    "21-6@15 19-8@24 7-20@10",
    (27, 14): "28-1@1 15-14@13 27-2@24 13-16@9 3-26@20 17-12@23 4-25@7 11-18@26 24-5@10 19-10@2 "
    "6-23@8 20-9@27 7-22@11 21-8@22",
    (29, 15): "30-1@1 15-16@14 2-29@26 14-17@10 3-28@22 18-13@28 4-27@11 12-19@23 26-5@6 20-11@3 "
    "25-6@12 10-21@24 24-7@15 9-22@27 23-8@25",
    (31, 16): "32-1@1 16-17@15 2-31@28 15-18@11 3-30@24 19-14@3 4-29@12 20-13@25 28-5@6 21-12@31 "
    "27-6@9 11-22@2 7-26@13 10-23@27 8-25@10 9-24@16",
    (33, 17): "34-1@1 17-18@16 33-2@30 19-16@12 3-32@26 15-20@7 4-31@17 21-14@25 5-30@14 22-13@29 "
    "29-6@11 23-12@24 7-28@9 24-11@32 8-27@18 25-10@28 26-9@15",
    (35, 18): "36-1@1 18-19@17 2-35@32 17-20@13 34-3@28 21-16@8 33-4@21 22-15@31 32-5@16 23-14@27 "
    "6-31@11 24-13@25 30-7@9 25-12@33 29-8@14 26-11@29 28-9@19 27-10@34",
}  # fmt: skip
"""The first round of a Howell by its rounds and tables: pairs and set of boards of every table.

The pairs up to the number of rounds move, each to where the one before it sat, and the sets of
boards count on alike; the pairs above sit. With half as many tables as rounds all move but one. So
that everybody meets everybody once the differences of the moving pairs at a table must all be
different, and so that nobody meets a set twice those of pairs and sets (found by search). With four
pairs both tables share the set of the round.

Which of two sits North-South is chosen so that any two pairs hold the same cards as often as not,
as far as turning whole tables can do it: the standard deviation of boards held alike less those
held otherwise, over all couples of pairs, is least. It is 0 with 8, 12 and 16 pairs.
"""


@lru_cache(maxsize=64)
def _first_round(rounds: int, tables: int) -> Tuple[Meeting, ...]:
    return tuple(meetings_of(_FIRST_ROUNDS[rounds, tables]))


def howell(pairs: int, round_number: int, rounds: int = 0) -> list[Meeting]:
    """Return a round of a Howell movement, with as many ``rounds`` as it has, 0 for a complete one.

    In the complete one everybody meets everybody once: the highest pair stays at the first table,
    North-South; each of the others follows the pair of the next lower number. Nobody meets a set of
    boards twice. With an odd number of pairs, the one that would meet the highest number sits out.
    """
    tables = tables_of(pairs)
    length = rounds or 2 * tables - 1

    def moved(number: int) -> int:
        return number if number > length else (number + round_number - 2) % length + 1

    if (length, tables) in _FIRST_ROUNDS:
        found = [
            Meeting(table, moved(first), moved(second or 0), moved(boards))
            for table, first, second, boards in _first_round(length, tables)
        ]
    else:
        found = meetings_of(_THREE_TABLES[(round_number - 1) % length])
    return [without(meeting, pairs) for meeting in found]


def reduced_howell(rounds: int) -> Timetable:
    """Return the Howells of so many rounds, for any number of tables: some pairs sit."""
    most = max(size for length, size in _FIRST_ROUNDS if length == rounds)
    return Timetable(
        lambda pairs: rounds, partial(howell, rounds=rounds), rounds, most=2 * most,
        deals_boards=True,
    )  # fmt: skip


def meetings_of(text: str) -> list[Meeting]:
    """Return the meetings of ``6-1@5 5-2@2``: pairs and set of boards, table by table."""
    found = []
    for table, said in enumerate(text.split(), 1):
        one, _, rest = said.partition("-")
        other, _, boards = rest.partition("@")
        found.append(Meeting(table, int(one), int(other), int(boards)))
    return found


def without(meeting: Meeting, pairs: int) -> Meeting:
    """Return a meeting as it is in a smaller field: the opponent of a missing pair sits out."""
    table, first, second, boards = meeting
    if second is None or max(first, second) <= pairs:
        return meeting
    return Meeting(table, min(first, second), None, boards)


BERGER = berger_cycles(1)
MITCHELL = Timetable(_mitchell_rounds, mitchell, fewest=4, deals_boards=True)
HOWELL = Timetable(_circle_rounds, howell, fewest=4, most=36, deals_boards=True)
REDUCED_HOWELLS = {rounds: reduced_howell(rounds) for rounds in (7, 9, 11, 13)}


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
