"""Tie-breaks on the ratings of the opponents met over the board."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, NamedTuple, Optional

from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.numbers import half_up_ratio
from xltie.event import EventIndex, Id, Outcome, RoundRecord
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_2026, FIDE_RATING
from xltie.rules.chess.options import CutOptions, RulebookOption, UnratedOption
from xltie.rules.chess.rating_table import difference, expected, perfect_rating
from xltie.rules.common.criterion_value import (
    CUT_HIGHEST,
    CUT_LOWEST,
    CriterionValue,
    Term,
    together,
)
from xltie.rules.common.rating_change import RATING
from xltie.rules.common.rulebooks import edition_of
from xltie.rules.common.rulebooks import rulebook as book_named

_MODIFIERS = (("U", "unrated"),)
_MOST_NAMED = 3


class Ratings(NamedTuple):
    """The ratings, and those met in the games of every player; ``why`` says what is missing."""

    of: Dict[Id, int]
    met: Dict[Id, List[int]]
    why: Message


def ratings(event_index: EventIndex, unrated: int = 0) -> Ratings:
    """Return the ratings of the event, made once.

    Rating tie-breaks are left out of an event with players who have no rating (C.07 10), unless
    these are given one.
    """

    def build() -> Ratings:
        of = {who: event_index.contestant(who).rating or unrated for who in event_index.ids}
        missing = [who for who, rating in of.items() if not rating]
        if missing:
            some = joined(missing[:_MOST_NAMED])
            why = count(
                len(missing),
                "no rating for player {players}",
                "no rating for players {players}",
                players=some if missing == missing[:_MOST_NAMED] else joined((some, "..."), " "),
            )
            return Ratings(of, {}, why)
        games_of = event_index.games_of
        met = {who: [of[game.opponent or ""] for game in games_of(who)] for who in event_index.ids}
        return Ratings(of, met, NOTHING)

    return event_index.cached(("ratings", unrated), build)


@rule(
    "ARO",
    source=FIDE_2026.at("10.1"),
    modifiers=_MODIFIERS,
    takes=("cut", "rulebook", "median", "unrated"),
)
def aro(
    event_index: EventIndex,
    who: Id,
    options: CutOptions,
    rulebook: RulebookOption = "",
    unrated: UnratedOption = 0,
) -> CriterionValue:
    """Average rating of the opponents met over the board, halves rounded up.

    A cut leaves out the lowest rating, a median the highest as well; forfeits and byes never count.
    Under the rules before 2023, rounds without a game use up the cuts first. Undefined if no game
    is left, or if a player of the event has no rating.
    """
    found = ratings(event_index, unrated)
    if found.why:
        return CriterionValue.undefined(found.why)
    met = found.met[who]
    is_cut = options.cut or options.median
    gone = _left_out(event_index, who, met, options, rulebook) if is_cut else {}
    kept = [rating for index, rating in enumerate(met) if index not in gone] if gone else met

    def terms() -> List[Term]:
        return [
            Term.of(game, rating, together((RATING, gone.get(index, NOTHING))), index not in gone)
            for index, (game, rating) in enumerate(zip(event_index.games_of(who), met))
        ]

    def why() -> Message:
        averaged = say("average over {n}, halves rounded up", n=len(kept))
        return together((averaged, _without_game(event_index, who)))

    if not kept:
        return CriterionValue(None, terms, say("no game over the board is left to average"))
    return CriterionValue(average(kept), terms, why)


def _left_out(
    event_index: EventIndex, who: Id, met: List[int], options: CutOptions, rulebook: str
) -> Dict[int, Message]:
    """Return which of the ratings met are cut and why, after rounds without a game."""
    low, high = options.cut + options.median, options.median
    if book_named(rulebook or edition_of(event_index.event)).unplayed_cut:
        missed = sum(not record.is_played for record in event_index.rounds_of(who))
        low, missed = max(0, low - missed), max(0, missed - low)
        high = max(0, high - missed)
    order = sorted(range(len(met)), key=lambda index: (met[index], index))
    rest = order[low:]
    highest = rest[max(0, len(rest) - high) :]
    return {**dict.fromkeys(order[:low], CUT_LOWEST), **dict.fromkeys(highest, CUT_HIGHEST)}


def _without_game(event_index: EventIndex, who: Id) -> Message:
    """Name the rounds that have no game over the board, nothing where all have one."""
    missed = [record for record in event_index.rounds_of(who) if not record.is_played]
    if not missed:
        return NOTHING
    return count(
        len(missed),
        "no game over the board in round {rounds}",
        "no game over the board in rounds {rounds}",
        rounds=joined(
            say("{round} ({status})", round=record.round, status=record.own.status.message)
            for record in missed
        ),
    )


def average(numbers: List[int]) -> int:
    """Return the mean as a whole number, halves rounded up."""
    return half_up_ratio(sum(numbers), len(numbers))


def _halves(games: List[RoundRecord]) -> int:
    """Return the score of the games in half points, whatever the event gives for them."""
    outcomes = [record.own.outcome for record in games]
    return 2 * outcomes.count(_WIN) + outcomes.count(_DRAW)


_WIN, _DRAW = Outcome.WIN, Outcome.DRAW  # looking up a member of an enumeration takes long


class _Performance(NamedTuple):
    """A rating that a score stands for."""

    name: str
    of: Callable[[List[int], int], int]
    """From the ratings met and the score against them in half points."""


_TPR = _Performance("tpr", lambda met, halves: average(met) + difference(halves, len(met)))
_PTP = _Performance("ptp", perfect_rating)


def _all(
    event_index: EventIndex, unrated: int, performance: _Performance
) -> Dict[Id, Optional[int]]:
    """Return a performance of every player, None without a game, made once."""

    def build() -> Dict[Id, Optional[int]]:
        met, games_of = ratings(event_index, unrated).met, event_index.games_of
        return {
            who: performance.of(opposed, _halves(games_of(who))) if opposed else None
            for who, opposed in met.items()
        }

    return event_index.cached(("ratings", performance.name, unrated), build)


def _own(
    event_index: EventIndex,
    who: Id,
    unrated: int,
    performance: _Performance,
    why: Callable[[int], Message],
    told: Callable[[int, int], Message] = lambda total, rating: NOTHING,
) -> CriterionValue:
    found = ratings(event_index, unrated)
    if found.why:
        return CriterionValue.undefined(found.why)
    total = _all(event_index, unrated, performance)[who]
    if total is None:
        return CriterionValue.undefined(say("no game over the board"))
    return CriterionValue(
        total,
        lambda: [
            Term.of(game, rating, together((_result(game), told(total, rating))))
            for game, rating in zip(event_index.games_of(who), found.met[who])
        ],
        lambda: together((why(total), _without_game(event_index, who))),
    )


def _result(record: RoundRecord) -> Message:
    outcome = record.own.outcome
    return say("rating, {result}", result=outcome.message if outcome else say("no result"))


def _score(games: List[RoundRecord]) -> Fraction:
    return Fraction(_halves(games), 2)


@rule("TPR", source=(FIDE_2026.at("10.2"), FIDE_RATING), modifiers=_MODIFIERS)
def tpr(event_index: EventIndex, who: Id, unrated: UnratedOption = 0) -> CriterionValue:
    """Tournament performance rating: the opponents' average rating plus what the score is worth.

    The share of the points scored over the board, to two decimals, gives a rating difference by the
    FIDE table: from -800 for no points to +800 for all. A draw counts one half here, whatever the
    event gives for it.
    """

    def why(total: int) -> Message:
        games = event_index.games_of(who)
        mean = average(ratings(event_index, unrated).met[who])
        return say(
            "average {mean} {difference:+d} for {points} of {games}, {share} % (table 8.1.1)",
            mean=mean,
            difference=total - mean,
            points=_score(games),
            games=len(games),
            share=half_up_ratio(50 * _halves(games), len(games)),
        )

    return _own(event_index, who, unrated, _TPR, why)


@rule("PTP", source=(FIDE_2026.at("10.3"), FIDE_RATING), modifiers=_MODIFIERS)
def ptp(event_index: EventIndex, who: Id, unrated: UnratedOption = 0) -> CriterionValue:
    """Perfect tournament performance: the lowest rating expected to score as much.

    The expected scores against all opponents met over the board are taken from the FIDE table,
    without its limit of 400 points, and added. With no points, it is the lowest opponent's rating
    minus 800.
    """

    def why(total: int) -> Message:
        games, met = event_index.games_of(who), ratings(event_index, unrated).met[who]
        reason = say("the lowest rating of an opponent - 800")
        if _halves(games):
            here, below = (
                sum(expected(assumed - rating) for rating in met) / 100
                for assumed in (total, total - 1)
            )
            return say(
                "{rating} is the lowest rating expected to score {points} of {games} against "
                "these opponents: {here:.2f}, with {less} only {below:.2f}",
                points=_score(games), games=len(games), rating=total, here=here, less=total - 1,
                below=below,
            )  # fmt: skip
        return say(
            "the lowest rating expected to score {points} of {games}: {reason}",
            points=_score(games),
            games=len(games),
            reason=reason,
        )

    def told(total: int, rating: int) -> Message:
        return say("expected {score:.2f}", score=expected(total - rating) / 100)

    return _own(event_index, who, unrated, _PTP, why, told)


@rule("APRO", source=FIDE_2026.at("10.4"), modifiers=_MODIFIERS)
def apro(event_index: EventIndex, who: Id, unrated: UnratedOption = 0) -> CriterionValue:
    """Average performance rating (TPR) of the opponents met over the board, halves rounded up."""
    return _average_of(event_index, who, unrated, _TPR)


@rule("APPO", source=FIDE_2026.at("10.5"), modifiers=_MODIFIERS)
def appo(event_index: EventIndex, who: Id, unrated: UnratedOption = 0) -> CriterionValue:
    """Average perfect performance (PTP) of the opponents met over the board, halves rounded up."""
    return _average_of(event_index, who, unrated, _PTP)


def _average_of(
    event_index: EventIndex, who: Id, unrated: int, performance: _Performance
) -> CriterionValue:
    found = ratings(event_index, unrated)
    if found.why:
        return CriterionValue.undefined(found.why)
    values = _all(event_index, unrated, performance)
    why = say("{name} of opponent", name=performance.name.upper())
    terms: List[Term] = []
    for game in event_index.games_of(who):
        theirs = values[game.opponent or ""]
        if theirs is not None:
            terms.append(Term.of(game, theirs, why))
    if not terms:
        return CriterionValue.undefined(
            say("no opponent met over the board has a performance rating")
        )
    return CriterionValue(
        average([int(term.value) for term in terms]), terms, say("over {n}", n=len(terms))
    )


@rule("RTNG", source=FIDE_2026.at("10.6"), modifiers=_MODIFIERS)
def rating(event_index: EventIndex, who: Id, unrated: UnratedOption = 0) -> CriterionValue:
    """Rating of the player, higher first."""
    found = ratings(event_index, unrated)
    return CriterionValue.undefined(found.why) if found.why else CriterionValue(found.of[who])
