"""Criteria of teams on match points, game points and boards (C.07, articles 11 to 13)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Dict, FrozenSet, Optional, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import Message, joined, say
from xltie.event import (
    EventIndex,
    Id,
    points_on_boards,
    scored,
    team_event,
    without_boards,
)
from xltie.functions.registry import Arg, group_rule, rule
from xltie.functions.sources import FFE_TEAMS, FIDE_2026
from xltie.rules.chess.buchholz import buchholz
from xltie.rules.chess.opponent_scores import Contribution, opponent_scores, why_seen
from xltie.rules.chess.options import CutOptions, OpponentOptions, ScoreOption
from xltie.rules.common.criterion_value import CriterionValue, Term, product_of


def board_values(
    event_index: EventIndex, who: Id, rounds: Optional[FrozenSet[int]] = None
) -> Tuple[Fraction, ...]:
    """Return what a team scored on every board, whoever played, in all rounds or in some.

    Raises:
        UndefinedValue: of one of the matches only the score is known.
    """
    event = team_event(event_index)
    known = points_on_boards(event_index)
    numbers = range(1, event_index.begun + 1) if rounds is None else rounds
    missing = without_boards(event_index)
    unknown = next((number for number in sorted(numbers) if (number, who) in missing), None)
    if unknown is not None:
        raise UndefinedValue.say(
            "the results of the boards in round {unknown} are not known", unknown=unknown
        )
    lines = [known.get((number, who), ()) for number in numbers]
    unit = event_index.cached(  # the least common: whole numbers add faster than fractions
        "unit of boards",
        lambda: math.lcm(*{value.denominator for line in set(known.values()) for value in line}),
    )
    return tuple(_on_board(board, lines, unit) for board in range(event.boards))


def _on_board(board: int, lines: Sequence[Sequence[Fraction]], unit: int) -> Fraction:
    scored = (line[board] for line in lines if board < len(line))
    return Fraction(sum(value.numerator * (unit // value.denominator) for value in scored), unit)


def count_of(values: Sequence[Fraction]) -> Fraction:
    """Return the board count: the sum of board number times points there, low is better (12.1)."""
    return sum((number * value for number, value in enumerate(values, 1)), Fraction(0))


def from_the_top(values: Sequence[Fraction]) -> Tuple[Fraction, ...]:
    """Return the points on board 1, board 2 and so on, to be compared in this order (12.2)."""
    return tuple(values)


def without_the_bottom(values: Sequence[Fraction]) -> Tuple[Fraction, ...]:
    """Return the points without the last board, without the last two and so on (12.3)."""
    return tuple(sum(values[:end], Fraction(0)) for end in range(len(values) - 1, 0, -1))


def _terms(values: Sequence[Fraction], weigh: bool) -> Tuple[Term, ...]:
    return tuple(
        Term.alone(
            number * value if weigh else value,
            say("board {number}: {value}", number=number, value=value),
        )
        for number, value in enumerate(values, 1)
    )


@group_rule("BOARDCOUNT", "BC", FIDE_2026.at("12.1"), low_wins=True, is_of_teams=True)
def board_count(event_index: EventIndex, group: Sequence[Id]) -> Dict[Id, CriterionValue]:
    """Board count: points on a board times its number, added; the lower count is better.

    It is applied only to tied teams with the same game points.
    """
    games = scored(event_index, "GP")
    if len({games.scaled_score(who) for who in group}) > 1:
        why = say("not applied: the tied teams have different game points")
        return {who: CriterionValue((), (), why) for who in group}
    try:
        found = {who: board_values(event_index, who) for who in group}
    except UndefinedValue as error:
        return {who: CriterionValue.undefined(error.message) for who in group}
    return {
        who: CriterionValue(count_of(values), _terms(values, weigh=True))
        for who, values in found.items()
    }


@rule("TOPBOARDS", "TBR", FIDE_2026.at("12.2"), is_of_teams=True)
def top_board_results(event_index: EventIndex, who: Id) -> CriterionValue:
    """Top board results: the points on board 1, then those on board 2, and so on."""
    values = board_values(event_index, who)
    return CriterionValue(from_the_top(values), _terms(values, weigh=False))


@rule("BOTTOMBOARDS", "BBE", FIDE_2026.at("12.3"), is_of_teams=True)
def bottom_board_elimination(event_index: EventIndex, who: Id) -> CriterionValue:
    """Bottom board elimination: the points without the last board, then the last two, and so on."""
    values = board_values(event_index, who)
    return CriterionValue(without_the_bottom(values), _terms(values, weigh=False))


@rule("BOARDWEIGHTS", "BERLIN", FFE_TEAMS, is_of_teams=True)
def board_weights(event_index: EventIndex, who: Id) -> CriterionValue:
    """Board weights (Berlin): a point on board 1 counts once for every board, on the last one once.

    On four boards the weights are 4, 3, 2 and 1; the higher sum is better.
    """
    values = board_values(event_index, who)
    return CriterionValue.of(
        Term.alone(
            weight * value,
            say("board {number}: {value} × {weight}", number=number, value=value, weight=weight),
        )
        for number, (value, weight) in enumerate(zip(values, range(len(values), 0, -1)), 1)
    )


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


@rule("MATCHPTS", "MPTS", FIDE_2026.at("11.1.1"), is_of_teams=True)
def match_points(event_index: EventIndex, who: Id) -> CriterionValue:
    """Match points."""
    return _total(event_index, who, "MP")


@rule("GAMEPTS", "GPTS", FIDE_2026.at("11.1.2"), is_of_teams=True)
def game_points(event_index: EventIndex, who: Id) -> CriterionValue:
    """Game points."""
    return _total(event_index, who, "GP")


@rule("SECONDSCORE", "MPvGP", FIDE_2026.at("13.1"), is_of_teams=True)
def secondary_score(event_index: EventIndex, who: Id) -> CriterionValue:
    """The secondary score: game points where match points are the primary one, and vice versa."""
    return _total(event_index, who, team_event(event_index).secondary)


_FIRST = Annotated[str, Arg("Score of the opponents.", names=("MP", "GP"))]
_SECOND = Annotated[str, Arg("Score taken from the opponents.", names=("MP", "GP"))]


@rule(
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
    is_of_teams=True,
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
    total = theirs.sums_of({who: values}, cut)[who]
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


@rule(
    "SSSC",
    "SSSC",
    FIDE_2026.at("13.4"),
    modifiers=(*_MODIFIERS, ("K", "divisor")),
    takes=("divisor", "rulebook", "forfeits", "fore", "score", "compat"),
    is_of_teams=True,
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
        raise UndefinedValue.say("the divisor of SSSC is 0; give another one, as in SSSC/K2")
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
