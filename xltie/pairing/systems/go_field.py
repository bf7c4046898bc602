"""The players before a round of Go as OpenGotha sees them: groups, places in them, handicaps.

A group is the players of one main score, rounded down to whole points: McMahon scores, or wins in
a Swiss. Everybody counts in it, also those who are absent in the round. The places in a group
follow from the criteria of the event, then from the rating where the system says so, then from the
name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.go_ranks import LOWEST, rank_number, start_score
from xltie.event import Contestant, Event, EventIndex, Id
from xltie.functions.bundles import build
from xltie.functions.registry import find
from xltie.pairing.state import Entry, PairingState, best_first
from xltie.ranking import options_from
from xltie.ranking.cells import standings_of
from xltie.rules.go.scores import MCMAHON, ScoreOptions, scores
from xltie.settings import declared

_BEYOND_FLOOR_AND_BAR = 4
"""Scores that OpenGotha holds possible beyond floor and bar: a player may start one point below
the floor or two above the bar."""

_FIRST_DAN = 0
"""The rank 1d: who has it, wins counted, is above the threshold for geography and handicaps."""


class _Starts(NamedTuple):
    """The start scores of floor and bar, and the rank that starts with 0."""

    floor: int
    bar: int
    zero: int


def go_state(
    event_index: EventIndex, state: PairingState, basis: str, with_rating: bool
) -> PairingState:
    """Return a state whose scores, places and floats are those by which OpenGotha pairs.

    ``basis`` is :data:`MCMAHON` or :data:`WINS`. ``with_rating`` orders players of a group by
    rating where the criteria leave them equal.

    Raises:
        UndefinedValue: nothing tells the start scores.
    """
    event = event_index.event
    exact = _scores_by_round(event_index, basis)
    after = {who: [score // state.denominator for score in held] for who, held in exact.items()}
    whole = {who: held[state.round - 1] for who, held in after.items()}
    places = _places(_before(event_index, state.round), whole, with_rating)
    sizes = Counter(whole.values())
    scale = _scale(event)
    entries = []
    for entry in state.entries:
        start, rank = event_index.contestant(entry.who).start, rank_number(entry.grade)
        earned = _earned(event_index, entry.who, state.round)
        wins = Fraction(earned - event_index.scaled_start(entry.who), state.denominator)
        is_dan = rank is not None and rank + wins >= _FIRST_DAN
        halves = 2 * exact[entry.who][state.round - 1] // state.denominator
        entries.append(
            entry._replace(
                score=whole[entry.who] * state.denominator + entry.score - earned,
                place=places[entry.who],
                size=sizes[whole[entry.who]],
                floats=_floats(event_index, entry.who, after, state.round),
                is_above=basis == MCMAHON and (start >= scale.bar or is_dan),
                bye_weight=(rank or 0) + halves,
            )
        )
    spread = scale.bar - scale.floor if basis == MCMAHON else -_BEYOND_FLOOR_AND_BAR + 1
    least = max(whole.values(), default=0) - min(whole.values(), default=0) + 1
    possible = max(least, spread + _BEYOND_FLOOR_AND_BAR + state.round - 1)
    return replace(state, entries=best_first(entries), possible_scores=possible)


def with_strengths(event_index: EventIndex, state: PairingState, by_score: bool) -> PairingState:
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
    by_rank = not by_score or not has_starts or settings[declared.HANDICAP_BY] == "rank"
    zero = _scale(event).zero

    def held(entry: Entry) -> Optional[int]:
        score = entry.score // state.denominator + zero
        rank = rank_number(entry.grade) if by_rank else score
        return None if rank is None else min(rank, highest)

    entries = tuple(entry._replace(strength=held(entry)) for entry in state.entries)
    return replace(state, entries=entries, most_stones=ceiling)


def _scores_by_round(event_index: EventIndex, basis: str) -> Dict[Id, Tuple[int, ...]]:
    """Return everybody's scaled score before round 1, 2, ..., by what the event gives for byes."""
    function = find("MMS")
    assert function is not None, "the McMahon score is a function of ours"
    options = options_from(event_index.event, function)
    found = scores(event_index, basis, build(ScoreOptions, options))
    return {who: (score.start, *score.after) for who, score in found.items()}


def _before(event_index: EventIndex, round_number: int) -> EventIndex:
    event = event_index.event
    earlier = tuple(match for match in event.matches if match.round < round_number)
    return EventIndex(replace(event, matches=earlier))


def _places(event_index: EventIndex, whole: Mapping[Id, int], with_rating: bool) -> Dict[Id, int]:
    """Return everybody's place in the group, from 0."""
    standing = {line.who: line.place for line in standings_of(event_index).lines}
    last = len(standing) + 1

    def key(contestant: Contestant) -> Tuple[int, int, int, str]:
        rating = -(contestant.rating or 0) if with_rating else 0
        return -whole[contestant.id], standing.get(contestant.id, last), rating, contestant.name

    found: Dict[Id, int] = {}
    taken: Counter[int] = Counter()
    for contestant in sorted(event_index.event.contestants, key=key):
        found[contestant.id] = taken[whole[contestant.id]]
        taken[whole[contestant.id]] += 1
    return found


def _floats(
    event_index: EventIndex, who: Id, after: Mapping[Id, Sequence[int]], round_number: int
) -> Tuple[int, ...]:
    """Return +1 for every game against a lower score, -1 for one against a higher score."""
    found: List[int] = []
    for record in event_index.rounds_of(who):
        if record.round < round_number and record.opponent is not None and record.other is not None:
            score = after[who][record.round - 1]
            other = after[record.opponent][record.round - 1]
            found.append((score > other) - (score < other))
    return tuple(found)


def _earned(event_index: EventIndex, who: Id, round_number: int) -> int:
    records = event_index.rounds_of(who)
    before = (record.scaled for record in records if record.round < round_number)
    return event_index.scaled_start(who) + sum(before)


def _scale(event: Event) -> _Starts:
    """Return the scale of the start scores: from the settings, or from the players where none.

    Without a bar, those who start highest are at it; the zero is the one that most ranks tell.
    """
    starts = [contestant.start for contestant in event.contestants]
    ranks = [(rank_number(contestant.grade), contestant.start) for contestant in event.contestants]
    told = Counter(rank - int(start) for rank, start in ranks if rank is not None)
    zero = event.settings[declared.ZERO]
    if zero is None:
        zero = told.most_common(1)[0][0] if told else LOWEST
    limits = [event.settings[setting] for setting in (declared.FLOOR, declared.BAR)]
    floor, bar = (
        int(end if limit is None else start_score(limit, zero=zero))
        for limit, end in zip(limits, (min(starts, default=0), max(starts, default=0)))
    )
    return _Starts(floor, bar, zero)
