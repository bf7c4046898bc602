"""Every published figure again, out of recomputed cells and out of the command line."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.books import hand_made, recomputed, values
from tests.casefiles import CASES, Case, check_places, expected
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import cell_name, number_of, to_cell
from xltie.functions.registry import Function, Kind, Shape
from xltie.sheets.functions import REGISTRY

pytestmark = pytest.mark.slow

TABLES = [case for case in CASES if "games" in case.data and "roster" not in case.data]
"""Those of teams have sheets of their own: tests/go/test_teams.py, tests/chess/test_teams.py."""


def _sheets(case: Case) -> dict[str, list[list[Any]]]:
    sheets = {"Rounds": [list(row) for row in case.games.rows]}
    if case.players is not None:
        sheets["Players"] = [list(row) for row in case.players.rows]
    about = dict(case.data.get("event", {}))
    options = about.pop("options", {})
    settings = [[label, value] for label, value in {**about, **options}.items()]
    if settings:
        sheets["Settings"] = [["Setting", "Value"], *settings]
    return sheets


def _formula(case: Case, item: dict[str, Any], who: str, tied: str) -> str:
    """The call in a cell, its options by position."""
    entry = REGISTRY[item["function"]]
    options = item.get("options", {})
    players = "Players!$A:$Z" if case.players is not None else ""
    is_with_finals = "finals_after" in case.data.get("event", {}).get("options", {})
    rests_on = "settings" if is_with_finals else None
    arguments = []
    for parameter in entry.parameters:
        if parameter.kind is Kind.PLAYER:
            arguments.append(f'"{who}"')
        elif parameter.kind is Kind.GAMES:
            arguments.append("Rounds!$A:$Z")
        elif parameter.kind is Kind.TIED:
            arguments.append(f"{tied}!$A$1:$B$99")
        elif parameter.kind is Kind.PLAYERS:
            arguments.append(players)
        elif parameter.name == rests_on:
            arguments.append("Settings!$A:$B")
        else:
            value = options.get(parameter.name, "")
            arguments.append(f'"{value}"' if isinstance(value, str) else str(value))
    return f"={item['function']}({','.join(arguments)})"


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
def test_published_figures_in_recomputed_cells(case: Case) -> None:
    wanted: dict[str, Any] = {}
    rows: list[list[Any]] = []
    sheets: dict[str, list[list[Any]]] = _sheets(case)
    for number, item in enumerate(case.expectations):
        if "function" not in item:
            continue
        if REGISTRY[item["function"]].shape is Shape.GROUP:
            group = item.get("group") or list(item["values"])
            sheets[f"Tied{number}"] = [[who, "tied"] for who in group]
        for who, value in item["values"].items():
            formula = _formula(case, item, who, f"Tied{number}")
            figure = expected(value)
            steps = figure if isinstance(figure, tuple) and figure else (figure,)
            for step, one in enumerate(steps, 1):
                at_step = f"=INDEX({formula[1:]},1,{step})" if len(steps) > 1 else formula
                rows.append([at_step])
                wanted[cell_name(len(rows), 1)] = one
    data, report = recomputed(hand_made({**sheets, "Answers": rows}))
    assert report.uncomputable == []
    got = values(data, "Answers")
    for cell, value in wanted.items():
        shown = got.get(cell)
        if value == ():
            assert shown in (None, "")
        elif isinstance(value, str):
            assert shown == value
        else:
            assert number_of(shown) == number_of(to_cell(Fraction(value))), cell


def _is_criterion(entry: Function) -> bool:
    return entry.shape is Shape.PLAYER and entry.is_criterion


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case.name)
def test_published_figures_from_the_command_line(case: Case, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(hand_made(_sheets(case)))
    for item in case.expectations:
        if "criteria" in item:
            said = shell("standings", path, "--criteria", item["criteria"], "--format", "csv").out
            rows = list(csv.DictReader(io.StringIO(said)))
            check_places({row["id"]: int(row["place"]) for row in rows}, item)
        elif "function" in item and _is_criterion(REGISTRY[item["function"]]):
            options = "; ".join(f"{k}={v}" for k, v in item.get("options", {}).items())
            criterion = f"{item['function']}({options})"
            code = main(["standings", str(path), "--criteria", criterion, "--format", "json"])
            assert code == 0, criterion
            lines = json.loads(shell.printed().out)["standings"]
            got = {line["id"]: line["values"][criterion] for line in lines}
            for who, value in item["values"].items():
                figure = expected(value)
                if isinstance(figure, str):
                    assert got[who] is None
                elif isinstance(figure, tuple):
                    assert got[who] == list(map(float, figure)), who
                else:
                    assert got[who] == pytest.approx(float(figure), abs=1e-12), who


def test_published_constants_in_recomputed_cells() -> None:
    items = [item for case in CASES for item in case.expectations if "call" in item]
    rows = [[_plain_formula(*item["call"])] for item in items]
    data, report = recomputed(hand_made({"Answers": rows}))
    assert report.uncomputable == []
    got = values(data, "Answers")
    shown = [number_of(got[cell_name(row, 1)]) for row in range(1, len(rows) + 1)]
    assert shown == [number_of(to_cell(Fraction(expected(item["value"])))) for item in items]


def _plain_formula(name: str, *cells: Any) -> str:
    arguments = (f'"{cell}"' if isinstance(cell, str) else str(cell) for cell in cells)
    return f"={name}({','.join(arguments)})"
