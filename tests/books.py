"""Workbooks for tests: typed by hand with openpyxl, or made by ``xltie new``."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter

from xltie.core.cells import Grid
from xltie.event import Contestant
from xltie.recompute import Report, recompute
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits, edit_workbook
from xltie.sheets.functions import callables

Rows = Iterable[Sequence[Any]]


def hand_made(sheets: Mapping[str, Rows]) -> bytes:
    """A plain workbook: rows of values and formulas, nothing computed."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def field(players: int) -> list[Contestant]:
    """Players called P1, P2 ...: a line without a name is nobody."""
    return [Contestant(str(number), f"P{number}") for number in range(1, players + 1)]


def named(path: Path | str, players: int, sheet: str = "Players") -> None:
    """Type names beside the first numbers of a list, P1, P2 ...: who has none is nobody."""
    edited(Path(path), sheet, {f"B{4 + number}": f"P{number}" for number in range(1, players + 1)})


def recomputed(data: bytes) -> tuple[bytes, Report]:
    return recompute(data, callables())


def typed_into(data: bytes, *edits: CellEdits) -> bytes:
    """A workbook with values typed into it, not computed."""
    return edit_workbook(WorkbookFile(data), *edits).data


def values(data: bytes, sheet: str) -> dict[str, Any]:
    """The stored values of a sheet, by cell."""
    book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    return {
        cell.coordinate: cell.value
        for row in book[sheet].iter_rows()
        for cell in row
        if cell.value is not None
    }


def setting_cell(path: Path, label: str, below: int = 0) -> str:
    """Return the cell of a setting's value, or the one some lines below it.

    A setting that has no line gets the next free one, as a person writes it there.
    """
    lines = openpyxl.load_workbook(path)["Settings"].iter_rows(max_col=1, values_only=True)
    labels = [text for (text,) in lines]
    if label not in labels:
        free = labels.index(None, labels.index("Setting"))
        edited(path, "Settings", {f"A{free + 1}": label})
        labels[free] = label
    return f"B{labels.index(label) + 1 + below}"


def edited(path: Path, sheet: str, cells: Mapping[str, Any]) -> None:
    """Type into cells as a person does, and save with openpyxl."""
    book = openpyxl.load_workbook(path)
    for cell, value in cells.items():
        book[sheet][cell] = value
    book.save(path)


def games_typed(path: Path, games: Sequence[Sequence[object]], first: int = 5) -> None:
    """Type games into Rounds, each as round, number, number, result and handicap if any.

    The columns are found by their headings: which others there are depends on the game.
    """
    heads = next(
        row
        for row in openpyxl.load_workbook(path)["Rounds"].iter_rows(values_only=True)
        if row[0] == "Round"
    )
    titles = [str(head or "").partition("\n")[0] for head in heads]
    numbers = [at for at, title in enumerate(titles) if title == "No"]
    columns = [0, numbers[0], numbers[-1], titles.index("Result")]
    columns += [titles.index("Handicap")] if "Handicap" in titles else []
    cells = {
        f"{get_column_letter(column + 1)}{row}": value
        for row, game in enumerate(games, first)
        for column, value in zip(columns, game, strict=False)
    }
    edited(path, "Rounds", cells)


def workbook_grids(data: bytes) -> dict[str, Grid]:
    """The sheets of a workbook in their order, formulas as their stored values."""
    return WorkbookFile(data).grids
