"""Texts that stand for numbers and dates: read only where every language reads them alike."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.core.dates import DAYS_TO_1904
from xltie.recompute.engine.compare import UNSURE_NUMBER
from xltie.recompute.ooxml.stored_values import serial_of

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
