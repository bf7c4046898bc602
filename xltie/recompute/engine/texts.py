"""How a value reads where a formula needs a text, as Excel writes it.

The rule and its figures are those that Apache POI measured in Excel (``NumberToTextConverter`` and
its list of examples): 15 digits, no exponent up to 20 characters, 14 digits beyond 1E+99.
"""

from __future__ import annotations

import math
import re
import sys
from datetime import datetime
from decimal import ROUND_HALF_UP, Context
from typing import Any

from xltie.core.cells import CellError, Scalar
from xltie.core.dates import DAYS_TO_1904
from xltie.recompute.engine.compare import UNSURE_NUMBER
from xltie.recompute.ooxml.language import ENGLISH, Language
from xltie.recompute.ooxml.stored_values import serial_of

DIGITS, FEWER_DIGITS, FEWER_FROM = 15, 14, 98
ROUNDED, ROUNDED_MORE = (Context(count, ROUND_HALF_UP) for count in (DIGITS, FEWER_DIGITS))
LONGEST_PLAIN, LARGEST_PLAIN = 20, 1e15


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


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?")
_HOURS = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_LETTERS_ONLY = re.compile(r"[^\d]*")


def number_of_text(given: Any, *, date1904: bool = False) -> Scalar:
    """Return what ``VALUE`` answers."""
    return CellError("#VALUE!") if isinstance(given, bool) else as_day(given, date1904=date1904)


def as_day(given: Any, *, date1904: bool = False) -> Scalar:
    """Return what stands where a date is wanted as its serial number."""
    if given is None or isinstance(given, (int, float, CellError)):
        return 0.0 if given is None else given
    text = str(given).strip()
    if _NUMBER.fullmatch(text):
        return float(text)
    if text.endswith("%") and _NUMBER.fullmatch(text[:-1]):
        return float(text[:-1]) / 100
    hours = _HOURS.fullmatch(text)
    if hours is not None:
        return sum(int(part or 0) / unit for part, unit in zip(hours.groups(), (24, 1440, 86400)))
    # Excel strips spaces from numbers, but not from days (IronCalc's tests of CEILING)
    if _DAY.fullmatch(str(given)):
        try:
            day = serial_of(datetime.fromisoformat(text)) - (DAYS_TO_1904 if date1904 else 0)
        except ValueError:
            return CellError("#VALUE!")
        return day if day >= 0 else CellError("#VALUE!")
    return CellError("#VALUE!") if _LETTERS_ONLY.fullmatch(text) else UNSURE_NUMBER
