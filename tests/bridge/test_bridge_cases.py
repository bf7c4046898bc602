"""Every published figure of bridge that the general runner has no kind for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.casefiles import Case
from tests.columncases import column_figures, printed_totals, table_rows
from tests.test_cases import expectations
from xltie.core.errors import DomainError
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY


@pytest.mark.parametrize(("case", "item"), expectations("column", "mean"))
def test_published_columns(case: Case, item: dict[str, Any]) -> None:
    found, published = column_figures(case.data, item)
    assert found == published


@pytest.mark.parametrize(("case", "item"), expectations("says"))
def test_published_words(case: Case, item: dict[str, Any]) -> None:
    name, *cells = item["says"]
    assert evaluate_call(REGISTRY[name], cells) == item["text"]


@pytest.mark.parametrize(("case", "item"), expectations("rounded"))
def test_published_totals(case: Case, item: dict[str, Any]) -> None:
    found, published = printed_totals(case, item)
    assert found == published


@pytest.mark.parametrize(("case", "item"), expectations("table"))
def test_published_tables(case: Case, item: dict[str, Any]) -> None:
    found, published = table_rows(case, item)
    assert found == published


@pytest.mark.parametrize(
    ("case", "item"),
    [
        expected
        for expected in expectations("column")
        if expected.values[1].get("then", [""])[0] == "PERCENTVPS"  # type: ignore[index]
    ],
)
def test_a_hundredth_above_a_published_limit_is_a_victory_point_more(
    case: Case, item: dict[str, Any]
) -> None:
    name, *options = item["then"]
    above = [evaluate_call(REGISTRY[name], [score + 0.01, *options]) for score in item["scores"]]
    assert above == [value + 1 for value in item["column"]]
    below = [evaluate_call(REGISTRY[name], [99.99 - score, *options]) for score in item["scores"]]
    assert below == [(10 if "half" in options else 20) - won for won in above]


@pytest.mark.parametrize(("boards", "points"), [(2, 15), (27, 19), (55, 20), (1, None), (56, None)])
def test_the_table_of_swiss_pairs_is_for_2_to_55_boards(boards: int, points: int | None) -> None:
    if points is None:
        with pytest.raises(DomainError):
            evaluate_call(REGISTRY["PERCENTVPS"], [60, boards])
    else:
        assert evaluate_call(REGISTRY["PERCENTVPS"], [60, boards]) == points
