"""What an operand of a formula means: a reference, an error, a name's formula."""

from __future__ import annotations

import re
from typing import Iterator

from xltie.core.cell_names import unquote_sheet
from xltie.core.formula_lexer import Token, UnreadableFormula
from xltie.core.messages import plain, say
from xltie.recompute.lowering.template import Site, Window
from xltie.recompute.lowering.tree import OPERANDS, Node, Part, Uncomputable, parse
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    Bounds,
    Coordinate,
    Reference,
    Table,
    UnresolvedReference,
    fixed_reference,
    parse_reference,
    parse_specifier,
    quoted,
    resolve,
)
from xltie.recompute.ooxml.workbook import Workbook

_OWN_WORKBOOK = "[0]"
_LINK_ONLY = re.compile(r"\[\d+\]")
_LOCAL = "_xlpm."


class Operands:
    """Resolves the operands of a formula at a site; ``home`` is the sheet of bare references."""

    def __init__(self, book: Workbook, home: str, site: Site, origin: Site, window: Window) -> None:
        self.book = book
        self.home = home
        self.site = site
        self.origin = origin
        self.window = window

    def resolve(self, tree: Node) -> None:
        """Find out what each operand of a formula stands for: its ``item``.

        That is a reference, the text of an error, the tree of a name's formula, None for what
        nobody knows, or the :class:`Uncomputable` that says why it cannot be told.
        """
        for node in tree.walk():
            _mark_local(node)
        for node in tree.walk():
            if node.kind in OPERANDS:
                try:
                    node.item = self._meant(node)
                except Uncomputable as error:
                    error.references = self._on_several_sheets(node)
                    node.item = error
                except UnreadableFormula as error:
                    node.item = Uncomputable(plain(str(error)))

    def _meant(self, node: Node) -> Reference | str | Node | None:
        if node.kind == Part.AREA:
            return self.area(node.item)
        if node.kind == Part.TABLE:
            return self.table(node.text)
        defined = self.definition(node.text)
        if defined is None:
            known = node.text.lower() in self.book.tables
            return self.table(node.text + "[]") if known else None
        # the formula of a name is written for the first cell
        formula, scope = defined
        inner = Operands(self.book, scope, self.site, Site(scope, 1, 1), self.window)
        tree = parse(formula)
        inner.resolve(tree)
        return tree

    def _on_several_sheets(self, node: Node) -> list[Reference]:
        """Return what ``First:Last!A1`` may mean: the cells on each sheet."""
        token = node.item
        if node.kind != Part.AREA or not token.sheet or token.body == "#REF!":
            return []
        if ":" not in unquote_sheet(token.sheet[:-1]):
            return []
        at = self.origin.row, self.origin.column
        return [parse_reference(token.body, sheet.name, *at) for sheet in self.book.sheets]

    def sheet(self, prefix: str) -> str | None:
        """Return the sheet that ``Sheet1!`` names, ``""`` for the formula's own, None for none."""
        if not prefix:
            return "" if self.home == self.site.sheet else self.home
        name = unquote_sheet(prefix[:-1]).removeprefix(_OWN_WORKBOOK)
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


def _mark_local(node: Node) -> None:
    """Mark the names that ``LET`` and ``LAMBDA`` give, which no workbook defines."""
    if node.kind == Part.NAME and node.text.lower().startswith(_LOCAL):
        node.kind = Part.LOCAL
    if node.function in ("LET", "LAMBDA"):
        given = node.parts[:-1:2] if node.function == "LET" else node.parts[:-1]
        names = {one.text.lower() for one in given if one.kind == Part.NAME}
        for inner in node.walk():
            if inner.kind == Part.NAME and inner.text.lower() in names:
                inner.kind = Part.LOCAL


def within(tree: Node) -> Iterator[Node]:
    """Yield all parts of a formula and of the names in it."""
    for node in tree.walk():
        yield node
        if node.kind == Part.NAME and isinstance(node.item, Node):
            yield from within(node.item)


def references_in(tree: Node) -> Iterator[Reference]:
    """Yield what a formula refers to, also by names and where it cannot be computed."""
    for node in within(tree):
        if isinstance(node.item, Reference):
            yield node.item
        elif isinstance(node.item, Uncomputable):
            yield from node.item.references
