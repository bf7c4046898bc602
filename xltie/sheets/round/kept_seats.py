"""A movement laid out again: who keeps which seat, which results stay."""

from __future__ import annotations

from typing import Collection, Dict, FrozenSet, List, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.event import BoardResult, Event, Id
from xltie.pairing.catalogue import Meeting, Timetable


def is_typed(board_result: BoardResult) -> bool:
    """Tell whether a line holds more than who sits where."""
    results = (board_result.ns_result, board_result.ew_result)
    return results != (None, None) or bool(board_result.contract or board_result.declarer)


def late_for(event: Event, order: Sequence[Id], meetings: Sequence[Meeting]) -> FrozenSet[Id]:
    """Return who came later than a round that is under way: nobody who is on its lines, or before.

    ``event`` has the lines up to that round, ``order`` the pairs by their numbers in ``meetings``.
    Of two who would meet there one sat out; the other stands behind in the list.
    """
    seen = {who for line in event.board_results for who in (*line.ns, *line.ew)}
    listed = [contestant.id for contestant in event.listed]
    late = set(order) - seen
    for meeting in meetings:
        both = {order[at - 1] for at in (meeting.first, meeting.second) if at}
        if len(both) > 1 and both <= late:
            late.discard(min(both, key=listed.index))
    return frozenset(late)


def seats_of(event: Event, timetable: Timetable, switched: Collection[int]) -> List[Id]:
    """Return the pairs by their numbers in a movement: those on the sheet keep their seats.

    Pairs are numbered as they are listed where there is nothing on the sheet, or where what is
    there has no results and is another movement. In the rounds ``switched`` the sides are.

    Raises:
        InputError: a result that has no place in the movement.
    """
    listed = [contestant.id for contestant in event.listed]
    for lines in (event.board_results, [line for line in event.board_results if is_typed(line)]):
        numbers = _numbers(lines, timetable, len(listed), switched)
        if numbers is not None:
            free = iter(who for who in listed if who not in numbers.values())
            return [numbers.get(number) or next(free) for number in range(1, len(listed) + 1)]
    return listed  # the results are looked for all the same


def _numbers(
    lines: Sequence[BoardResult], timetable: Timetable, pairs: int, switched: Collection[int]
) -> Optional[Dict[int, Id]]:
    """Return the numbers of the pairs on lines with rounds; None if these are another movement."""
    tables: Dict[Tuple[int, str], Meeting] = {}
    for number in range(1, timetable.rounds(pairs) + 1):
        for meeting in timetable.meetings(pairs, number):
            tables[number, str(meeting.table)] = meeting
    found: Dict[int, Id] = {}
    for line in lines:
        if not line.round or not line.table:
            continue
        at = tables.get((line.round, line.table))
        if at is None or at.second is None or len(line.ns) != 1 or len(line.ew) != 1:
            return None
        ns, ew = (line.ew, line.ns) if line.round in switched else (line.ns, line.ew)
        for number, who in ((at.first, ns[0]), (at.second, ew[0])):
            if found.setdefault(number, who) != who:
                return None
    return found if len(set(found.values())) == len(found) else None


def with_results(event: Event, lines: Sequence[BoardResult]) -> List[BoardResult]:
    """Return the lines of a movement with the results that the event has for them.

    Raises:
        InputError: the first result that has no place there.
    """
    typed = {_key(line): line for line in event.board_results if is_typed(line)}
    found = []
    for line in lines:
        own = typed.pop(_key(line), None)
        found.append(line if own is None else own._replace(round=line.round, table=line.table))
    for (board, both), kept in typed.items():
        one, other = (sorted(both) * 2)[:2]
        said = say(
            "{one} and {other} have a result on board {board}, which they do not play in this "
            "movement; nothing is changed",
            one=one, other=other, board=board,
        )  # fmt: skip
        raise InputError([Fault(said, kept.place)])
    return found


def _key(line: BoardResult) -> Tuple[int, FrozenSet[Id]]:
    return line.board, frozenset((*line.ns, *line.ew))
