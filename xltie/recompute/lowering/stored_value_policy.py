"""Which results of the engine replace a value that a spreadsheet program has stored.

A stored value comes from Excel or LibreOffice; where the engine differs and nothing that the
formula reads is new, either the value is out of date or the engine differs from Excel. For the
functions below, whose results were compared, it is the value. For all others the value stays.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from xltie.core.cells import Scalar

# compared with values that Excel or LibreOffice stored, or with the probe list of the tests
COMPARED = frozenset(
    """
    ABS INT SIGN SQRT EXP LN LOG10 TRUNC ROUND ROUNDUP ROUNDDOWN MOD POWER PI LEN UPPER LOWER
    TRIM PROPER T N ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL ISNONTEXT ISEVEN ISODD
    NOT AND OR XOR IF IFERROR IFNA IFS SWITCH CHOOSE TRUE FALSE NA LEFT RIGHT MID FIND SEARCH
    SUBSTITUTE REPLACE REPT CONCATENATE CONCAT TEXTJOIN EXACT SUM AVERAGE MIN MAX COUNT COUNTA
    COUNTBLANK MEDIAN PRODUCT SUMSQ SUMIF SUMIFS COUNTIF COUNTIFS AVERAGEIF AVERAGEIFS MAXIFS
    MINIFS SUMPRODUCT LARGE SMALL RANK RANK.EQ RANK.AVG STDEV STDEV.S STDEV.P STDEVP VAR VAR.S
    VAR.P VARP VLOOKUP HLOOKUP MATCH INDEX XLOOKUP XMATCH ROW ROWS COLUMN COLUMNS DATE YEAR MONTH
    DAY WEEKDAY HOUR MINUTE SECOND TIME EDATE EOMONTH SORT SORTBY FILTER UNIQUE SEQUENCE TAKE
    DROP VSTACK HSTACK TOROW TOCOL CEILING FLOOR CHOOSECOLS CHOOSEROWS TRANSPOSE OFFSET INDIRECT
    LET SUBTOTAL AGGREGATE TEXT LOOKUP NOW TODAY RAND RANDBETWEEN RANDARRAY
    """.split()
)

# lookups were compared for exact matches, which the argument with this number asks for
_EXACT = {"VLOOKUP": 3, "HLOOKUP": 3, "MATCH": 2}
_EXACTLY = ("0", "FALSE", ",")
_PLAIN_FORMAT = re.compile(r'"(?:[#0,]*0(?:\.0+)?%?|[dmyhs/.: -]+|@|0+)"', re.IGNORECASE)
# the difference that another order of addition can make
RELATIVE_NOISE = 1e-12
NOISE_AT_ZERO = 1e-13


class Trusted(NamedTuple):
    """A stored value that stays although the engine differs; ``place`` reads ``Sheet!C4``."""

    place: str
    stored: Scalar
    computed: Scalar
    reason: str


def call_doubt(name: str, arguments: int, last: str) -> str:
    """Return why the engine's result of a call may differ from Excel's, or ``""``.

    ``arguments`` counts the commas of the call, ``last`` is its last token.
    """
    if name not in COMPARED:
        return f"{name}() is not compared with Excel"
    if name == "LOOKUP" or (
        name in _EXACT and not (arguments == _EXACT[name] and last.upper() in _EXACTLY)
    ):
        return f"{name}() in a list that may not be sorted"
    if name == "TEXT" and not _PLAIN_FORMAT.fullmatch(last):
        return "TEXT() with a format that is not compared with Excel"
    return ""


def noise(stored: Scalar, computed: Scalar) -> bool:
    """Tell whether two numbers differ only by the order in which they were computed."""
    if isinstance(stored, bool) or isinstance(computed, bool):
        return False
    if not isinstance(stored, (int, float)) or not isinstance(computed, (int, float)):
        return False
    largest = max(abs(stored), abs(computed))
    if 0 in (stored, computed):
        return largest <= NOISE_AT_ZERO
    return abs(stored - computed) <= RELATIVE_NOISE * largest
