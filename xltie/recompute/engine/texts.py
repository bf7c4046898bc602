"""How a value reads where a formula needs a text, as Excel writes it.

The rule and its figures are those that Apache POI measured in Excel (``NumberToTextConverter`` and
its list of examples): 15 digits, no exponent up to 20 characters, 14 digits beyond 1E+99.
"""

from __future__ import annotations

import math
import re
import sys
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.core.dates import DAYS_TO_1904
from xltie.recompute.engine.compare import UNSURE_NUMBER
from xltie.recompute.ooxml.language import ENGLISH, Language
from xltie.recompute.ooxml.stored_values import serial_of

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


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?")
_HOURS = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_LETTERS_ONLY = re.compile(r"[^\d]*")


def number_of_text(given: Any, *, date1904: bool = False) -> Scalar:
    """Return what ``VALUE`` answers."""
    if isinstance(given, bool):
        return CellError("#VALUE!")
    return _read(given, date1904=date1904)


def as_day(given: Any, *, date1904: bool = False) -> Scalar:
    """Return what stands where a date is wanted as its serial number."""
    return given if isinstance(given, bool) else _read(given, date1904=date1904)


def _read(given: Any, *, date1904: bool) -> Scalar:
    """Return the number that a value stands for."""
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


NUM, VALUE = CellError("#NUM!"), CellError("#VALUE!")
DIV0 = CellError("#DIV/0!")


class Wrong(Exception):
    """An answer that is an error: ``args[0]``."""


def single(value: Any) -> Scalar:
    """Return an argument as one value, an array by its only cell."""
    while isinstance(value, (list, tuple)):
        if len(value) != 1:
            raise Wrong(VALUE)
        value = value[0]
    if isinstance(value, CellError):
        raise Wrong(value)
    found: Scalar = value
    return found


def quantity(value: Any) -> float:
    """Return an argument as a number; texts as Excel reads them in every language."""
    one = single(value)
    answer = number_of_text(float(one) if isinstance(one, bool) else one)
    if isinstance(answer, CellError) or not isinstance(answer, (int, float)):
        raise Wrong(answer if isinstance(answer, CellError) else VALUE)
    return float(answer)


def guarded(function: Callable[..., Scalar]) -> Callable[..., Scalar]:
    """Return a function that answers with an error where its arguments are wrong."""

    def call(*arguments: Any) -> Scalar:
        try:
            return function(*arguments)
        except Wrong as error:
            wrong: CellError = error.args[0]
            return wrong
        except ZeroDivisionError:
            return DIV0
        except (OverflowError, ValueError):
            return NUM

    return call
