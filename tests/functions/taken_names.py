"""What the name of a function or an argument means already: in a spreadsheet, or in VBA."""

from __future__ import annotations

import csv
from pathlib import Path

_FOLDER = Path(__file__).with_name("names")


def _column(file: str, heading: str) -> frozenset[str]:
    with (_FOLDER / file).open(encoding="ascii", newline="") as stream:
        return frozenset(row[heading] for row in csv.DictReader(stream))


BUILT_IN = frozenset((_FOLDER / "built_in.txt").read_text("ascii").split())
"""The functions of Excel and LibreOffice Calc."""
LOCALIZED = _column("excel_function_names.csv", "name")
"""Their names in other languages: one of ours would never be called where it is typed."""
VBA_RESERVED = frozenset(word.lower() for word in _column("vba_reserved.csv", "word"))
"""The words of VBA, in which functions and arguments of the Excel wrappers are declared."""
VBA_KEYWORDS = VBA_RESERVED | frozenset(
    """
    alias base binary compare error explicit lib line mid name object output property randomize step
    time
    """.split()
)
"""With the words that may be names but begin, or are part of, a statement of VBA."""


def taken(name: str, vba_name: str = "") -> str:
    """Return what a function's name means already, "" where it is free.

    ``vba_name`` is what Excel calls it where ``name`` means something else there.
    """
    in_excel = vba_name or name
    if {name, in_excel} & BUILT_IN:
        return "is a function of the spreadsheet itself"
    if in_excel in LOCALIZED:
        return "is a function of Excel in another language; give a vba_name"
    return "is a word of VBA; give a vba_name" if in_excel.lower() in VBA_KEYWORDS else ""
