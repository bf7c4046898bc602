"""Why two do not meet: their pair is forced, and the first rule that this makes worse is named."""

from __future__ import annotations

from typing import Dict

from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.engine.lookahead import lookahead_of
from xltie.pairing.engine.objectives import Objective
from xltie.pairing.engine.state import PairingState
from xltie.pairing.engine.weights import Allowed
from xltie.pairing.options import Wants
from xltie.pairing.systems.bye_first.why import why_not_bye_first
from xltie.pairing.systems.catalogue import OF_TEAMS, System
from xltie.pairing.systems.draw import allowed_in, best_partners, seated
from xltie.pairing.systems.drawn_round import Round
from xltie.pairing.systems.dutch.explained import why_not_sentence
from xltie.pairing.systems.team_rounds import with_matches
from xltie.pairing.systems.team_swiss.why import why_not_teams
from xltie.pairing.systems.wording import (
    HAVE_MET,
    MUST_NOT_MEET,
    NOBODY_LEFT,
    do_meet,
    do_not_meet,
    not_paired,
)


def why_not(event_index: EventIndex, drawn: Round, wants: Wants, one: Id, other: Id) -> Message:
    """Return in a sentence why two players do not meet in a drawn round.

    ``other`` may be "" for the bye.
    """
    event_index = with_matches(event_index, drawn.system)
    if one == other:
        return say("{who} cannot meet {same}", who=one, same=one)
    if drawn.state is None:
        return _known_before(drawn.system)
    if drawn.system.is_dutch:
        return why_not_sentence(event_index, drawn, wants, one, other)
    if drawn.system.brackets == OF_TEAMS:
        return why_not_teams(event_index, drawn, wants, one, other)
    if drawn.system.brackets:
        return why_not_bye_first(event_index, drawn, wants, one, other)
    if not other:
        return say("{one}: the bye is explained with its table only", one=one)
    names = {own.who: own.display_name for own in drawn.state.entries}
    for who in (one, other):
        if who not in names:
            return not_paired(who)
    if any({one, other} == set(board.players) for board in drawn.boards):
        return do_meet(names[one], names[other])
    why = _reason(event_index, drawn, drawn.state, wants, one, other)
    return do_not_meet(names[one], names[other], why)


def _known_before(system: System) -> Message:
    if system.is_knock_out:
        return say("{system}: the bracket says who meets whom", system=system.title)
    return say("{system}: a timetable, or a program, says who meets whom", system=system.title)


def _reason(
    event_index: EventIndex, drawn: Round, state: PairingState, wants: Wants, one: Id, other: Id
) -> Message:
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
    own: Dict[str, int] = {}
    theirs: Dict[str, int] = {}
    for board in drawn.boards:
        _add(own, dict(board.costs))
    for a, b in partners:
        second = None if b is None else state.entries[b]
        _add(theirs, dict(seated(state, drawn.objectives, state.entries[a], second)[3]))
    return _first_worse(drawn, own, theirs)


def _add(totals: Dict[str, int], costs: Dict[str, int]) -> None:
    for name, cost in costs.items():
        totals[name] = totals.get(name, 0) + cost


def _first_worse(drawn: Round, own: Dict[str, int], theirs: Dict[str, int]) -> Message:
    """Name the first objective that the forced pairing has more of."""
    for objective in drawn.objectives:
        mine, other = own.get(objective.name, 0), theirs.get(objective.name, 0)
        if other < mine:
            return say("not all of the rounds ahead could be paired any more")
        if other > mine:
            return say("the best round with them has {rule}", rule=_more(objective, mine, other))
    return say("the best round with them is equally good, and lots decide")


def _more(objective: Objective, mine: int, other: int) -> Message:
    told = objective.told(other)
    if not objective.rule:
        return say("{rule} inside the score groups", rule=told)
    if objective.is_counted:
        return say("{rule} instead of {chosen}", rule=told, chosen=mine)
    return say("more of this: {rule}", rule=told)
