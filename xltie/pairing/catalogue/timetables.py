"""Rounds that are known from the start: Berger, Scheveningen, Mitchell, Howell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import Message, count
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

Two ways to have six pairs meet once have one round in common: only in that one do tables share.
"""
_TURNED: Mapping[int, str] = {
    12: "3", 14: "2", 16: "2 3 5 7 8", 18: "2 4", 20: "2 4", 22: "3 8", 24: "2 3 4 7 9 10 12",
    26: "4 7 10 12 13", 28: "2 5 6 7 10 11 12 13 14", 30: "3 5 6 7 10",
    32: "3 5 6 7 8 10 13 15", 34: "4 5 7 8 9 10 12 13 14 15 16", 36: "3 6 8 10 11 12 14 16 18",
}  # fmt: skip
"""The tables of a Howell, by its pairs, at which the two sit the other way round.

Who meets whom with which boards leaves the directions open. Two pairs compare fairly if on half of
the boards they hold the same cards; the tables were chosen so that the standard deviation of boards
held alike less those held otherwise, over all couples of pairs, is least. It is 0 with 8, 12 and 16
pairs.
"""


def howell(pairs: int, round_number: int) -> list[Meeting]:
    """Return a round of a complete Howell movement: everybody meets everybody once.

    The highest pair stays at the first table, North-South; each of the others follows the pair of
    the next lower number. Nobody meets a set of boards twice. With four pairs both tables share the
    set of the round, with six all three do in the last round. With an odd number of pairs, the one
    that would meet the highest number sits out.
    """
    circle = pairs - 1 + pairs % 2
    turn = round_number - 1
    if circle + 1 == _SIX:
        found = meetings_of(_THREE_TABLES[turn % circle])
    else:
        turned = _turned_tables(circle + 1)
        found = [Meeting(1, circle + 1, turn % circle + 1, turn % circle + 1)]
        for table, start in enumerate(_starter(circle), 2):
            one, other, boards = ((turn + first) % circle + 1 for first in start)
            sides = (other, one) if table in turned else (one, other)
            found.append(Meeting(table, *sides, boards))
    return [without(meeting, pairs) for meeting in found]


_SIX = 6


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


@lru_cache(maxsize=64)
def _turned_tables(pairs: int) -> frozenset[int]:
    return frozenset(map(int, _TURNED.get(pairs, "").split()))


@lru_cache(maxsize=64)
def _starter(circle: int) -> tuple[tuple[int, int, int], ...]:
    """Return the first round of a Howell: two pairs and a set of boards for each further table.

    All numbers count on by one each round. So that everybody meets everybody once, the couples must
    be as far apart as 1, 2, 3 ... in their circle; so that nobody meets a set twice, the couples
    that are left when each number is taken less its boards must be all numbers again.
    """
    reach = circle // 2
    if reach < 3:
        return tuple(((-step) % circle, step, 0) for step in range(1, reach + 1))
    mirror = {(2 * step) % circle: (-step) % circle for step in range(1, circle)}
    mirrored: list[Sequence[int]] = [[mirror[step]] for step in range(1, reach + 1)]
    anywhere: list[Sequence[int]] = [range(1, circle)] * reach
    for starts in (mirrored, anywhere):
        found = _placed(circle, starts, 1, {0}, {0}, {0})
        if found is not None:
            return tuple(found)
    raise DomainError(count(
        circle + 1, "there is no Howell movement for {n} pair",
        "there is no Howell movement for {n} pairs",
    ))  # fmt: skip


def _placed(
    circle: int, starts: Sequence[Sequence[int]], step: int,
    seated: set[int], shifted: set[int], sets: set[int],
) -> Optional[list[tuple[int, int, int]]]:  # fmt: skip
    """Return the tables from a step on that fit to those before, None where there are none."""
    if step > len(starts):
        return []
    couples = ((one, (one + step) % circle) for one in starts[step - 1])
    free = [couple for couple in couples if seated.isdisjoint(couple)]
    for (one, other), left in product(free, range(1, circle)):
        right, boards = (left + step) % circle, (one - left) % circle
        if shifted.isdisjoint((left, right)) and boards not in sets:
            taken = (seated | {one, other}, shifted | {left, right}, sets | {boards})
            rest = _placed(circle, starts, step + 1, *taken)
            if rest is not None:
                return [(one, other, boards), *rest]
    return None


BERGER = berger_cycles(1)
MITCHELL = Timetable(_mitchell_rounds, mitchell, fewest=4, deals_boards=True)
HOWELL = Timetable(_circle_rounds, howell, fewest=4, most=36, deals_boards=True)


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
