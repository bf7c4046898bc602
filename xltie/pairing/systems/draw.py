"""Drawing a round: from the results before it to tables, colours and the reasons for them."""

from __future__ import annotations

from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import Message, count, say
from xltie.core.records import replace
from xltie.event import Event, EventIndex, Match, Status, TeamEvent
from xltie.pairing.brackets.bracket_round import BracketRound, drawn
from xltie.pairing.catalogue import (
    BYE,
    LAST_BYE,
    OF_TEAMS,
    SWISS_TEAMS,
    Board,
    Round,
    System,
    round_of,
    value,
)
from xltie.pairing.engine import (
    Allowed,
    Lookahead,
    NoPairing,
    allowed_in,
    best_open,
    cheapest_perfect,
    costs,
    lookahead_of,
    reasons,
)
from xltie.pairing.objectives import BYE_TO_LAST, MET, SAME_SCORE, Objective, order, same
from xltie.pairing.options import DEFAULTS, RoundOptions
from xltie.pairing.state import (
    BLACK,
    WHITE,
    Entry,
    GoRound,
    PairingState,
    colour_of_better,
    handicap_between,
    state_before,
)
from xltie.pairing.systems.burstein import burstein
from xltie.pairing.systems.double_swiss import double_swiss
from xltie.pairing.systems.dubov import dubov
from xltie.pairing.systems.dutch.dutch_round import dutch
from xltie.pairing.systems.go_field import go_state, with_strengths
from xltie.pairing.systems.keizer import keizer_round
from xltie.pairing.systems.knock_out import knock_out_round
from xltie.pairing.systems.scheduled import VARMA_ELSEWHERE, scheduled_round
from xltie.pairing.systems.team_rounds import with_matches
from xltie.pairing.systems.team_swiss.team_round import teams
from xltie.settings.declared import PAIRING_NUMBERS

Seated = Tuple[Entry, Optional[Entry], int, Tuple[Tuple[str, int], ...]]
"""The two of a table in the order of the columns, its handicap, and what it goes against."""
_USUAL_REDUCTION = 1
"""Stones fewer than the difference in McMahon scores, where the event does not say."""
_BRACKETS = {
    "dutch": dutch, "burstein": burstein, "dubov": dubov, "double": double_swiss, OF_TEAMS: teams,
}  # fmt: skip
"""How a round is seen by the systems of brackets."""


def bracket_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> BracketRound:
    """Return a round of a system of brackets.

    Raises:
        InputError: an option that the rules exclude, or something that they need is not known.
        NoPairing: nobody can have the bye.
    """
    return _BRACKETS[system.brackets](event_index, state, system, wants)


