"""Why a table was paired as it was, and why two do not meet: what forcing them makes worse."""

from __future__ import annotations

from functools import partial
from typing import List, Mapping, Optional, Tuple, Union

from xltie.core.errors import InputError
from xltie.core.language import ENGLISH, Language
from xltie.core.messages import NOTHING, Message, joined, say
from xltie.event import EventIndex, Id
from xltie.games import traits_of
from xltie.pairing.brackets.bracket_round import (
    HAVE_MET,
    MUST_NOT_MEET,
    NOBODY_LEFT,
    has_bye_with,
    why_apart,
    with_colours,
)
from xltie.pairing.brackets.explain import Explainer
from xltie.pairing.catalogue import Board, Round, System, TableReason
from xltie.pairing.engine import Allowed, allowed_in, lookahead_of
from xltie.pairing.objectives import Objective
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import WHITE, Entry, PairingState
from xltie.pairing.systems.draw import best_tables, bracket_round, total_costs
from xltie.pairing.systems.keizer import KeizerReasons
from xltie.pairing.systems.team_rounds import with_matches


def reason_lines(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, language: Language = ENGLISH
) -> List[str]:
    """Return a line for each table of a drawn round, in a language."""
    return [language.say(found.message) for found in table_reasons(event_index, drawn, wants)]


def brief_lines(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, language: Language, in_full: bool
) -> List[str]:
    """Return the reasons of each table in at most three lines, or in full."""
    found = table_reasons(event_index, drawn, wants)
    return [
        language.say(line) if at == 0 else f"  {language.say(line)}"
        for reason in found
        for at, line in enumerate(reason.lines(in_full))
    ]


def table_reasons(event_index: EventIndex, drawn: Round, wants: RoundOptions) -> List[TableReason]:
    """Return the reasons for each table: without a state, what else says who meets whom."""
    event_index = with_matches(event_index, drawn.system)
    if drawn.state is None:
        by = _known_by(drawn.system)
        return [_scheduled(event_index, board, by) for board in drawn.boards]
    told = explainer_of(event_index, drawn, wants)
    if told is not None:
        return list(map(told.table, drawn.boards))
    entries = {entry.who: entry for entry in drawn.state.entries}
    rules = {objective.name: objective for objective in drawn.objectives if objective.rule}
    return [_reason(drawn.state, board, entries, rules) for board in drawn.boards]


def _known_by(system: System) -> Message:
    """Say what tells who meets whom in a round that nobody weighed."""
    if system.is_knock_out:
        return say("by the bracket ({system})", system=system.title)
    return say("by the timetable ({system})", system=system.title)


def _scheduled(event_index: EventIndex, board: Board, by: Message) -> TableReason:
    first, *others = (event_index.name_of(who) or who for who in board.players)
    players = f"{first} - {others[0]}" if others else say("{who} has no opponent", who=first)
    absent = [say("absent: {who}", who=joined(board.absent))] if board.absent else []
    return TableReason(board.table, players, order=joined([by, *absent], "; "))


def _reason(
    state: PairingState, board: Board, entries: Mapping[Id, Entry],
    rules: Mapping[str, Objective],
) -> TableReason:  # fmt: skip
    first = entries[board.first]
    second = None if board.second is None else entries[board.second]
    order = _against(state, board, first, second, rules)
    if second is None:
        players = has_bye_with(first.display_name, state.points(first))
        bracket = say("the lowest score group") if first.score == state.lowest else NOTHING
        return TableReason(board.table, players, bracket, order=order)
    bracket, floats = _groups(state, first, second)
    colours = NOTHING if traits_of(state.game).is_session else _colours(state, first, second)
    names = f"{first.display_name} - {second.display_name}"
    return TableReason(board.table, names, bracket, floats, colours, order)


def _against(
    state: PairingState, board: Board, first: Entry, second: Optional[Entry],
    rules: Mapping[str, Objective],
) -> Message:  # fmt: skip
    """Say with which handicap a table plays, and what is against it."""
    broken = [
        _told(rules[name], state, first, second, cost)
        for name, cost in board.costs
        if name in rules and name != "score" and not rules[name].of_round
    ]
    found = [say("handicap {stones}", stones=board.handicap)] if board.handicap else []
    if broken:
        found.append(say("unavoidable: {broken}", broken=joined(broken, "; ")))
    return joined(found, "; ")


def _told(
    objective: Objective, state: PairingState, first: Entry, second: Optional[Entry], cost: int
) -> Message:
    """Say what an objective has against a table, in parts where it is a sum."""
    told = objective.told(cost)
    if objective.parts is None:
        return told
    parts = objective.parts(state, first, second, state.first_colour)
    return say("{told} ({parts})", told=told, parts=parts)


