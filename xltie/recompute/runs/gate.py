"""Whether a new value of a formula may be written into this workbook."""

from __future__ import annotations

import re
from typing import Iterable, Sequence

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import ANYWHERE, HIDDEN_ROWS
from xltie.recompute.lowering.differences import certain, known_to_differ
from xltie.recompute.lowering.measured import Kind, not_measured, several, single
from xltie.recompute.lowering.template import Template
from xltie.recompute.lowering.tree import Node
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.runs.columns import PLAIN, Area, Cells, FilledRun
from xltie.recompute.runs.vectors import Undecided

# make a text of a number that they are given
FROM_NUMBERS = frozenset(
    "CONCAT CONCATENATE TEXTJOIN LEFT RIGHT MID REPT SUBSTITUTE REPLACE FIXED DOLLAR".split()
)
_DECIMALS = re.compile(r"[\d.]*\d\.\d[\d.]*")
_TRUTHS = re.compile(r"TRUE|FALSE")
MOST_COLUMNS = 1000
LONGEST_SIDE = 100_000


class Gate:
    """Answers for the formulas of a workbook while its cells hold the same."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.book = cells.book
        self._hides = any(sheet.scan.hidden for sheet in self.book.sheets)
        self._kinds: dict[Area, Kind] = {}

    def passes(self, run: FilledRun, computed: Sequence[Scalar]) -> bool:
        """Tell whether all values of a run may be written, which needs no look at each."""
        template = run.template
        stored = any(run.stored) or self.book.language.comma
        untold = self.book.calculated and not template.ours and stored
        sure = certain(template) and not self._sees_hidden(template)
        return sure and not untold and CellError not in map(type, computed)

    def refusal(
        self,
        run: FilledRun,
        row: int,
        computed: Scalar,
        *,
        everything: bool = False,
        known: bool = True,
    ) -> Message:
        """Return why a value may not be written, nothing where it may.

        With ``everything`` the language of a text is no reason, nor is what was not measured where
        no value is ``known`` that it would replace.
        """
        template = run.template
        if self._sees_hidden(template):
            return say("SUBTOTAL or AGGREGATE over rows that may be hidden or filtered")
        if isinstance(computed, CellError) or not certain(template):

            def look(node: Node) -> Kind | None:
                # a name may stand for a reference
                meant = node.item.item if isinstance(node.item, Node) else node.item
                if not isinstance(meant, Reference):
                    return None
                return self._kind((meant.sheet or run.sheet, meant.bounds(row, run.column)))

            array = run.kind != PLAIN
            reason = NOTHING
            if known or not everything:
                reason = not_measured(template, look, computed, array=array)
            comma = self.book.language.comma
            reason = reason or known_to_differ(template, look, computed, array=array, comma=comma)
            if reason:
                return reason
        return NOTHING if everything else self._untold(run, row, template, computed)

    def _sees_hidden(self, template: Template) -> bool:
        """Tell whether a formula may see rows that are hidden without naming them."""
        return self._hides and all(template.functions & one for one in (HIDDEN_ROWS, ANYWHERE))

    def _untold(self, run: FilledRun, row: int, template: Template, computed: Scalar) -> Message:
        """Return why a text may hold numbers in another language than Excel's, if it may.

        It is in doubt only where a program stored a text that could be its own.
        """
        language = self.book.language
        if not isinstance(computed, str) or not self.book.calculated or template.ours:
            return NOTHING
        if (language.told and language.words_told) or "TEXT" in template.functions:
            return NOTHING
        makes_text = "&" in template.source or template.functions & FROM_NUMBERS
        if not makes_text or (run.stored[row - run.first] is None and not language.comma):
            return NOTHING
        found = [] if language.told else _DECIMALS.findall(computed)
        found += [] if language.words_told else _TRUTHS.findall(computed)
        written = "".join(piece for piece in template.source if isinstance(piece, str))
        if all(one in written for one in found):
            return NOTHING
        return say("numbers or truth values as text, in a language that no stored text tells")

    def largest_operand(self, run: FilledRun, row: int) -> float:
        """Return the largest number in the single cells that a formula refers to."""
        found = [0.0]
        for reference in run.template.references:
            bounds = reference.bounds(row, run.column)
            if bounds.single:
                sheet = reference.sheet or run.sheet
                value = self._value(sheet, bounds.top, bounds.left)
                if isinstance(value, (int, float)):
                    found.append(abs(value))
        return max(found)

    def _kind(self, area: Area) -> Kind:
        if area not in self._kinds:
            sheet, bounds = area
            if bounds.single:
                self._kinds[area] = single(self._value(sheet, bounds.top, bounds.left))
            else:
                whole = max(bounds.size) > LONGEST_SIDE or bounds.size[1] > MOST_COLUMNS
                first = self._first_column(sheet, bounds)
                self._kinds[area] = several(self._values(sheet, bounds), first, whole=whole)
        return self._kinds[area]

    def _first_column(self, sheet: str, bounds: Bounds) -> Sequence[Scalar]:
        """Return the first column of a range in order, without the blank cells below it."""
        try:
            return self.cells.line(sheet, bounds._replace(right=bounds.left)).cells
        except Undecided:
            return ()

    def _value(self, sheet: str, row: int, column: int) -> Scalar:
        return self._values(sheet, Bounds(row, column, row, column))[0]

    def _values(self, sheet: str, bounds: Bounds) -> list[Scalar]:
        """Return the values in a range, one blank for all that there are."""
        found: list[Scalar] = []
        top, bottom = bounds.top, bounds.bottom
        for _, column in self.cells.inside(sheet, bounds):
            typed = column.typed
            # of a large range the cells in use are gone through instead
            rows: Iterable[int] = typed if len(typed) < bottom - top else range(top, bottom + 1)
            found += [typed[row] for row in rows if top <= row <= bottom and row in typed]
            for run in column.meeting(top, bottom):
                values = run.stored if run.values is None else run.values
                found += values[max(top - run.first, 0) : bottom - run.first + 1]
        height, width = bounds.size
        return found if len(found) >= height * width else [*found, None]
