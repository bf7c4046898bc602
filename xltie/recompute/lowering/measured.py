"""Which functions write a new value: those that were measured to answer as Excel does.

From workbooks that Excel saved the values were taken out, and computed again
(``benchmarks/values_taken_out.py``). A function stands here with the kinds of cells with which it
gave what Excel had stored; with any others, and where a function does not stand here, the formula
counts as not computed. The groups come from one half of the collections and were tried on the
other.
"""

from __future__ import annotations

import re
from operator import le
from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Sequence

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import NOTHING, Message, say
from xltie.core.records import dataclass
from xltie.recompute.lowering.template import Template
from xltie.recompute.lowering.tree import OPERANDS, Node, Part

WHOLE, DECIMAL, TEXT, TRUTH, BLANK, ERROR = "whole", "decimal", "text", "truth", "blank", "error"
# a text with characters that Excel counts as two, or with spaces that it does not trim
UNUSUAL = "unusual text"
# a text that a program may read as a number, a date or a truth value, in its own language
LIKE_A_NUMBER = "number as text"
# above this, the text of a whole number may have an exponent
LARGEST_PLAIN = 1e11
_UNUSUAL = re.compile("[\x00-\x1f\x7f-\xa0\u2000-\u200f\u2028-\u202f\u3000\U00010000-\U0010ffff]")
_DIGIT = re.compile(r"\d|^\s*(?:true|false)\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Kind:
    """What an operand may hold; ``value`` where it is one known value.

    ``cells`` says that it is a range of several cells, ``whole`` one of whole rows or columns,
    ``rising`` that nothing but numbers stands in its first column, none smaller than one above.
    """

    holds: frozenset[str]
    value: Scalar = None
    cells: bool = False
    whole: bool = False
    rising: bool = False


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


def single(value: Scalar) -> Kind:
    """Return the kind of one known value."""
    return Kind(frozenset({kind_of(value)}), value)


def written(node: Node) -> Kind | None:
    """Return the kind of a value that is written into a formula, None for anything else."""
    if node.kind == Part.NUMBER:
        return single(float(node.text))
    if node.kind == Part.TEXT:
        return single(node.said)
    if node.kind == Part.NAME and node.text.upper() in ("TRUE", "FALSE"):
        return single(node.text.upper() == "TRUE")
    return None


def several(values: Iterable[Scalar], first: Sequence[Scalar], *, whole: bool) -> Kind:
    """Return the kind of a range by the values in it, and those of its first column in order."""
    holds = frozenset(map(kind_of, values))
    rising = {WHOLE, DECIMAL}.issuperset(map(kind_of, first)) and all(map(le, first, first[1:]))  # type: ignore[arg-type]
    return Kind(holds, cells=True, whole=whole, rising=rising and bool(first))


Look = Callable[[Node], Optional[Kind]]
"""Returns what an operand holds, None where that is not known."""
_NOT_PLAIN = frozenset({TEXT, LIKE_A_NUMBER, UNUSUAL, TRUTH, BLANK})


ANYTHING, NO_ERRORS, PLAIN = "anything", "no errors", "plain"
"""What the cells may hold that a formula refers to; plain are numbers and ranges: no text, blank or
error by itself, no whole column, no array."""


class Measured(NamedTuple):
    """Some functions, what their formulas may take, and with which errors they may answer.

    ``errors`` is None where all errors were measured to be Excel's.
    """

    functions: frozenset[str]
    takes: str
    errors: frozenset[str] | None


def _group(functions: str, takes: str, errors: str | None) -> Measured:
    codes = None if errors is None else frozenset(errors.split())
    return Measured(frozenset(functions.split()), takes, codes)


MEASURED = (
    # the answer was Excel's for cells of all kinds, also where it was an error
    _group(
        """
        ABS AVERAGE CLEAN COLUMN COLUMNS CONCATENATE COUNTBLANK DATE DAY
        EVEN EXACT FALSE FIND HOUR HYPERLINK IF IFERROR IFNA INDIRECT ISBLANK
        ISERR ISERROR ISLOGICAL ISNA ISNONTEXT ISNUMBER ISREF ISTEXT LEFT LEN LET
        LN LOG10 MAX MID MIN MINUTE MOD MONTH N NA NOT NOW ODD OFFSET PI POWER PRODUCT
        RAND RANDARRAY RANDBETWEEN REPT RIGHT ROUND ROUNDDOWN ROUNDUP ROW
        ROWS SECOND SQRT SUBSTITUTE SUM SUMSQ T TEXTJOIN TODAY TRIM TRUE
        WEEKDAY XLOOKUP YEAR
        """,
        ANYTHING,
        None,
    ),
    # of errors, the one for nothing found was Excel's; INDEX(A1:A3,-1) was another, EXP("€9") none
    _group(
        """
        AND CHOOSE COUNT COUNTA EXP HLOOKUP INDEX INT LOOKUP MATCH OR SIGN TRUNC VLOOKUP XMATCH XOR
        """,
        ANYTHING,
        "#N/A #DIV/0!",
    ),
    # an error as a condition is counted by Excel, and is the answer here; in ranges as well
    _group(
        """
        ANCHORARRAY AVERAGEIF AVERAGEIFS CHAR CONCAT COUNTIF COUNTIFS FILTER FREQUENCY IFS
        LARGE MAXIFS MEDIAN MINIFS PERCENTILE PERCENTILE.INC QUARTILE QUARTILE.INC RANK
        RANK.AVG RANK.EQ SEARCH SEQUENCE SINGLE SMALL SORT SORTBY STDEV STDEV.P STDEV.S
        STDEVP SUBTOTAL SUMIF SUMIFS SUMPRODUCT SWITCH TEXT TIME TRANSPOSE UNIQUE VAR VAR.P
        VAR.S VARP
        """,
        NO_ERRORS,
        "#DIV/0!",
    ),
    # wrong for texts that hold numbers, blanks, limits of the domain, ranges for one value
    _group(
        """
        ACOS ACOSH ACOT ACOTH ASC ASIN ASINH ATAN ATAN2 ATANH AVEDEV BESSELI BESSELK
        BETA.DIST BETADIST BIN2DEC BIN2HEX BIN2OCT BINOM.DIST BINOM.DIST.RANGE BINOMDIST
        BITAND BITOR BITXOR CHIDIST CHIINV CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHITEST CODE
        COMBIN COMPLEX CONFIDENCE CORREL COS COSH COTH COVAR COVARIANCE.P COVARIANCE.S
        CRITBINOM CSCH DATEDIF DAVERAGE DAYS DCOUNT DCOUNTA DEC2BIN DEC2HEX DEC2OCT DEGREES
        DEVSQ DGET DMAX DMIN DOLLARFR DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP EDATE EFFECT
        EOMONTH ERF.PRECISE ERFC.PRECISE EXPON.DIST EXPONDIST F.INV F.INV.RT F.TEST FACT
        FACTDOUBLE FDIST FINV FISHER FISHERINV FIXED FORECAST FTEST FV GAMMA GAMMA.DIST
        GAMMA.INV GAMMADIST GAUSS GCD GEOMEAN GESTEP GROWTH HARMEAN
        HYPGEOM.DIST HYPGEOMDIST IMABS IMAGINARY IMARGUMENT
        IMCONJUGATE IMDIV IMPRODUCT IMREAL IMSUB IMSUM INTERCEPT ISEVEN ISODD ISPMT KURT LCM
        LOG LOGEST LOGINV LOGNORM.DIST LOGNORM.INV LOGNORMDIST MAXA MODE MROUND
        NEGBINOM.DIST NEGBINOMDIST NOMINAL NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
        NORMDIST NORMINV NORMSDIST NORMSINV NPER PDURATION PEARSON
        PERCENTILE.EXC PERCENTRANK PERCENTRANK.EXC PERCENTRANK.INC PERMUT PHI POISSON
        POISSON.DIST PV QUARTILE.EXC QUOTIENT RADIANS RATE RRI RSQ SECH SIN SINH SKEW
        SLN SLOPE SQRTPI STANDARDIZE STDEVA STDEVPA STEYX SYD
        T.INV T.INV.2T TANH TBILLEQ TBILLYIELD TIMEVALUE TREND TRIMMEAN TTEST UNICODE
        VARA VARPA WEEKNUM WEIBULL WORKDAY YEARFRAC YIELD Z.TEST ZTEST
        """,
        PLAIN,
        "",
    ),
)
GROUPS: Mapping[str, Measured] = {name: group for group in MEASURED for name in group.functions}
"""The group of each function that was measured."""
ANSWERING = frozenset(name for name, group in GROUPS.items() if group.takes == ANYTHING)
"""Functions whose answers that are no errors are Excel's for all arguments."""


def not_measured(template: Template, look: Look, answer: Scalar, *, array: bool) -> Message:
    """Return why the answer of a formula is not known to be Excel's, if so."""
    if template.functions <= ANSWERING and not isinstance(answer, CellError):
        return NOTHING
    names = sorted(template.functions)
    for name in names:
        if name not in GROUPS:
            return say("{name}() is not computed as in Excel", name=name)
    assert template.tree is not None, "a formula that was computed was read"
    found = list(template.tree.walk())
    # INDEX(A:A,...) is one cell
    indexed = [node.parts[0] for node in found if node.function == "INDEX" and node.parts]
    operands = [
        (node, kind) for node in found if node.kind in OPERANDS and (kind := look(node)) is not None
    ]
    kinds = [kind for _, kind in operands]
    errors = any(ERROR in kind.holds for kind in kinds)
    omitted = any(node.kind == Part.MISSING for node in found)
    chosen = [kind for node, kind in operands if node not in indexed]
    plain = not (errors or omitted or array or any(map(_not_plain, chosen)))
    gone = any(
        node.kind in (Part.ERROR, Part.AREA) and node.text.endswith("#REF!") for node in found
    )
    if gone and isinstance(answer, CellError) and answer.code != "#REF!":
        return say("the engine returns an error")
    for name in names:
        group = GROUPS[name]
        fits = {ANYTHING: True, NO_ERRORS: not errors, PLAIN: plain}
        if not fits[group.takes]:
            return say("{name}() with such arguments is not compared with Excel", name=name)
        if isinstance(answer, CellError) and not _may_answer(group, answer, kinds, errors=errors):
            return say("the engine returns an error")
    return NOTHING


def _not_plain(kind: Kind) -> bool:
    return kind.whole or (not kind.cells and not kind.holds.isdisjoint(_NOT_PLAIN))


def _may_answer(group: Measured, answer: CellError, kinds: Sequence[Kind], *, errors: bool) -> bool:
    """Tell whether an error is one that functions of a group were measured to answer with."""
    if group.errors is None:
        return True
    if errors:
        # an error that is handed on
        return group.takes == ANYTHING and any(kind.value == answer for kind in kinds)
    return answer.code in group.errors
