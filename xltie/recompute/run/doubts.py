"""Whether the engine's result of a formula in this workbook is sure to be Excel's."""

from __future__ import annotations

import re
from typing import Callable, Iterable, Iterator, TypeGuard

from xltie.core.cells import Scalar
from xltie.core.formula_lexer import Token, UnreadableFormula, tokens
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import ANYWHERE, HIDDEN_ROWS
from xltie.recompute.lowering.differences import RISKY, difference
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.kinds import Kind, several, single
from xltie.recompute.lowering.operands import Operands, Uncomputable, Window
from xltie.recompute.lowering.proof import NotProven, Proof
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.plan import PLAIN, Formula, Plan

ARRAY = say("an array formula is not compared with Excel")
CIRCLE = say("it reads a circular reference")
CIRCLES = say("the workbook allows circular references, whose result depends on where it begins")
# make a text of a number that they are given
FROM_NUMBERS = frozenset(
    "CONCAT CONCATENATE TEXTJOIN LEFT RIGHT MID REPT SUBSTITUTE REPLACE FIXED DOLLAR".split()
)
_DECIMALS = re.compile(r"[\d.]*\d\.\d[\d.]*")
_TRUTHS = re.compile(r"TRUE|FALSE")
# of a range larger than this, the cells in use are gone through instead
FEW_CELLS = 1000
LONGEST_SIDE = 100_000


