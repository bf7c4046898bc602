"""The default of an option, typed into the call, is the same as the option left out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import CASES, Case
from tests.test_cases import cells_of
from xltie.functions.registry import Function, Parameter
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY


def first_cases() -> list[Any]:
    """For every function of a player, the first case that expects its values."""
    found: dict[str, Any] = {}
    for case in CASES:
        for item in case.expectations:
            name = item.get("function") or item.get("rounded")
            if name and any(map(may_be_typed, REGISTRY[name].parameters)):
                found.setdefault(name, pytest.param(case, item, REGISTRY[name], id=name))
    return list(found.values())


def may_be_typed(parameter: Parameter) -> bool:
    default = parameter.default
    is_number = isinstance(default, (int, Fraction)) and not isinstance(default, bool)
    return is_number or (isinstance(default, str) and default != "")


@pytest.mark.parametrize(("case", "item", "entry"), first_cases())
def test_a_default_may_be_typed(case: Case, item: dict[str, Any], entry: Function) -> None:
    cells = cells_of(case, entry, {**item, "options": {}}, list(item["values"]))
    left_out = evaluate_call(entry, cells)
    for place, parameter in enumerate(entry.parameters):
        if may_be_typed(parameter):
            default = parameter.default
            typed = default if isinstance(default, str) else float(default)
            given = [*cells[:place], typed, *cells[place + 1 :]]
            assert evaluate_call(entry, given) == left_out, parameter.name
