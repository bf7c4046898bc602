"""What an operand of a formula means: a reference, an error, a name's formula."""

from __future__ import annotations

import re
from typing import Sequence

from xltie.core.formula_lexer import Token, beside
from xltie.core.messages import Message, say
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    Bounds,
    Coordinate,
    Reference,
    fixed_reference,
    parse_reference,
    quoted,
    unquoted,
)
from xltie.recompute.ooxml.structured_references import (
    Table,
    UnresolvedReference,
    parse_specifier,
    resolve,
)
from xltie.recompute.ooxml.workbook import Workbook

_OWN_WORKBOOK = "[0]"
_LINK_ONLY = re.compile(r"\[\d+\]")


class Uncomputable(ValueError):
    """A formula that cannot be computed here; the message says why, for the report."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Window:
    """The rows and columns for which something that was resolved stays right."""

    def __init__(self) -> None:
        self.rows = (1, LAST_ROW)
        self.columns = (1, LAST_COLUMN)

    def narrow(self, rows: tuple[int, int], columns: tuple[int, int]) -> None:
        """Keep only what lies within these rows and columns too."""
        self.rows = (max(self.rows[0], rows[0]), min(self.rows[1], rows[1]))
        self.columns = (max(self.columns[0], columns[0]), min(self.columns[1], columns[1]))

    def holds(self, row: int, column: int) -> bool:
        """Tell whether a cell lies within."""
        rows, columns = self.rows, self.columns
        return rows[0] <= row <= rows[1] and columns[0] <= column <= columns[1]

    def narrow_to(self, site: Site) -> None:
        """Keep one cell only."""
        self.narrow((site.row, site.row), (site.column, site.column))


class Operands:
    """Resolves the operands of a formula at a site; ``home`` is the sheet of bare references."""

    def __init__(self, book: Workbook, home: str, site: Site, origin: Site, window: Window) -> None:
        self.book = book
        self.home = home
        self.site = site
        self.origin = origin
        self.window = window

    def sheet(self, prefix: str) -> str | None:
        """Return the sheet that ``Sheet1!`` names, ``""`` for the formula's own, None for none."""
        if not prefix:
            return "" if self.home == self.site.sheet else self.home
        name = unquoted(prefix).removeprefix(_OWN_WORKBOOK)
        if "[" in name:
            raise Uncomputable(say("refers to another workbook"))
        index = self.book.sheet_index(name)
        if index is not None:
            return self.book.sheets[index].name
        if ":" in name:
            raise Uncomputable(say("refers to the same cells of several sheets"))
        return None

    def area(self, token: Token) -> Reference | str:
        """Return what ``Sheet1!$A$1:B9`` means."""
        sheet = self.sheet(token.sheet)
        if sheet is None or token.body == "#REF!":
            return "#REF!"
        return parse_reference(token.body, sheet, self.origin.row, self.origin.column)

    def table(self, text: str) -> Reference | str:
        """Return what a structured reference means."""
        name, _, rest = text.partition("[")
        specifier_text = rest[:-1]
        if "!" in name:
            prefix, _, name = name.rpartition("!")
            self.sheet(prefix + "!")
        if not name and _LINK_ONLY.fullmatch(f"[{specifier_text}]"):
            raise Uncomputable(say("refers to another workbook"))
        table = self.book.tables.get(name.lower()) if name else self._own_table()
        if table is None:
            raise Uncomputable(
                say("refers to an unknown table {name!r}", name=name)
                if name
                else say("refers to an unknown table")
            )
        specifier = parse_specifier(specifier_text)
        try:
            bounds = resolve(table, specifier, self.site.row)
        except UnresolvedReference as error:
            self.window.narrow_to(self.site)
            return error.code
        if not specifier.this_row:
            return fixed_reference(table.sheet, bounds)
        return self._this_row(table, bounds)

    def _this_row(self, table: Table, bounds: Bounds) -> Reference:
        """Return a reference to the formula's own row, right for all rows of the table's data."""
        self.window.narrow(table.data, (1, LAST_COLUMN))
        here = Coordinate(False, 0)
        left, right = Coordinate(True, bounds.left), Coordinate(True, bounds.right)
        ranged = left != right
        return Reference(table.sheet, here, left, here, right, ranged, quoted(table.sheet))

    def _own_table(self) -> Table | None:
        """Return the table that a formula with ``[Column]`` stands in."""
        self.window.narrow_to(self.site)
        site = self.site
        beside = [
            table
            for table in self.book.tables.values()
            if table.sheet == self.home and table.area.top <= site.row <= table.area.bottom
        ]
        around = [table for table in beside if table.area.holds(site.row, site.column)]
        found = around or beside
        return found[0] if found else None

    def definition(self, text: str) -> tuple[str, str] | None:
        """Return the formula of a defined name and the sheet of its bare references."""
        prefix, mark, name = text.rpartition("!")
        sheet = self.sheet(prefix + mark) if mark else ""
        scope = sheet or self.home
        names = self.book.names
        local = names.get((name.lower(), self.book.sheet_index(scope)))
        formula = local if local is not None else names.get((name.lower(), None))
        return None if formula is None else (formula, scope)


def refuse_intersection(found: Sequence[Token], index: int) -> None:
    """Refuse the space between two operands, which the engine does not know."""
    before = beside(found, index, -1)
    if not index or found[index - 1].kind != "space" or before is None:
        return
    if before.kind in ("area", "table", "name") or before.text == ")":
        raise Uncomputable(say("the intersection of two ranges"))
