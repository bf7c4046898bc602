"""Published figures of bridge sessions: more kinds of ``[[expect]]`` than :mod:`tests.casefiles`.

* ``apply = ["ZSCORES", "sample"]``: a function and its arguments after the scores of a board, and
  ``column`` (the figures) or ``mean`` and ``deviation`` (of the sample), rounded to ``decimals``.
  The scores are those of the file, or of the item. ``then = ["ZPERCENT", 1, 0]`` names a function
  that takes each cell further; without ``apply`` the scores themselves are meant;
* ``says = ["BOARDVUL", 2]``, ``text = "NS"``;
* ``rounded = "MPSCORE"``, ``options``, ``decimals``, ``values``: totals as they are printed;
* ``table = ["FREQUENCIES", 4]``, ``rows``: the score, what it is worth to NS and to EW.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.casefiles import Case
from xltie.core.cells import Grid, number_of
from xltie.core.numbers import half_away_from_zero, square_root
from xltie.rules.bridge.normal_game import variance
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY


def functions_of(item: dict[str, Any]) -> set[str]:
    """The functions whose figures an expectation holds."""
    lists = [item[kind][0] for kind in ("call", "apply", "then", "says", "table") if kind in item]
    return {*lists, *(item[kind] for kind in ("function", "rounded") if kind in item)}


def column_figures(data: dict[str, Any], item: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """What we answer and what is published."""
    column = [number_of(c) if c != "" else "" for c in _column(data, item)]
    if "column" in item:
        return column, [number_of(c) if c != "" else "" for c in item["column"]]
    mean = Fraction(sum(column), len(column))
    figures = [mean, square_root(variance(column))]
    published = [Fraction(str(item[name])) for name in ("mean", "deviation")]
    return [half_away_from_zero(figure, item["decimals"]) for figure in figures], published


def _column(data: dict[str, Any], item: dict[str, Any]) -> list[Any]:
    column = item.get("scores") or data["scores"]
    if "apply" in item:
        name, *arguments = item["apply"]
        rows = evaluate_call(REGISTRY[name], [Grid([[s] for s in column]), *arguments])
        column = [row[0] for row in rows] if isinstance(rows, tuple) else [rows]
    if "then" in item:
        further, *more = item["then"]
        column = [evaluate_call(REGISTRY[further], [cell, *more]) for cell in column]
    return column


def printed_totals(case: Case, item: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    event_index = case.event_index()
    compute = REGISTRY[item["rounded"]].compute
    options = item.get("options", {})
    found = {
        who: half_away_from_zero(compute(event_index, who, **options).total, item["decimals"])
        for who in item["values"]
    }
    return found, {who: Fraction(str(value)) for who, value in item["values"].items()}


def table_rows(case: Case, item: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The rows with a score; adjusted scores are checked by the totals of the pairs."""
    name, *arguments = item["table"]
    rows = evaluate_call(REGISTRY[name], [case.players, case.games, *arguments])
    assert isinstance(rows, tuple)
    found = [(score, ns, ew) for score, _, ns, ew in rows[1:] if not isinstance(score, str)]
    return found, [tuple(row) for row in item["rows"]]
