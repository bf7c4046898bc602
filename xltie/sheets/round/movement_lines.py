"""A round of a bridge movement as lines of the Boards sheet: a line for every board and table."""

from __future__ import annotations

from typing import Dict, List, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, number_of
from xltie.core.enumerations import any_of
from xltie.core.errors import DomainError
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.event import EventIndex
from xltie.pairing.catalogue import (
    MOVEMENTS,
    SWISS_TEAMS,
    MovementFacts,
    Round,
    System,
    Timetable,
    fitting_movements,
    movement_facts,
)
from xltie.pairing.systems import boards_of_match
from xltie.ranking.cells import id_cell
from xltie.sheets.tables import Header

Line = Dict[str, Scalar]


def board_lines(event_index: EventIndex, drawn: Round) -> List[Line]:
    """Return the cells by field of what is played in a round; who sits out has no line.

    The boards prepared are dealt out in sets of the same size, as many sets as the movement needs.

    Of a round of teams every match has a line for each board at either table.

    Raises:
        DomainError: fewer boards than sets.
    """
    if drawn.system.name == SWISS_TEAMS:
        return _match_lines(event_index, drawn)
    movement_of(drawn.system)
    size = boards_in_set(event_index, drawn.system)
    return [
        {
            "board": number, "ns": id_cell(board.first), "ew": id_cell(board.second),
            "round": drawn.round, "table": board.table,
        }
        for board in drawn.boards
        if board.second is not None
        for number in range((board.boards - 1) * size + 1, board.boards * size + 1)
    ]  # fmt: skip


def _match_lines(event_index: EventIndex, drawn: Round) -> List[Line]:
    """Return the lines of a round of teams; who sits out has one, which says so."""
    size = boards_of_match(event_index.event)
    numbers = range((drawn.round - 1) * size + 1, drawn.round * size + 1)
    lines: List[Line] = []
    for board in drawn.boards:
        played = [(board.first, board.second), (board.second, board.first)]
        for number in numbers if board.second is not None else numbers[:1]:
            for ns, ew in played if board.second is not None else played[:1]:
                lines.append({
                    "board": number, "ns": "BYE" if ns is None else id_cell(ns),
                    "ew": "BYE" if ew is None else id_cell(ew),
                    "round": drawn.round, "table": board.table,
                })  # fmt: skip
    return sorted(lines, key=lambda line: int(str(line["board"])))


def movement_of(system: System) -> Timetable:
    """Return the timetable of a movement.

    Raises:
        DomainError: the system deals out no boards.
    """
    timetable = system.timetable
    if timetable is None or not timetable.deals_boards:
        raise DomainError(
            say(
                "{system} is not a movement; boards need one of {names}",
                system=system.title,
                names=", ".join(MOVEMENTS),
            )
        )
    return timetable


def boards_in_set(event_index: EventIndex, system: System) -> int:
    """Return how many boards a table plays in a round.

    Raises:
        DomainError: fewer boards than sets.
    """
    pairs, boards = len(event_index.event.listed), event_index.event.rounds
    facts = movement_facts(system, pairs, boards)
    if not facts.set_size:
        raise DomainError(
            count(
                boards,
                "the movement needs {sets} sets of boards; there is {n} board",
                "the movement needs {sets} sets of boards; there are {n} boards",
                sets=facts.sets,
            )
        )
    return facts.set_size


def idle_boards(event_index: EventIndex, system: System) -> Message:
    """Return a sentence about the boards prepared that a movement does not use, if there are any.

    Raises:
        DomainError: as :func:`boards_in_set`, or the system deals out no boards.
    """
    movement_of(system)
    size = boards_in_set(event_index, system)
    pairs, boards = len(event_index.event.listed), event_index.event.rounds
    facts = movement_facts(system, pairs, boards)
    if not facts.unused:
        return NOTHING
    said = count(
        size,
        "{idle} of the {boards} boards are not used: {sets} sets of {n} board are {used}; "
        "for {more} a set prepare {needed}",
        "{idle} of the {boards} boards are not used: {sets} sets of {n} boards are {used}; "
        "for {more} a set prepare {needed}",
        idle=facts.unused,
        boards=boards,
        sets=facts.sets,
        used=facts.sets * size,
        more=size + 1,
        needed=facts.sets * (size + 1),
    )
    others = [
        movement.system.name for movement in fitting_movements(pairs, boards) if not movement.unused
    ]
    if not others:
        return said
    return say("{what}; {others} would use all of them", what=said, others=any_of(others))


def open_boards(grid: Grid, header: Header) -> Dict[int, List[int]]:
    """Return by board the rows, from 1, that are prepared for it and name nobody yet."""
    found: Dict[int, List[int]] = {}
    sides = ("ns", "ew", "north", "south", "east", "west")
    for number in range(header.row + 1, grid.height):
        line = grid.rows[number]
        board = number_of(header.get(line, "board"))
        if board is not None and all(is_blank(header.get(line, side)) for side in sides):
            found.setdefault(int(board), []).append(number + 1)
    return found


def boards_begun(event_index: EventIndex, timetable: Timetable) -> int:
    """Return how many rounds of a movement, from the first, are on the sheet.

    Where lines have no round it is known by whether all its couples are there.
    """
    numbered = max((line.round for line in event_index.event.board_results), default=0)
    ids = tuple(contestant.id for contestant in event_index.event.listed)
    if numbered or not timetable.fewest <= len(ids) <= timetable.most:
        return numbered
    there = {(board_result.ns, board_result.ew) for board_result in event_index.event.board_results}
    for number in range(1, timetable.rounds(len(ids)) + 1):
        needed: List[Tuple[Tuple[str, ...], Tuple[str, ...]]] = [
            ((ids[m.first - 1],), (ids[m.second - 1],))
            for m in timetable.meetings(len(ids), number)
            if m.second is not None
        ]
        if not there.issuperset(needed):
            return number - 1
    return timetable.rounds(len(ids))


def consequences(facts: MovementFacts) -> Message:
    """Return rounds and boards of a movement, and who is ranked against whom."""
    return joined((
        count(facts.rounds, "{n} round", "{n} rounds"),
        count(facts.set_size, "{n} board a round", "{n} boards a round"),
        count(facts.boards_each, "each pair plays {n} board", "each pair plays {n} boards"),
        say("two winners") if facts.winners > 1 else say("one winner"),
        *_odd(facts),
    ))  # fmt: skip


def _odd(facts: MovementFacts) -> List[Message]:
    found = []
    if facts.unused:
        found.append(count(facts.unused, "{n} board is not used", "{n} boards are not used"))
    if facts.pairs % 2:
        found.append(say("a pair sits out in each round"))
    return found


def announced(facts: MovementFacts) -> Message:
    """Return what the director announces: where pairs skip a table, where tables share boards."""
    said = []
    if facts.skip:
        said.append(say("after round {round} East-West skip a table", round=facts.skip))
    if facts.sharing:
        said.append(_shared(facts))
    return joined(said, "; ") if said else NOTHING


def _shared(facts: MovementFacts) -> Message:
    if len(facts.sharing) == facts.rounds:
        return say(
            "tables share boards in every round: pass them on during the round, or have two copies"
        )
    rounds = joined(facts.sharing)
    return count(
        len(facts.sharing),
        "tables share boards in round {rounds}: pass them on during the round",
        "tables share boards in rounds {rounds}: pass them on during the round",
        rounds=rounds,
    )
