"""A column of scores as a director types it."""

from __future__ import annotations

from typing import Any

import pytest

from xltie.core.cells import CellError, Grid
from xltie.core.errors import DomainError, InputError
from xltie.rules.bridge.field import read_column
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY


def call(name: str, *cells: Any) -> Any:
    return evaluate_call(REGISTRY[name], cells)


def column(*cells: Any) -> Grid:
    return Grid([[cell] for cell in cells], "Board 1", 2, 3)


def spilled(name: str, scores: Grid, *more: Any) -> list[Any]:
    return [row[0] for row in call(name, scores, *more)]


def test_blanks_stay_blank_and_are_not_expected() -> None:
    assert spilled("MATCHPOINTS", column(420, None, 50, "")) == [2, "", 0, ""]


def test_a_title_above_the_scores_stays_blank() -> None:
    assert spilled("MATCHPOINTS", column("Score", 420, 50)) == ["", 2, 0]


def test_a_row_of_scores_answers_a_row() -> None:
    assert call("MATCHPOINTS", Grid([[420, 50, 420]])) == ((3, 0, 3),)


def test_a_board_not_played_is_expected_and_scores_nothing() -> None:
    """Two results where three were expected: Neuberg gives (2 + 1) × 3/2 - 1."""
    assert spilled("MATCHPOINTS", column(420, 50, "NP")) == [3.5, 0.5, ""]


@pytest.mark.parametrize(
    ("typed", "percent"),
    [("A+", 60), ("A-", 40), ("A", 50), ("A=", 50), ("AVE+", 60), ("65%", 65), ("%65", 65),
     (0.65, 65), ("Av-", 40), ("A−", 40)],
)  # fmt: skip
def test_adjusted_scores_take_their_share_of_the_expected_top(typed: Any, percent: int) -> None:
    found = spilled("MPPERCENT", column(420, 50, typed))
    assert found[2] == pytest.approx(percent)
    assert spilled("MATCHPOINTS", column(420, 50, typed))[2] == pytest.approx(4 * percent / 100)


def test_adjusted_scores_are_compared_with_nothing() -> None:
    """The other two are scored among themselves, factored to three results."""
    assert spilled("MATCHPOINTS", column(420, 50, "A+"))[:2] == [3.5, 0.5]


def test_adjusted_scores_in_the_other_units() -> None:
    scores = column(420, 400, "A+", "A-", "70%", "+2 IMP")
    assert spilled("BUTLER", scores) == [0, 0, 3, -3, 6, 2]
    assert spilled("BUTLER", scores, None, None, 2) == [0, 0, 2, -2, 4, 2]
    assert spilled("CROSSIMPS", scores) == [1, -1, 3, -3, 6, 2]
    assert spilled("ZSCORES", scores, "population")[:5] == [1, -1, 0.25, -0.25, 0.52]


def test_passed_out_is_a_score_of_zero() -> None:
    assert spilled("MATCHPOINTS", column("PASS", 50, "po")) == [1, 4, 1]


def test_what_is_no_score_is_named_with_its_cell_all_together() -> None:
    with pytest.raises(InputError) as refused:
        call("ZSCORES", column(420, "3NT+1", 50, "perhaps"))
    places = [str(fault.place) for fault in refused.value.faults]
    assert places == ["'Board 1'!C3", "'Board 1'!C5"]
    assert "3NT+1" in refused.value.faults[0].text


def test_an_error_cell_is_a_fault_not_a_score() -> None:
    with pytest.raises(InputError):
        call("MATCHPOINTS", column(420, CellError("#N/A")))


def test_several_columns_are_refused() -> None:
    with pytest.raises(InputError, match="one column"):
        call("MATCHPOINTS", Grid([[420, 430], [50, 60]]))


def test_fewer_expected_than_there_are_is_refused() -> None:
    with pytest.raises(DomainError, match="expected is 2"):
        call("MATCHPOINTS", column(420, 430, 50), None, 2)


def test_one_result_has_nothing_to_be_compared_with() -> None:
    assert isinstance(spilled_one("MPPERCENT"), CellError)
    assert isinstance(spilled_one("CROSSIMPS"), CellError)
    assert spilled_one("ZSCORES") == 0
    assert spilled_one("BUTLER") == 0


def spilled_one(name: str) -> Any:
    found = call(name, column(420))
    return found[0][0] if isinstance(found, tuple) else found


@pytest.mark.parametrize(
    ("groups", "expected", "scores", "percents"),
    [
        ("small", 10, (420,), [60]),
        ("small", 10, (420, 50), [65, 55]),
        ("small", 10, (420, 420), [60, 60]),
        ("small", 10, (420, 50, 100), [70, 50, 60]),
        ("small", 10, (420, 50, 50), [70, 55, 55]),
        ("small", 3, (420, 100, 50), [100, 50, 0]),
        ("ebu", 6, (420, 50), [65, 55]),
        ("ebu", 5, (420, 50), [81.25, 18.75]),
        ("neuberg", 10, (420,), [50]),
    ],
)
def test_groups_too_small_to_factor(
    groups: str, expected: int, scores: tuple[int, ...], percents: list[float]
) -> None:
    found = call("MPPERCENT", column(*scores), expected, 6, groups)
    assert [row[0] for row in found] == percents


