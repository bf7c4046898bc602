"""Go: the number of wins, the McMahon score, its start and its running sum."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, List, Optional, Union

from xltie.core.catalogues import in_english
from xltie.core.errors import DomainError, UndefinedValue
from xltie.core.go_ranks import rank_number, start_score
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id, Outcome, RoundRecord
from xltie.functions.registry import Arg, function, rule
from xltie.functions.sources import EGF_ADVICE, EGF_RULES, OPENGOTHA
from xltie.rules.common.criterion_value import CriterionValue, Term, ended
from xltie.rules.common.score import added_up
from xltie.rules.go.scores import MCMAHON, WINS, BasisOption, Score, ScoreOptions, basis_of, scores


@rule(
    "NBW", source=(EGF_RULES, OPENGOTHA), aliases=("number of wins",), vba_name="NBWINS"
)  # NBW is NPV in German
def nbw(event_index: EventIndex, who: Id, options: ScoreOptions) -> CriterionValue:
    """Number of wins: 1 for a win, one half for a jigo; byes and games by default count as scored.

    The points of rounds without an opponent are added up and rounded down to a whole number.
    """
    score = scores(event_index, WINS, options)[who]
    return CriterionValue(
        event_index.in_points(score.final), lambda: _terms(event_index, who, score)
    )


@rule("MMS", source=(EGF_RULES, OPENGOTHA), aliases=("McMahon score",))
def mms(event_index: EventIndex, who: Id, options: ScoreOptions) -> CriterionValue:
    """McMahon score: the start score plus the points of all rounds.

    A win counts 1, a jigo one half, a bye 1, an absence one half; the total of the rounds without
    an opponent is rounded down to a whole number.
    """
    score = scores(event_index, MCMAHON, options)[who]

    def terms() -> List[Term]:
        start = Term.alone(event_index.in_points(score.start), say("start score"))
        return [start, *_terms(event_index, who, score)]

    return CriterionValue(event_index.in_points(score.final), terms)


def _terms(event_index: EventIndex, who: Id, score: Score) -> List[Term]:
    """Return what every round added to a score."""
    before = (score.start, *score.after)
    return [
        Term.of(record, event_index.in_points(now - last), _how(record))
        for record, last, now in zip(event_index.rounds_of(who), before, score.after)
    ]


def _how(record: RoundRecord) -> Message:
    is_jigo = record.is_played and record.own.outcome is Outcome.DRAW
    return say("jigo") if is_jigo else ended(record)


@rule(
    "CUSS",
    source=OPENGOTHA,
    presets={"CUSSW": {"basis": WINS}, "CUSSM": {"basis": MCMAHON}},
    advice=EGF_ADVICE,
)
def cuss(
    event_index: EventIndex, who: Id, options: ScoreOptions, basis: BasisOption = ""
) -> CriterionValue:
    """Cumulative sum of scores: the scores after each round, added up.

    Of wins, or of McMahon scores with the start score counted in every round.
    """
    score = scores(event_index, basis_of(event_index, basis), options)[who]
    return added_up(
        event_index, who, score.after, lambda number: say("score after round {round}", round=number)
    )


GradeOption = Annotated[str, Arg("A rank such as 3d or 12k.")]


@function("STARTSCORE", source=(EGF_RULES, OPENGOTHA))
def startscore(
    grade: GradeOption = "",
    bar: Annotated[str, Arg("Rank of the bar: stronger players start at the bar.")] = "",
    floor: Annotated[str, Arg("Rank of the floor: weaker players start at the floor.")] = "",
    zero: Annotated[str, Arg("The rank whose start score is 0.")] = "30k",
    correction: Annotated[
        Optional[Fraction], Arg("Added to the start score, for a super-group.")
    ] = None,
    format: Annotated[
        str, Arg("Format of the event, in any language: of all but mcmahon the start score is 0.")
    ] = "",
) -> Union[Fraction, str]:
    """McMahon start score of a rank: the rank, limited by floor and bar, counted from zero.

    With zero at 30k, a 1d starts with 30 and a 1k with 29. Blank without a rank; 0 where ``format``
    names another kind of event.
    """
    if format and in_english("choice", format).lower() != "mcmahon":
        return Fraction(0)
    if not grade:
        return ""
    return start_score(
        _rank("grade", grade),
        _rank("bar", bar) if bar else None,
        _rank("floor", floor) if floor else None,
        _rank("zero", zero),
        correction or Fraction(0),
    )


def _rank(name: str, grade: str) -> int:
    number = rank_number(grade)
    if number is None:
        raise DomainError.say(
            "{name} is {grade!r}, not a rank such as 3d or 12k", name=name, grade=grade
        )
    return number


@rule("GORANK", code="RANK", source=OPENGOTHA)
def gorank(event_index: EventIndex, who: Id) -> CriterionValue:
    """Rank as a number: 1d is 0, 2d is 1, 1k is -1, 30k is -30."""
    return CriterionValue(rank_of(event_index, who))


def rank_of(event_index: EventIndex, who: Id) -> int:
    """Return a player's rank as a number.

    Raises:
        UndefinedValue: the list of players gives none.
    """
    number = rank_number(event_index.contestant(who).grade)
    if number is None:
        raise UndefinedValue.say("the rank of {who} is not known", who=who)
    return number


@rule("GORATING", code="RATING", source=OPENGOTHA)
def gorating(event_index: EventIndex, who: Id) -> CriterionValue:
    """Rating, as given in the list of players."""
    rating = event_index.contestant(who).exact_rating
    if rating is None:
        raise UndefinedValue.say("the rating of {who} is not known", who=who)
    return CriterionValue(rating)


@rule("CATEGORY", code="CAT", source=OPENGOTHA, low_wins=True)
def category(
    event_index: EventIndex,
    who: Id,
    limits: Annotated[str, Arg("The lowest rank of each category, for example 1d;10k.")] = "",
) -> CriterionValue:
    """Category: 1 for ranks down to the first limit, 2 down to the second, and so on.

    Lower categories come first in the standings. Without limits, all players are in category 1.
    """
    floors = [_rank("limits", text) for text in re.split(r"[\s;,/]+", limits) if text]
    if not floors:
        return CriterionValue(1)
    rank = rank_of(event_index, who)
    return CriterionValue(1 + sum(rank < floor for floor in floors))
