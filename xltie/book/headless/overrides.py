"""Built-in functions that the engine computes otherwise than Excel, done here.

The engine changes the case of English letters only, and rounds to multiples without regard to
their sign.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Union

from xltie.book.headless.translate import Translator
from xltie.cells import CellError, Scalar


def _text(value: Scalar) -> str:
    """Return a value as it reads when a formula needs text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return f"{value:.15g}" if isinstance(value, (int, float)) else str(value)


def _upper(text: str) -> str:
    # a letter whose capital is two letters, as ß, stays as it is
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in text)


def _lower(text: str) -> str:
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _quantity(value: Scalar) -> Union[float, CellError]:
    """Return a value as it reads when a formula needs a number."""
    if value is None or isinstance(value, (bool, int, float)):
        return float(value or 0)
    if isinstance(value, CellError):
        return value
    try:
        return float(value)
    except ValueError:
        return CellError("#VALUE!")


def _multiple(whole: Callable[[float], int], at_zero: Scalar) -> Callable[[Any, Any], Scalar]:
    """Return CEILING or FLOOR by how they take the whole steps, and what no step answers."""

    def round_to(value: Any, step: Any) -> Scalar:
        number, size = _quantity(value), _quantity(step)
        if isinstance(number, CellError):
            return number
        if isinstance(size, CellError):
            return size
        if number == 0:
            return 0
        if size == 0:
            return at_zero
        if number > 0 > size:
            return CellError("#NUM!")
        steps = number / size
        if math.isfinite(steps):
            # 1.1 is 11 steps of 0.1, not a little more
            near = round(steps)
            steps = near if abs(steps - near) <= 1e-12 * max(1, abs(steps)) else whole(steps)
        return float(f"{steps * size:.15g}")

    return round_to


def overrides(translator: Translator) -> Mapping[str, tuple[Callable[..., Any], int]]:
    """Return what the engine is to call in the place of its own functions, by name.

    With each comes how many arguments it takes.
    """

    def callback(change: Callable[[str], str]) -> Callable[[Any], Any]:
        def one(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(one(inner) for inner in value)
            return value if isinstance(value, CellError) else change(_text(value))

        return lambda value: translator.to_engine(one(translator.from_engine(value)))

    def scalar(function: Callable[[Any, Any], Scalar]) -> Callable[[Any, Any], Any]:
        taken = translator.from_engine
        return lambda value, step: translator.to_engine(function(taken(value), taken(step)))

    return {
        "UPPER": (callback(_upper), 1),
        "LOWER": (callback(_lower), 1),
        "CEILING": (scalar(_multiple(math.ceil, 0)), 2),
        "FLOOR": (scalar(_multiple(math.floor, CellError("#DIV/0!"))), 2),
    }
