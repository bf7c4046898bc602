"""What every round brings to Buchholz and Sonneborn-Berger, made in one pass for all players."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Callable, Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from xltie.core.messages import NOTHING, Message, joined
from xltie.core.records import dataclass, replace
from xltie.event import EventIndex, Id, Match, Outcome, RoundRecord, Side, Status
from xltie.rules.chess.options import CutOptions, OpponentOptions
from xltie.rules.common.criterion_value import (
    CUT_HIGHEST,
    CUT_LOWEST,
    CUT_LOWEST_SCORE,
    CUT_MISSED,
    Term,
    score_of,
    together,
)
from xltie.rules.common.rulebooks import (
    VOLUNTARILY_UNPLAYED,
    AdjustedScore,
    Rulebook,
    as_scored,
    edition_of,
)
from xltie.rules.common.rulebooks import rulebook as book_named


class Contribution(NamedTuple):
    """What one round brings: the score of the opponent or its stand-in."""

    record: RoundRecord
    adjusted: AdjustedScore
    result: int
    """What was taken from it, in ``1 / denominator``."""
    voluntarily_unplayed: bool
    """The round was missed by the player's choice."""


@dataclass(frozen=True, eq=False)
class OpponentScores:
    """What the tie-breaks share: the event index and rulebook used, contributions by player."""

    event_index: EventIndex
    book: Rulebook
    parts: Dict[Id, Tuple[Contribution, ...]]

    @cached_property
    def scaled(self) -> Dict[Id, List[int]]:
        """The scores of every player's opponents, in the order of the contributions."""
        return {who: [part.adjusted.scaled for part in parts] for who, parts in self.parts.items()}

    @cached_property
    def sums(self) -> Dict[Id, int]:
        """The scores of all opponents of every player, added."""
        return {who: sum(scaled) for who, scaled in self.scaled.items()}

    @cached_property
    def _missed(self) -> FrozenSet[Id]:
        """Who missed a round by choice, where that changes what is cut."""
        if not self.book.voluntarily_unplayed:
            return frozenset()
        return frozenset(
            who
            for who, parts in self.parts.items()
            if any(part.voluntarily_unplayed for part in parts)
        )

    def sums_of(self, values: Dict[Id, List[int]], options: CutOptions) -> Dict[Id, int]:
        """Return the sums of players' contributions with these values, without those cut."""
        low, high = options.cut + options.median, options.median
        if not low:
            return {who: sum(numbers) for who, numbers in values.items()}
        return {who: self._without(who, numbers, low, high) for who, numbers in values.items()}

    def _without(self, who: Id, values: List[int], low: int, high: int) -> int:
        """Return the sum of a player's contributions without the lowest and highest."""
        if who in self._missed:
            gone = cut(self.parts[who], values, self.book, low, high)
            return sum(values) - sum(values[index] for index, _ in gone)
        sizes = self.scaled[who] if self.book.cuts_by_score else values
        if sizes is values:  # of Buchholz
            return sum(sorted(values)[low : max(low, len(values) - high)])
        order = sorted(zip(sizes, values))[low:]
        return sum([value for _, value in order[: max(0, len(order) - high)]])

    def terms(
        self,
        who: Id,
        values: List[int],
        options: CutOptions,
        value_of: Callable[[Contribution], Fraction],
        why_of: Callable[[Contribution], Message],
    ) -> List[Term]:
        """Return one term per contribution, those left out marked with the reason."""
        low, high = options.cut + options.median, options.median
        why = dict(cut(self.parts[who], values, self.book, low, high))
        return [
            Term.of(
                part.record,
                value_of(part),
                together((why_of(part), why.get(index, NOTHING))),
                index not in why,
            )
            for index, part in enumerate(self.parts[who])
        ]


def is_round_robin(event_index: EventIndex, format: str = "") -> bool:
    """Tell whether the rules of a round robin apply."""
    return (format or event_index.event.format).lower() == "round-robin"


def opponent_scores(event_index: EventIndex, options: OpponentOptions) -> OpponentScores:
    """Return the contributions of all players, made once for each choice of options."""

    def build() -> OpponentScores:
        book = book_named(options.rulebook or edition_of(event_index.event), options.compat)
        planned = event_index
        if options.rounds > event_index.rounds:
            planned = _longer(event_index, options.rounds)
        if options.fore:
            planned = last_round_drawn(planned)
        round_robin = is_round_robin(planned, options.format)
        parts = _all_parts(planned, book, options.forfeits == "played", round_robin)
        return OpponentScores(planned, book, parts)

    return event_index.cached(("opponent scores", options), build)


