"""Built-in functions that the engine computes differently from Excel, replaced here.

The engine changes the case of English letters only.
"""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any, Callable, Mapping

from xltie.core.cells import CellError, Scalar
from xltie.core.dates import DAYS_TO_1904
from xltie.recompute.engine.compare import folded
from xltie.recompute.engine.engine_values import ValueConverter
from xltie.recompute.engine.number_format import text_of
from xltie.recompute.engine.texts import NUM, guarded, quantity, text_from
from xltie.recompute.ooxml.stored_values import AFTER_LEAP_DAY

FIRST, LATEST = 1900, 10_000
_EPOCH = date(1899, 12, 30)


def day_of(year: Any, month: Any, day: Any, *, date1904: bool = False) -> Scalar:
    """Return what ``DATE`` answers; days outside the calendar are for the caller to refuse."""
    years, months, days = (int(quantity(one)) for one in (year, month, day))
    if years < 0:
        return NUM
    if years < FIRST:
        years += FIRST
    years, months = years + (months - 1) // 12, (months - 1) % 12 + 1
    if not 1 <= years < LATEST:
        return NUM
    first = (date(years, months, 1) - _EPOCH).days
    first -= first < AFTER_LEAP_DAY
    return float(first + days - 1 - (DAYS_TO_1904 if date1904 else 0))


_upper = folded


def _lower(text: str) -> str:
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _proper(text: str) -> str:
    """Return a text with a capital after each character that is no letter."""
    letters: list[str] = []
    for letter in text:
        inside = bool(letters) and letters[-1].isalpha()
        letters.append(_lower(letter) if inside else _upper(letter))
    return "".join(letters)


def overrides(
    converter: ValueConverter, *, date1904: bool = False
) -> Mapping[str, tuple[Callable[..., Any], int, int | None]]:
    """Return what the engine is to call instead of its own functions, by name.

    With each comes how many arguments it takes, at least and at most.
    """

    def callback(change: Callable[[str], str]) -> Callable[[Any], Any]:
        def one(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(one(inner) for inner in value)
            return value if isinstance(value, CellError) else change(text_from(value))

        return lambda value: converter.to_engine(one(converter.from_engine(value)))

    def scalar(function: Callable[..., Scalar]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            return converter.to_engine(function(*map(converter.from_engine, arguments)))

        return call

    return {
        "UPPER": (callback(_upper), 1, 1),
        "LOWER": (callback(_lower), 1, 1),
        "PROPER": (callback(_proper), 1, 1),
        "TEXT": (scalar(guarded(partial(text_of, date1904=date1904))), 2, 2),
        "DATE": (scalar(guarded(partial(day_of, date1904=date1904))), 3, 3),
    }
