"""The engine on Python 3.9, which LibreOffice may bring: the published figures are the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.casefiles import CASES, Case
from tests.test_cases import cells_of
from tests.test_structure import ROOT, engine
from xltie.core.cells import CellError, Grid
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

CHILD = """
import json, sys
from importlib import import_module
modules, calls = json.load(sys.stdin)
for name in modules:
    import_module(name)
from xltie import CellError, Grid, REGISTRY, evaluate_call

def value(cell):
    return Grid(*cell["grid"]) if isinstance(cell, dict) else cell

def shown(cell):
    return {"error": cell.code} if isinstance(cell, CellError) else cell

def rows(found):
    return [list(map(shown, row)) for row in found] if isinstance(found, tuple) else shown(found)

answers = [rows(evaluate_call(REGISTRY[name], list(map(value, cells)))) for name, cells in calls]
json.dump([list(sys.version_info[:2]), answers], sys.stdout)
"""


def old_python() -> str | None:
    installed = sorted(Path.home().glob(".pyenv/versions/3.9.*/bin/python3.9"))
    for candidate in (shutil.which("python3.9"), *map(str, installed)):
        if candidate:
            tried = subprocess.run([candidate, "-V"], capture_output=True, check=False)
            if tried.returncode == 0:
                return candidate
    return None


def calls() -> list[tuple[str, list[Any]]]:
    """Every published expectation as a call, and a whole table of standings for each event."""
    found: list[tuple[str, list[Any]]] = []
    for case in CASES:
        for item in case.expectations:
            if "call" in item:
                name, *cells = item["call"]
                found.append((name, cells))
            elif "function" in item:
                entry = REGISTRY[item["function"]]
                found.append((entry.name, cells_of(case, entry, item, list(item["values"]))))
            elif "criteria" in item:
                found.append(("STANDINGS", _standings(case, item["criteria"])))
    return found


def _standings(case: Case, criteria: str) -> list[Any]:
    everybody = Grid([(who,) for who in case.event_index().ids], "Players")
    return [everybody, case.games, criteria]


def _packed(cell: Any) -> Any:
    if isinstance(cell, Grid):
        return {"grid": [cell.rows, cell.sheet, cell.row, cell.column]}
    return cell


def _shown(found: Any) -> Any:
    if isinstance(found, tuple):
        return [list(map(_shown, row)) for row in found]
    return {"error": found.code} if isinstance(found, CellError) else found


@pytest.mark.slow
def test_every_published_figure_on_python_39() -> None:
    python = old_python()
    if python is None:
        pytest.skip("no Python 3.9 on this machine")
    wanted = calls()
    done = subprocess.run(
        [python, "-c", CHILD],
        input=json.dumps([engine(), [[name, list(map(_packed, one))] for name, one in wanted]]),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    version, answers = json.loads(done.stdout)
    assert version == [3, 9]
    assert answers == [_shown(evaluate_call(REGISTRY[name], one)) for name, one in wanted]
