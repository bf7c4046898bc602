"""Go: OpenGotha's scores for cups and handicap events - Strasbourg and cup score, exploits."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Iterable, List, NamedTuple, Optional, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.go_ranks import rank_number
from xltie.core.messages import Message, count, joined, say
from xltie.event import EventIndex, Id, RoundRecord
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import OPENGOTHA
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.score import is_won
from xltie.rules.go.mcmahon import rank_of
from xltie.rules.go.scores import (
    HALF_VIRTUAL,
    MCMAHON,
    NAMES,
    WINS,
    Known,
    ScoreOptions,
    scores,
    stones,
    unplayed_convention,
)

_BONUS = 2


class CupOptions(NamedTuple):
    """From where a player must win every round, as a call says it."""

    bar: Annotated[str, Arg("Rank of the McMahon bar, where the top group starts.")] = "4d"
    zero: Annotated[str, Arg("The rank whose start score is 0.")] = "30k"


@rule("STS", source=OPENGOTHA, aliases=("Strasbourg score",))
def sts(event_index: EventIndex, who: Id, cup: CupOptions, options: ScoreOptions) -> CriterionValue:
    """Strasbourg score: the McMahon score, with 2 more for each cup round reached from the bar.

    Whoever starts at the bar and has won every round two rounds before the last planned one has
    reached the semifinal: 2 points; whoever has still won all one round before it the final: 2
    more. Absences and super-groups enter the comparison as OpenGotha counts them.
    """
    value = _all_sts(event_index, cup, options)[who]

    def terms() -> List[Term]:
        score = scores(event_index, MCMAHON, options)[who]
        won = [
            Term(
                number,
                None,
                _BONUS,
                say("all won from the bar after round {number}", number=number),
            )
            for number in _bonus(event_index, score.after, cup)
        ]
        return [Term.alone(event_index.in_points(score.final), say("McMahon score")), *won]

    return CriterionValue(value, terms)


def _bonus(event_index: EventIndex, after: Tuple[int, ...], cup: CupOptions) -> Tuple[int, ...]:
    """Return the rounds after which a score is that of a player who won all from the bar.

    They are the last but two and the last but one of the rounds planned.

    Raises:
        UndefinedValue: the bar or the zero is no rank.
    """
    top, bottom = rank_number(cup.bar), rank_number(cup.zero)
    if top is None or bottom is None:
        raise UndefinedValue.say("the McMahon bar is not set, so there is no top group")
    planned = max(event_index.event.rounds, event_index.begun)
    return tuple(
        number
        for number in (planned - 2, planned - 1)
        if 1 <= number <= len(after)
        and after[number - 1] == (top - bottom + number) * event_index.denominator
    )


@rule("SOSTS", source=OPENGOTHA, takes=("bar", "zero", "unplayed", "absent", "bye", "rounding"))
def sosts(
    event_index: EventIndex,
    who: Id,
    cup: CupOptions,
    options: ScoreOptions,
    unplayed: Annotated[
        str,
        Arg(
            "Rounds without an opponent: start (as OpenGotha); half-virtual is undefined.",
            names=NAMES,
        ),
    ] = "",
) -> CriterionValue:
    """Sum of the opponents' Strasbourg scores (STS), with the handicap corrected as in SOS.

    A round without an opponent adds the player's own start score. If unplayed rounds count one
    half, the sum is undefined: OpenGotha adds scores there that it never fills.
    """
    if unplayed_convention(unplayed) == HALF_VIRTUAL:
        raise UndefinedValue.say("SOSTS is not defined where unplayed rounds count one half")
    found = _all_sts(event_index, cup, options)
    start = scores(event_index, MCMAHON, options)[who].start
    terms = []
    for record in event_index.rounds_of(who):
        if record.other is None:
            value, why = event_index.in_points(start), say("own start score")
        else:
            given = stones(record)
            value = found[record.other.who] + given
            why = _why_sts(record.opponent, given)
        terms.append(Term.of(record, value, why))
    return CriterionValue.of(terms)


def _why_sts(opponent: Optional[Id], given: int) -> Message:
    """Return whose score a term is; stones that were taken are a negative number."""
    why = say("STS of {opponent}", opponent=opponent)
    if not given:
        return why
    stones_said = (
        count(given, "{n} handicap stone given", "{n} handicap stones given")
        if given > 0
        else count(-given, "{n} handicap stone taken", "{n} handicap stones taken")
    )
    return joined((why, stones_said), ", ")


def _all_sts(event_index: EventIndex, cup: CupOptions, options: ScoreOptions) -> Known[Fraction]:
    """Return the Strasbourg scores of all players, made once."""

    def build() -> Known[Fraction]:
        found = scores(event_index, MCMAHON, options)

        def with_bonus(who: Id) -> Fraction:
            bonus = _BONUS * len(_bonus(event_index, found[who].after, cup))
            return event_index.in_points(found[who].final) + bonus

        return Known(found, with_bonus)

    return event_index.cached(("go sts", cup, options), build)


@rule("CPS", source=OPENGOTHA, aliases=("cup score",))
def cps(event_index: EventIndex, who: Id, options: ScoreOptions) -> CriterionValue:
    """Cup score: doubled before every round, then 1 for a win and one half for a jigo.

    What byes and absences are worth in wins is added at the end, without doubling.
    """
    score = scores(event_index, WINS, options)[who]
    records = event_index.rounds_of(who)
    games = [
        earned if record.other is not None else 0 for record, earned in zip(records, score.earned)
    ]
    alone = score.final - sum(games)
    weights = [2 ** (len(games) - number) for number in range(1, len(games) + 1)]

    def terms() -> List[Term]:
        played = [
            Term.of(
                record,
                event_index.in_points(scaled * weight),
                say("{weight} x the result", weight=weight),
            )
            for record, scaled, weight in zip(records, games, weights)
            if record.other is not None
        ]
        rest = Term.alone(event_index.in_points(alone), say("byes and absences"))
        return [*played, rest] if alone else played

    total = sum(scaled * weight for scaled, weight in zip(games, weights)) + alone
    return CriterionValue(event_index.in_points(total), terms)


@rule("EXT", source=OPENGOTHA)
def ext(event_index: EventIndex, who: Id, options: ScoreOptions) -> CriterionValue:
    """Exploits attempted: the opponents' wins, each weighted by how hard the handicap made it.

    The weight is 0 in a game that favours the player, 1 at the handicap that the ranks call for, 2
    at one stone more against the player, and 3 at two or more.
    """
    return _exploits(event_index, event_index.rounds_of(who), options)


@rule("EXR", source=OPENGOTHA)
def exr(event_index: EventIndex, who: Id, options: ScoreOptions) -> CriterionValue:
    """Exploits made: like exploits attempted, but only for the games the player won."""
    return _exploits(event_index, filter(is_won, event_index.rounds_of(who)), options)


def _exploits(
    event_index: EventIndex, records: Iterable[RoundRecord], options: ScoreOptions
) -> CriterionValue:
    """Return the opponents' wins in some rounds, each by the weight of its handicap."""
    wins = scores(event_index, WINS, options)
    terms = []
    for record in records:
        if record.other is not None:
            weight = _weight(event_index, record)
            held = event_index.in_points(wins[record.other.who].final)
            why = say(
                "weight {weight} × wins of {opponent} {wins}",
                weight=weight, opponent=record.opponent, wins=held,
            )  # fmt: skip
            terms.append(Term.of(record, weight * held, why))
    return CriterionValue.of(terms)


def _weight(event_index: EventIndex, record: RoundRecord) -> int:
    natural = rank_of(event_index, record.own.who) - rank_of(event_index, record.opponent or "")
    return max(0, min(3, 1 + stones(record) - natural))
