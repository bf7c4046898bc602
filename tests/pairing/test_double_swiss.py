"""The Double-Swiss system (C.04.5): the letter of its articles, and whole events."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.team_transcription import SlowTeams
from tests.pairing.test_team_swiss import team
from xltie.event import EventIndex, Match, Outcome, Side, Status
from xltie.pairing.brackets.bracket_round import solve
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.field import Field
from xltie.pairing.catalogue import system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.systems import draw_round, reason_lines
from xltie.pairing.systems.double_swiss import table_of, white_first
from xltie.pairing.systems.reasons import why_not
from xltie.pairing.systems.team_swiss import team_round
from xltie.pairing.systems.team_swiss.team import Rules, Team
from xltie.settings import Settings

from .events import event_index_of, field_of

RESULTS = [(Fraction(a, 2), Fraction(4 - a, 2)) for a in range(5)]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Field, Rules]:
    """Up to eight players with few scores, any floats and meetings."""
    size, chance = draw(st.integers(1, 4)) * 2, draw(st.integers(1, 4))
    met = [
        pair for pair in combinations(range(1, size + 1), 2) if draw(st.integers(0, chance)) == 0
    ]
    players = [
        team(
            number, draw(st.integers(0, 3)), (), "",
            tuple(b if a == number else a for a, b in met if number in (a, b)),
            draw(st.booleans()),
        )
        for number in range(1, size + 1)
    ]  # fmt: skip
    scores = tuple(sorted({player.score for player in players}, reverse=True))
    return Field(players), Rules(False, draw(st.booleans()), scores)


@pytest.mark.slow
@settings(max_examples=200)
@given(rounds())
def test_brackets_are_those_of_every_set_and_every_pairing(
    given_round: tuple[Field, Rules],
) -> None:
    """The slow transcription lists all sets (3.5) and pairings (3.6), without any preference."""
    field, rules = given_round
    completion = Completion(field)
    if completion.is_possible:
        step = team_round.system_of(rules)._replace(table=table_of(rules)).step
        found = [
            (set(one.movers), {(min(pair), max(pair)) for pair in one.pairs})
            for one in solve(step, field, completion)
        ]
        assert found == SlowTeams(field, rules).brackets()


@pytest.mark.parametrize(
    ("high", "low", "article", "white"),
    [
        (team(2, 1), team(5, 1), "4.3.1", "5"),
        (team(1, 1), team(2, 1), "4.3.1", "1"),
        (team(1, 1, (1,)), team(2, 1, (-1,)), "4.3.2", "2"),
        (team(1, 1, (1, -1, -1)), team(2, 1, (1, -1, 1)), "4.3.2", "1"),
        (team(1, 1, (1, -1)), team(2, 1, (-1, 1)), "4.3.3", "1"),
        (team(1, 1, (1, -1)), team(2, 1, (1, -1)), "4.3.4", "1"),
        (team(1, 1, ()), team(2, 1, (-1,)), "4.3.5", "2"),
    ],
)  # fmt: skip
def test_each_rule_of_colours(high: Team, low: Team, article: str, white: str) -> None:
    first, _, why = white_first(high, low, 1)
    assert str(why).endswith(f"({article})")
    assert first.who == white


def played(size: int, number_of_rounds: int, seed: int) -> list[Match]:
    """An event that is paired and played by lot; every result of two games occurs."""
    lots, matches = random.Random(seed), list[Match]()
    white = {"settings": Settings.by_key({"initial_colour": "White"})}
    for number in range(1, number_of_rounds + 1):
        index = index_of(size, matches, number_of_rounds, **white)
        for board in draw_round(index, number, system_named("double-swiss")).boards:
            if board.second is None:
                bye = Side(board.first, Status.PAIRING_BYE, points=Fraction(3, 2))
                matches.append(Match(number, bye))
                continue
            one, two = lots.choice(RESULTS)
            outcomes = (Outcome.WIN, Outcome.LOSS) if one > two else (Outcome.LOSS, Outcome.WIN)
            if one == two:
                outcomes = (Outcome.DRAW, Outcome.DRAW)
            matches.append(Match(
                number, Side(board.first, outcome=outcomes[0], points=one, seat="white"),
                Side(board.second, outcome=outcomes[1], points=two, seat="black"),
            ))  # fmt: skip
    return matches


def index_of(size: int, matches: list[Match], number_of_rounds: int, **more: object) -> EventIndex:
    event = event_index_of(field_of(size), matches, number_of_rounds).event
    return EventIndex(replace(event, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "seed"), [(12, 1), (15, 2), (8, 3)])
def test_nobody_meets_twice_and_nobody_has_two_byes(size: int, seed: int) -> None:
    matches = played(size, 5, seed)
    met = [frozenset(side.who for side in match.sides) for match in matches]
    assert len(set(met)) == len(met)


def test_every_couple_that_does_not_meet_has_a_reason() -> None:
    matches = played(9, 4, 5)
    index = index_of(9, matches, 6)
    drawn = draw_round(index, 5, system_named("double-swiss"))
    tables = {frozenset(board.players) for board in drawn.boards}
    for one, other in combinations(sorted(index.ids), 2):
        said = str(why_not(index, drawn, DEFAULTS, one, other))
        assert said.endswith("do meet in this round") == (frozenset((one, other)) in tables)
        assert said.endswith((")", "in this round"))
    lines = list(map(str, reason_lines(index, drawn, DEFAULTS)))
    assert len(lines) == len(drawn.boards)
    assert any(" floats up from " in line for line in lines)  # article 3.5: nobody floats down
    assert not any(" floats down " in line for line in lines)
