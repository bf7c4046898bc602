"""Kinds of values: what an operand of a formula is known to hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable

from xltie.core.cells import CellError, Scalar
from xltie.recompute.lowering.tree import NAME, NUMBER, Node
from xltie.recompute.lowering.tree import TEXT as WRITTEN

WHOLE, DECIMAL, TEXT, TRUTH, BLANK, ERROR = "whole", "decimal", "text", "truth", "blank", "error"
# a text with characters that Excel counts as two, or with spaces that it does not trim
UNUSUAL = "unusual text"
# a text that a program may read as a number, a date or a truth value, in its own language
LIKE_A_NUMBER = "number as text"
# above this, the text of a whole number may have an exponent
LARGEST_PLAIN = 1e11
_UNUSUAL = re.compile("[\x00-\x1f\x7f-\xa0\u2000-\u200f\u2028-\u202f\u3000\U00010000-\U0010ffff]")
_DIGIT = re.compile(r"\d|^\s*(?:true|false)\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Kind:
    """What an operand may hold; ``value`` where it is one known value.

    ``cells`` says that it is a range of several cells, ``whole`` one of whole rows or columns.
    """

    holds: frozenset[str]
    value: Scalar = None
    cells: bool = False
    whole: bool = False


def kind_of(value: Scalar) -> str:
    """Return the kind of one value."""
    if value is None:
        return BLANK
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, (int, float)):
        return WHOLE if abs(value) < LARGEST_PLAIN and value == int(value) else DECIMAL
    if isinstance(value, CellError):
        return ERROR
    if _UNUSUAL.search(value):
        return UNUSUAL
    return LIKE_A_NUMBER if _DIGIT.search(value) else TEXT


def single(value: Scalar) -> Kind:
    """Return the kind of one known value."""
    return Kind(frozenset({kind_of(value)}), value)


def written(node: Node) -> Kind | None:
    """Return the kind of a value that is written into a formula, None for anything else."""
    if node.kind == NUMBER:
        return single(float(node.text))
    if node.kind == WRITTEN:
        return single(node.said)
    if node.kind == NAME and node.text.upper() in ("TRUE", "FALSE"):
        return single(node.text.upper() == "TRUE")
    return None


def several(values: Iterable[Scalar], *, whole: bool) -> Kind:
    """Return the kind of a range by the values in it."""
    return Kind(frozenset(map(kind_of, values)), cells=True, whole=whole)
