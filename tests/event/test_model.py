"""Sides and matches are values: nobody can change them, and copies come back whole."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest

from xltie.core.errors import Place
from xltie.event import Match, Outcome, Side, Status

GAME = Match(
    3,
    Side("7", outcome=Outcome.WIN, points=Fraction(1, 2), seat="white", code="W"),
    Side("9", Status.FORFEIT_LOSS, tally=Fraction(12), place=Place(line=4)),
    "12",
    2,
    Place(file="club.trf", line=5, column=92),
)


def test_a_match_comes_back_whole_from_another_process_and_from_a_copy() -> None:
    for other in (pickle.loads(pickle.dumps(GAME)), copy.deepcopy(GAME), replace(GAME)):
        assert other == GAME and hash(other) == hash(GAME) and repr(other) == repr(GAME)
    assert replace(GAME, round=4) != GAME


@pytest.mark.parametrize("name", ["round", "who", "colour"])
def test_neither_a_match_nor_a_side_can_be_changed(name: str) -> None:
    for one in (GAME, GAME.a):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, "8")
