"""Why a table was paired as it was: score groups, floats and colours, in one line."""

from __future__ import annotations

from typing import List, Mapping, Optional, Tuple

from xltie.core.language import ENGLISH, Language
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.engine.objectives import Objective
from xltie.pairing.engine.state import NAMES, WHITE, Entry, PairingState
from xltie.pairing.options import Wants
from xltie.pairing.systems.catalogue import OF_TEAMS
from xltie.pairing.systems.drawn_round import Board, Round, TableReason
from xltie.pairing.systems.dutch.explained import dutch_reasons
from xltie.pairing.systems.team_rounds import with_matches
from xltie.pairing.systems.team_swiss.why import team_reasons


def reason_lines(
    event_index: EventIndex, drawn: Round, wants: Wants, own: Language = ENGLISH
) -> List[str]:
    """Return a line for each table of a drawn round, in a language."""
    return [found.line(own) for found in table_reasons(event_index, drawn, wants)]


def table_reasons(event_index: EventIndex, drawn: Round, wants: Wants) -> List[TableReason]:
    """Return the reasons for each table: without a state, what else says who meets whom."""
    event_index = with_matches(event_index, drawn.system)
    if drawn.state is None:
        by = "the bracket" if drawn.system.is_knock_out else say("the timetable")
        said = f"by {by} ({drawn.system.title})"
        return [_scheduled(event_index, board, said) for board in drawn.boards]
    if drawn.system.is_dutch:
        return dutch_reasons(event_index, drawn, wants)
    if drawn.system.brackets == OF_TEAMS:
        return team_reasons(event_index, drawn, wants)
    entries = {entry.who: entry for entry in drawn.state.entries}
    words = {objective.name: objective for objective in drawn.objectives if objective.rule}
    brackets = drawn.system.brackets
    return [_reason(drawn.state, board, entries, words, brackets) for board in drawn.boards]


def _scheduled(event_index: EventIndex, board: Board, by: str) -> TableReason:
    first, *others = (event_index.name_of(who) or who for who in board.players)
    players = f"{first} - {others[0]}" if others else f"{first} has no opponent"
    absent = f"; absent: {' and '.join(board.absent)}" if board.absent else ""
    return TableReason(board.table, players, order=by + absent)


def _reason(
    state: PairingState, board: Board, entries: Mapping[Id, Entry],
    words: Mapping[str, Objective], drawn_by: str,
) -> TableReason:  # fmt: skip
    first = entries[board.first]
    second = None if board.second is None else entries[board.second]
    against = "; ".join(
        _told(words[name], state, first, second, cost)
        for name, cost in board.costs
        if name in words and name != "score"
    )
    notes = [f"handicap {board.handicap}"] if board.handicap else []
    order = "; ".join([*notes, f"unavoidable: {against}"] if against else notes)
    if second is None:
        players = say(
            "{who} has the bye with {points}", who=first.display_name, points=_points(state, first)
        )
        bracket = say("the lowest score group") if first.score == state.lowest else ""
        return TableReason(board.table, players, bracket, order=order)
    bracket, floats = _groups(state, first, second, floats_up=drawn_by == "dubov")
    colours = "" if state.game == "bridge" else "; ".join(_colours(state, first, second))
    players = f"{first.display_name} - {second.display_name}"
    return TableReason(board.table, players, bracket, floats, colours, order)


def _told(
    objective: Objective, state: PairingState, first: Entry, second: Optional[Entry], cost: int
) -> str:
    """Say what an objective has against a table, in parts where it is a sum."""
    told = objective.broken.format(cost=cost)
    if objective.parts is None:
        return told
    return f"{told} ({objective.parts(state, first, second, state.first_colour)})"


def _points(state: PairingState, entry: Entry) -> str:
    return show(state.points(entry))


def _groups(state: PairingState, first: Entry, second: Entry, floats_up: bool) -> Tuple[str, str]:
    """Say which score group two play in, or who floats from where to where."""
    if first.score == second.score:
        return say("both in the group with {first}", first=_points(state, first)), ""
    high, low = (first, second) if first.score > second.score else (second, first)
    if floats_up:
        way = f"from {_points(state, low)} to {_points(state, high)}"
        return "", f"{low.display_name} floats up {way}"
    way = f"from {_points(state, high)} to {_points(state, low)}"
    return "", f"{high.display_name} floats down {way}"


def _colours(state: PairingState, first: Entry, second: Entry) -> List[str]:
    seats = ((first, state.first_colour), (second, -state.first_colour))
    return [f"{NAMES[colour].title()} {_history(entry)}" for entry, colour in seats]


def _history(entry: Entry) -> str:
    letters = {True: "W", False: "B"}
    had = " ".join(letters[colour == WHITE] for _, colour in entry.colours)
    return (
        f"{entry.display_name} (had {had})"
        if had
        else say("{who} (no colour yet)", who=entry.display_name)
    )
