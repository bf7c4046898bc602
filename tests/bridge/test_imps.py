"""The IMP table for differences between its lines, as means of several scores give them."""

from __future__ import annotations

import pytest

from xltie.core.cells import Grid
from xltie.rules.bridge.imps import trimmed_ends
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

# Law 78B: the least difference for 1, 2 ... 24 IMPs
LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip


@pytest.mark.parametrize(("imps", "least"), list(enumerate(LEAST, 1)))
def test_a_difference_just_short_of_a_line_is_the_line_before(imps: int, least: int) -> None:
    for sign in (1, -1):
        assert evaluate_call(REGISTRY["IMPS"], [sign * least]) == sign * imps
        assert evaluate_call(REGISTRY["IMPS"], [sign * (least - 0.5)]) == sign * (imps - 1)


@pytest.mark.parametrize(
    ("trim", "ends"),
    [
        ("bridge-scorer", {1: 0, 3: 0, 4: 1, 10: 1, 11: 2, 25: 2, 26: 3}),
        ("bridgewx", {1: 0, 5: 0, 6: 1, 10: 1, 11: 2}),
        ("quarter", {3: 0, 4: 1, 7: 1, 8: 2}),
        ("none", {12: 0}),
    ],
)
def test_the_datum_leaves_out_as_many_at_each_end_as_the_program_does(
    trim: str, ends: dict[int, int]
) -> None:
    assert {count: trimmed_ends(count, trim) for count in ends} == ends


def test_an_average_in_a_column_counts_as_many_comparisons_as_are_added() -> None:
    column = Grid([(420,), (400,), (-50,), ("A+",)], "Board")
    assert evaluate_call(REGISTRY["CROSSIMPS"], [column, "total"]) == ((11,), (9,), (-20,), (9,))
    assert evaluate_call(REGISTRY["CROSSIMPS"], [column, "n"])[3] == (3,)


@pytest.mark.parametrize(
    ("imps", "boards"), [("10.5", 16), ("0.5", 20), ("30.1", 7), ("17.25", 8), ("59.9", 16)]
)
def test_a_fraction_of_an_imp_lies_on_the_published_curve(imps: str, boards: int) -> None:
    """WBF 2013: 10 + 10 (1 - t^(3m/b)) / (1 - t^3), b = 15 sqrt(boards), t = (sqrt(5) - 1)/2."""
    t, blitz = (5**0.5 - 1) / 2, 15 * boards**0.5
    won = 10 + 10 * (1 - t ** (3 * float(imps) / blitz)) / (1 - t**3)
    for sign, points in ((1, won), (-1, 20 - won)):
        found = evaluate_call(REGISTRY["VPS"], [sign * float(imps), boards])
        assert found == pytest.approx(round(points, 2), abs=1e-9)
