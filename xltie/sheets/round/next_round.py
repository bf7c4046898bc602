"""The next round of the event in a workbook: which one it is, its options on the sheets, who meets.

What the command line and the spreadsheet programs share.
"""

from __future__ import annotations

from typing import Callable, FrozenSet, List, Mapping, Set, Tuple

from xltie.core.cells import Grid, is_blank, number_of, text_of
from xltie.core.errors import Fault, InputError
from xltie.core.messages import NOTHING, Message, say
from xltie.core.records import replace
from xltie.event import EventIndex, Status
from xltie.pairing import Couple, RoundOptions
from xltie.pairing.catalogue import SWISS_TEAMS, Round, System, couple, wants_of
from xltie.pairing.state import state_before
from xltie.pairing.systems import draw_round, with_matches
from xltie.ranking import display_name
from xltie.settings.declared import BYE
from xltie.sheets.round.movement import boards_begun
from xltie.sheets.tables import normal

_FORBIDDEN = ("forbidden", "forbiddenpairs", "금지", "대국금지")


def sheet_wants(sheets: Mapping[str, Grid], event_index: EventIndex, number: int) -> RoundOptions:
    """Return what the sheets of a workbook say about a round.

    Raises:
        InputError: every invalid option.
    """
    wants = wants_of(event_index, number)
    faults: List[Fault] = []
    forbidden = wants.forbidden | forbidden_on(sheets, event_index, faults)
    if faults:
        raise InputError(faults)
    return replace(wants, forbidden=forbidden)


def forbidden_on(
    sheets: Mapping[str, Grid], event_index: EventIndex, faults: List[Fault]
) -> FrozenSet[Couple]:
    """Return the couples of the sheet Forbidden: two players in the first two columns."""
    found: Set[Couple] = set()
    for name, grid in sheets.items():
        if normal(name) not in _FORBIDDEN:
            continue
        for number, line in enumerate(grid.rows):
            cells = [text_of(cell) for cell in line if not is_blank(cell)][:2]
            if len(cells) < 2:
                continue
            own: List[Fault] = []
            found.update(couple(event_index, cells[0], cells[1], own))
            if number:  # the first line may be a header
                faults.extend(replace(fault, place=grid.place(number, 0)) for fault in own)
    return frozenset(found)


def rounds_given_out(event_index: EventIndex, system: System) -> int:
    """Return the last round that has games; of a bridge movement, the last one that is seated."""
    if (
        event_index.event.traits.is_session
        and system.timetable is not None
        and not event_index.begun
    ):
        return boards_begun(event_index, system.timetable)
    return with_matches(event_index, system).begun


def next_round(
    event_index: EventIndex, system: System, wants: Callable[[int], RoundOptions]
) -> int:
    """Return the first round that is not paired, or not to its end and not begun."""
    if (
        event_index.event.traits.is_session
        and system.timetable is not None
        and not event_index.begun
    ):
        return rounds_given_out(event_index, system) + 1
    event_index = with_matches(event_index, system)
    begun = event_index.begun
    if not begun:
        return 1
    games = (m for m in event_index.event.matches if m.round == begun and m.b is not None)
    if {match.a.status for match in games} - {Status.PENDING}:
        return begun + 1
    return begun if state_before(event_index, begun, wants(begun)).entries else begun + 1


def _bye_of_team(event_index: EventIndex, drawn: Round) -> Message:
    """Return a sentence about the team that sits out, since regulations differ in what it gets."""
    alone = [board.first for board in drawn.boards if board.second is None]
    if drawn.system.name != SWISS_TEAMS or not alone:
        return NOTHING
    if number_of(event_index.event.settings[BYE]):
        return NOTHING  # it is in the totals
    return say(
        "{who} sits out; what the event gives for that, such as 12, goes under Victory points of "
        "a bye in the Settings",
        who=display_name(event_index, alone[0]),
    )


def draw(
    event_index: EventIndex, number: int, system: System, wants: RoundOptions
) -> Tuple[Round, Message]:
    """Return the pairing of a round and a warning about it, nothing where there is none.

    Raises:
        InputError: an earlier round is not finished, or no pairing keeps the absolute rules.
        DomainError: a round that the event does not have.
    """
    drawn = draw_round(event_index, number, system, wants)
    return drawn, _bye_of_team(event_index, drawn)
