"""Operands of formulas, found while the parts are written one after another.

Where the engine reads a value differently from Excel, the operand is wrapped in a helper: numbers
that become text with ``&`` or in a function of texts, texts that stand for numbers, comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass

from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.ir import Block, Caller, Piece
from xltie.recompute.ooxml.references import Reference

COMPARISONS = ("=", "<", ">", "<=", ">=", "<>")
AS_TEXT, AS_NUMBERS, COMPARE = "XLT.AS.TEXT(", "XLT.NUMBERS(", "XLT.COMPARE("
AS_DAY = "XLT.AS.DAY("


@dataclass
class _BracketOperands:
    """An open bracket: where it, its current argument and that argument's current operand begin.

    ``compared`` is the comparison that stands at ``at``; ``truth`` is the end of a call or bracket
    that answers with truth values, or of a bracket around a range, where the argument begins with
    one: what of it is no number does not count where only numbers do.
    """

    function: str = ""
    opened: int = 0
    begin: int = 0
    start: int = 0
    argument: int = 0
    concatenated: bool = False
    compared: str = ""
    at: int = 0
    truth: int = -1


class OperandCoercion:
    """The operands of the current bracket and of those around it."""

    def __init__(self, pieces: list[Piece]) -> None:
        self._pieces = pieces
        self._open = [_BracketOperands()]

    def enter(self, function: str = "", opened: int = -1) -> None:
        """Go into a bracket that was just written; the call or bracket began at ``opened``."""
        here = len(self._pieces)
        self._open.append(
            _BracketOperands(function, here - 1 if opened < 0 else opened, here, here)
        )

    def concatenate(self) -> None:
        """Go past an ``&``."""
        self._end_concatenated(concatenated=True)
        self._pieces.append("&")
        self._begin(concatenated=True)

    def compare(self, operator: str) -> None:
        """Go past a comparison between the outermost operands of an argument."""
        self._end_concatenated()
        self._end_comparison()
        bracket = self._open[-1]
        bracket.compared, bracket.at = operator, len(self._pieces)
        self._pieces.append(operator)
        self._begin()

    def next_argument(self, mark: str) -> None:
        """Go past the comma after an argument."""
        self._end_argument()
        self._pieces.append(mark)
        bracket = self._open[-1]
        bracket.argument += 1
        bracket.begin = len(self._pieces)
        bracket.truth = -1
        self._begin()

    def leave(self) -> None:
        """Close the bracket, which is not yet written."""
        compared = self._end_argument()
        if len(self._open) == 1:
            return
        bracket = self._open.pop()
        inside = (
            compared
            or bracket.truth == len(self._pieces)
            or _is_range(self._pieces[bracket.begin :])
        )
        truth = bracket.function in known.TRUTHS or (not bracket.function and inside)
        outer = self._open[-1]
        if truth and bracket.opened == outer.begin:
            outer.truth = len(self._pieces) + 1

    def finish(self) -> None:
        """End the formula."""
        self._end_argument()

    def _begin(self, *, concatenated: bool = False) -> None:
        bracket = self._open[-1]
        bracket.start, bracket.concatenated = len(self._pieces), concatenated

    def _wrap(self, start: int, helper: str) -> None:
        self._pieces.insert(start, helper)
        self._pieces.append(")")

    def _end_concatenated(self, *, concatenated: bool = False) -> None:
        """Close an operand of ``&``."""
        bracket = self._open[-1]
        operand = self._pieces[bracket.start :]
        if (concatenated or bracket.concatenated) and any(operand) and not _is_text(operand):
            self._wrap(bracket.start, AS_TEXT)

    def _end_comparison(self) -> bool:
        """Close a comparison of single values; tell whether there was one."""
        bracket = self._open[-1]
        if not bracket.compared:
            return False
        operator, bracket.compared = bracket.compared, ""
        pieces, at = self._pieces, bracket.at
        if _inexact(operator, pieces[bracket.begin : at], pieces[at + 1 :]):
            pieces[at] = ","
            self._wrap(bracket.begin, f',"{operator}",')
            pieces[bracket.begin : bracket.begin] = [COMPARE, Caller(first=False)]
        return True

    def _end_argument(self) -> bool:
        """Close an argument; tell whether it was a comparison."""
        bracket = self._open[-1]
        self._end_concatenated()
        compared = self._end_comparison()
        function, begin = bracket.function, bracket.begin
        operand = self._pieces[begin:]
        truth = compared or bracket.truth == len(self._pieces)
        if not any(operand):
            return compared
        if known.takes_text(function, bracket.argument):
            if not _is_text(operand):
                self._wrap(begin, AS_TEXT)
        elif function in known.NUMBERS_ONLY and truth:
            self._wrap(begin, AS_NUMBERS)
        elif function in known.STATISTICS and _is_text(operand):
            self._pieces.insert(begin, "0+")
        elif known.takes_day(function, bracket.argument) and not _is_number(operand):
            self._pieces[begin:begin] = [AS_DAY, Caller(first=False), ","]
            self._pieces.append(")")
        elif function in known.COUNTS and len(operand) > 1 and not any(map(_many, operand)):
            # an error that is an argument by itself is not counted, and does not spread
            self._pieces.insert(begin, "IFERROR(")
            self._pieces.append(known.COUNTS[function])
        elif function == "CHOOSE" and not bracket.argument and not any(map(_many, operand)):
            self._wrap(begin, "(0+")
        return compared


def _is_text(operand: list[Piece]) -> bool:
    return len(operand) == 1 and isinstance(operand[0], str) and operand[0].startswith('"')


def _is_number(operand: list[Piece]) -> bool:
    return len(operand) == 1 and isinstance(operand[0], str) and operand[0][:1].isdigit()


def _is_range(operand: list[Piece]) -> bool:
    return len(operand) == 1 and isinstance(operand[0], Reference) and operand[0].ranged


def _inexact(operator: str, left: list[Piece], right: list[Piece]) -> bool:
    """Tell whether the engine may compare two single values differently from Excel.

    Excel compares 15 digits, and letters in any case; the engine all digits, and English letters.
    """
    for side in (left, right):
        if len(side) != 1 or not isinstance(side[0], str):
            continue
        text = side[0]
        if text == "0" or text.upper() in ("TRUE", "FALSE"):
            return False
        if text.startswith('"') and text.isascii() and operator in ("=", "<>"):
            return False
    return not any(_many(piece) for piece in (*left, *right))


def _many(piece: Piece) -> bool:
    """Tell whether a piece may stand for more than one value."""
    if isinstance(piece, Reference):
        return piece.ranged
    if isinstance(piece, Block):
        return False
    if isinstance(piece, str):
        if piece.lower().startswith("_xlpm."):
            # a name within LET or LAMBDA may stand for a range
            return True
        name = piece.rpartition("(")[0].rpartition(".")[2]
        return "{" in piece or name in known.MANY_CELLS or "BROADCAST(" in piece
    return False
