"""Criteria of teams on the results of the boards (C.07, article 12)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Dict, FrozenSet, Iterable, Optional, Sequence, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import (
    BoardPoints,
    EventIndex,
    Id,
    points_on_boards,
    scored,
    team_event,
    without_boards,
)
from xltie.functions.registry import Shape
from xltie.functions.sources import FFE_TEAMS, FIDE_2026
from xltie.rules.common.criterion_value import CriterionValue, Term
from xltie.rules.common.team_registry import team_rule


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
        raise UndefinedValue(
            say("the results of the boards in round {unknown} are not known", unknown=unknown)
        )
    lines = [known.get((number, who), ()) for number in numbers]
    unit = event_index.cached("unit of boards", lambda: _unit(known.values()))
    return tuple(
        Fraction(
            sum(
                line[board].numerator * (unit // line[board].denominator)
                for line in lines
                if board < len(line)
            ),
            unit,
        )
        for board in range(event.boards)
    )


def _unit(lines: Iterable[BoardPoints]) -> int:
    """Return the least common denominator: whole numbers add faster than fractions."""
    return math.lcm(*{value.denominator for line in set(lines) for value in line})


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


@team_rule("BOARDCOUNT", "BC", FIDE_2026.at("12.1"), Shape.GROUP, low_wins=True)
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


@team_rule("TOPBOARDS", "TBR", FIDE_2026.at("12.2"))
def top_board_results(event_index: EventIndex, who: Id) -> CriterionValue:
    """Top board results: the points on board 1, then those on board 2, and so on."""
    values = board_values(event_index, who)
    return CriterionValue(from_the_top(values), _terms(values, weigh=False))


@team_rule("BOTTOMBOARDS", "BBE", FIDE_2026.at("12.3"))
def bottom_board_elimination(event_index: EventIndex, who: Id) -> CriterionValue:
    """Bottom board elimination: the points without the last board, then the last two, and so on."""
    values = board_values(event_index, who)
    return CriterionValue(without_the_bottom(values), _terms(values, weigh=False))


@team_rule("BOARDWEIGHTS", "BERLIN", FFE_TEAMS)
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
