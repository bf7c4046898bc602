"""Arguments as Excel reads them, and answers that are errors."""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.text_numbers import number_of_text

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
