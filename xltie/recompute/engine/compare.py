"""Comparisons and the order of texts, as Excel has them: 15 digits, ignoring case."""

from __future__ import annotations

import operator as operators
from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import say

UNSURE = CellError("#N/A", say("the order of these texts depends on the language"))
NUMBER, TEXT, TRUTH = range(3)
TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operators.eq,
    "<>": operators.ne,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}
"""What the comparison operators ask."""


def folded(text: str) -> str:
    """Return a text in which letters of either case are the same.

    >>> folded("Ünal ß") == folded("ÜNAL ß"), folded("ß") == folded("SS")
    (True, False)
    """
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)


def plain(text: str) -> bool:
    """Tell whether a text is ordered the same in every language."""
    bare = text.replace(" ", "")
    return text.isascii() and (bare.isalnum() or not bare)


def compare(operator: str, left: Any, right: Any) -> Scalar:
    """Return what a comparison of two cells' values answers."""
    for side in (left, right):
        if isinstance(side, CellError):
            return side
    if left is None or right is None:
        left, right = _blank_as(left, right), _blank_as(right, left)
    kinds = kind_of(left), kind_of(right)
    test = TESTS[operator]
    if kinds[0] != kinds[1]:
        return test(*kinds)
    if kinds[0] == NUMBER:
        return test(_digits(left), _digits(right))
    if kinds[0] == TRUTH:
        return test(left, right)
    if operator in ("=", "<>"):
        return test(folded(left), folded(right))
    sure = plain(left) and plain(right)
    return test(left.upper(), right.upper()) if sure else UNSURE


def _blank_as(value: Any, other: Any) -> Any:
    """Return a value, or for a blank what it counts as next to another value."""
    if value is not None:
        return value
    if isinstance(other, bool):
        return False
    return "" if isinstance(other, str) else 0.0


def kind_of(value: Any) -> int:
    """Return whether a value that is no error is a number, a text or a truth value."""
    if isinstance(value, bool):
        return TRUTH
    return TEXT if isinstance(value, str) else NUMBER


def _digits(number: float) -> float:
    return float(f"{number:.15g}")
