"""Words that xltie functions and arguments must not be named.

``BUILT_IN`` holds the functions of Excel and LibreOffice Calc, ``LOCALIZED`` their names in other
languages: an xltie function with such a name would never be called where it is typed.
``VBA_KEYWORDS`` holds the words of VBA, in which functions and arguments of the Excel wrappers are
declared: a single one keeps the whole module, and so every function, from compiling.
"""

from __future__ import annotations

import re
from functools import cache

from xltie.core.cells import column_number
from xltie.functions.localized_names import LOCALIZED

BUILT_IN = frozenset(
    """
    ABS ACCRINT ACCRINTM ACOS ACOSH ACOT ACOTH ADDRESS AGGREGATE AMORDEGRC AMORLINC AND ARABIC
    AREAS ARRAYTOTEXT ASC ASIN ASINH ATAN ATAN2 ATANH AVEDEV AVERAGE AVERAGEA AVERAGEIF
    AVERAGEIFS BAHTTEXT BASE BESSELI BESSELJ BESSELK BESSELY BETA.DIST BETA.INV BETADIST BETAINV
    BIN2DEC BIN2HEX BIN2OCT BINOM.DIST BINOM.DIST.RANGE BINOM.INV BINOMDIST BITAND BITLSHIFT
    BITOR BITRSHIFT BITXOR BYCOL BYROW CALL CEILING CEILING.MATH CEILING.PRECISE CELL CHAR
    CHIDIST CHIINV CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHITEST CHOOSE
    CHOOSECOLS CHOOSEROWS CLEAN CODE COLOR COLUMN COLUMNS COMBIN COMBINA COMPLEX CONCAT
    CONCATENATE CONFIDENCE CONFIDENCE.NORM CONFIDENCE.T CONVERT COPILOT CORREL COS COSH COT COTH
    COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS COUPDAYBS COUPDAYS COUPDAYSNC COUPNCD COUPNUM
    COUPPCD COVAR COVARIANCE.P COVARIANCE.S CRITBINOM CSC CSCH CUBEKPIMEMBER CUBEMEMBER
    CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET CUBESETCOUNT CUBEVALUE CUMIPMT CUMPRINC CURRENT
    DATE DATEDIF DATEVALUE DAVERAGE DAY DAYS DAYS360 DB DCOUNT DCOUNTA DDB DEC2BIN DEC2HEX
    DEC2OCT DECIMAL DEGREES DELTA DETECTLANGUAGE DEVSQ DGET DISC DMAX DMIN DOLLAR DOLLARDE
    DOLLARFR DPRODUCT DROP DSTDEV DSTDEVP DSUM DURATION DVAR DVARP EASTERSUNDAY ECMA.CEILING
    EDATE EFFECT ENCODEURL EOMONTH ERF ERF.PRECISE ERFC ERFC.PRECISE ERROR.TYPE EVALUATE EVEN
    EXACT EXP EXPAND EXPON.DIST EXPONDIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FACT FACTDOUBLE
    FALSE FDIST FIELDVALUE FILTER FILTERXML FIND FINDB FINV FISHER FISHERINV FIXED FLOOR
    FLOOR.MATH FLOOR.PRECISE FORECAST FORECAST.ETS FORECAST.LINEAR FORMULATEXT FREQUENCY FTEST
    FV FVSCHEDULE GAMMA GAMMA.DIST GAMMA.INV GAMMADIST GAMMAINV GAMMALN GAMMALN.PRECISE GAUSS
    GCD GEOMEAN GESTEP GET.CELL GETPIVOTDATA GROUPBY GROWTH HARMEAN HEX2BIN HEX2DEC HEX2OCT
    HLOOKUP HOUR HSTACK HYPERLINK HYPGEOM.DIST HYPGEOMDIST IF IFERROR IFNA IFS IMABS IMAGE
    IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMCOSH IMCOT IMCSC IMCSCH IMDIV IMEXP IMLN IMLOG10
    IMLOG2 IMPOWER IMPRODUCT IMREAL IMSEC IMSECH IMSIN IMSINH IMSQRT IMSUB IMSUM IMTAN INDEX
    INDIRECT INFO INT INTERCEPT INTRATE IPMT IRR ISBLANK ISERR ISERROR ISEVEN ISFORMULA
    ISLOGICAL ISNA ISNONTEXT ISNUMBER ISO.CEILING ISODD ISOMITTED ISOWEEKNUM ISPMT ISREF ISTEXT
    JIS KURT LAMBDA LARGE LCM LEFT LEFTB LEN LENB LET LINEST LN LOG LOG10 LOGEST LOGINV
    LOGNORM.DIST LOGNORM.INV LOGNORMDIST LOOKUP LOWER MAKEARRAY MAP MATCH MAX MAXA MAXIFS
    MDETERM MDURATION MEDIAN MID MIDB MIN MINA MINIFS MINUTE MINVERSE MIRR MMULT MOD MODE
    MODE.MULT MODE.SNGL MONTH MROUND MULTINOMIAL MULTIPLE.OPERATIONS MUNIT N NA NEGBINOM.DIST
    NEGBINOMDIST NETWORKDAYS NETWORKDAYS.INTL NOMINAL NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV
    NORMDIST NORMINV NORMSDIST NORMSINV NOT NOW NPER NPV NUMBERVALUE OCT2BIN OCT2DEC OCT2HEX ODD
    ODDFPRICE ODDFYIELD ODDLPRICE ODDLYIELD OFFSET OR ORG.LIBREOFFICE PDURATION PEARSON
    PERCENTILE PERCENTILE.EXC PERCENTILE.INC PERCENTOF PERCENTRANK PERCENTRANK.EXC
    PERCENTRANK.INC PERMUT PERMUTATIONA PHI PHONETIC PI PIVOTBY PMT POISSON POISSON.DIST POWER
    PPMT PRICE PRICEDISC PRICEMAT PROB PRODUCT PROPER PV PY QUARTILE QUARTILE.EXC QUARTILE.INC
    QUOTIENT RADIANS RAND RANDARRAY RANDBETWEEN RANK RANK.AVG RANK.EQ RATE RAWSUBTRACT RECEIVED
    REDUCE REGEXEXTRACT REGEXREPLACE REGEXTEST REGISTER.ID REPLACE REPLACEB REPT RIGHT RIGHTB
    ROMAN ROUND ROUNDDOWN ROUNDSIG ROUNDUP ROW ROWS RRI RSQ RTD SCAN SEARCH SEARCHB SEC SECH
    SECOND SEQUENCE SERIESSUM SHEET SHEETS SIGN SIN SINH SKEW SKEW.P SLN SLOPE SMALL SORT SORTBY
    SQRT SQRTPI STANDARDIZE STDEV STDEV.P STDEV.S STDEVA STDEVP STDEVPA STEYX STOCKHISTORY STYLE
    SUBSTITUTE SUBTOTAL SUM SUMIF SUMIFS SUMPRODUCT SUMSQ SUMX2MY2 SUMX2PY2 SUMXMY2 SWITCH SYD T
    T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TAN TANH TBILLEQ TBILLPRICE TBILLYIELD
    TDIST TEXT TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TIME TIMEVALUE TINV TOCOL TODAY TOROW
    TRANSLATE TRANSPOSE TREND TRIM TRIMMEAN TRIMRANGE TRUE TRUNC TTEST TYPE UNICHAR UNICODE
    UNIQUE UPPER VALUE VALUETOTEXT VAR VAR.P VAR.S VARA VARP VARPA VDB VLOOKUP VSTACK WEBSERVICE
    WEEKDAY WEEKNUM WEIBULL WEIBULL.DIST WORKDAY WORKDAY.INTL WRAPCOLS WRAPROWS XIRR XLOOKUP
    XMATCH XNPV XOR YEAR YEARFRAC YIELD YIELDDISC YIELDMAT Z.TEST ZTEST
    """.split()
)

