"""What a worksheet part holds: its values, and its formulas as runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Callable

from xltie.core.cells import Scalar
from xltie.recompute.ooxml.cell import Cell, Position, Row, Span
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.runs import Run


def _no_cell(start: int) -> Cell:
    raise LookupError(start)


@dataclass
class SheetScan:
    """What a worksheet part holds: formulas as runs, other cells by column and row.

    ``odd`` are the cells with formulas that are in no run: arrays, and what no program writes;
    ``cell_at`` returns the cell of a run whose bytes begin at an offset. ``cells`` and ``rows`` are
    filled only where the sheet has array formulas, whose results may need cells that are not there
    yet.
    """

    data: bytes
    prefix: str = ""
    runs: list[Run] = field(default_factory=list)
    odd: list[Cell] = field(default_factory=list)
    columns: dict[int, dict[int, Scalar]] = field(default_factory=dict)
    cell_at: Callable[[int], Cell] = _no_cell
    cells: dict[Position, Cell] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    merged: list[Bounds] = field(default_factory=list)
    dimension: tuple[int, int, str] | None = None
    usual: bool = False
    """Whether all its cells are written as spreadsheet programs write them."""

    @cached_property
    def formulas(self) -> list[Cell]:
        """The cells with formulas, in the order of the bytes."""
        in_runs = [self.cell_at(start) for run in self.runs for start in run.starts]
        return sorted([*in_runs, *self.odd], key=lambda cell: cell.start)

    @property
    def values(self) -> dict[Position, Scalar]:
        """The cells without formulas."""
        return {
            (row, column): value
            for column, cells in self.columns.items()
            for row, value in cells.items()
        }

    @property
    def shared(self) -> dict[str, tuple[str, int, int]]:
        """The formulas that cells share, by group, with the column and row they are written for."""
        found = {
            run.shared: (run.text, run.column, run.first)
            for run in self.runs
            if run.shared and run.text
        }
        for cell in self.odd:
            text = cell.formula.text if cell.formula is not None else ""
            if text and cell.formula_attributes.get("t") == "shared":
                found[cell.formula_attributes.get("si", "")] = text, cell.column, cell.row
        return found

    @property
    def size(self) -> int:
        """The number of formulas."""
        return sum(len(run.starts) for run in self.runs) + len(self.odd)


__all__ = ["Cell", "Position", "Row", "SheetScan", "Span"]
