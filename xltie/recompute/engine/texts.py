"""How a value reads where a formula needs a text, as Excel writes it.

The rule and its figures are those that Apache POI measured in Excel (``NumberToTextConverter`` and
its list of examples): 15 digits, no exponent up to 20 characters, 14 digits beyond 1E+99.
"""

from __future__ import annotations

import math
import sys
from decimal import ROUND_HALF_UP, Context

from xltie.core.cells import CellError, Scalar
from xltie.recompute.ooxml.language import ENGLISH, Language

DIGITS, FEWER_DIGITS, FEWER_FROM = 15, 14, 98
ROUNDED, ROUNDED_MORE = (Context(count, ROUND_HALF_UP) for count in (DIGITS, FEWER_DIGITS))
LONGEST_PLAIN, LARGEST_PLAIN = 20, 1e15


def text_from(value: Scalar, language: Language = ENGLISH) -> str:
    """Return a cell's value as text; a blank is empty, an error its code."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        text = text_of_number(value)
        return text.replace(".", ",") if language.comma else text
    return value.code if isinstance(value, CellError) else value


def text_of_number(number: float) -> str:
    """Return a number as ``=A1&""`` shows it.

    >>> [text_of_number(number) for number in (0.1 + 0.2, -7.0, 1e20, 1e-7, 1e-19)]
    ['0.3', '-7', '1E+20', '0.0000001', '1E-19']
    """
    if math.isfinite(number) and abs(number) < LARGEST_PLAIN and number == int(number):
        return str(int(number))
    if abs(number) < sys.float_info.min:
        return "0"
    rounded = ROUNDED.create_decimal(number)
    if abs(rounded.adjusted()) > FEWER_FROM:
        rounded = ROUNDED_MORE.create_decimal(rounded)
    rounded = rounded.normalize(ROUNDED)
    exponent = rounded.adjusted()
    plain = f"{rounded:f}"
    # what counts of a whole number are its digits, of any other those after the point too
    long = exponent if exponent >= 0 else len(plain.lstrip("-")) - 1
    if long < LONGEST_PLAIN:
        return plain
    return f"{rounded.scaleb(-exponent):f}E{exponent:+03d}"
