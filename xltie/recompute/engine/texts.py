"""How a value reads where a formula needs a text, as Excel writes it.

The rule and its figures are those that Apache POI measured in Excel (``NumberToTextConverter`` and
its list of examples): 15 digits, no exponent up to 20 characters, 14 digits beyond 1E+99.
"""

from __future__ import annotations

import math
import sys
from decimal import ROUND_HALF_UP, Decimal

from xltie.core.cells import CellError, Scalar
from xltie.recompute.ooxml.language import ENGLISH, Language

DIGITS, FEWER_DIGITS, FEWER_FROM = 15, 14, 98
LONGEST_PLAIN = 20
SMALLEST_NORMAL = sys.float_info.min


def text_from(value: Scalar, language: Language = ENGLISH) -> str:
    """Return a cell's value as text; a blank is empty, an error its code."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return language.true if value else language.false
    if isinstance(value, (int, float)):
        text = text_of_number(value)
        return text.replace(".", ",") if language.comma else text
    return value.code if isinstance(value, CellError) else value


def text_of_number(number: float) -> str:
    """Return a number as ``=A1&""`` shows it.

    >>> [text_of_number(number) for number in (0.1 + 0.2, -7.0, 1e20, 1e-7, 1e-19)]
    ['0.3', '-7', '1E+20', '0.0000001', '1E-19']
    """
    if number == int(number) if math.isfinite(number) and abs(number) < 1e15 else False:
        return str(int(number))
    if abs(number) < SMALLEST_NORMAL:
        return "0"
    exact = Decimal(number)
    digits, exponent = _rounded(exact, DIGITS)
    if abs(exponent) > FEWER_FROM:
        digits, exponent = _rounded(Decimal(f"{digits[0]}.{digits[1:]}E{exponent}"), FEWER_DIGITS)
    digits = digits.rstrip("0") or "0"
    sign = "-" if number < 0 else ""
    return sign + _written(digits, exponent)


def _rounded(number: Decimal, count: int) -> tuple[str, int]:
    """Return the first digits of a number and its power of ten."""
    exponent = number.adjusted()
    unit = Decimal(1).scaleb(exponent - count + 1)
    whole = abs(number / unit).to_integral_value(ROUND_HALF_UP)
    digits = str(int(whole))
    return digits[:count], exponent + len(digits) - count


def _written(digits: str, exponent: int) -> str:
    """Return digits with a point, or with an exponent where that would be too long."""
    if exponent >= 0:
        if exponent < LONGEST_PLAIN:
            whole, rest = digits[: exponent + 1], digits[exponent + 1 :]
            return whole.ljust(exponent + 1, "0") + (f".{rest}" if rest else "")
    elif len(digits) - exponent + 1 <= LONGEST_PLAIN:
        return "0." + "0" * (-exponent - 1) + digits
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{rest}E{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
