"""What recomputation must know about the built-in functions of spreadsheets."""

from __future__ import annotations

import re
from typing import Iterable


def _words(text: str) -> list[str]:
    return text.split()


# S: a parameter that takes one value; T: one text; R: a whole range; t: texts, one or many. The
# last letter stands for all further ones. The engine does not apply one-value functions to arrays,
# so in an array context they are applied cell by cell instead.
_ONE_VALUE = _words("""
    ABS ROUND ROUNDUP ROUNDDOWN MROUND INT TRUNC MOD SQRT POWER EXP LN LOG LOG10 SIGN CEILING FLOOR
    EVEN ODD QUOTIENT LEN LEFT RIGHT MID UPPER LOWER PROPER TRIM CLEAN SUBSTITUTE REPLACE FIND
    SEARCH TEXT VALUE REPT CHAR CODE EXACT DATE YEAR MONTH DAY HOUR MINUTE SECOND TIME WEEKDAY
    EDATE EOMONTH DATEVALUE ISNUMBER ISTEXT ISBLANK ISERROR ISNA ISERR ISLOGICAL ISNONTEXT ISEVEN
    ISODD NOT NUMBERVALUE FIXED DOLLAR BASE DECIMAL UNICHAR UNICODE T N RADIANS DEGREES FACT COMBIN
    CEILING.MATH FLOOR.MATH SIN COS TAN ASIN ACOS ATAN ATAN2 SINH COSH TANH PI TIMEVALUE DAYS
    CEILING.PRECISE FLOOR.PRECISE ISO.CEILING ROMAN ARABIC
""")
PARAMETERS: dict[str, str] = {
    **dict.fromkeys(_ONE_VALUE, "S"),
    **dict.fromkeys(_words("LEFT RIGHT MID LEN TRIM CLEAN PROPER CODE UNICODE REPT"), "TS"),
    **dict.fromkeys(_words("FIND SEARCH EXACT"), "TTS"),
    "SUBSTITUTE": "TTTS",
    "REPLACE": "TSST",
    "CONCATENATE": "t",
    "CONCAT": "t",
    "TEXTJOIN": "RRt",
    "COUNTIF": "RS",
    "SUMIF": "RSR",
    "AVERAGEIF": "RSR",
    "RANK": "SRS",
    "RANK.EQ": "SRS",
    "RANK.AVG": "SRS",
    "MATCH": "SRS",
    "XMATCH": "SRSS",
    "VLOOKUP": "SRSS",
    "HLOOKUP": "SRSS",
    "XLOOKUP": "SRRSSS",
    "INDEX": "RSS",
    "LARGE": "RS",
    "SMALL": "RS",
    "PERCENTILE": "RS",
    "PERCENTRANK.INC": "RSS",
    "COUNTIFS": "RS" * 20,
    "SUMIFS": "R" + "RS" * 20,
    "AVERAGEIFS": "R" + "RS" * 20,
    "MAXIFS": "R" + "RS" * 20,
    "MINIFS": "R" + "RS" * 20,
}

# results that change without any cell changing
CLOCK = frozenset({"NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY"})

# results from outside the file: servers, cubes, pivots, the program itself
OUTSIDE = frozenset(
    _words("""
    CUBEVALUE CUBEMEMBER CUBESET CUBESETCOUNT CUBERANKEDMEMBER CUBEKPIMEMBER CUBEMEMBERPROPERTY
    GETPIVOTDATA RTD WEBSERVICE STOCKHISTORY PY TRANSLATE DETECTLANGUAGE IMAGE CALL REGISTER.ID
    EUROCONVERT SQL.REQUEST TABLE FIELDVALUE COPILOT CELL INFO DDE GROUPBY PIVOTBY
    """)
)

# the engine computes AGGREGATE up to VAR.P, and lets IFERROR hide that it does not know the others
LAST_AGGREGATE = 11

# replace errors
COUNTS = frozenset({"COUNT", "COUNTA"})

# return an error for an error, or speak of the sheets and formulas that the engine was given
WRONG = frozenset({"TYPE", "FORMULATEXT", "ISFORMULA", "SHEET", "SHEETS"})

# may return a reference to several cells, of which a plain formula takes the one beside it
REFERRING = frozenset({"INDEX", "OFFSET", "INDIRECT", "XLOOKUP", "CHOOSE"})

# return a row or column of numbers in an array context: the engine gives only the first
COUNTING = frozenset({"ROW", "COLUMN"})

# return a day, also before the first and after the last that a spreadsheet has
DAYS = frozenset({"DATE", "EDATE", "EOMONTH"})

# return only truth values
TRUTHS = frozenset(
    _words("""
    ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL ISNONTEXT ISEVEN ISODD NOT EXACT AND OR XOR
    """)
)