def draw_round(
    event_index: EventIndex, round_number: int, system: System, wants: RoundOptions = DEFAULTS
) -> Round:
    """Return the pairing of a round.

    Raises:
        InputError: an earlier round is not finished.
        NoPairing: the absolute rules leave no pairing; with the reasons.
        DomainError: a round that the event does not have.
    """
    event_index = with_matches(event_index, system)
    _refuse_unplanned(event_index, round_number, wants, system)
    if system.timetable is not None:
        return scheduled_round(event_index, round_number, system, system.timetable, wants)
    if event_index.event.settings[PAIRING_NUMBERS] == "varma":
        raise DomainError(VARMA_ELSEWHERE)
    _refuse_unfinished(event_index, round_number)
    if system.is_knock_out:
        return knock_out_round(event_index, round_number, system, wants)
    state = state_for(event_index, round_number, system, wants)
    if system.is_by_hand:
        halves = tuple(who for who in state.resting if who in wants.half_byes)
        return Round(
            round_number, system, (), state.kept, state.resting, halves,
            open_tables=-(-len(state.entries) // 2),
        )  # fmt: skip
    if system.is_keizer:
        return keizer_round(event_index, state, system, wants)
    if system.brackets:
        return drawn(bracket_round(event_index, state, system, wants), wants)
    objectives = objectives_for(state, system, wants)
    allowed = allowed_in(state, wants)
    lookahead = lookahead_of(event_index, state, wants)
    boards = (
        Board(0, first.who, None if second is None else second.who, handicap, against)
        for first, second, handicap, against in sorted(
            best_tables(state, objectives, allowed, lookahead), key=_by_scores
        )
    )
    return round_of(state, system, boards, wants, objectives)


def state_for(
    event_index: EventIndex,
    round_number: int,
    system: System,
    wants: RoundOptions,
    keeps: Callable[[Match], bool] = lambda match: True,
) -> PairingState:
    """Return the state of a round in the order that a system needs, as :func:`state_before`."""
    if system.is_of_go:
        state = state_before(event_index, round_number, wants, keeps=keeps)
        state = go_state(event_index, state, is_seeded=bool(wants.seed))
    else:
        is_rated = any(contestant.rating for contestant in event_index.event.contestants)
        shuffled = _order(round_number, system, wants, is_rated) == "random"
        state = state_before(event_index, round_number, wants, shuffled=shuffled, keeps=keeps)
    if not event_index.event.traits.has_handicap:
        return state
    usual = _USUAL_REDUCTION if event_index.event.format == "mcmahon" and system.is_of_go else None
    less = usual if wants.handicap is None else wants.handicap
    return with_strengths(event_index, replace(state, less=less))


def _order(round_number: int, system: System, wants: RoundOptions, is_rated: bool) -> str:
    chosen = wants.first if round_number == 1 else wants.order
    return chosen or system.order_of(round_number, is_rated)


def objectives_for(
    state: PairingState, system: System, wants: RoundOptions
) -> Tuple[Objective, ...]:
    """Return the objectives of a system with those of the director, in order."""
    kinship = (same(*wants.avoid),) if wants.avoid else ()
    rematch = (MET,) if wants.repeats else ()
    if state.go is not None:
        # the value itself weighs second meetings, and scores apart: these only tell of it
        best = value(_order_in(state.go, state.round, wants))
        return (*kinship, BYE, LAST_BYE, best, *rematch, SAME_SCORE)
    is_rated = any(entry.rating for entry in state.entries)
    inside = order(_order(state.round, system, wants, is_rated))
    first, rest = system.objectives[:1], system.objectives[1:]
    return (*rematch, *first, *kinship, *rest, BYE_TO_LAST, inside)


def _order_in(go: GoRound, round_number: int, wants: RoundOptions) -> str:
    """Return the order inside the groups of a round of Go."""
    if round_number <= go.weights.first_rounds:
        return wants.first or go.weights.first_order
    return wants.order or go.weights.later_order


def _refuse_unplanned(
    event_index: EventIndex, number: int, wants: RoundOptions, system: System
) -> None:
    """Raise :class:`DomainError` for a round that the event does not have."""
    rounds = wants.last_round or event_index.event.rounds
    # the number of rounds of a session is that of the boards
    is_session = event_index.event.traits.is_session and system.name != SWISS_TEAMS
    if number < 1 or (rounds and number > rounds and not is_session):
        held = count(rounds, "{n} round", "{n} rounds")
        raise DomainError.say(
            "there is no round {round}; the event has {rounds}", round=number, rounds=held
        )


def _refuse_unfinished(event_index: EventIndex, round_number: int) -> None:
    """Raise :class:`InputError` where a round comes too early or an earlier one is not over."""
    due = event_index.begun + 1
    if round_number > due:
        raise InputError.say(
            "round {next} comes before round {round}", next=due, round=round_number
        )
    event = event_index.event
    before = (match for match in event.matches if match.round < round_number)
    open_games = [match for match in before if match.a.status is Status.PENDING]
    if open_games:
        raise InputError(Fault(_without_result(event, m.round), m.place) for m in open_games)


def _without_result(event: Event, round_number: int) -> Message:
    if event.board_results:
        return say("round {round} has a board without a result", round=round_number)
    if isinstance(event, TeamEvent):
        return say("round {round} has a match without a result", round=round_number)
    return say("round {round} has a game without a result", round=round_number)


def best_tables(
    state: PairingState,
    objectives: Sequence[Objective],
    allowed: Allowed,
    lookahead: Optional[Lookahead] = None,
) -> List[Seated]:
    """Return the tables of the best pairing.

    With a ``lookahead``, of the best pairing that leaves the rounds ahead open.

    Raises:
        NoPairing: there is none, and why.
    """
    players = len(state.entries)
    vertices = players + players % 2
    weights = costs(state, objectives, allowed)
    partner = cheapest_perfect(vertices, weights)
    if any(other is None for other in partner):
        raise NoPairing(reasons(state, allowed))
    if lookahead is not None and not lookahead.is_open(lookahead.used(state, partner)):
        partner = best_open(vertices, weights, lookahead, state)
    entries: List[Optional[Entry]] = [*state.entries, None]
    return [
        _seated(state, objectives, state.entries[a], entries[b])
        for a, b in enumerate(partner[:players])
        if b is not None and a < b
    ]


def _seated(
    state: PairingState, objectives: Sequence[Objective], a: Entry, b: Optional[Entry]
) -> Seated:
    """Return a couple in the order of the columns, its handicap and what it goes against."""
    if b is None:
        return a, None, 0, broken(state, objectives, a, None, WHITE)
    handicap = handicap_between(state, a, b)
    if handicap:
        colour = BLACK if (a.strength or 0) < (b.strength or 0) else WHITE
    else:
        by_lot = state.go is None and any(rule.name == "order: random" for rule in objectives)
        colour = _best_colour(state, objectives, a, b, by_lot)
    against = broken(state, objectives, a, b, 0 if handicap else colour)
    first, second = (a, b) if colour == state.first_colour else (b, a)
    return first, second, handicap, against


def _best_colour(
    state: PairingState, objectives: Sequence[Objective], a: Entry, b: Entry, by_lot: bool
) -> int:
    """Return the colour of ``a`` that goes against least."""
    colour_costs = [objective.colour for objective in objectives if objective.colour is not None]
    as_white = [cost(state, a, WHITE) + cost(state, b, BLACK) for cost in colour_costs]
    as_black = [cost(state, a, BLACK) + cost(state, b, WHITE) for cost in colour_costs]
    if as_white != as_black:
        return WHITE if as_white < as_black else BLACK
    return colour_of_better(state, a, b, by_lot)


def broken(
    state: PairingState, objectives: Sequence[Objective], a: Entry, b: Optional[Entry], colour: int
) -> Tuple[Tuple[str, int], ...]:
    """Return the objectives that a table goes against, with what each costs.

    ``colour`` is that of ``a``; with 0, in a handicap game, nobody's colour goes against an
    objective.
    """
    found = []
    for objective in objectives:
        cost = 0
        if b is None:
            cost = objective.alone(state, a) if objective.alone else 0
        else:
            cost = objective.pair(state, a, b) if objective.pair else 0
            if objective.colour and colour:
                cost += objective.colour(state, a, colour) + objective.colour(state, b, -colour)
        if cost:
            found.append((objective.name, cost))
    return tuple(found)


def total_costs(tables: Iterable[Tuple[Tuple[str, int], ...]]) -> Dict[str, int]:
    """Return what all tables together go against, by objective."""
    totals: Dict[str, int] = {}
    for costs_of_table in tables:
        for name, cost in costs_of_table:
            totals[name] = totals.get(name, 0) + cost
    return totals


def _by_scores(table: Seated) -> Tuple[int, int, int, int]:
    """Return the order of tables: the scores of their players, byes last."""
    players = [player for player in table[:2] if player is not None]
    scores = [player.score for player in players]
    return len(players) == 1, -max(scores), -sum(scores), min(player.rank for player in players)