VBA_RESERVED = frozenset(
    """
    abs addressof and any array as attribute boolean byref byte byval call case cbool cbyte ccur
    cdate cdbl cdec cdecl cint circle clng clnglng clngptr close const csng cstr currency cvar cverr
    date debug decimal declare defbool defbyte defcur defdate defdbl defdec defint deflng deflnglng
    deflngptr defobj defsng defstr defvar dim do doevents double each else elseif empty end endif
    enum eqv erase event exit false fix for friend function get global gosub goto if imp implements
    in input inputb int integer is lbound len lenb let like lineinput lock long longlong longptr
    loop lset me mod new next not nothing null on open option optional or paramarray preserve print
    private pset public put raiseevent redim rem resume return rset scale seek select set sgn shared
    single spc static stop string sub tab then to true type typeof ubound unlock until variant
    vb_base vb_control vb_creatable vb_customizable vb_description vb_exposed vb_ext_key
    vb_globalnamespace vb_helpid vb_invoke_func vb_invoke_property vb_invoke_propertyput
    vb_invoke_propertyputref vb_memberflags vb_name vb_predeclaredid vb_procdata vb_templatederived
    vb_usermemid vb_vardescription vb_varhelpid vb_varmemberflags vb_varprocdata vb_varusermemid
    wend while with withevents write xor
    """.split()
)
"""Reserved identifiers: [MS-VBAL] 3.3.5.2, all classes, as in ``scripts/vba_reserved.csv``."""

