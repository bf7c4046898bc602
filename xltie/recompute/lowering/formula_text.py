"""FORMULATEXT: the formulas of a workbook as Excel shows them, from what its file holds.

No engine knows them: what it computes was lowered first. What a file cannot tell is left alone:
the separators and names of functions in the language of the program that shows them, tables and
other workbooks, which a file spells otherwise, and array formulas.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Iterator, Sequence

from xltie.core.cells import Scalar
from xltie.core.formula_lexer import Token, UnreadableFormula, tokens
from xltie.core.messages import say
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.operands import Operands, Uncomputable
from xltie.recompute.lowering.spelling import built_in, from_an_add_in
from xltie.recompute.ooxml.references import Bounds, Reference, parse_cell, parse_reference
from xltie.recompute.ooxml.scan import Cell, Position
from xltie.recompute.ooxml.workbook import Workbook

NAME = "FORMULATEXT"
LONGEST = 8192
UNTOLD = say("FORMULATEXT() of what the file spells in another way than Excel shows it")
FOREIGN = say("FORMULATEXT() in the language of the spreadsheet")
_WRITTEN_OTHERWISE = frozenset({"SINGLE", "ANCHORARRAY"})
_ALONE = re.compile(r"(?:_xlfn\.)?FORMULATEXT\((\$?[A-Z]{1,3}\$?[0-9]+)\)", re.IGNORECASE)


def with_formula_texts(found: list[Token], operands: Operands) -> list[Token]:
    """Return the tokens of a formula, each FORMULATEXT of one cell as the text that it shows.

    Raises:
        Uncomputable: what Excel shows is not known.
    """
    if not any(one.kind == "function" and built_in(one.text) == NAME for one in found):
        return found
    new: list[Token] = []
    at = 0
    while at < len(found):
        call = found[at : at + 4]
        if built_in(call[0].text) == NAME and [one.text for one in call[1::2]] == ["(", ")"]:
            new.append(_shown(call[2], operands))
            at += len(call)
        else:
            new.append(found[at])
            at += 1
    return new


def _shown(argument: Token, operands: Operands) -> Token:
    reference = operands.area(argument) if argument.kind == "area" else ""
    if not isinstance(reference, Reference) or reference.ranged:
        raise Uncomputable(UNTOLD)
    site = operands.site
    operands.window.narrow_to(site)
    row, column, _, _ = reference.bounds(site.row, site.column)
    shown = FormulaTexts.of(operands.book).shown(reference.sheet or site.sheet, (row, column))
    if shown is None or len(shown) > LONGEST:
        return Token("error", "#N/A")
    return Token("text", '"' + shown.replace('"', '""') + '"')


class FormulaTexts:
    """The formulas of one workbook as FORMULATEXT shows them."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self._cells: dict[str, dict[Position, Cell]] = {}
        self._masters: dict[str, dict[str, Cell]] = {}
        self._areas: dict[str, list[Bounds]] = {}

    @classmethod
    def of(cls, book: Workbook) -> FormulaTexts:
        """Return the one of a workbook."""
        found = book.kept.get(NAME)
        if not isinstance(found, cls):
            found = book.kept[NAME] = cls(book)
        return found

    def shown(self, sheet: str, place: Position) -> str | None:
        """Return the formula of a cell with its sign of equality, None where there is none.

        Raises:
            Uncomputable: what Excel shows is not known.
        """
        if not self._in_english:
            raise Uncomputable(FOREIGN)
        return self._text(sheet, place)

    def has_formula(self, sheet: str, place: Position) -> bool:
        """Tell whether a cell holds a formula.

        Raises:
            Uncomputable: an array formula fills it, of which it may be a member or the anchor.
        """
        if sheet not in self._cells:
            self._look(sheet)
        if any(area.holds(*place) for area in self._areas[sheet]):
            raise Uncomputable(say("ISFORMULA() of what an array formula fills"))
        return place in self._cells[sheet]

    def _text(self, sheet: str, place: Position) -> str | None:
        if sheet not in self._cells:
            self._look(sheet)
        if any(area.holds(*place) for area in self._areas[sheet]):
            raise Uncomputable(UNTOLD)
        cell = self._cells[sheet].get(place)
        if cell is None:
            return None
        master = cell
        if cell.formula_attributes.get("t") == "shared":
            number = cell.formula_attributes.get("si", "")
            master = cell if cell.computes_itself else self._masters[sheet].get(number, cell)
        if master.formula is None or not master.formula.text:
            raise Uncomputable(UNTOLD)
        moved = None if master is cell else (Site(sheet, *master.position), Site(sheet, *place))
        return "=" + "".join(_spelled(master.formula.text, moved))

    def _look(self, sheet: str) -> None:
        """Find the formulas of a sheet."""
        formulas = self.book.scan(sheet).formulas
        self._cells[sheet] = {cell.position: cell for cell in formulas}
        self._areas[sheet] = [cell.array_area for cell in formulas if cell.array_area is not None]
        self._masters[sheet] = {
            cell.formula_attributes["si"]: cell
            for cell in formulas
            if "si" in cell.formula_attributes and cell.computes_itself
        }

    @cached_property
    def _in_english(self) -> bool:
        """Whether the texts that are stored speak against English names, and commas, nowhere.

        Where texts are stored, one has to be what is shown here.
        """
        told = [one for sheet in self.book.sheets for one in self._stored(sheet.name)]
        agreed = any(own == stored for own, stored in told)
        apart = any(own != stored and own == stored.replace(";", ",") for own, stored in told)
        return not self.book.language.comma and not apart and (agreed or not told)

    def _stored(self, sheet: str) -> Iterator[tuple[str, str]]:
        """Yield what is shown here, and what is stored, for cells that show a formula alone."""
        for cell in self.book.scan(sheet).formulas:
            call = _ALONE.fullmatch(cell.formula.text) if cell.formula else None
            stored: Scalar = cell.stored(self.book.strings) if call else None
            if call and isinstance(stored, str) and stored.startswith("="):
                try:
                    own = self._text(sheet, parse_cell(call[1]))
                except Uncomputable:
                    continue
                if own is not None:
                    yield own, stored


def _spelled(text: str, moved: tuple[Site, Site] | None) -> Iterator[str]:
    """Yield the pieces of a formula as Excel shows them; ``moved`` from one cell to another."""
    try:
        found: Sequence[Token] = tokens(text)
    except UnreadableFormula:
        raise Uncomputable(UNTOLD) from None
    for token in found:
        if token.kind == "table" or (token.kind != "text" and "[" in token.text):
            raise Uncomputable(UNTOLD)
        if token.kind == "function":
            name = built_in(token.text)
            if from_an_add_in(token.text) or name in _WRITTEN_OTHERWISE:
                raise Uncomputable(UNTOLD)
            yield name if token.text.lower().startswith("_xl") else token.text
        elif token.kind == "area" and moved is not None and token.body != "#REF!":
            origin, site = moved
            reference = parse_reference(token.body, "", origin.row, origin.column)
            yield token.sheet + reference.source(site.row, site.column)
        elif token.kind == "name" and token.text.lower().startswith("_xl"):
            raise Uncomputable(UNTOLD)
        else:
            yield token.text