# skip a text written in the formula itself, which Excel reads as a number
STATISTICS = frozenset(
    _words("""
    MAX MIN AVERAGE MEDIAN PRODUCT SUMSQ GEOMEAN HARMEAN STDEV STDEV.S STDEV.P STDEVP VAR VAR.S
    VAR.P VARP AVEDEV DEVSQ
    """)
)

# read a text as a condition or a format, with its own grammar
CRITERIA = frozenset(_words("COUNTIF SUMIF AVERAGEIF COUNTIFS SUMIFS AVERAGEIFS MAXIFS MINIFS"))
READ_TEXTS = CRITERIA | {"DATEDIF"}

# take the first cell of a range, and not the one beside the formula
FIRST_CELL = frozenset({"N", "T"})

# depend on which rows are hidden or filtered out
HIDDEN_ROWS = frozenset({"SUBTOTAL", "AGGREGATE"})

# refer to cells that only their arguments determine
ANYWHERE = frozenset({"OFFSET", "INDIRECT"})

# take arrays in a plain formula too
ARRAY_FUNCTIONS = frozenset(
    _words("""
    SUMPRODUCT LOOKUP MMULT FREQUENCY TRANSPOSE MINVERSE MDETERM LINEST LOGEST TREND GROWTH LET
    LAMBDA FILTER SORT SORTBY UNIQUE INDEX XLOOKUP XMATCH MAP REDUCE SCAN BYROW BYCOL MAKEARRAY
    AGGREGATE TOCOL TOROW VSTACK HSTACK MODE.MULT
    """)
)

# may return more than one cell
_SPILLING = frozenset(
    _words("""
    SEQUENCE ROW COLUMN TAKE DROP CHOOSECOLS CHOOSEROWS EXPAND WRAPROWS WRAPCOLS TEXTSPLIT
    ANCHORARRAY OFFSET INDIRECT RANDARRAY
    """)
)
_TO_ONE_VALUE = frozenset({"SUMPRODUCT", "AGGREGATE", "LOOKUP", "MDETERM", "XMATCH", "REDUCE"})
MANY_CELLS = (ARRAY_FUNCTIONS | _SPILLING) - _TO_ONE_VALUE

# pass on what they are given, one value or an array
PASSING = frozenset({"IF", "IFERROR", "IFNA", "IFS", "CHOOSE", "SWITCH"})


def _letter(name: str, argument: int) -> str:
    mask = PARAMETERS.get(name) or "R"
    return mask[min(argument, len(mask) - 1)]


def takes_text(name: str, argument: int) -> bool:
    """Tell whether an argument (from 0) of a function is read as a text."""
    return _letter(name, argument) in "Tt"


def one_value(name: str, argument: int) -> bool:
    """Tell whether an argument (from 0) of a function takes one value only."""
    return _letter(name, argument) in "ST"


_PREFIX = re.compile(
    r"(?:(?:'(?:[^']|'')*'|\[\d+\]|[\w.]+\.(?:xlam|xla|xll|xlsm))!"
    r"|_xlfn\.|_xlws\.|_xludf\.|_xll\.|org\.xltie\.calc\.xltieaddin\.)+",
    re.IGNORECASE,
)
_OFFICE_JS = re.compile(r"_xldudf_(.+)", re.IGNORECASE)
_FOREIGN = ("_xll.", "_xldudf_", "_xludf.", "org.")


class Spelling:
    r"""Finds our functions under all their stored names.

    Excel stores ``BQ(`` for VBA, ``[1]!BQ(`` or ``'C:\path\\xltie.xlam'!BQ(`` for an add-in,
    ``_xll.BQ(`` for an XLL, ``_xldudf_XLTIE_BQ(`` for Office.js; LibreOffice stores ``bq(`` or
    ``ORG.XLTIE.CALC.XLTIEADDIN.BQ(``; newer built-in functions stand behind ``_xlfn.``.

    >>> Spelling(["BQ"]).ours("'C:\\my files\\xltie.xlam'!_xludf.bq")
    'BQ'
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(name.upper() for name in names)
        self._known: dict[str, str | None] = {}

    def ours(self, stored: str) -> str | None:
        """Return the bare name of an xltie function, or None for any other function."""
        if stored not in self._known:
            self._known[stored] = self._find(stored)
        return self._known[stored]

    def _find(self, stored: str) -> str | None:
        bare = _PREFIX.sub("", stored, count=1).upper()
        match = _OFFICE_JS.fullmatch(bare)
        if match is None:
            return bare if bare in self.names else None
        # the namespace of an Office.js add-in may itself hold underscores
        words = match[1].split("_")
        tails = ("_".join(words[start:]) for start in range(len(words)))
        return next((tail for tail in tails if tail in self.names), None)


def built_in(stored: str) -> str:
    """Return the plain upper-case name of a function that is not one of xltie's."""
    return _PREFIX.sub("", stored, count=1).upper()


def from_an_add_in(stored: str) -> bool:
    """Tell whether a stored name belongs to some add-in or to another workbook."""
    return "!" in stored or stored.lower().startswith(_FOREIGN)
