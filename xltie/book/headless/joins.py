"""Numbers that become text with ``&``: Excel writes 15 digits of them, the engine all 17."""

from __future__ import annotations

from xltie.book.headless.pieces import Piece

COMPARISONS = ("=", "<", ">", "<=", ">=", "<>")
ROUNDED = "XLT.DIGITS("
# takes numbers as texts without the operator
JOINING = frozenset({"CONCATENATE"})


class Joins:
    """The operands of ``&``, found while the pieces of a formula are written one after another."""

    def __init__(self, pieces: list[Piece]) -> None:
        self._pieces = pieces
        # for every open bracket: whether its arguments are joined, the present operand is, and
        # where that begins
        self._open: list[tuple[bool, bool, int]] = [(False, False, 0)]

    def enter(self, function: str = "") -> None:
        """Go into a bracket that was just written."""
        joining = function in JOINING
        self._open.append((joining, joining, len(self._pieces)))

    def end_operand(self, *, joined: bool = False) -> None:
        """Close the present operand; ``joined`` tells that ``&`` stands behind it."""
        _, before, start = self._open[-1]
        operand = self._pieces[start:]
        if not (joined or before) or not any(operand):
            return
        if len(operand) == 1 and isinstance(operand[0], str) and operand[0].startswith('"'):
            return
        self._pieces.insert(start, ROUNDED)
        self._pieces.append(")")

    def begin_operand(self, *, joined: bool = False) -> None:
        """Start an operand behind what was just written."""
        joining, _, _ = self._open[-1]
        self._open[-1] = (joining, joining or joined, len(self._pieces))

    def leave(self) -> None:
        """Close the bracket, which is not yet written."""
        self.end_operand()
        if len(self._open) > 1:
            self._open.pop()
