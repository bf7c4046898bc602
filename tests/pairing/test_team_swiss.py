"""The Swiss Team System (C.04.6): the letter of its articles."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.team_transcription import SlowTeams, identifier, in_order
from xltie.pairing.brackets.bracket_round import solve
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.field import Field
from xltie.pairing.systems.team_swiss.team import PREFERENCES, Rules, Team, white_first
from xltie.pairing.systems.team_swiss.team_round import system_of

COLOURS = ((), (1,), (-1,), (1, -1), (-1, 1), (1, 1), (-1, -1), (1, -1, 1), (-1, -1, 1, 1),
           (1, 1, -1, 1), (-1, 1, -1, -1), (-1, -1, 1))  # fmt: skip


def team(
    number: int, score: int = 0, colours: tuple[int, ...] = (), kind: str = "A",
    met: tuple[int, ...] = (), floated: bool = False, is_last: bool = False, second: int = 0,
) -> Team:  # fmt: skip
    return Team(
        str(number), number, score, colours, frozenset(map(str, met)), (0, 0), True,
        PREFERENCES[kind](colours, is_last), len(colours), score, second, floated,
    )  # fmt: skip


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Field, Rules]:
    """An even field of up to eight teams with few scores, any colours, floats and meetings."""
    size, kind = draw(st.integers(1, 4)) * 2, draw(st.sampled_from(("A", "B", "")))
    chance = draw(st.integers(1, 4))
    met = [
        pair for pair in combinations(range(1, size + 1), 2) if draw(st.integers(0, chance)) == 0
    ]
    teams = [
        team(
            number, draw(st.integers(0, 3)), draw(st.sampled_from(COLOURS)), kind,
            tuple(b if a == number else a for a, b in met if number in (a, b)),
            draw(st.booleans()),
        )
        for number in range(1, size + 1)
    ]  # fmt: skip
    field = Field(teams)
    scores = tuple(sorted({own.score for own in teams} | {draw(st.integers(0, 3))}, reverse=True))
    return field, Rules(kind == "B", draw(st.booleans()), scores)


@pytest.mark.slow
@settings(max_examples=400)
@given(rounds())
def test_brackets_are_those_of_the_letter(one: tuple[Field, Rules]) -> None:
    field, rules = one
    slow, completion = SlowTeams(field, rules), Completion(field)
    assert completion.is_possible == slow.is_legal(range(len(field)))
    if completion.is_possible:
        found = [
            (set(one.movers), {(min(pair), max(pair)) for pair in one.pairs})
            for one in solve(system_of(rules).step, field, completion)
        ]
        assert found == slow.brackets()


def test_examples_of_the_order() -> None:
    assert identifier([(11, 24), (16, 6), (10, 9), (8, 4)]) == [4, 6, 9, 11, 8, 16, 10, 24]  # 3.6.2
    three = [team(n, 6) for n in (2, 6, 8)]
    lower = [team(n, 5) for n in (1, 3, 5)]
    sets = [[*two, one] for two in combinations(three, 2) for one in lower]
    assert in_order(sets) == [  # 3.5.4
        [2, 6, 1], [2, 6, 3], [2, 6, 5], [2, 8, 1], [2, 8, 3], [2, 8, 5], [6, 8, 1], [6, 8, 3],
        [6, 8, 5],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("colours", "kind", "is_last", "wish", "strength"),
    [
        ((-1, -1), "A", False, 1, 2), ((-1, 1, -1), "A", False, 0, 0),
        ((-1, -1, 1, -1, -1), "A", False, 1, 2), ((1, 1, -1, -1), "A", False, 1, 2),
        ((1, 1, 1, -1, -1), "A", False, 0, 0), ((-1, 1, 1), "A", False, -1, 2),
        ((1, -1, -1), "A", False, 1, 2), ((1, 1, 1, -1, -1), "B", False, -1, 1),
        ((1,), "B", False, -1, 1), ((1,), "B", True, -1, 1), ((1, -1), "B", False, 1, 1),
        ((1, -1), "B", True, 0, 0), ((-1, -1, 1, 1), "B", True, -1, 2), ((), "B", False, 0, 0),
        ((1, 1), "", False, 0, 0),
    ],
)  # fmt: skip
def test_colour_preferences(
    colours: tuple[int, ...], kind: str, is_last: bool, wish: int, strength: int
) -> None:
    found = PREFERENCES[kind](colours, is_last)
    assert (found.wish, found.strength) == (wish, strength)


@pytest.mark.parametrize(
    ("one", "other", "kind", "article", "white"),
    [
        (team(2, 1), team(5, 1), "A", "4.3.1", "5"),
        (team(3, 1), team(5, 1, second=2), "A", "4.3.1", "5"),
        (team(1, 1, (1, 1)), team(2, 1, (1, -1)), "A", "4.3.2", "2"),
        (team(1, 1, (1, 1)), team(2, 1, (-1, -1)), "A", "4.3.3", "2"),
        (team(1, 1, (1,), "B"), team(2, 1, (1, 1), "B"), "B", "4.3.4", "1"),
        (team(1, 1, (1,)), team(2, 1, (-1,)), "A", "4.3.5", "2"),
        (team(1, 1, (1, -1)), team(2, 1, (-1, 1)), "A", "4.3.6", "1"),
        (team(1, 1, (1, 1)), team(2, 1, (1, 1)), "A", "4.3.7", "2"),
        (team(1, 1, (1, -1)), team(2, 1, (1, -1)), "A", "4.3.8", "1"),
        (team(1, 2, ()), team(2, 1, (1, -1)), "A", "4.3.9", "1"),
    ],
)  # fmt: skip
def test_each_rule_of_colours(one: Team, other: Team, kind: str, article: str, white: str) -> None:
    found = white_first(one, other, 1, kind == "B", True)
    assert str(found[2]).endswith(f"({article})")
    if article != "4.3.9":
        assert found[0].who == white


def test_the_last_rule_of_colours_is_about_the_other_team() -> None:
    white, _, _ = white_first(team(1, 2), team(2, 1, (1, -1)), 1, False, True)
    assert white.who == "2"  # it had Black last
