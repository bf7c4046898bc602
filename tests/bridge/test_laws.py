"""What holds for every board."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from xltie.core.numbers import half_away_from_zero, half_towards_zero, square_root
from xltie.event import Score, Weighted
from xltie.ranking.statistics import kendall, spearman
from xltie.ranking.statistics.correlation import doubled_ranks
from xltie.rules.bridge.imps import butler, cross_imps, imps
from xltie.rules.bridge.matchpoints import matchpoints, rounded_by_side, top_of
from xltie.rules.bridge.normal_game import share_below, z_scores
from xltie.rules.bridge.options import GROUPS
from xltie.rules.bridge.victory_points import victory_points

pytestmark = pytest.mark.slow

POINTS = st.integers(-350, 350).map(lambda n: Fraction(10 * n))
HALVES = st.tuples(st.integers(1, 9), POINTS, POINTS).map(
    lambda own: Weighted(((Fraction(own[0], 10), own[1]), (1 - Fraction(own[0], 10), own[2])))
)
RULED = st.lists(st.one_of(POINTS, HALVES), min_size=2, max_size=12)
"""Fields of results, weighted ones among them."""
FIELDS = st.lists(st.integers(-350, 350).map(lambda n: Fraction(10 * n)), min_size=1, max_size=20)
quick = settings(max_examples=60)


@quick
@given(FIELDS, st.integers(0, 6))
def test_the_matchpoints_of_a_board_add_up_to_half_the_top_each(
    field: list[Fraction], missing: int
) -> None:
    expected = len(field) + missing
    points = matchpoints(field, expected)
    assert sum(points) == len(field) * (expected - 1)
    opposite = matchpoints([-score for score in field], expected)
    assert all(a + b == 2 * (expected - 1) for a, b in zip(points, opposite, strict=True))


@quick
@given(
    st.one_of(FIELDS, RULED),
    st.integers(0, 9),
    st.sampled_from(GROUPS),
    st.one_of(st.none(), st.integers(0, 3)),
    st.sampled_from([1, 2]),
)
def test_both_sides_of_a_board_add_up_to_its_top_however_it_is_rounded(
    field: list[Score], missing: int, groups: str, decimals: int | None, unit: int
) -> None:
    assume(len(field) > 3 or groups not in ("small", "ebu", "doe"))  # these award 60 to both
    expected = len(field) + missing
    top = Fraction(top_of(expected, groups), unit)

    def side(scores: list[Score]) -> list[Fraction]:
        points = matchpoints(scores, expected, groups)
        return [rounded_by_side(text / unit, top / 2, decimals, groups) for text in points]

    opposite = side([-score for score in field])
    assert all(a + b == top for a, b in zip(side(field), opposite, strict=True))


@quick
@given(RULED)
def test_a_weighted_score_takes_from_the_board_what_it_gives(field: list[Score]) -> None:
    assert sum(matchpoints(field, len(field))) == len(field) * (len(field) - 1)
    assert sum(cross_imps(field)) == 0
    assert abs(sum(z_scores(field))) < Fraction(1, 10**30)


@quick
@given(FIELDS, st.integers(0, 19), st.integers(1, 99))
def test_a_score_weighted_with_itself_is_that_score(
    field: list[Fraction], at: int, percent: int
) -> None:
    share = Fraction(percent, 100)
    at %= len(field)
    ruled: list[Score] = [*field]
    ruled[at] = Weighted(((share, field[at]), (1 - share, field[at])))
    for score in (
        lambda scores: matchpoints(scores, len(field) + 2), butler, cross_imps, z_scores
    ):  # fmt: skip
        assert score(ruled) == score(field)


@pytest.mark.parametrize(
    ("groups", "three", "four"),
    [("neuberg", "88.89", "93.75"), ("manual", "66.67", "75.00"), ("scale", "100", "100"),
     ("ascherman", "83.33", "87.50")],
)  # fmt: skip
def test_the_top_of_three_or_four_results_of_seven(groups: str, three: str, four: str) -> None:
    for scores, percent in (([1, 2, 3], three), ([1, 2, 3, 4], four)):
        best = max(matchpoints([Fraction(score) for score in scores], 7, groups))
        share = 100 * best / top_of(7, groups)
        assert half_away_from_zero(share, 2) == Fraction(percent)


def test_stretching_one_result_gives_half_of_the_top() -> None:
    assert matchpoints([Fraction(420)], 7, "scale") == [top_of(7, "scale") / 2]


def test_the_half_of_a_board_goes_where_the_book_says() -> None:
    low, high = Fraction(5, 4), Fraction(59, 4)
    for groups, rounded in (("neuberg", ("1.2", "14.8")), ("doe", ("1.3", "14.7"))):
        found = [rounded_by_side(one, Fraction(8), 1, groups) for one in (low, high)]
        assert found == [Fraction(one) for one in rounded]


@quick
@given(FIELDS)
def test_neuberg_changes_nothing_where_all_results_are_there(field: list[Fraction]) -> None:
    counted = [
        Fraction(2 * sum(o < s for o in field) + sum(o == s for o in field) - 1) for s in field
    ]
    assert matchpoints(field, len(field)) == counted


@quick
@given(FIELDS, st.integers(1, 4))
def test_neuberg_is_every_result_occurring_more_often(field: list[Fraction], times: int) -> None:
    assert (
        matchpoints(field, times * len(field))
        == matchpoints(field * times, times * len(field))[: len(field)]
    )


@quick
@given(FIELDS)
def test_cross_imps_add_up_to_nothing(field: list[Fraction]) -> None:
    assert sum(cross_imps(field)) == 0
    assert cross_imps(field) == [sum(imps(a - b) for b in field) for a in field]


@quick
@given(FIELDS, st.sampled_from(["sample", "population"]))
def test_deviations_add_up_to_nothing_and_mirror(field: list[Fraction], sigma: str) -> None:
    found = z_scores(field, sigma)
    assert half_away_from_zero(sum(found, Fraction(0)), 20) == 0
    assert [-one for one in found] == z_scores([-score for score in field], sigma)


@quick
@given(FIELDS)
def test_population_deviations_have_a_mean_square_of_one(field: list[Fraction]) -> None:
    squares = sum((score * score for score in z_scores(field, "population")), Fraction(0))
    assert half_away_from_zero(squares / len(field), 20) == (len(set(field)) > 1)


@quick
@given(FIELDS, st.integers(1, 30).map(lambda n: Fraction(n, 10)))
def test_a_cap_bounds_every_deviation_and_leaves_the_others(
    field: list[Fraction], cap: Fraction
) -> None:
    for score, free in zip(z_scores(field, "sample", cap), z_scores(field), strict=True):
        assert score == (free if abs(free) <= cap else cap * (1 if free > 0 else -1))


@quick
@given(FIELDS)
def test_butler_mirrors_for_the_other_side(field: list[Fraction]) -> None:
    for rounding in ("half-down", "half-up", "truncated", "none"):
        there = butler(field, "none", rounding)
        assert butler([-score for score in field], "none", rounding) == [-one for one in there]


@quick
@given(st.integers(-8000, 8000))
def test_imps_mirror_and_never_fall(difference: int) -> None:
    assert imps(Fraction(-difference)) == -imps(Fraction(difference))
    assert imps(Fraction(difference)) <= imps(Fraction(difference + 10))


@quick
@given(st.integers(1, 64), st.integers(0, 200))
def test_victory_points_share_twenty_and_every_imp_is_worth_no_more(
    boards: int, margin: int
) -> None:
    steps = [victory_points(Fraction(margin + more), boards) for more in range(3)]
    assert steps[0] + victory_points(Fraction(-margin), boards) == 20
    assert 0 <= steps[2] - steps[1] <= steps[1] - steps[0]
    assert 10 <= steps[0] <= 20
    assert (steps[0] == 20) == (margin * margin >= 225 * boards) or steps[0] >= Fraction(1999, 100)


@quick
@given(st.integers(-900, 900), st.integers(1, 40))
def test_fractional_margins_lie_between_their_neighbours(tenths: int, boards: int) -> None:
    margin = Fraction(tenths, 10)
    low, high = Fraction(margin.__floor__()), Fraction(margin.__ceil__())
    cent = Fraction(1, 50)
    between = victory_points(margin, boards)
    assert victory_points(low, boards) - cent <= between <= victory_points(high, boards) + cent


@quick
@given(st.fractions(-4, 4), st.integers(1, 60))
def test_the_normal_distribution_mirrors(total: Fraction, boards: int) -> None:
    both = share_below(total, boards) + share_below(-total, boards)
    assert abs(both - 1) < Fraction(1, 10**12)


@quick
@given(st.fractions(-1000, 1000), st.integers(0, 4))
def test_rounding_is_to_the_nearest(value: Fraction, decimals: int) -> None:
    assert abs(half_away_from_zero(value, decimals) - value) * 10**decimals * 2 <= 1
    assert abs(half_towards_zero(value) - value) * 2 <= 1
    assert abs(half_towards_zero(value)) <= abs(half_away_from_zero(value))


@quick
@given(st.fractions(0, 10**6))
def test_roots_are_exact_where_they_can_be(value: Fraction) -> None:
    assert square_root(value * value) == value
    root = square_root(value)
    assert abs(root * root - value) < Fraction(1, 10**30)


PLACES = st.lists(st.integers(1, 8), min_size=2, max_size=12)


@quick
@given(PLACES)
def test_a_ranking_agrees_wholly_with_itself(places: list[int]) -> None:
    own = None if len(set(places)) == 1 else 1
    assert spearman(places, places) == own
    assert kendall(places, places) == own
    assert sum(doubled_ranks(places)) == len(places) * (len(places) + 1)


@quick
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), min_size=2, max_size=12))
def test_coefficients_do_not_depend_on_order_or_direction(pairs: list[tuple[int, int]]) -> None:
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    for coefficient in (spearman, kendall):
        found = coefficient(one, other)
        assert found == coefficient(other, one)
        assert found == coefficient(one[::-1], other[::-1])
        turned = coefficient(one, [-place for place in other])
        assert (found is None) == (turned is None)
        assert found is None or (turned is not None and found == -turned)


def test_the_coefficients_of_a_worked_example() -> None:
    """Places 1 2 3 4 5 and 2 1 4 3 5: d² is 4, 1 - 6·4/120; eight pairs agree, two do not."""
    one, other = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]
    assert spearman(one, other) == Fraction(4, 5)
    assert kendall(one, other) == Fraction(3, 5)
    tied = kendall([1, 2, 2, 4], [1, 2, 3, 4])
    assert tied is not None
    assert round(float(tied), 4) == 0.9129
