"""For which arguments the engine's results of a function were proven equal to Excel's.

Proven means: no difference from the values that Excel stored in public workbooks, in which
``benchmarks/stored_values.py`` counts them. A function that is not here is in doubt.
Each character of a signature stands for one argument:

n  one number, a truth value or a blank      d  one day, after February 1900
t  one text, or a whole number as text       c  one condition: a truth value, number or blank
a  one value of any kind but an error        e  one value, also an error
m  numbers: one, or a range of any values    r  a range without errors
x  an exact match: 0, FALSE or nothing       w  one whole number
?  those that follow may be left out         *  the one before may come again and again
"""

from __future__ import annotations

from typing import NamedTuple

from xltie.recompute.lowering.kinds import A_NUMBER, A_TEXT, A_TRUTH, A_WHOLE, Kind


class Signature(NamedTuple):
    """The arguments of a function that is proven for them, and the kind of its result.

    Where ``result`` is None, the result is one of the arguments ``among`` (from 0).
    """

    arguments: str
    result: Kind | None = None
    among: int = 0

    def argument(self, index: int) -> str:
        """Return what the argument with a number (from 0) has to be, ``""`` for one too many."""
        letters = self.arguments.replace("?", "")
        if letters.endswith("*"):
            letters = letters[:-1]
            return letters[min(index, len(letters) - 1)]
        return letters[index : index + 1]

    @property
    def least(self) -> int:
        """How many arguments there are at least."""
        return len(self.arguments.partition("?")[0].rstrip("*"))


def _table(text: str, result: Kind | None) -> dict[str, Signature]:
    lines = (line.split() for line in text.split("\n") if line.strip())
    return {name: Signature(words[0], result) for words in lines for name in words[1:]}


PROVEN: dict[str, Signature] = {
    **_table(
        """
        n    INT SIGN ISEVEN ISODD
        t    LEN
        tt   EXACT
        tt?w FIND
        m*   COUNT COUNTA
        r    ROWS COLUMNS COUNTBLANK
        arx  MATCH
        ar   XMATCH
        www  DATE
        d    YEAR MONTH DAY
        d?w  WEEKDAY
        dw   EDATE EOMONTH
        ?    ROW COLUMN
        """,
        A_WHOLE,
    ),
    **_table(
        """
        n    ABS SQRT EXP LN LOG10
        nn   POWER MOD
        nw   ROUND ROUNDUP ROUNDDOWN
        n?w  TRUNC
        ?    PI
        m*   SUM AVERAGE MIN MAX MEDIAN PRODUCT SUMSQ STDEV STDEV.S STDEV.P STDEVP
        m*   VAR VAR.S VAR.P VARP
        rw   LARGE SMALL
        nr?w RANK RANK.EQ RANK.AVG
        """,
        A_NUMBER,
    ),
    **_table(
        """
        t    UPPER LOWER TRIM
        t?w  LEFT RIGHT
        tww  MID
        ttt?w SUBSTITUTE
        twwt REPLACE
        tw   REPT
        t*   CONCATENATE CONCAT
        """,
        A_TEXT,
    ),
    **_table(
        """
        e    ISNUMBER ISTEXT ISBLANK ISERROR ISERR ISNA ISLOGICAL ISNONTEXT
        c    NOT
        c*   AND OR XOR
        ?    TRUE FALSE
        """,
        A_TRUTH,
    ),
    "IF": Signature("ca?a", among=1),
    "IFERROR": Signature("ea"),
    "IFNA": Signature("ea"),
    "VLOOKUP": Signature("arwx", among=1),
    "HLOOKUP": Signature("arwx", among=1),
    "XLOOKUP": Signature("arr?a", among=2),
    "INDEX": Signature("rw?w"),
    "N": Signature("n"),
    "T": Signature("t"),
}
