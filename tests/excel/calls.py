"""Calls of every function, for the programs whose answers have to equal the engine's."""

from __future__ import annotations

from typing import Any

from tests.casefiles import CASES
from tests.excel.test_udfs import example
from tests.test_cases import cells_of
from xltie.hosts.excel.values import incoming
from xltie.sheets.functions import REGISTRY

WORDS = {
    "contract": "3NT", "declarer": "N", "player": "Ann", "limits": "1d;10k", "grade": "3d",
    "scores": ((420.0,), (50.0,), ("A+",), (None,)),
}  # fmt: skip


def calls_of(name: str) -> list[list[Any]]:
    """Arguments as the engine takes them: the published cases, else one example for each."""
    entry = REGISTRY[name]
    found = []
    for case in CASES:
        for item in case.expectations:
            if item.get("function") == name:
                found.append(cells_of(case, entry, item, list(item["values"])))
            elif item.get("call", [""])[0] == name:
                found.append(list(item["call"][1:]))
    return found or [
        [
            None if p.is_optional else incoming(WORDS.get(p.name, example(p.kind, p.name)), p.kind)
            for p in entry.parameters
        ]
    ]
