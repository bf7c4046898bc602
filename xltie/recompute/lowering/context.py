"""Where a part of a formula stands, and what that means for an array there."""

from __future__ import annotations

from typing import NamedTuple, Sequence

from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.template import Site, Window
from xltie.recompute.lowering.tree import Part
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Coordinate, Reference

HERE = Coordinate(False, 0)
OURS, BUILT_IN = "ours", "built in"
"""What a bracket belongs to."""
ALONE, IN_RANGE, OPERAND = "alone", "in a range", "operand"
"""Whether a part is all of an argument, the end of a range, or beside an operator."""


class Around(NamedTuple):
    """A bracket around a part, and in which argument that stands."""

    kind: str
    name: str = ""
    argument: int = 0

    @property
    def takes_arrays(self) -> bool:
        """Whether the argument is computed as an array in a plain formula too."""
        # the row and the column of INDEX are single values
        chosen = self.name == "INDEX" and self.argument > 0
        return self.name in known.ARRAY_FUNCTIONS and not chosen

    @property
    def takes_one(self) -> bool:
        """Whether one value is wanted, and not an array."""
        if self.kind == Part.GROUP or self.name == "SINGLE":
            return True
        return self.kind != OURS and passes(self.name, self.argument)


def passes(name: str, argument: int) -> bool:
    """Tell whether an array in an argument makes an array of what a call answers."""
    return name in known.PASSING or known.one_value(name, argument)


def intersects(around: Sequence[Around], place: str) -> bool:
    """Tell whether a range stands where a plain formula takes only the cell beside it."""
    if any(one.takes_arrays or one.kind == OURS for one in around) or place == IN_RANGE:
        return False
    if place == OPERAND:
        return True
    inner = around[-1] if around else Around(Part.GROUP)
    if inner.kind == BUILT_IN and known.one_value(inner.name, inner.argument):
        return True
    # what IF and its like pass on is the answer of the whole formula, or what takes one value
    return all(one.takes_one for one in around)


def intersection(reference: Reference, site: Site, window: Window) -> Reference | str:
    """Return the cell of a range in the formula's own row or column.

    The result is an error text if there is none. ``window`` is narrowed to the cells for which the
    result stays right.
    """
    bounds = reference.bounds(site.row, site.column)
    top, bottom = reference.top, reference.bottom
    left, right = reference.left, reference.right
    uneven = top.fixed != bottom.fixed or left.fixed != right.fixed
    if uneven:
        # a range that grows as its formula is filled down has another shape in every cell
        window.narrow_to(site)
    if bounds.single:
        return reference.first
    if bounds.left == bounds.right and bounds.top <= site.row <= bounds.bottom:
        rows = (top.number if top.fixed else 1, bottom.number if bottom.fixed else LAST_ROW)
        window.narrow(rows, (1, LAST_COLUMN))
        return Reference(reference.sheet, HERE, left, HERE, left, False, reference.prefix)
    if bounds.top == bounds.bottom and bounds.left <= site.column <= bounds.right:
        columns = (
            left.number if left.fixed else 1,
            right.number if right.fixed else LAST_COLUMN,
        )
        window.narrow((1, LAST_ROW), columns)
        return Reference(reference.sheet, top, HERE, top, HERE, False, reference.prefix)
    window.narrow_to(site)
    return "#VALUE!"
