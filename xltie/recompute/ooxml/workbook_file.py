"""The file of a workbook, opened and read once, whatever is asked of it."""

from __future__ import annotations

from functools import cached_property
from typing import Mapping

from xltie.core.cells import Grid
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.read_grids import SheetFormulas, contents_of
from xltie.recompute.ooxml.workbook import Workbook, load


class WorkbookFile:
    """What is known of a file: its package, what it says, its grids, formulas and changed parts.

    Nothing is opened before it is asked for; each step raises the ``WorkbookRefused`` that says why
    the file is no workbook that can be read.
    """

    def __init__(self, data: bytes, package: Package | None = None) -> None:
        self._data = data
        self._package = package

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file, with the parts that were changed."""
        return self._data if self._package is None else self._package.rewrite({})

    @cached_property
    def package(self) -> Package:
        """The parts of the file."""
        return Package(self._data) if self._package is None else self._package

    @cached_property
    def book(self) -> Workbook:
        """What the parts say."""
        return load(self.package)

    @cached_property
    def contents(self) -> tuple[dict[str, Grid], dict[str, SheetFormulas]]:
        """The grids of the sheets and their formulas."""
        return contents_of(self.book)

    @property
    def grids(self) -> dict[str, Grid]:
        """The sheets in their order, formulas as their stored values."""
        return self.contents[0]

    @property
    def formulas(self) -> dict[str, SheetFormulas]:
        """The formulas of every sheet."""
        return self.contents[1]

    def changed(self, parts: Mapping[str, bytes | None]) -> WorkbookFile:
        """Return the file with some parts replaced, or left out for None."""
        return WorkbookFile(self._data, self.package.changed(parts))