def _longer(event_index: EventIndex, rounds: int) -> EventIndex:
    """Return the event index of the same event with more rounds planned."""
    return event_index.cached(
        ("rounds", rounds), lambda: EventIndex(replace(event_index.event, rounds=rounds))
    )


def last_round_drawn(event_index: EventIndex) -> EventIndex:
    """Return the event index with every pairing of the event's last round drawn; byes stay."""

    def build() -> EventIndex:
        event = event_index.event
        last = event_index.rounds
        matches = tuple(_drawn(match) if match.round == last else match for match in event.matches)
        return EventIndex(replace(event, matches=matches, rounds=last))

    return event_index.cached("last round drawn", build)


def _drawn(match: Match) -> Match:
    def draw(side: Side) -> Side:
        return replace(side, status=Status.PLAYED, outcome=Outcome.DRAW, points=None)

    return match if match.b is None else replace(match, a=draw(match.a), b=draw(match.b))


def _all_parts(
    event_index: EventIndex, book: Rulebook, forfeits: bool, round_robin: bool
) -> Dict[Id, Tuple[Contribution, ...]]:
    seen_as = as_scored if round_robin else book.adjusted_score
    seen = {who: seen_as(event_index, who) for who in event_index.ids}
    dummy_score: Callable[[EventIndex, RoundRecord], Optional[AdjustedScore]] = (
        (lambda planned, record: None) if round_robin else book.dummy_score
    )
    as_games = forfeits or round_robin
    draw = event_index.scaled_draw
    return {
        who: tuple(_parts(event_index, who, book, seen, dummy_score, as_games, draw))
        for who in event_index.ids
    }


def _parts(
    event_index: EventIndex,
    who: Id,
    book: Rulebook,
    seen: Dict[Id, AdjustedScore],
    dummy_score: Callable[[EventIndex, RoundRecord], Optional[AdjustedScore]],
    as_games: bool,
    draw: int,
) -> List[Contribution]:
    found: List[Contribution] = []
    played, pending = Status.PLAYED, Status.PENDING
    make = tuple.__new__  # calling the named tuple takes twice as long
    for record in event_index.rounds_of(who):
        _, side, other, scaled, _ = record
        status = side.status
        if other is not None and (status is played or (as_games and status.is_forfeit)):
            found.append(make(Contribution, (record, seen[other.who], scaled, False)))
        elif status is not pending:
            dummy = dummy_score(event_index, record)
            if dummy is not None:
                result = draw if book.unplayed_draw else scaled
                found.append(Contribution(record, dummy, result, status in VOLUNTARILY_UNPLAYED))
    return found


class LeftOut(NamedTuple):
    """A contribution that is cut, and why."""

    at: int
    why: Message


def cut(
    parts: Tuple[Contribution, ...], values: List[int], book: Rulebook, low: int, high: int = 0
) -> List[LeftOut]:
    """Return the contributions to leave out: the lowest first, then the highest that remain.

    The least significant is the one with the lowest score, of those the one with the lowest value,
    of those the earlier round. The highest are taken from all that remain.
    """
    sizes = [part.adjusted.scaled for part in parts] if book.cuts_by_score else values
    rest = [index for _, _, index in sorted(zip(sizes, values, range(len(parts))))]
    gone: List[LeftOut] = []
    for _ in range(min(low, len(rest))):
        taken = _lowest(parts, values, book, rest)
        gone.append(taken)
        rest.remove(taken.at)
    for _ in range(min(high, len(rest))):
        gone.append(LeftOut(rest.pop(), CUT_HIGHEST))
    return gone


def _lowest(
    parts: Tuple[Contribution, ...], values: List[int], book: Rulebook, rest: List[int]
) -> LeftOut:
    """Return what a cut takes of ``rest``, which is sorted with the least significant first.

    A round missed by choice goes first if it brings at least as much as the least significant
    one (C.07 16.5.1): of several the one that brings least, and where they bring the same the
    least significant, as TieBreakServer does.
    """
    least = rest[0]
    missed = (
        [index for index in rest if parts[index].voluntarily_unplayed]
        if book.voluntarily_unplayed
        else []
    )
    if missed:
        first = (
            missed[0]
            if book.voluntarily_unplayed == "score"
            else min(missed, key=values.__getitem__)
        )
        if values[first] >= values[least]:
            return LeftOut(first, CUT_MISSED)
    is_lowest_value = values[least] == min(map(values.__getitem__, rest))
    return LeftOut(least, CUT_LOWEST if is_lowest_value else CUT_LOWEST_SCORE)


def why_seen(part: Contribution) -> Message:
    """Return whose score a contribution is, and why it is not the score itself."""
    if part.adjusted.is_stand_in:
        return joined((part.record.own.status.message, part.adjusted.why), ": ")
    return together((score_of(part.record.opponent), part.adjusted.why))
