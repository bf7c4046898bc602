"""Kinds of values: what an operand of a formula is known to hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable

from xltie.core.cells import CellError, Scalar

WHOLE, DECIMAL, TEXT, TRUTH, BLANK, ERROR = "whole", "decimal", "text", "truth", "blank", "error"
# a text that a program may read as a number, a date or a truth value, in its own language
LIKE_A_NUMBER = "number as text"
NUMBERS = frozenset({WHOLE, DECIMAL})
TEXTS = frozenset({TEXT, LIKE_A_NUMBER})
# above this, the text of a whole number may have an exponent
LARGEST_PLAIN = 1e11
_DIGIT = re.compile(r"\d|^\s*(?:true|false)\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Kind:
    """What an operand may hold; ``value`` where it is one known value.

    ``cells`` says that it is a range of several cells, ``whole`` one of whole rows or columns.
    ``computed`` says that it comes from arithmetic, so that its last digits may differ.
    """

    holds: frozenset[str]
    value: Scalar = None
    cells: bool = False
    whole: bool = False
    computed: bool = False

    def only(self, *kinds: str) -> bool:
        """Tell whether it holds nothing but values of these kinds."""
        return self.holds <= set(kinds)


def kind_of(value: Scalar) -> str:
    """Return the kind of one value."""
    if value is None:
        return BLANK
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, (int, float)):
        return WHOLE if value == int(value) and abs(value) < LARGEST_PLAIN else DECIMAL
    if isinstance(value, CellError):
        return ERROR
    return LIKE_A_NUMBER if _DIGIT.search(value) else TEXT


def single(value: Scalar) -> Kind:
    """Return the kind of one known value."""
    return Kind(frozenset({kind_of(value)}), value)


def several(values: Iterable[Scalar], *, whole: bool) -> Kind:
    """Return the kind of a range by the values in it."""
    return Kind(frozenset(map(kind_of, values)), cells=True, whole=whole)


def either(kinds: Iterable[Kind]) -> Kind:
    """Return the kind of a result that is one of several, each a single value."""
    given = list(kinds)
    return Kind(
        frozenset().union(*(one.holds for one in given)),
        computed=any(one.computed for one in given),
    )


A_WHOLE = Kind(frozenset({WHOLE}))
A_NUMBER = Kind(NUMBERS, computed=True)
A_TEXT = Kind(TEXTS)
A_TRUTH = Kind(frozenset({TRUTH}))
