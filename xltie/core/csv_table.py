"""Comma-separated tables in which no text is a formula to the program that opens them."""

from __future__ import annotations

import csv
import re
from typing import Iterable, TextIO

_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d.,/]*$)")
"""How a text begins that a spreadsheet would run: a signed number is none."""
_MARKS = frozenset("=@\t\r+-")
"""What such a text begins with at any rate: few cells do."""


def write_csv(out: TextIO, rows: Iterable[Iterable[object]]) -> None:
    r"""Write rows, a text that would be a formula with an apostrophe before it.

    Spreadsheets run ``=``, ``+``, ``-`` and ``@`` at the beginning of a cell of such a table,
    quoted or not (OWASP, CSV Injection), and names come from whoever entered an event.

    >>> import sys
    >>> write_csv(sys.stdout, [("name", "points"), ("=cmd|' /C calc'!A0", "-1.5")])
    name,points
    '=cmd|' /C calc'!A0,-1.5
    """
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(harmless_text(cell) if isinstance(cell, str) else cell for cell in row)


def would_run(text: str) -> bool:
    """Tell whether a spreadsheet would take a text for a formula when somebody enters it."""
    return text[:1] in _MARKS and len(text) > 1 and bool(_FORMULA.match(text))


def harmless_text(text: str) -> str:
    """Return a text, with an apostrophe before it where a spreadsheet would run it."""
    return f"'{text}" if would_run(text) else text
