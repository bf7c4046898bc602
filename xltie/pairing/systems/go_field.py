"""The players before a round of Go as OpenGotha sees them: groups, places in them, handicaps.

A group is the players of one category and one main score, rounded down to whole points. Everybody
counts in it, also those who are absent in the round. The places in a group follow from the criteria
of the event, then from the rating or the rank where the settings say so, then from the name.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.go_ranks import rank_number
from xltie.core.records import replace
from xltie.event import (
    CUP,
    MCMAHON,
    WINS,
    Contestant,
    EventIndex,
    GoEvent,
    Id,
    Status,
    go_event,
    name_parts,
)
from xltie.functions.arguments import build
from xltie.functions.registry import find
from xltie.pairing.state import COLOURS, Entry, GoEntry, GoRound, PairingState, best_first
from xltie.ranking import options_from
from xltie.ranking.cells import standings_of
from xltie.rules.go.cup_scores import cps
from xltie.rules.go.scores import ScoreOptions, scores
from xltie.settings import declared

_BELOW_FLOOR, _ABOVE_BAR = 1, 2
"""Points below the floor and above the bar at which OpenGotha lets a player start."""
_FIRST_DAN = 0
_LOWEST_RATING, _HIGHEST_RATING = -900, 2949
"""The ratings between which the program holds all."""
_BYE_AGAIN = 1000
"""What a bye that somebody had weighs against another one."""
Held = Mapping[Id, Sequence[Fraction]]
"""Everybody's score before round 1, 2, ... in points."""


class _Field(NamedTuple):
    """What is computed once for all players of a round; ``mms`` and ``wins`` are kept in points."""

    event_index: EventIndex
    go: GoEvent
    number: int
    main: Dict[Id, List[int]]
    mms: Held
    wins: Held
    standing: Dict[Id, int]
    groups: Dict[Id, Tuple[int, int]]


def go_state(event_index: EventIndex, state: PairingState, is_seeded: bool = False) -> PairingState:
    """Return a state whose scores, places and floats are those by which OpenGotha pairs.

    Raises:
        UndefinedValue: nothing tells the start scores.
    """
    go = go_event(event_index.event)
    exact = _scores_by_round(event_index, go.score, state.round)
    main = {who: [floor(score) for score in held] for who, held in exact.items()}
    wins = _scores_by_round(event_index, WINS, state.round)
    field = _Field(
        event_index, go, state.round, main, _mcmahon_scores(event_index, go, state.round), wins,
        _standing(event_index, state.round), _groups(event_index, go, state, main),
    )  # fmt: skip
    groups = field.groups
    places, listed = _places(field), _listed(field)
    sizes = Counter(groups.values())
    entries = [
        _with_games(
            entry._replace(
                score=groups[entry.who][1] * state.denominator,
                place=places[entry.who],
                size=sizes[groups[entry.who]],
                floats=_floats(field, entry.who),
                go=_of_go(field, entry, listed),
            ),
            event_index,
            state.round,
        )
        for entry in state.entries
    ]
    of_round = GoRound(
        go.weights, go.categories, _range(field) * go.categories, _secondary_range(field),
        go.club_groups, is_seeded,
    )  # fmt: skip
    return replace(state, entries=best_first(entries), go=of_round)


def with_strengths(event_index: EventIndex, state: PairingState) -> PairingState:
    """Return a state with the ranks by which handicaps are given, and the most stones.

    Settings say them: by McMahon score, where there are start scores, or by rank; from which rank
    on none is given (a stronger player counts as one of that rank); the ceiling. OpenGotha's own
    are 1d and 9.
    """
    event, settings = event_index.event, event_index.event.settings
    limit, most = settings[declared.NO_HANDICAP_FROM], settings[declared.HANDICAP_CEILING]
    highest = _FIRST_DAN if limit is None else limit
    ceiling = state.most_stones if most is None else most
    has_starts = len({player.start for player in event.contestants}) > 1
    by_rank = not has_starts or settings[declared.HANDICAP_BY] == "rank"
    go = go_event(event)
    mms = {} if by_rank else _mcmahon_scores(event_index, go, state.round)

    def held(entry: Entry) -> Optional[int]:
        if by_rank:
            rank = rank_number(entry.grade)
        else:
            rank = floor(mms[entry.who][state.round - 1]) + go.zero
        return None if rank is None else min(rank, highest)

    entries = tuple(entry._replace(strength=held(entry)) for entry in state.entries)
    return replace(state, entries=entries, most_stones=ceiling)


