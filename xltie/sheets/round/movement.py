"""A bridge movement on the Boards sheet: what it means for the evening, its rounds as lines."""

from __future__ import annotations

from itertools import product
from typing import Dict, Iterator, List, Tuple

from xltie.core.cells import Grid, is_blank, number_of
from xltie.core.errors import DomainError
from xltie.core.messages import NOTHING, Message, any_of, count, joined, say
from xltie.event import BoardResult, Event, EventIndex
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
from xltie.sheets.tables import Header

_SIDES = ("ns", "ew", "north", "south", "east", "west")
_BYE = "BYE"


def movement_of(system: System) -> Timetable:
    """Return the timetable of a movement.

    Raises:
        DomainError: the system deals out no boards.
    """
    timetable = system.timetable
    if timetable is None or not timetable.deals_boards:
        raise DomainError.say(
            "{system} is not a movement; boards need one of {names}",
            system=system.title,
            names=", ".join(MOVEMENTS),
        )
    return timetable


def facts_of(event: Event, system: System, rounds: int = 0) -> MovementFacts:
    """Return what a movement is for the pairs of an event and its boards; 0 rounds plays all.

    Raises:
        DomainError: no movement, not for so many pairs, or fewer boards than sets.
    """
    movement_of(system)
    facts = movement_facts(system, len(event.listed), event.rounds, rounds)
    if not facts.set_size:
        raise DomainError(
            count(
                event.rounds,
                "the movement needs {sets} sets of boards; there is {n} board",
                "the movement needs {sets} sets of boards; there are {n} boards",
                sets=facts.sets,
            )
        )
    return facts


# -- in words --------------------------------------------------------------------------------------


def consequences(facts: MovementFacts) -> Message:
    """Return rounds and boards of a movement, and who is ranked against whom."""
    said = [
        count(facts.rounds, "{n} round", "{n} rounds"),
        count(facts.set_size, "{n} board a round", "{n} boards a round"),
        count(facts.boards_each, "each pair plays {n} board", "each pair plays {n} boards"),
        say("two winners") if facts.winners > 1 else say("one winner"),
    ]
    if facts.unused:
        said.append(count(facts.unused, "{n} board is not used", "{n} boards are not used"))
    if facts.pairs % 2:
        said.append(say("a pair sits out in each round"))
    return joined(said)


def announced(facts: MovementFacts) -> Message:
    """Return what the director announces: where pairs skip a table, where tables share boards."""
    said = []
    if facts.skip:
        said.append(say("after round {round} East-West skip a table", round=facts.skip))
    if len(facts.sharing) == facts.rounds:
        said.append(say(
            "tables share boards in every round: pass them on during the round, or have two copies"
        ))  # fmt: skip
    elif facts.sharing:
        said.append(
            count(
                len(facts.sharing),
                "tables share boards in round {rounds}: pass them on during the round",
                "tables share boards in rounds {rounds}: pass them on during the round",
                rounds=joined(facts.sharing),
            )
        )
    return joined(said, "; ") if said else NOTHING


def idle_boards(event: Event, facts: MovementFacts) -> Message:
    """Return what is said of boards that are prepared and not used, nothing where all are."""
    if not facts.unused:
        return NOTHING
    said = count(
        facts.set_size,
        "{idle} of the {boards} boards are not used: {sets} sets of {n} board are {used}; "
        "for {more} a set prepare {needed}",
        "{idle} of the {boards} boards are not used: {sets} sets of {n} boards are {used}; "
        "for {more} a set prepare {needed}",
        idle=facts.unused,
        boards=event.rounds,
        sets=facts.sets,
        used=facts.sets * facts.set_size,
        more=facts.set_size + 1,
        needed=facts.sets * (facts.set_size + 1),
    )
    fitting = fitting_movements(facts.pairs, event.rounds)
    others = [movement.system.name for movement in fitting if not movement.unused]
    if not others:
        return said
    return say("{what}; {others} would use all of them", what=said, others=any_of(others))


# -- as lines --------------------------------------------------------------------------------------


def round_of_boards(event: Event, drawn: Round) -> Iterator[BoardResult]:
    """Yield what is played in a round, without results; a pair that sits out has no line.

    The boards prepared are dealt out in sets of the same size, as many sets as the movement needs.
    Of a round of teams every match has a line for each board at either table, and who sits out has
    one, which says so.

    Raises:
        DomainError: fewer boards than sets.
    """
    is_of_teams = drawn.system.name == SWISS_TEAMS
    size = boards_of_match(event) if is_of_teams else facts_of(event, drawn.system).set_size
    found = []
    for board in drawn.boards:
        first = ((drawn.round if is_of_teams else board.boards) - 1) * size + 1
        sides, numbers = [(board.first, board.second or _BYE)], range(first, first + size)
        if is_of_teams and board.second is not None:
            sides.append((board.second, board.first))
        elif board.second is None:
            numbers = numbers[: int(is_of_teams)]
        found += [
            BoardResult(number, (ns,), (ew,), round=drawn.round, table=str(board.table))
            for number, (ns, ew) in product(numbers, sides)
        ]
    yield from sorted(found, key=lambda line: line.board) if is_of_teams else found


def open_boards(grid: Grid, header: Header) -> Dict[int, List[int]]:
    """Return by board the rows, from 1, that are prepared for it and name nobody yet."""
    found: Dict[int, List[int]] = {}
    for number in range(header.row + 1, grid.height):
        line = grid.rows[number]
        board = number_of(header.get(line, "board"))
        if board is not None and all(is_blank(header.get(line, side)) for side in _SIDES):
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
