"""The fast search of brackets gives what the rules give, tried one pairing after the other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.transcription import Slow
from xltie.pairing.systems.bye_first.burstein import fold_pairs
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.field import Field
from xltie.pairing.systems.dutch.player import DOWN, UP, Player, preference
from xltie.pairing.systems.dutch.solver import solve

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


@pytest.mark.slow
@settings(max_examples=300)
@given(fields())
def test_dutch_brackets(field: Field) -> None:
    slow, completion = Slow(field), Completion(field)
    assert completion.is_possible == slow.is_possible
    if completion.is_possible:
        assert set(solve(field, completion).pairs) == slow.dutch()


@pytest.mark.slow
@settings(max_examples=200)
@given(fields(even=True), st.permutations(range(8)))
def test_burstein_brackets(field: Field, order: list[int]) -> None:
    slow, completion = Slow(field), Completion(field)
    ranks = [own for own in order if own < len(field)]
    if completion.is_possible:
        found = solve(field, completion, lambda bracket: fold_pairs(bracket, ranks)).pairs
        assert set(found) == slow.burstein(ranks)
