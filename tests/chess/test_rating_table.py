"""The tables of B.02 8.1 line by line, against a second transcription of the published text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.chess import reference as ref
from xltie.rules.chess.rating_table import difference, expected


@pytest.mark.parametrize("percent", range(0, 101))
def test_a_score_as_a_rating_difference(percent: int) -> None:
    share = Fraction(percent, 100)
    wanted = ref.DIFFERENCE[share] if percent >= 50 else -ref.DIFFERENCE[1 - share]
    assert difference(2 * percent, 100) == wanted


def test_shares_are_taken_to_two_decimals_half_up() -> None:
    assert difference(1009, 1000) == difference(100, 100) == 0  # 50.45 %
    assert difference(1010, 1000) == difference(102, 100) == 7  # 50.5 %
    assert difference(0, 7) == -800


def test_a_rating_difference_as_an_expected_score() -> None:
    for gap in range(-900, 901):
        assert Fraction(expected(gap), 100) == ref.expected_score(gap), gap