VBA_KEYWORDS = VBA_RESERVED | frozenset(
    """
    alias base binary compare error explicit lib line mid name object output property randomize step
    time
    """.split()
)
"""With the words that may be names but begin, or are part of, a statement of VBA."""

_NAME = re.compile(r"[A-Z][A-Z0-9]*(\.[A-Z][A-Z0-9]*)*")
_ARGUMENT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,254}")
_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ROWS_AND_COLUMNS = ("RC", "ZS", "LC", "FC", "RK", "RS", "SO", "WK")
"""The letters of row and column as Excel has them in English, German, French and Portuguese,
Spanish, Dutch and three Nordic languages, Finnish, Hungarian, Polish (PhpSpreadsheet's tables;
Polish is a guess)."""
_R1C1 = re.compile("|".join(f"{p[0]}[0-9]*({p[1]}[0-9]*)?|{p[1]}[0-9]*" for p in _ROWS_AND_COLUMNS))


def is_cell_address(name: str) -> bool:
    """Tell whether a spreadsheet would read a name as a cell: ``SOS1``, ``BHC1``, ``R1C1``."""
    if _R1C1.fullmatch(name):
        return True
    address = _ADDRESS.fullmatch(name)
    return bool(address and column_number(address[1]) <= 16384 and 1 <= int(address[2]) <= 1048576)


def refusal_of(name: str, vba_name: str = "") -> str:
    """Return why a function cannot have a name in a sheet, "" where it can.

    ``vba_name`` is what Excel calls it where ``name`` means something else there.
    """
    if name in BUILT_IN:
        return "is a function of the spreadsheet itself"
    refusal = _refusal_of_shape(name)
    if refusal or not vba_name:
        return refusal or _refusal_in_excel(name)
    shape = _refusal_of_shape(vba_name) or _refusal_in_excel(vba_name)
    return f"its vba_name {vba_name} {shape}" if shape else ""


def _refusal_of_shape(name: str) -> str:
    if not _NAME.fullmatch(name) or len(name) < 2:
        return "a name consists of capital letters and digits"
    return "looks like a cell address" if is_cell_address(name) else ""


def _refusal_in_excel(name: str) -> str:
    if name in BUILT_IN:
        return "is a function of the spreadsheet itself"
    if name in LOCALIZED:
        return "is a function of Excel in another language; give a vba_name"
    if "." in name:
        return "has a dot, which VBA does not allow; give a vba_name"
    if name.lower() in VBA_KEYWORDS:
        return "is a word of VBA; give a vba_name"
    return ""


@cache
def refusal_of_argument(name: str) -> str:
    """Return why an argument cannot have a name in VBA, "" where it can.

    Names of arguments never reach the parser of formulas: functions and single letters are free.
    """
    if not _ARGUMENT.fullmatch(name):
        return "does not begin with a letter, or holds more than letters, digits and _"
    if name.lower() in VBA_KEYWORDS:
        return "is a word of VBA"
    return "looks like a cell address" if len(name) > 1 and is_cell_address(name.upper()) else ""
