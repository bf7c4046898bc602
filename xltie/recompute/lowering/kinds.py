"""Kinds of values: what an operand of a formula is known to hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Iterable

from xltie.core.cells import CellError, Scalar
from xltie.core.formula_lexer import Token

WHOLE, DECIMAL, TEXT, TRUTH, BLANK, ERROR = "whole", "decimal", "text", "truth", "blank", "error"
# a text with characters that Excel counts as two, or with spaces that it does not trim
UNUSUAL = "unusual text"
# a text that a program may read as a number, a date or a truth value, in its own language
LIKE_A_NUMBER = "number as text"
NUMBERS = frozenset({WHOLE, DECIMAL})
TEXTS = frozenset({TEXT, LIKE_A_NUMBER})
# above this, the text of a whole number may have an exponent
LARGEST_PLAIN = 1e11
_UNUSUAL = re.compile("[\x00-\x1f\x7f-\xa0\u2000-\u200f\u2028-\u202f\u3000\U00010000-\U0010ffff]")
_WILD = re.compile(r"[*?~]")
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

    @property
    def wild(self) -> bool:
        """Whether it may be a text with wildcards, which lookups read as patterns."""
        if isinstance(self.value, str):
            return bool(_WILD.search(self.value))
        return self.value is None and not self.holds.isdisjoint((*TEXTS, UNUSUAL))

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
        return WHOLE if abs(value) < LARGEST_PLAIN and value == int(value) else DECIMAL
    if isinstance(value, CellError):
        return ERROR
    if _UNUSUAL.search(value):
        return UNUSUAL
    return LIKE_A_NUMBER if _DIGIT.search(value) else TEXT


def single(value: Scalar, *, computed: bool = False) -> Kind:
    """Return the kind of one known value."""
    return Kind(frozenset({kind_of(value)}), value, computed=computed)


def written(token: Token) -> Kind | None:
    """Return the kind of a value that is written into a formula, None for anything else."""
    if token.kind == "number":
        return single(float(token.text))
    if token.kind == "text":
        return single(token.text[1:-1].replace('""', '"'))
    if token.kind == "name" and token.text.upper() in ("TRUE", "FALSE"):
        return single(token.text.upper() == "TRUE")
    return None


def several(values: Iterable[Scalar], *, whole: bool, computed: bool = False) -> Kind:
    """Return the kind of a range by the values in it."""
    return Kind(frozenset(map(kind_of, values)), cells=True, whole=whole, computed=computed)


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
