"""What a worksheet part holds: its values, and its formulas as runs and as cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Sequence

from xltie.core.cells import Scalar
from xltie.recompute.ooxml.cell import Cell, Position, Row, Span
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.runs import Run, runs_of


@dataclass
class SheetScan:
    """What a worksheet part holds, by runs and columns or by cells: each is made of the other.

    ``cells`` and ``rows`` are filled only where the sheet has array formulas, whose results may
    need cells that are not there yet.
    """

    data: bytes
    prefix: str = ""
    cells: dict[Position, Cell] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    merged: list[Bounds] = field(default_factory=list)
    dimension: tuple[int, int, str] | None = None
    strings: Sequence[str] = ()
    usual: bool = False
    """Whether all its cells are written as spreadsheet programs write them."""
    _formulas: list[Cell] | None = None
    _values: dict[Position, Scalar] | None = None
    _runs: list[Run] | None = None
    _odd: list[Cell] = field(default_factory=list)
    _columns: dict[int, dict[int, Scalar]] | None = None
    _cell_at: Callable[[int], Cell] | None = None

    def take(
        self,
        runs: list[Run],
        odd: list[Cell],
        columns: dict[int, dict[int, Scalar]],
        cell_at: Callable[[int], Cell],
    ) -> None:
        """Hold runs, cells that are in none, and values; ``cell_at`` reads a cell of a run."""
        self._runs, self._odd, self._columns, self._cell_at = runs, odd, columns, cell_at
        self.usual = True

    @property
    def formulas(self) -> list[Cell]:
        """The cells with formulas, in the order of the bytes."""
        if self._formulas is None:
            starts = [start for run in self._runs or () for start in run.starts]
            self._formulas = [*map(self.cell_at, starts), *self._odd]
            self._formulas.sort(key=lambda cell: cell.start)
        return self._formulas

    @property
    def values(self) -> dict[Position, Scalar]:
        """The cells without formulas."""
        if self._values is None:
            self._values = {
                (row, column): value
                for column, cells in (self._columns or {}).items()
                for row, value in cells.items()
            }
        return self._values

    @property
    def runs(self) -> list[Run]:
        """The formulas that were filled down, or stand alone."""
        if self._runs is None:
            self._runs, self._odd = runs_of(self.formulas, self.strings)
            self._cell_at = {cell.start: cell for cell in self.formulas}.__getitem__
        return self._runs

    @property
    def odd(self) -> list[Cell]:
        """The cells with formulas that are in no run: arrays, and what no program writes."""
        return self._odd if self.runs is not None else []

    @property
    def columns(self) -> dict[int, dict[int, Scalar]]:
        """The cells without formulas by column and row."""
        if self._columns is None:
            self._columns = {}
            for (row, column), value in self.values.items():
                self._columns.setdefault(column, {})[row] = value
        return self._columns

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

    def cell_at(self, start: int) -> Cell:
        """Return the cell of a run whose bytes begin at an offset."""
        if self._cell_at is None:
            raise LookupError(start)
        return self._cell_at(start)


__all__ = ["Cell", "Position", "Row", "SheetScan", "Span"]
