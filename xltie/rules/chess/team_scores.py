"""Criteria of teams on match points and game points (C.07, articles 11, 13.1, 13.2 and 13.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from xltie.core.errors import UndefinedValue
from xltie.core.messages import Message, joined, say
from xltie.event import EventIndex, Id, scored, team_event
from xltie.functions.arguments import Arg
from xltie.functions.sources import FIDE_2026
from xltie.rules.chess.buchholz import buchholz
from xltie.rules.chess.opponent_scores import Contribution, opponent_scores, why_seen
from xltie.rules.chess.options import CutOptions, OpponentOptions
from xltie.rules.common.criterion_value import CriterionValue, Term, product_of
from xltie.rules.common.team_registry import ScoreOption, team_rule

_MODIFIERS = (("P", "forfeits=played"), ("F", "fore"))


def _total(event_index: EventIndex, who: Id, score: str) -> CriterionValue:
    by_score = scored(event_index, score)
    return CriterionValue(
        by_score.score(who),
        lambda: [
            Term.of(record, by_score.points(record), record.own.status.message)
            for record in by_score.rounds_of(who)
        ],
    )


@team_rule("MATCHPTS", "MPTS", FIDE_2026.at("11.1.1"))
def match_points(event_index: EventIndex, who: Id) -> CriterionValue:
    """Match points."""
    return _total(event_index, who, "MP")


@team_rule("GAMEPTS", "GPTS", FIDE_2026.at("11.1.2"))
def game_points(event_index: EventIndex, who: Id) -> CriterionValue:
    """Game points."""
    return _total(event_index, who, "GP")


@team_rule("SECONDSCORE", "MPvGP", FIDE_2026.at("13.1"))
def secondary_score(event_index: EventIndex, who: Id) -> CriterionValue:
    """The secondary score: game points where match points are the primary one, and vice versa."""
    return _total(event_index, who, team_event(event_index).secondary)


_FIRST = Annotated[str, Arg("Score of the opponents.", names=("MP", "GP"))]
_SECOND = Annotated[str, Arg("Score taken from the opponents.", names=("MP", "GP"))]


@team_rule(
    "EXTENDEDSB",
    "ESB",
    FIDE_2026.at("13.2"),
    modifiers=_MODIFIERS,
    presets={
        "EMMSB": {"opponents": "MP", "own": "MP"},
        "EMGSB": {"opponents": "MP", "own": "GP"},
        "EGMSB": {"opponents": "GP", "own": "MP"},
        "EGGSB": {"opponents": "GP", "own": "GP"},
    },
    takes=(
        "opponents", "own", "cut", "rulebook", "forfeits", "rounds", "format", "compat", "fore",
    ),
)  # fmt: skip
def extended_sonneborn(
    event_index: EventIndex,
    who: Id,
    cut: CutOptions,
    options: OpponentOptions,
    opponents: _FIRST = "MP",
    own: _SECOND = "MP",
) -> CriterionValue:
    """Extended Sonneborn-Berger: the opponents' scores times the score against each.

    The first letter of EMGSB and the like names the opponents' score, the second the team's. A cut
    leaves out the opponent with the lowest score, of several the lowest product.
    """
    theirs = opponent_scores(scored(event_index, opponents), options)
    mine = opponent_scores(scored(event_index, own), options)
    results = [part.result for part in mine.parts[who]]
    parts = theirs.parts[who]
    values = [part.adjusted.scaled * result for part, result in zip(parts, results)]
    total = theirs.sum_of(who, values, cut)
    square = theirs.event_index.denominator * mine.event_index.denominator
    result_of = {part.record.round: result for part, result in zip(parts, results)}

    def value_of(part: Contribution) -> Fraction:
        return Fraction(part.adjusted.scaled * result_of[part.record.round], square)

    def why(part: Contribution) -> Message:
        taken = mine.event_index.in_points(result_of[part.record.round])
        score = theirs.event_index.in_points(part.adjusted.scaled)
        factors = (joined((taken, own), " "), joined((score, opponents), " "))
        return product_of(joined(factors, " × "), why_seen(part))

    key = ("square", square, total)
    whole = theirs.event_index.cached(key, lambda: Fraction(total, square))
    return CriterionValue(whole, lambda: theirs.terms(who, values, cut, value_of, why))


_DIVISOR = Annotated[int, Arg("Divisor of Buchholz; if omitted, by the regulations.", min=0)]


@team_rule(
    "SSSC",
    "SSSC",
    FIDE_2026.at("13.4"),
    modifiers=(*_MODIFIERS, ("K", "divisor")),
    takes=("divisor", "rulebook", "forfeits", "fore", "score", "compat"),
)
def strength_of_schedule(
    event_index: EventIndex,
    who: Id,
    options: OpponentOptions,
    divisor: _DIVISOR = 0,
    score: ScoreOption = "",
) -> CriterionValue:
    """Score strength of schedule: the secondary score plus a share of Buchholz by the primary one.

    Buchholz is divided by the highest primary score of the whole event over the highest secondary
    score of one match, rounded down.
    """
    event = team_event(event_index)
    primary = score or event.primary
    secondary = "GP" if primary == "MP" else "MP"
    first, second = scored(event_index, primary), scored(event_index, secondary)
    most = second.event.scoring.win
    by = divisor or (int(first.event.scoring.win * first.rounds / most) if most else 0)
    if not by:
        raise UndefinedValue(say("the divisor of SSSC is 0; give another one, as in SSSC/K2"))
    total = buchholz(first, who, CutOptions(), options).total
    sum_of_scores = Fraction(0) if total is None or isinstance(total, tuple) else Fraction(total)
    share = say(
        "Buchholz by {score} {buchholz} / {divisor}",
        score=primary,
        buchholz=sum_of_scores,
        divisor=by,
    )
    of_all_rounds = say("{score} of all rounds", score=secondary)
    return CriterionValue.of(
        (Term.alone(second.score(who), of_all_rounds), Term.alone(sum_of_scores / by, share))
    )
