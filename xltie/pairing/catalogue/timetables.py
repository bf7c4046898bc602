"""Rounds that are known from the start: Berger tables, Mitchell and Howell movements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Callable, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import count
from xltie.functions.registry import Source

BRIDGE = Source("World Bridge Federation", "Movements for duplicate pairs")


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
    meetings: Callable[[int, int], List[Meeting]]
    fewest: int = 2
    cycles: int = 1
    most: int = 1 << 30
    deals_boards: bool = False
    of_two_teams: bool = False


def berger(players: int, round_number: int) -> List[Meeting]:
    """Return a round of the Berger table; with an odd field the highest number is the bye.

    The highest number stays; the others move on by half the field each round. It has Black in odd
    rounds and White in even ones, at the first table.
    """
    size = players + players % 2
    circle = size - 1
    lead = (round_number - 1) * (size // 2) % circle
    pairs: List[Tuple[int, int]] = [(lead + 1, size)]
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

    def meetings(players: int, round_number: int) -> List[Meeting]:
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


def mitchell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a Mitchell movement: the lower half sits North-South and stays.

    East-West move up a table after each round, the boards down. With an even number of tables
    East-West skip a table after half of the rounds, and the last round is not played: there would
    be nobody new to meet. With an odd number of pairs the last table has no North-South pair, and
    the pair that comes there sits out.
    """
    tables, north_south = tables_of(pairs), pairs // 2
    skip = int(tables % 2 == 0 and round_number > tables // 2)
    meetings = []
    for table in range(1, tables + 1):
        guest = (table - 1 - (round_number - 1) - skip) % tables
        east_west = north_south + guest + 1
        boards = (table - 1 + round_number - 1) % tables + 1
        meetings.append(mitchell_table(table, north_south, east_west, boards))
    return meetings


def mitchell_table(table: int, north_south: int, east_west: int, boards: int) -> Meeting:
    """Return a table where the pair of its number sits, or nobody if there is no such pair."""
    if table > north_south:
        return Meeting(table, east_west, None, boards)
    return Meeting(table, table, east_west, boards)


def tables_of(pairs: int) -> int:
    """Return how many tables so many pairs need."""
    return (pairs + 1) // 2


def _mitchell_rounds(pairs: int) -> int:
    tables = tables_of(pairs)
    return tables if tables % 2 else tables - 1


def howell(pairs: int, round_number: int) -> List[Meeting]:
    """Return a round of a complete Howell movement: everybody meets everybody once.

    The highest pair stays North-South at the first table; each of the others follows the pair of
    the next lower number. Nobody meets a set of boards twice. With four or six pairs no movement
    can keep the tables on different boards: all of them share the set of the round. With an odd
    number of pairs, the one that would meet the highest number sits out.
    """
    circle = pairs - 1 + pairs % 2
    turn = round_number - 1
    first = turn % circle + 1
    meetings = [Meeting(1, circle + 1, first, first)]
    if pairs % 2:
        meetings = [Meeting(1, first, None, first)]
    for table, (one, other, boards) in enumerate(_starter(circle), 2):
        numbers = ((turn + first) % circle + 1 for first in (one, other, boards))
        meetings.append(Meeting(table, *numbers))
    return meetings


@lru_cache(maxsize=64)
def _starter(circle: int) -> Tuple[Tuple[int, int, int], ...]:
    """Return the first round of a Howell: two pairs and a set of boards for each further table.

    All numbers count on by one each round. So that everybody meets everybody once, the couples must
    be as far apart as 1, 2, 3 ... in their circle; so that nobody meets a set twice, the couples
    that are left when each number is taken less its boards must be all numbers again.
    """
    reach = circle // 2
    if reach < 3:
        return tuple(((-step) % circle, step, 0) for step in range(1, reach + 1))
    mirror = {(2 * step) % circle: (-step) % circle for step in range(1, circle)}
    mirrored: List[Sequence[int]] = [[mirror[step]] for step in range(1, reach + 1)]
    anywhere: List[Sequence[int]] = [range(1, circle)] * reach
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
    seated: Set[int], shifted: Set[int], sets: Set[int],
) -> Optional[List[Tuple[int, int, int]]]:  # fmt: skip
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