def _groups(state: PairingState, first: Entry, second: Entry) -> Tuple[Message, Message]:
    """Say which score group two play in, or who floats from where to where."""
    if first.score == second.score:
        return say("both in the group with {points}", points=state.points(first)), NOTHING
    high, low = (first, second) if first.score > second.score else (second, first)
    upper, lower = state.points(high), state.points(low)
    name = high.display_name
    return NOTHING, say(
        "{who} floats down from {higher} to {lower}", who=name, higher=upper, lower=lower
    )


def _colours(state: PairingState, first: Entry, second: Entry) -> Message:
    seats = ((first, state.first_colour), (second, -state.first_colour))
    return joined((_seat(entry, colour) for entry, colour in seats), "; ")


def _seat(entry: Entry, colour: int) -> Message:
    who = with_colours(entry.display_name, entry.had)
    return say("White {who}", who=who) if colour == WHITE else say("Black {who}", who=who)


def why_not(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    """Return in a sentence why two players do not meet in a drawn round.

    ``other`` may be "" for the bye.
    """
    event_index = with_matches(event_index, drawn.system)
    if one == other:
        return say("{who} cannot meet {same}", who=one, same=one)
    if drawn.state is None:
        return _known_before(drawn.system)
    told = explainer_of(event_index, drawn, wants)
    if told is not None:
        places = {entry.who: place for place, entry in enumerate(drawn.state.entries)}
        if drawn.system.brackets:
            one, other = sorted((one, other), key=lambda who: places.get(who, len(places)))
        return why_apart(drawn, one, other, told.against)
    if not other:
        return say("{one}: the bye is explained with its table only", one=one)
    return why_apart(drawn, one, other, partial(_why_by_objectives, event_index, drawn, wants))


def explainer_of(
    event_index: EventIndex, drawn: Round, wants: RoundOptions
) -> Union[Explainer, KeizerReasons, None]:
    """Return what tells the reasons of a round whose rules leave one pairing, None of another."""
    if drawn.state is not None and drawn.system.brackets:
        return Explainer(bracket_round(event_index, drawn.state, drawn.system, wants), drawn)
    return KeizerReasons(drawn, wants) if drawn.system.is_keizer else None


def _known_before(system: System) -> Message:
    if system.is_knock_out:
        return say("{system}: the bracket says who meets whom", system=system.title)
    return say("{system}: a timetable, or a program, says who meets whom", system=system.title)


def _with_couple(allowed: Allowed, couple: Tuple[int, int]) -> Allowed:
    """Return who may meet whom where two have to meet each other."""
    couples = [pair for pair in allowed.couples if pair == couple or not set(pair) & set(couple)]
    return Allowed(couples, [who for who in allowed.byes if who not in couple])


def _why_by_objectives(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    state = drawn.state
    assert state is not None
    places = {entry.who: place for place, entry in enumerate(state.entries)}
    first, second = sorted((places[one], places[other]))
    allowed = allowed_in(state, wants)
    if (first, second) not in allowed.couples:
        met = other in state.entries[places[one]].met
        return HAVE_MET if met else MUST_NOT_MEET
    forced = _with_couple(allowed, (first, second))
    lookahead = lookahead_of(event_index, state, wants)
    try:
        tables = best_tables(state, drawn.objectives, forced, lookahead)
    except InputError:
        return NOBODY_LEFT
    drawn_costs = total_costs(board.costs for board in drawn.boards)
    return _first_worse(drawn, drawn_costs, total_costs(against for *_, against in tables))


def _first_worse(
    drawn: Round, drawn_costs: Mapping[str, int], forced_costs: Mapping[str, int]
) -> Message:
    """Name the first objective that the forced pairing has more of."""
    for objective in drawn.objectives:
        chosen = drawn_costs.get(objective.name, 0)
        forced = forced_costs.get(objective.name, 0)
        if forced < chosen:
            return say("not all of the rounds ahead could be paired any more")
        if forced > chosen:
            return say("the best round with them has {rule}", rule=_more(objective, chosen, forced))
    return say("the best round with them is equally good, and lots decide")


def _more(objective: Objective, chosen: int, forced: int) -> Message:
    told = objective.told(forced)
    if not (objective.rule or objective.of_round):
        return say("{rule} inside the score groups", rule=told)
    if objective.is_counted:
        return say("{rule} instead of {chosen}", rule=told, chosen=chosen)
    return say("more of this: {rule}", rule=told)
