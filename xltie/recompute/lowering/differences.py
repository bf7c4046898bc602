"""Which of the engine's answers may be written where none is stored, or what is read is new.

Those of the functions that were measured to be Excel's (:mod:`xltie.recompute.lowering.measured`),
but for the calls here, of which it is known that they are not, by what their arguments hold.
"""

from __future__ import annotations

import re
from typing import Iterator, Sequence

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import ANYWHERE, CRITERIA
from xltie.recompute.lowering.kinds import LIKE_A_NUMBER, UNUSUAL, Kind, single, written
from xltie.recompute.lowering.measured import ANSWERING, Look, not_measured
from xltie.recompute.lowering.template import Template
from xltie.recompute.lowering.tree import ARRAY, CHAIN, MISSING, OPERANDS, PREFIX, TEXT, Node

COUNTED_BY_CHARACTERS = frozenset({"LEN", "LEFT", "RIGHT", "MID", "FIND", "SEARCH", "REPLACE"})
RISKY = COUNTED_BY_CHARACTERS | ANYWHERE | frozenset(
    "COUNTIFS SUMPRODUCT XLOOKUP XMATCH LARGE SMALL POWER CONCATENATE CHAR TEXT TIME".split()
)  # fmt: skip
# make a condition of which nobody measured how the engine reads it
_JOINING = frozenset({"CONCAT", "CONCATENATE", "TEXTJOIN"})
# look through a list, which may stand in the formula
_LISTS = frozenset({"LOOKUP", "MATCH"})
_FRACTION = re.compile(r"[0#?] *[/] *[0#?\d]")
LAST_ASCII = 127
_HIDING = frozenset(
    {"IFERROR", "IFNA", "ISERROR", "ISERR", "ISNA", "ISREF", "ERROR.TYPE", "COUNT", "COUNTA"}
)
_NOT_NEGATIVE = frozenset({"COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "ROWS", "COLUMNS", "MATCH"})
_SHEET = r"(?:(?:'(?:[^']|'')+'|[^'!]+)!)?"
_CELL = r"\$?[A-Z]{1,3}\$?[1-9]\d{0,6}"
_COLUMN, _ROW = r"\$?[A-Z]{1,3}", r"\$?[1-9]\d*"
_A1 = re.compile(
    rf"{_SHEET}(?:{_CELL}(?::{_CELL})?|{_COLUMN}:{_COLUMN}|{_ROW}:{_ROW})", re.IGNORECASE
)
_COMPARED = {"=": (0,), "<>": (-1, 1), "<": (-1,), ">": (1,), "<=": (-1, 0), ">=": (0, 1)}
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def certain(template: Template) -> bool:
    """Tell whether all that a formula may answer but errors was measured to be Excel's."""
    return template.functions <= ANSWERING and not _risky(template)


def may_write_new_value(template: Template, look: Look, answer: Scalar, *, array: bool) -> Message:
    """Return why the engine's answer of a formula may not be written, nothing where it may.

    It is asked where no value is stored or something that the formula reads is new.
    """
    functions, tree = template.functions, template.tree
    assert tree is not None, "a formula that was computed was read"
    if not functions <= ANSWERING or isinstance(answer, CellError):
        reason = not_measured(functions, tree, look, answer, array=array)
        if reason:
            return reason
    found = list(tree.walk())
    failing = isinstance(answer, CellError) or any(node.function in _HIDING for node in found)
    for node in found:
        name = node.function
        if name in RISKY or name in _LISTS or name in CRITERIA:
            reason = NOTHING
            if not (array and name == "CONCATENATE"):
                reason = _Call(name, node.parts, look, failing).reason()
            if reason:
                return reason
        elif node.kind == CHAIN and node.signs[0] == "^":
            sides = (_single(part, look) for part in node.parts[:2])
            if all(side is not None and side.value in (0, None) for side in sides):
                return say("0^0, which is an error in Excel")
    return NOTHING


def _blank_cells(name: str) -> Message:
    return say("{name}() of the blank cells of whole columns", name=name)


def _risky(template: Template) -> bool:
    """Tell whether the calls of a formula have to be looked at one by one."""
    functions, source = template.functions, template.source
    return bool(
        functions & RISKY
        or "^" in source
        or ("{" in source and functions & _LISTS)
        or (functions & CRITERIA and functions & _JOINING)
    )


def _not_compared(name: str) -> Message:
    return say("{name}() with such arguments is not compared with Excel", name=name)


def _joined(argument: Node) -> bool:
    """Tell whether an argument joins texts by a function."""
    return any(node.function in _JOINING for node in argument.walk())


def _single(argument: Node, look: Look) -> Kind | None:
    """Return what an argument of one operand holds, None for any other."""
    if argument.kind == PREFIX and argument.text == "-":
        given = _single(argument.parts[0], look)
        if given is None or not isinstance(given.value, (int, float)):
            return None
        return single(-given.value)
    known = written(argument)
    return look(argument) if known is None and argument.kind in OPERANDS else known


class _Call:
    """One call; ``failing`` says that its formula gives an error, or may hide one."""

    def __init__(self, name: str, given: Sequence[Node], look: Look, failing: bool) -> None:
        self.name = name
        self.given = given
        self.look = look
        self.failing = failing
        self.kinds = [_single(one, look) for one in given]

    def reason(self) -> Message:
        """Return why the engine's answer is known not to be Excel's, if it is."""
        if self._odd():
            return _not_compared(self.name)
        told = self._told()
        return NOTHING if told is None else told

    def _told(self) -> Message | None:
        name, kinds = self.name, self.kinds
        if name in COUNTED_BY_CHARACTERS:
            texts = (one.value for one in kinds if one is not None)
            found = any(isinstance(text, str) and _ASTRAL.search(text) for text in texts)
            message = say("{name}() of a character that Excel may count as two", name=name)
            return message if found else None
        if name == "INDIRECT":
            return self._anywhere() if self._unclear_text() else None
        if name == "OFFSET":
            return self._anywhere() if any(map(self._backwards, (3, 4))) else None
        if name == "COUNTIFS":
            whole = any(one is not None and one.whole for one in kinds[::2])
            blanks = whole and all(map(self._counts_blanks, range(1, len(kinds), 2)))
            return _blank_cells(name) if blanks else None
        if name == "SUMPRODUCT":
            blanks = any(map(self._compares_blanks, self.given))
            return _blank_cells(name) if blanks else None
        if name in ("XLOOKUP", "XMATCH"):
            message = say("{name}() of the nearest value in an array", name=name)
            return message if self._nearest() else None
        if name in ("LARGE", "SMALL"):
            place = self._value(1)
            uneven = isinstance(place, float) and place != int(place)
            message = say("{name}() of a place that is no whole number", name=name)
            return message if uneven else None
        if name == "POWER":
            zeros = len(kinds) == 2 and all(one is not None and one.value == 0 for one in kinds)
            return say("POWER(0,0), which is an error in Excel") if zeros else None
        several = name == "CONCATENATE" and any(one is not None and one.cells for one in kinds)
        return say("CONCATENATE() of a range") if several else None

    def _value(self, index: int) -> Scalar:
        kind = self.kinds[index] if index < len(self.kinds) else None
        return None if kind is None else kind.value

    def _odd(self) -> bool:
        """Tell whether arguments are of kinds for which the engine was measured to differ."""
        name = self.name
        if name in CRITERIA:
            return any(map(_joined, self.given))
        if name == "CHAR":
            number = self._value(0)
            return not isinstance(number, (int, float)) or number > LAST_ASCII
        if name == "TIME":
            values = (one.value for one in self.kinds if one is not None)
            return any(isinstance(value, (int, float)) and value < 0 for value in values)
        if name in _LISTS:
            return any(node.kind == ARRAY for one in self.given for node in one.walk())
        return name == "TEXT" and self._rewritten()

    def _rewritten(self) -> bool:
        """Tell whether TEXT gets a number as text, or writes a fraction."""
        first, pattern = self.kinds[0] if self.kinds else None, self._value(1)
        read = first is not None and not first.holds.isdisjoint({LIKE_A_NUMBER, UNUSUAL})
        return read or (isinstance(pattern, str) and _FRACTION.search(pattern) is not None)

    def _anywhere(self) -> Message:
        return say("{name}() of cells that the engine does not find", name=self.name)

    def _unclear_text(self) -> bool:
        """Tell whether a text is no address as the engine reads it, or may be none."""
        if len(self.given) > 1 and self._value(1) not in (True, 1):
            return True
        text = self._value(0)
        if isinstance(text, str):
            return not _A1.fullmatch(text.strip())
        return self.failing

    def _backwards(self, index: int) -> bool:
        """Tell whether a height or width is negative, or may be."""
        if index >= len(self.given) or self.given[index].kind == MISSING:
            return False
        kind = self.kinds[index]
        if kind is not None:
            return isinstance(kind.value, (int, float)) and kind.value < 0
        return self.failing and self.given[index].function not in _NOT_NEGATIVE

    def _counts_blanks(self, index: int) -> bool:
        """Tell whether a condition holds for blank cells."""
        given = self.given[index]
        if given.kind == CHAIN and given.parts[0].kind == TEXT:
            return given.parts[0].said.startswith("<>")
        value = self._value(index)
        return isinstance(value, str) and (value in ("", "=") or re.match("<>.", value) is not None)

    def _compares_blanks(self, argument: Node) -> bool:
        """Tell whether a comparison with a whole column holds, or may hold, for blank cells."""
        return any(self._holds_for_blank(*one) for one in self._comparisons(argument))

    def _comparisons(self, argument: Node) -> Iterator[tuple[str, Kind | None]]:
        """Yield the operator and the other side of each comparison with a whole column."""
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
        for node in argument.walk():
            for at, sign in enumerate(node.signs):
                if sign not in _COMPARED:
                    continue
                left, right = (_single(part, self.look) for part in node.parts[at : at + 2])
                if left is not None and left.whole:
                    yield sign, right
                elif right is not None and right.whole:
                    yield turned.get(sign, sign), left

    def _holds_for_blank(self, operator: str, other: Kind | None) -> bool:
        if other is None or other.cells:
            return operator == "<>"
        value = other.value
        if isinstance(value, CellError):
            return False
        blank = "" if isinstance(value, str) else 0
        seen = value or blank
        order = (blank > seen) - (blank < seen)  # type: ignore[operator]
        return order in _COMPARED[operator]

    def _nearest(self) -> bool:
        """Tell whether the nearest value, or the last one, is looked for in other than a range."""
        if len(self.given) > 1 and self.given[1].kind in OPERANDS:
            return False
        mode = 4 if self.name == "XLOOKUP" else 2
        given = {at: self._value(at) for at in (mode, mode + 1) if at < len(self.given)}
        given = {at: value for at, value in given.items() if self.given[at].kind != MISSING}
        return given.get(mode, 0) in (-1, 1) or given.get(mode + 1, 1) != 1
