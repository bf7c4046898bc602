"""A formula in terms of its own cell, so that those of a column that was filled down are alike."""

from __future__ import annotations

import re
from functools import lru_cache

from xltie.core.cells import column_name, column_number

_REFERENCE = re.compile(r"(?<![A-Za-z0-9_.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d*)(?![A-Za-z0-9_(.])")
_OFFSET = re.compile(r"\x01(\$?)(-?\d+),(\$?)(-?\d+)\x02")


@lru_cache(maxsize=65536)
def relative(formula: str, row: int, column: int) -> str:
    """Return a formula with its references as distances from its own cell; ``$`` ones stay."""

    def offset(match: re.Match[str]) -> str:
        across = column_number(match[2]) - (0 if match[1] else column)
        down = int(match[4]) - (0 if match[3] else row)
        return f"\x01{match[1]}{across},{match[3]}{down}\x02"

    return _outside_texts(_REFERENCE, offset, formula)


def read_at(pattern: str, row: int, column: int) -> str:
    """Return the formula that a pattern of :func:`relative` is in a cell."""

    def reference(match: re.Match[str]) -> str:
        across = int(match[2]) + (0 if match[1] else column)
        down = int(match[4]) + (0 if match[3] else row)
        return f"{match[1]}{column_name(across)}{match[3]}{down}"

    return _OFFSET.sub(reference, pattern)


def _outside_texts(wanted: re.Pattern[str], change: object, formula: str) -> str:
    """Replace in a formula what does not stand in quotes."""
    parts = formula.split('"')
    parts[::2] = [wanted.sub(change, part) for part in parts[::2]]  # type: ignore[call-overload]
    return '"'.join(parts)