class Doubts:
    """Answers for the formulas of one plan; ``current`` returns the value that a formula has."""

    def __init__(self, book: Workbook, plan: Plan, current: Callable[[Site], Scalar]) -> None:
        self.book = book
        self.plan = plan
        self.current = current
        self._areas: dict[tuple[str, Bounds], Kind] = {}
        self._sites: dict[str, list[Position]] = {}
        for site in plan.formulas:
            self._sites.setdefault(site.sheet, []).append((site.row, site.column))

    def of(self, formula: Formula, computed: Scalar) -> Message:
        """Return why the engine's result of a formula may differ from Excel's, if it may."""
        if formula.kind != PLAIN:
            return ARRAY
        if self.book.iteration is not None:
            return CIRCLES
        found = _tokens(formula)
        if not found:
            return say("a formula that cannot be read")
        gap = None
        if _number(formula.old) and _number(computed):
            gap = abs(formula.old - computed)
        look = self._looking(formula.site)
        return Proof(found, look, date1904=self.book.date1904, gap=gap).doubt()

    def look_again(self) -> None:
        """Forget what cells held, which may be new."""
        self._areas.clear()

    def untold(self, formula: Formula, computed: Scalar) -> Message:
        """Return why a text may hold numbers in another language than Excel's, if it may.

        It is in doubt only where a program stored a text that could be its own.
        """
        language, lowered = self.book.language, formula.template.lowered
        if (language.told and language.words_told) or not self.book.calculated or lowered.ours:
            return NOTHING
        makes_text = "&" in lowered.source or lowered.functions & FROM_NUMBERS
        if not makes_text or formula.old is None or "TEXT" in lowered.functions:
            return NOTHING
        written = computed if isinstance(computed, str) else ""
        found = [] if language.told else _DECIMALS.findall(written)
        found += [] if language.words_told else _TRUTHS.findall(written)
        if not found:
            return NOTHING
        known = "\n".join(self._texts(formula))
        if all(one in known for one in found):
            return NOTHING
        return say("numbers or truth values as text, in a language that no stored text tells")

    def _texts(self, formula: Formula) -> Iterator[str]:
        """Yield the texts in a formula and in the cells that it refers to."""
        lowered, site = formula.template.lowered, formula.site
        yield from (piece for piece in lowered.source if isinstance(piece, str))
        for reference in lowered.references:
            bounds = reference.bounds(site.row, site.column)
            for value in self._values(reference.sheet or site.sheet, bounds):
                if isinstance(value, str):
                    yield value

    def difference(self, formula: Formula, computed: Scalar) -> Message:
        """Return why the engine's result of a formula is known not to be Excel's, if it is."""
        functions = formula.template.lowered.functions
        if not (functions & RISKY or "^" in formula.template.lowered.source):
            return NOTHING
        hidden = any(sheet.scan.hidden for sheet in self.book.sheets)
        if hidden and functions & HIDDEN_ROWS and functions & ANYWHERE:
            return say("SUBTOTAL or AGGREGATE over rows that may be hidden or filtered")
        looking = self._looking(formula.site)

        def look(token: Token) -> Kind | None:
            try:
                return looking(token)
            except NotProven:
                return None

        return difference(_tokens(formula), look, computed, array=formula.kind != PLAIN)

    def _looking(self, site: Site) -> Callable[[Token], Kind]:
        """Return what tells what an operand of a cell's formula holds."""
        operands = Operands(self.book, site.sheet, site, site, Window())

        def look(token: Token) -> Kind:
            try:
                return self._look(operands, token, site)
            except Uncomputable as error:
                raise NotProven(error.message) from None

        return look

    def largest_operand(self, formula: Formula) -> float:
        """Return the largest number in the single cells that a formula refers to."""
        site = formula.site
        found = [0.0]
        for reference in formula.template.lowered.references:
            bounds = reference.bounds(site.row, site.column)
            if bounds.single:
                value = self._value(reference.sheet or site.sheet, (bounds.top, bounds.left))
                if isinstance(value, (int, float)):
                    found.append(abs(value))
        return max(found)

    def _look(self, operands: Operands, token: Token, site: Site) -> Kind:
        """Return what an operand holds."""
        if token.kind == "name":
            token, operands = self._named(operands, token, site)
        if token.kind == "area":
            meant = operands.area(token)
        else:
            text = token.text if token.kind == "table" else token.text + "[]"
            meant = operands.table(text)
        if not isinstance(meant, Reference):
            raise NotProven(say("a reference to cells that are gone"))
        return self._area(meant.sheet or site.sheet, meant.bounds(site.row, site.column))

    def _named(self, operands: Operands, token: Token, site: Site) -> tuple[Token, Operands]:
        """Return the range that a defined name stands for, and how it is to be read."""
        defined = operands.definition(token.text)
        if defined is None:
            if token.text.lower() in self.book.tables:
                return token, operands
            raise NotProven(say("the name {value} is not known", value=token.text))
        formula, scope = defined
        try:
            found = [one for one in tokens(formula) if one.kind != "space"]
        except UnreadableFormula:
            found = []
        if len(found) != 1 or found[0].kind != "area" or "$" not in found[0].body:
            raise NotProven(say("the name {value} stands for a formula", value=token.text))
        return found[0], Operands(self.book, scope, site, Site(scope, 1, 1), Window())

    def _area(self, sheet: str, bounds: Bounds) -> Kind:
        key = (sheet, bounds)
        if key not in self._areas:
            if bounds.single:
                place = bounds.top, bounds.left
                kind = single(self._value(sheet, place), computed=self._noisy(sheet, place))
            else:
                whole = max(bounds.size) > LONGEST_SIDE or bounds.size[1] > FEW_CELLS
                values = list(self._values(sheet, bounds))
                kind = several(values, whole=whole, computed=self._any_noisy(sheet, bounds))
            self._areas[key] = kind
        return self._areas[key]

    def _value(self, sheet: str, position: Position) -> Scalar:
        site = Site(sheet, *position)
        return self.current(site) if site in self.plan.formulas else self._stored(sheet, position)

    def _noisy(self, sheet: str, position: Position) -> bool:
        """Tell whether a formula's number is not, to the last digit, the one that is stored."""
        formula = self.plan.formulas.get(Site(sheet, *position))
        if formula is None:
            return False
        current = self.current(formula.site)
        return _number(current) and _number(formula.old) and current != formula.old

    def _any_noisy(self, sheet: str, bounds: Bounds) -> bool:
        return any(
            self._noisy(sheet, place)
            for place in self._sites.get(sheet, ())
            if bounds.holds(*place)
        )

    def _stored(self, sheet: str, position: Position) -> Scalar:
        value = self.plan.values.get(sheet, {}).get(position)
        if value is None:
            # what an array formula stored beside itself
            index = self.book.sheet_index(sheet)
            value = None if index is None else self.book.sheets[index].scan.values.get(position)
        return value

    def _values(self, sheet: str, bounds: Bounds) -> Iterator[Scalar]:
        """Yield the values of a range, of a large one those of the cells in use."""
        height, width = bounds.size
        if height * width <= FEW_CELLS:
            places: Iterable[Position] = (
                (row, column)
                for row in range(bounds.top, bounds.bottom + 1)
                for column in range(bounds.left, bounds.right + 1)
            )
        else:
            yield None
            index = self.book.sheet_index(sheet)
            scanned = {} if index is None else self.book.sheets[index].scan.values
            used = {*self.plan.values.get(sheet, {}), *scanned, *self._sites.get(sheet, ())}
            places = (place for place in used if bounds.holds(*place))
        for place in places:
            yield self._value(sheet, place)


def _tokens(formula: Formula) -> list[Token]:
    """Return the tokens of a formula as it stands in its cell, none where it cannot be read."""
    row, column = formula.site.row, formula.site.column
    text = "".join(
        piece if isinstance(piece, str) else piece.source(row, column)
        for piece in formula.template.lowered.source
    )
    try:
        return tokens(text)
    except UnreadableFormula:
        return []


def _number(value: Scalar) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
