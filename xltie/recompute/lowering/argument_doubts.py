"""For which values of their arguments functions are in doubt that else are proven."""

from __future__ import annotations

from typing import Sequence

from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.kinds import BLANK, Kind

FIRST_SURE_DAY = 61
FIRST_SURE_YEAR = 1901
LAST_YEAR = 9999
LONGEST_MONTH, SHORTEST_MONTH, LONGEST_YEAR = 31, 28, 366
CALENDAR = frozenset({"DATE", "EDATE", "EOMONTH", "YEAR", "MONTH", "DAY", "WEEKDAY"})
# noise in the last digits of their arguments decides between two results
ROUNDED = frozenset({"ROUND", "ROUNDUP", "ROUNDDOWN", "TRUNC", "INT"})
DECIDING = ROUNDED | frozenset(
    {"SIGN", "ISEVEN", "ISODD", "MOD", "NOT", "AND", "OR", "XOR", "RANK", "RANK.EQ", "RANK.AVG"}
)
LOOKUPS = frozenset({"MATCH", "XMATCH", "VLOOKUP", "HLOOKUP", "XLOOKUP"})
Arguments = Sequence["Kind | None"]


def choice_doubt(name: str, arguments: Arguments, gap: float | None) -> Message:
    """Return why noise in the last digits, or a wildcard, could turn a choice over, if it could.

    ``gap`` is the difference of the stored number and the engine's where the call is the whole
    formula: one of more than a step of rounding is no noise.
    """
    given = [one for one in (arguments[:1] if name == "IF" else arguments) if one is not None]
    if name in LOOKUPS and (given[0].wild or BLANK in given[0].holds):
        return say("{name}() of a blank, or of a text that may have wildcards", name=name)
    if name not in DECIDING | LOOKUPS | {"IF"} or not any(one.computed for one in given):
        return NOTHING
    if name in ROUNDED and gap is not None:
        places = _number(given[1]) if len(given) > 1 else 0.0
        if places is not None and gap > 1.5 * 10.0 ** -int(places):
            return NOTHING
    return say("{name}() of computed decimals", name=name)


def calendar_doubt(name: str, arguments: Arguments, *, date1904: bool) -> Message:
    """Return why a day may be counted otherwise in Excel, if it may.

    Days before March 1900 are: Excel has a February 29 in that year.
    """
    if date1904:
        return say("a day counted from 1904")
    given = [_number(one) for one in arguments]
    if name == "DATE":
        year, month, day = given
        if year is None or not FIRST_SURE_YEAR <= year <= LAST_YEAR:
            return say("DATE() of a year that is not known")
        first = LONGEST_YEAR * (year - FIRST_SURE_YEAR + 1)
        months = 0 if month is None else month - 1
        back = 0 if day is None else min(0, day / SHORTEST_MONTH - 1)
    elif name in ("EDATE", "EOMONTH"):
        start, count = given
        if start is None or count is None:
            return say("{name}() of a day that is not known", name=name)
        first, months, back = start, count, 0
    else:
        return NOTHING
    if first + LONGEST_MONTH * min(0, months + back) < FIRST_SURE_DAY:
        return say("{name}() that may be before March 1900", name=name)
    return NOTHING


def _number(kind: Kind | None) -> float | None:
    value = None if kind is None else kind.value
    return value if isinstance(value, (int, float)) else None
