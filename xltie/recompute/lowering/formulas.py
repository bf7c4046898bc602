"""Lowering: from a formula as a file stores it to one that the engine understands.

What the engine gets holds plain A1 references only: structured references, defined names, the
prefixes of add-ins and implicit intersection are resolved here. A whole range handed to one of our
functions becomes a reference to a helper cell that stands for one shared
``Grid``. Formulas that were filled down are read once: the result is a
:class:`Template` for all of them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Callable

from xltie.core.records import dataclass, field
from xltie.recompute.lowering.builtin_functions import Spelling
from xltie.recompute.lowering.template import Caller, Site, Template
from xltie.recompute.lowering.translate import lower
from xltie.recompute.ooxml.language import LETTERS_ONLY
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.ooxml.workbook import Workbook

KEPT_SHAPES = 16
KEPT_FORMULAS = 400
"""So many formulas of a layout are kept for the next workbook of the same."""


@lru_cache(maxsize=4)
def _read_before(layout: tuple[object, ...]) -> dict[tuple[str, Site, Site, bool], Template]:
    """Return what formulas say that were read in workbooks of a layout, by all that decides it."""
    return {}


@dataclass
class WorkbookLowering:
    """Lowers the formulas of one workbook and hands out its helper cells.

    ``caller`` gives the number by which calls name a cell, less its row.
    """

    book: Workbook
    spelling: Spelling
    helper: str
    caller: Callable[[str, int, bool], int]
    blocks: dict[tuple[str, Bounds], int] = field(default_factory=dict)
    _shapes: dict[tuple[str, str, bool], list[Template]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find what is known from workbooks in which every formula says the same."""
        book = self.book
        names = frozenset(book.names.items())
        sheets = tuple(sheet.name for sheet in book.sheets)
        tables = tuple(book.tables.items())
        key = (sheets, tables, names, book.language.comma, self.spelling.names)
        self._known = _read_before(key)

    def template(self, formula: str, site: Site, *, array: bool = False) -> Template:
        """Return the template of a formula that stands at a site.

        What cannot be computed is a template too: its ``refusal`` says why.
        """
        shapes = self._shapes.setdefault((site.sheet, formula.translate(LETTERS_ONLY), array), [])
        for template in shapes:
            if template.fits(formula, site.row, site.column):
                return template
        template = self.read(formula, site, site, array=array)
        shapes.insert(0, template)
        del shapes[KEPT_SHAPES:]
        return template

    def shared(self, formula: str, column: int, row: int, site: Site) -> Template:
        """Return the template of a formula that was written for another cell of the sheet."""
        origin = Site(site.sheet, row, column)
        template = self.template(formula, origin)
        if not template.window.holds(site.row, site.column):
            template = self.read(formula, origin, site)
        return template

    def read(self, formula: str, origin: Site, site: Site, *, array: bool = False) -> Template:
        """Read a formula written for one cell as it stands in another (a shared formula)."""
        key = formula, origin, site, array
        known = self._known.get(key)
        if known is None:
            known = lower(formula, self.book, self.spelling, site, origin, array=array)
            if len(self._known) < KEPT_FORMULAS:
                self._known[key] = known
        return known

    def text(self, template: Template, site: Site) -> str:
        """Return the formula of one cell for the engine."""
        texts: list[str] = []
        for piece in template.pieces:
            if isinstance(piece, str):
                texts.append(piece)
            elif isinstance(piece, Reference):
                texts.append(piece.text(site.row, site.column))
            elif isinstance(piece, Caller):
                texts.append(str(self.caller(site.sheet, site.column, piece.first) + site.row))
            else:
                texts.append(self._block(piece.reference, site))
        return "".join(texts)

    def _block(self, reference: Reference, site: Site) -> str:
        bounds = reference.bounds(site.row, site.column)
        key = (reference.sheet or site.sheet, bounds)
        number = self.blocks.setdefault(key, len(self.blocks) + 1)
        return f"{self.helper}!A{number}"