# -- scores --------------------------------------------------------------------------------------


def _mcmahon_scores(event_index: EventIndex, go: GoEvent, number: int) -> Held:
    """Return the McMahon scores, the wins where nothing speaks of start scores.

    Raises:
        UndefinedValue: they count in this event, and nothing tells them.
    """
    try:
        return _scores_by_round(event_index, MCMAHON, number)
    except UndefinedValue:
        if (
            go.score == MCMAHON
            or event_index.event.settings.text(declared.START_SCORES) == declared.MISSING
        ):
            raise
        return _scores_by_round(event_index, WINS, number)


def _scores_by_round(event_index: EventIndex, basis: str, number: int) -> Held:
    """Return everybody's score before each round, by what the event gives for byes."""
    function = find("MMS")
    assert function is not None, "the McMahon score is a function of ours"
    options = build(ScoreOptions, options_from(event_index.event, function))
    if basis == CUP:
        before = [_before(event_index, turn) for turn in range(1, number + 1)]
        return {
            who: [_cup_score(index, who, options) for index in before] for who in event_index.ids
        }
    known = scores(event_index, basis, options)
    return {
        who: [event_index.in_points(held) for held in (known[who].start, *known[who].after)]
        for who in event_index.ids
    }


def _cup_score(event_index: EventIndex, who: Id, options: ScoreOptions) -> Fraction:
    total = cps(event_index, who, options).total
    assert isinstance(total, (int, Fraction)), "the cup score is a number"
    return Fraction(total)


def _before(event_index: EventIndex, round_number: int) -> EventIndex:
    event = event_index.event
    earlier = tuple(match for match in event.matches if match.round < round_number)
    return EventIndex(replace(event, matches=earlier))


def _virtual(event_index: EventIndex, state: PairingState, entry: Entry) -> int:
    """Return the virtual point of an accelerated round, in scaled points."""
    records = event_index.rounds_of(entry.who)
    before = (record.scaled for record in records if record.round < state.round)
    return entry.score - event_index.scaled_start(entry.who) - sum(before)


# -- groups and places ---------------------------------------------------------------------------


def _groups(
    event_index: EventIndex, go: GoEvent, state: PairingState, main: Mapping[Id, Sequence[int]]
) -> Dict[Id, Tuple[int, int]]:
    """Return everybody's category and whole score."""
    found = {
        player.id: (go.category(rank_number(player.grade)), main[player.id][state.round - 1])
        for player in event_index.event.contestants
    }
    for entry in state.entries:
        virtual = _virtual(event_index, state, entry) // state.denominator
        category, score = found[entry.who]
        found[entry.who] = (category, score + virtual)
    return found


def _range(field: _Field) -> int:
    """Return how many scores a category can have before the round."""
    held = [score for _, score in field.groups.values()]
    least = max(held, default=0) - min(held, default=0) + 1
    if field.go.score == CUP:
        return max(least, (1 << field.number - 1) + 1)
    if field.go.score == WINS:
        return max(least, field.number)
    spread = field.go.bar - field.go.floor + _BELOW_FLOOR + _ABOVE_BAR
    return max(least, spread + field.number)


def _secondary_range(field: _Field) -> int:
    go = field.go
    if go.kind == MCMAHON:
        return _range(field) * go.categories
    return max(1, go.bar - go.floor + _BELOW_FLOOR + _ABOVE_BAR + field.number - 1)


