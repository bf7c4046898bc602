"""Why two do not meet: their pair is forced, and the first rule that this makes worse is named."""

from __future__ import annotations

from typing import Mapping

from xltie.core.errors import InputError
from xltie.core.messages import NOTHING, Message, say
from xltie.event import EventIndex, Id
from xltie.pairing.brackets.bracket_round import HAVE_MET, MUST_NOT_MEET, NOBODY_LEFT, why_apart
from xltie.pairing.brackets.explain import reason_against, why_not_in
from xltie.pairing.catalogue import Board, Round, System
from xltie.pairing.engine import Allowed, lookahead_of
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import Objective
from xltie.pairing.systems.draw import (
    allowed_in,
    best_partners,
    bracket_round,
    seated,
    total_costs,
)
from xltie.pairing.systems.keizer import why_not_next
from xltie.pairing.systems.team_rounds import with_matches


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
    if drawn.system.brackets:
        found = bracket_round(event_index, drawn.state, drawn.system, wants)
        return why_not_in(found, drawn, one, other)
    return _by_objectives(event_index, drawn, wants, one, other)


def why_worse(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    """Return what would be worse if two met, with criterion and article; nothing if not known.

    ``other`` may be "" for the bye.
    """
    if drawn.state is None or not drawn.system.brackets:
        return NOTHING
    found = bracket_round(event_index, drawn.state, drawn.system, wants)
    return reason_against(found, one, other)


def colour_rule(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, board: Board
) -> Message:
    """Return what decides the colours of a table; nothing if that is not known."""
    if drawn.state is None or not drawn.system.brackets or board.second is None:
        return NOTHING
    found = bracket_round(event_index, drawn.state, drawn.system, wants)
    slots = (found.even.slot[who] for who in (board.first, board.second))
    high, low = sorted(slots)
    return found.seat(high, low)[2]


def _by_objectives(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    def untold(who: Id) -> Message:
        return say("{one}: the bye is explained with its table only", one=who)

    def why(one: Id, other: Id) -> Message:
        return _why_by_objectives(event_index, drawn, wants, one, other)

    def why_by_the_list(one: Id, other: Id = "") -> Message:
        return why_not_next(drawn, allowed_in, wants, one, other)

    if drawn.system.is_keizer:
        return why_apart(drawn, one, other, why_by_the_list, why_by_the_list)
    return why_apart(drawn, one, other, why, untold) if other else untold(one)


def _known_before(system: System) -> Message:
    if system.is_knock_out:
        return say("{system}: the bracket says who meets whom", system=system.title)
    return say("{system}: a timetable, or a program, says who meets whom", system=system.title)


def _why_by_objectives(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    state = drawn.state
    assert state is not None
    places = {entry.who: place for place, entry in enumerate(state.entries)}
    pair = (min(places[one], places[other]), max(places[one], places[other]))
    allowed = allowed_in(state, wants)
    if pair not in allowed.couples:
        met = other in state.entries[places[one]].met
        return HAVE_MET if met else MUST_NOT_MEET
    forced = Allowed(
        [edge for edge in allowed.couples if edge == pair or not set(edge) & set(pair)],
        [who for who in allowed.byes if who not in pair],
    )
    lookahead = lookahead_of(event_index, state, allowed_in, wants)
    try:
        partners = best_partners(state, drawn.objectives, forced, lookahead)
    except InputError:
        return NOBODY_LEFT
    couples = [(state.entries[a], None if b is None else state.entries[b]) for a, b in partners]
    forced_costs = (seated(state, drawn.objectives, *couple)[3] for couple in couples)
    drawn_costs = total_costs(board.costs for board in drawn.boards)
    return _first_worse(drawn, drawn_costs, total_costs(forced_costs))


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
