"""The three ways to treat a half when rounding, beside each other on the same figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from xltie.core.numbers import half_away_from_zero, half_towards_zero, half_up, rounded


@pytest.mark.parametrize(
    ("value", "up", "away", "towards"),
    [
        ("5/2", 3, 3, 2), ("-5/2", -2, -3, -2), ("7/2", 4, 4, 3), ("-7/2", -3, -4, -3),
        ("1/2", 1, 1, 0), ("-1/2", 0, -1, 0), ("12/5", 2, 2, 2), ("-12/5", -2, -2, -2),
        ("13/5", 3, 3, 3), ("-13/5", -3, -3, -3), ("0", 0, 0, 0), ("4", 4, 4, 4),
    ],
)  # fmt: skip
def test_a_half(value: str, up: int, away: int, towards: int) -> None:
    exact = Fraction(value)
    assert (half_up(exact), half_away_from_zero(exact), half_towards_zero(exact)) == (
        up, away, towards,
    )  # fmt: skip


def test_decimals() -> None:
    assert half_up(Fraction("-0.125"), 2) == Fraction("-0.12")
    assert half_away_from_zero(Fraction("-0.125"), 2) == Fraction("-0.13")
    assert rounded(Fraction("-0.125"), 2) == Fraction("-0.13")
    assert rounded(Fraction(1, 3), None) == Fraction(1, 3)