@pytest.mark.parametrize(
    ("trim", "ends"),
    [("none", 0), ("quarter", 4), ("bridge-scorer", 2), ("bridgewx", 2), (3, 3), ("0.1", 1)],
)
def test_named_trims_leave_out_scores_at_both_ends(trim: Any, ends: int) -> None:
    scores = [10 * n * n for n in range(1, 17)]
    kept = sorted(scores)[ends : len(scores) - ends]
    assert call("DATUM", column(*scores), trim, "none") == pytest.approx(sum(kept) / len(kept))


@pytest.mark.parametrize(("count", "datum"), [(5, 1100), (6, 1350)])
def test_bridgewx_leaves_out_nothing_of_five_results(count: int, datum: int) -> None:
    scores = [100 * n * n for n in range(1, count + 1)]
    assert call("DATUM", column(*scores), "bridgewx", "none") == datum


def test_a_trim_that_leaves_nothing_is_refused() -> None:
    with pytest.raises(DomainError, match="leaves none"):
        call("DATUM", column(420, 50), 1)


@pytest.mark.parametrize(
    ("rounding", "datum"), [("half-down", 240), ("half-up", 250), ("none", 245), ("truncated", 250)]
)
def test_the_datum_is_rounded_by_name(rounding: str, datum: int) -> None:
    assert call("DATUM", column(240, 250), "none", rounding) == datum
    assert call("DATUM", column(-240, -250), "none", rounding) == -datum


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "score"),
    [
        ("3NT+1", None, False, 430), ("3nt", "+1", "no", 430), ("4♠", "=", "vul", 620),
        ("4Hx", -1, True, -200), ("4 S by E -1", None, "EW", -100), ("4SE", "-1", "NS", -50),
        ("7NTXX", "13", "yes", 2980), ("pass", None, None, 0), ("5c**", 9, False, -600),
    ],
)  # fmt: skip
def test_contracts_as_people_write_them(
    contract: str, tricks: Any, vulnerable: Any, score: int
) -> None:
    assert call("BRIDGESCORE", contract, tricks, vulnerable) == score


@pytest.mark.parametrize(
    "cells", [("8NT", 9, False), ("3NT", 14, False), ("3NT", None, False), ("3NT", "x", False),
              ("3NT", 9, "maybe"), ("1S", -8, False), ("3NT", 9.5, False)],
)  # fmt: skip
def test_what_is_no_contract_or_result_is_refused(cells: tuple[Any, ...]) -> None:
    with pytest.raises(DomainError):
        call("BRIDGESCORE", *cells)


@pytest.mark.parametrize(
    "option", ["average", "cap", "decimals", "divisor", "groups", "rounding", "sigma", "trim"]
)
def test_an_option_has_one_domain_in_every_function_of_bridge(option: str) -> None:
    domains = {
        entry.name: (parameter.min, parameter.max, parameter.above, parameter.names)
        for entry in REGISTRY.values()
        if ".bridge." in entry.compute.__module__ or entry.name == "FREQUENCIES"
        for parameter in entry.parameters
        if parameter.name == option
    }
    assert len(domains) > 1
    assert len(set(domains.values())) == 1, domains


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("BUTLERTOTAL", "none", "half-down", 0), "average"), (("CROSSTOTAL", "n-1", 0), "average"),
        (("ZTOTAL", "sample", 0), "cap"), (("MPTOTAL", "2/1", "neuberg", 0, 13), "decimals"),
        (("ZTOTAL", "sample", None, 13), "decimals"),
    ],
)  # fmt: skip
def test_totals_refuse_what_columns_refuse(call: tuple[Any, ...], said: str) -> None:
    boards = Grid((("Board", "NS", "EW", "Score"), (1, "1", "2", 420), (1, "3", "4", 170)))
    with pytest.raises(DomainError, match=said):
        evaluate_call(REGISTRY[call[0]], ["1", boards, *call[1:]])


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("60% 420 + 30% -50", "are 90 % in all, not 100 %"),
        ("60% 425 + 40% -50", "425 is not a possible score"),
    ],
)
def test_a_weighted_score_that_cannot_be_is_refused(typed: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_column(column(typed, 420))


@pytest.mark.parametrize(
    "typed",
    ["60% 420 + 40% -50", "60% of +420, 40% of -50", "60%420+40%-50", "60 % 420 and 40 % −50"],
)
def test_a_weighted_score_may_be_written_in_many_ways(typed: str) -> None:
    (read,) = read_column(column(typed)).entries
    assert str(read) == "60% 420 + 40% -50"


@pytest.mark.parametrize(
    ("cells", "score"),
    [
        ((3, "4HE+2"), -680), ((3, "4H", "E", 12), -680), ((3, "4H by E", "", "+2"), -680),
        ((1, "PASS"), 0), ((1, "3NT", "N", 9, "All"), 600), ((2, "4HS"), ""), ((2, ""), ""),
    ],
)  # fmt: skip
def test_the_score_of_ns_waits_for_a_whole_result(cells: tuple[Any, ...], score: Any) -> None:
    assert evaluate_call(REGISTRY["NSSCORE"], cells) == score
