"""Whether a new value of a formula may be written into this workbook."""

from __future__ import annotations

import re
from typing import Callable, Iterable, Iterator

from xltie.core.cells import Scalar
from xltie.core.formula_lexer import Token
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import ANYWHERE, HIDDEN_ROWS
from xltie.recompute.lowering.differences import may_write_new_value
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.kinds import Kind, several, single
from xltie.recompute.lowering.what_it_reads import Area, area_of
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.plan import PLAIN, Formula, Plan

# make a text of a number that they are given
FROM_NUMBERS = frozenset(
    "CONCAT CONCATENATE TEXTJOIN LEFT RIGHT MID REPT SUBSTITUTE REPLACE FIXED DOLLAR".split()
)
_DECIMALS = re.compile(r"[\d.]*\d\.\d[\d.]*")
_TRUTHS = re.compile(r"TRUE|FALSE")
# of a range larger than this, the cells in use are gone through instead
FEW_CELLS = 1000
LONGEST_SIDE = 100_000


class NewValues:
    """Answers for the formulas of one plan; ``current`` returns the value that a formula has."""

    def __init__(self, book: Workbook, plan: Plan, current: Callable[[Site], Scalar]) -> None:
        self.book = book
        self.plan = plan
        self.current = current
        self._hides = any(sheet.scan.hidden for sheet in book.sheets)
        self._kinds: dict[Area, Kind] = {}
        self._sites: dict[str, list[Position]] = {}

    def look_again(self) -> None:
        """Forget what cells held, which may be new."""
        self._kinds.clear()

    def refusal(self, formula: Formula, computed: Scalar) -> Message:
        """Return why a value may not be written, nothing where it may."""
        lowered, site = formula.template.lowered, formula.site
        if self._hides and lowered.functions & HIDDEN_ROWS and lowered.functions & ANYWHERE:
            return say("SUBTOTAL or AGGREGATE over rows that may be hidden or filtered")

        def look(token: Token) -> Kind | None:
            area = area_of(self.book, token, site)
            return None if area is None else self._kind(area)

        array = formula.kind != PLAIN
        reason = may_write_new_value(lowered, site, look, computed, array=array)
        return reason or self._untold(formula, computed)

    def _untold(self, formula: Formula, computed: Scalar) -> Message:
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

    def _kind(self, area: Area) -> Kind:
        if area not in self._kinds:
            sheet, bounds = area
            if bounds.single:
                self._kinds[area] = single(self.value(sheet, (bounds.top, bounds.left)))
            else:
                whole = max(bounds.size) > LONGEST_SIDE or bounds.size[1] > FEW_CELLS
                self._kinds[area] = several(self._values(sheet, bounds), whole=whole)
        return self._kinds[area]

    def value(self, sheet: str, position: Position) -> Scalar:
        """Return what a cell holds now."""
        site = Site(sheet, *position)
        return self.current(site) if site in self.plan.formulas else self._stored(sheet, position)

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
            used = {*self.plan.values.get(sheet, {}), *scanned, *self._formulas_of(sheet)}
            places = (place for place in used if bounds.holds(*place))
        for place in places:
            yield self.value(sheet, place)

    def _formulas_of(self, sheet: str) -> list[Position]:
        if not self._sites:
            for site in self.plan.formulas:
                self._sites.setdefault(site.sheet, []).append((site.row, site.column))
        return self._sites.get(sheet, [])
