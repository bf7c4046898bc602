"""Whatever stands in the cells, a call gives a value or says what is wrong: never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shell import Shell
from tests.strategies import events, games_table, players_table
from xltie.cli.main import main
from xltie.core.cells import CellError, Grid
from xltie.core.errors import XltieError
from xltie.functions.registry import Function, Kind
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

pytestmark = pytest.mark.slow

ROBUST = settings(max_examples=10)

WORDS = (
    "p1", "p2", "P3", "BYE", "-", "1-0", "0-1", "½-½", "1-0F", "withdrawn", "half bye", "*", "=",
    "Round 2", "points, BQ", "BQ(c=12", "DC, BH/C1", "wof", "papp", "egf", "fide2026", "even",
    "1;2;3", "1,5", "½", "x", " ", "",
)  # fmt: skip
HEADERS = (
    "Round", "Black", "White", "Black discs", "White discs", "Result", "Score", "Score", "Player 1",
    "Player 2", "A", "B", "NS", "EW", "Table", "Handicap", "ID", "Name", "Rating",
    "Withdrawn after", "Start", "Grade", "Board", "IMPs", None, 3,
)  # fmt: skip

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70),
    st.sampled_from((0.5, 1.0, -1.5, 1e300, float("inf"), float("nan"), 45992.0)),
    st.sampled_from(WORDS),
    st.builds(CellError, st.sampled_from(("#N/A", "#REF!", "#DIV/0!"))),
    st.text(max_size=4),
)


@st.composite
def grids(draw: Any) -> Grid:
    """A table with any headers and any cells, or a good one with a few cells spoilt."""
    if draw(st.booleans()):
        event = draw(events(max_players=5, max_rounds=4))
        good = games_table(event) if draw(st.booleans()) else players_table(event)
        rows = [list(row) for row in good.rows]
        for _ in range(draw(st.integers(0, 3))):
            row = draw(st.integers(0, len(rows) - 1))
            rows[row][draw(st.integers(0, len(rows[row]) - 1))] = draw(scalars)
        return Grid(rows, "Rounds")
    headers = draw(st.lists(st.sampled_from(HEADERS), min_size=1, max_size=7))
    rows = draw(st.lists(st.lists(scalars, min_size=1, max_size=len(headers)), max_size=6))
    return Grid([headers, *rows], draw(st.sampled_from(("", "Rounds", "My games"))))


def arguments(entry: Function) -> st.SearchStrategy[list[Any]]:
    def of(kind: Kind) -> st.SearchStrategy[Any]:
        if kind.is_table:
            return st.one_of(grids(), grids(), grids(), scalars)
        return st.one_of(scalars, st.builds(lambda cell: Grid([[cell]]), scalars), grids())

    return st.tuples(*(of(p.kind) for p in entry.parameters)).map(list)


@pytest.mark.parametrize("name", REGISTRY)
@ROBUST
@given(data=st.data())
def test_no_cells_bring_a_traceback(name: str, data: st.DataObject) -> None:
    cells = data.draw(arguments(REGISTRY[name]))
    count = data.draw(st.integers(0, len(cells)))
    try:
        found = evaluate_call(REGISTRY[name], cells[: max(count, min(2, len(cells)))])
    except XltieError as error:
        assert error.code.startswith("#")
        assert str(error)
        return
    rows = found if isinstance(found, tuple) else ((found,),)
    assert all(_is_cell(cell) for row in rows for cell in row)
    assert len({len(row) for row in rows}) <= 1


@pytest.mark.parametrize("name", REGISTRY)
@ROBUST
@given(data=st.data())
def test_good_tables_with_any_options(name: str, data: st.DataObject) -> None:
    event = data.draw(events(max_players=6, max_rounds=4))
    entry = REGISTRY[name]
    cells: list[Any] = []
    for parameter in entry.parameters:
        if parameter.kind is Kind.GAMES:
            cells.append(games_table(event))
        elif parameter.kind is Kind.PLAYERS:
            cells.append(data.draw(st.sampled_from((None, players_table(event)))))
        elif parameter.kind is Kind.PLAYER:
            cells.append(data.draw(st.sampled_from(("p1", Grid([["p1"], ["p2"], [None]])))))
        elif parameter.names:
            cells.append(data.draw(st.sampled_from((None, *parameter.names, "x"))))
        else:
            cells.append(data.draw(st.one_of(st.none(), st.integers(0, 9), st.sampled_from(WORDS))))
    try:
        evaluate_call(entry, cells)
    except XltieError as error:
        assert str(error)


def _is_cell(cell: Any) -> bool:
    return cell is None or isinstance(cell, (bool, int, float, str, CellError))


def test_a_cell_far_from_all_others_is_named_and_takes_no_memory(
    tmp_path: Path, shell: Shell
) -> None:
    """The rectangle of all cells would hold seventeen thousand million."""
    import openpyxl

    book = openpyxl.Workbook()
    book.active.title = "Players"
    book.active["A4"], book.active["XFD1048576"] = "No", "x"
    path = tmp_path / "far.xlsx"
    book.save(path)
    assert "Players!XFD1048576: stands so far from the others" in shell("check", path, code=2).err


def test_a_line_that_no_report_has_is_refused_at_once(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "long.trf"
    path.write_text("012 Open\n001    1      " + "A" * 2_000_000 + "\n", "utf-8")
    assert main(["check", str(path)]) != 0
    said = shell.printed().err
    assert "long.trf:2: is 2000014 characters long" in said and said.count("\n") == 1
