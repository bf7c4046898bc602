"""The names of cells, columns and sheets as formulas write them: ``C4``, ``AA``, ``'my sheet'``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Optional, Tuple

_CELL_NAME = re.compile(r"([A-Z]+)([0-9]+)")
_PLAIN_NAME = re.compile(r"[^\W\d]\w*")


@lru_cache(maxsize=20000)
def column_number(letters: str) -> int:
    """Return the number of a column: A is 1, XFD is 16384."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


@lru_cache(maxsize=20000)
def column_name(number: int) -> str:
    """Return the letters of a column: 1 is A, 16384 is XFD."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """Return the A1 name of a cell, both numbers from 1."""
    return f"{column_name(column)}{row}"


def cell_position(name: str) -> Optional[Tuple[int, int]]:
    """Return row and column, from 1, of an A1 name; None for any other text.

    >>> cell_position("C4"), cell_position("")
    ((4, 3), None)
    """
    match = _CELL_NAME.fullmatch(name)
    return (int(match[2]), column_number(match[1])) if match else None


def quote_sheet(name: str) -> str:
    """Return a sheet's name as it is written before ``!``, quoted only where it must be."""
    return name if _PLAIN_NAME.fullmatch(name) else "'" + name.replace("'", "''") + "'"


def unquote_sheet(name: str) -> str:
    """Return a sheet's name from how it is written before ``!``."""
    is_quoted = len(name) > 1 and name[0] == name[-1] == "'"
    return name[1:-1].replace("''", "'") if is_quoted else name