def _standing(event_index: EventIndex, number: int) -> Dict[Id, int]:
    lines = standings_of(_before(event_index, number)).lines
    return {line.who: line.place for line in lines}


def _places(field: _Field) -> Dict[Id, int]:
    """Return everybody's place in the group, from 0."""
    weights, last = field.go.weights, len(field.standing) + 1
    by = weights.first_by if field.number <= weights.first_rounds else weights.later_by

    def key(contestant: Contestant) -> Tuple[int, int, Tuple[str, str]]:
        more = 0
        if by == "Rating":
            rating = _LOWEST_RATING if contestant.rating is None else contestant.rating
            more = -max(_LOWEST_RATING, min(rating, _HIGHEST_RATING))
        elif by == "Rank":
            more = -(rank_number(contestant.grade) or 0)
        return field.standing.get(contestant.id, last), more, name_parts(contestant)

    found: Dict[Id, int] = {}
    taken: Counter[Tuple[int, int]] = Counter()
    for contestant in sorted(field.event_index.event.contestants, key=key):
        group = field.groups[contestant.id]
        found[contestant.id] = taken[group]
        taken[group] += 1
    return found


def _listed(field: _Field) -> Dict[Id, int]:
    """Return everybody's place in the program's list: by the criteria, then by name."""
    last = len(field.standing) + 1
    ordered = sorted(
        field.event_index.event.contestants,
        key=lambda player: (field.standing.get(player.id, last), name_parts(player)),
    )
    return {player.id: number for number, player in enumerate(ordered)}


# -- a player ------------------------------------------------------------------------------------


def _of_go(field: _Field, entry: Entry, listed: Mapping[Id, int]) -> GoEntry:
    go, number = field.go, field.number
    contestant = field.event_index.contestant(entry.who)
    rank, (category, score) = rank_number(contestant.grade), field.groups[entry.who]
    mms, won = field.mms[entry.who][number - 1], field.wins[entry.who][number - 1]
    enough = Fraction(field.event_index.event.rounds, 2 if go.weights.wins_threshold else 1)
    is_above = (
        won >= enough
        or (rank or 0) + won >= go.weights.rank_threshold
        or (go.weights.bar_threshold and contestant.start >= go.bar)
    )
    top = go.bar + _ABOVE_BAR + number - 1
    byes = sum(
        record.own.status is Status.PAIRING_BYE and record.round < number
        for record in field.event_index.rounds_of(entry.who)
    )
    floats = _floats(field, entry.who)
    return GoEntry(
        category=category,
        group=category * _range(field) - score,
        ups=floats.count(-1),
        downs=floats.count(1),
        held=top if is_above else floor(mms),
        bye_weight=(rank or 0) + int(2 * mms) + _BYE_AGAIN * byes,
        listed=listed[entry.who],
        name="".join(name_parts(contestant)),
    )


def _floats(field: _Field, who: Id) -> Tuple[int, ...]:
    """Return +1 for every game against a lower score, -1 for one against a higher score."""
    found: List[int] = []
    for record in field.event_index.rounds_of(who):
        if record.round < field.number and record.opponent is not None and record.other is not None:
            score = field.main[who][record.round - 1]
            other = field.main[record.opponent][record.round - 1]
            found.append((score > other) - (score < other))
    return tuple(found)


def _with_games(entry: Entry, event_index: EventIndex, number: int) -> Entry:
    """Return a player with the games as OpenGotha counts them: those by default are games too.

    Whoever is named first where a file does not know the colours has Black there.
    """
    met, colours, byes = [], [], []
    for record in event_index.rounds_of(entry.who):
        if record.round >= number:
            continue
        if record.own.status is Status.PAIRING_BYE:
            byes.append(record.round)
        if record.opponent is None or record.match is None:
            continue
        met.append(record.opponent)
        if not record.match.handicap:
            implied = "black" if record.match.a.who == entry.who else "white"
            colours.append((record.round, COLOURS[record.own.seat or implied]))
    return entry._replace(met=frozenset(met), colours=tuple(colours), free_rounds=tuple(byes))
