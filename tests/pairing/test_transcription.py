"""The fast search of brackets gives what the rules give, tried one pairing after the other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.transcription import Slow
from xltie.pairing.brackets.bracket_round import Step, pairs_of_all, solve
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.criteria import Pair
from xltie.pairing.brackets.field import DOWN, UP, Field, Player, preference
from xltie.pairing.systems import burstein
from xltie.pairing.systems.dutch.dutch_round import DUTCH

COLOURS = ((), (1,), (-1,), (1, -1), (-1, 1), (1, 1), (-1, -1), (1, -1, 1), (-1, -1, 1, 1),
           (1, 1, -1, 1), (-1, 1, -1, -1))  # fmt: skip


@st.composite
def fields(draw: st.DrawFn, even: bool = False) -> Field:
    """Up to eight players with few scores, any floats and meetings; sometimes topscorers."""
    size = draw(st.integers(1, 4)) * 2 if even else draw(st.integers(2, 8))
    met = [pair for pair in combinations(range(size), 2) if draw(st.integers(0, 3)) == 0]
    players = []
    for at in range(size):
        colours = draw(st.sampled_from(COLOURS))
        others = frozenset(str(b if a == at else a) for a, b in met if at in (a, b))
        floats = (draw(st.sampled_from((0, UP, DOWN))), draw(st.sampled_from((0, UP, DOWN))))
        players.append(
            Player(str(at), at + 1, draw(st.integers(0, 2)), colours, others, floats,
                   draw(st.integers(0, 3)) > 0, preference(colours), len(colours))
        )  # fmt: skip
    return Field(players, top_score=draw(st.sampled_from((1.0, float("inf")))))


def pairs(step: Step, field: Field, completion: Completion) -> set[Pair]:
    return set(pairs_of_all(solve(step, field, completion)))


@pytest.mark.slow
@settings(max_examples=300)
@given(fields())
def test_dutch_brackets(field: Field) -> None:
    slow, completion = Slow(field), Completion(field)
    assert completion.is_possible == slow.is_possible
    if completion.is_possible:
        assert pairs(DUTCH.step, field, completion) == slow.dutch()


@pytest.mark.slow
@settings(max_examples=200)
@given(fields(even=True), st.permutations(range(8)))
def test_burstein_brackets(field: Field, order: list[int]) -> None:
    slow, completion = Slow(field), Completion(field)
    ranks = [meaning for meaning in order if meaning < len(field)]
    if completion.is_possible:
        found = pairs(burstein.system_of(ranks).step, field, completion)
        assert found == slow.burstein(ranks)


def field_of(text: str, met: str, top_score: float) -> Field:
    """A field of players as "2WB/D.": two points, White then Black, a float down in the last round.

    Who may not have the bye has a "!".
    """
    couples = [couple.split("-") for couple in met.split()]
    players = []
    for number, word in enumerate(text.split(), 1):
        seen, _, floats = word.rstrip("!").partition("/")
        colours = tuple({"W": 1, "B": -1}[letter] for letter in seen[1:])
        others = {who for couple in couples if str(number) in couple for who in couple}
        last, before = ({"U": UP, "D": DOWN, ".": 0}[letter] for letter in floats)
        players.append(
            Player(str(number), number, int(seen[0]), colours, frozenset(others - {str(number)}),
                   (last, before), not word.endswith("!"), preference(colours), len(colours))
        )  # fmt: skip
    return Field(players, top_score=top_score)


EVERY, LAST = float("inf"), 1.0


@pytest.mark.parametrize(
    ("players", "met", "top_score"),
    [
        # two want each colour, the others none: three pairs without a clash have to be sought
        ("0BW/D. 0/..! 0BWBB/.D! 1BBWW/.U", "", EVERY),
        # the lowest exchange, and two of them at once
        ("0BWBB/.U 0BWBB/U. 0B/.. 0B/U. 0BWBB/.D!", "1-4 2-5 3-4", EVERY),
        ("0WBW/U. 0BB/.U 0WBW/U.! 0WBW/U.! 0BWBB/..! 0BB/..! 0W/.U 0BB/.D 0WBW/DD 0BB/U.",
         "1-6 1-10 2-7 2-9 2-10 3-7 3-9 3-10 4-6 4-7 4-8 4-9 4-10 5-7 5-8 5-9 5-10 6-9 7-8", EVERY),
        ("1BBWW/.D 1BBWW/U.! 0/U. 1WB/D. 1/.D! 1WB/.. 1WWBW/D.! 1WB/DD",
         "1-5 3-4 3-6 4-5 4-7 5-7", EVERY),
        # who may not rest has to be paired
        ("0BW/D. 0B/.U! 0B/D. 0WB/..! 0WB/..", "", EVERY),
        # a topscorer meets who wants the same colour
        ("1WWBW/DU 1WWBW/.U 3WWBW/.D 2WWBW/D.", "", LAST),
    ],
)  # fmt: skip
def test_brackets_that_a_slip_of_the_search_would_pair_otherwise(
    players: str, met: str, top_score: float
) -> None:
    field = field_of(players, met, top_score)
    completion = Completion(field)
    assert completion.is_possible
    assert pairs(DUTCH.step, field, completion) == Slow(field).dutch()
