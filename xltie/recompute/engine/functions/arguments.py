"""Arguments as Excel reads them, and answers that are errors."""

from __future__ import annotations

from typing import Any, Callable, Iterator

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.text_numbers import number_of_text
from xltie.recompute.engine.texts import text_from

NUM, VALUE, NA = CellError("#NUM!"), CellError("#VALUE!"), CellError("#N/A")
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


def number(value: Any) -> float:
    """Return an argument of a function that takes no truth values, as those of dates and units."""
    if isinstance(single(value), bool):
        raise Wrong(VALUE)
    return quantity(value)


def words(value: Any) -> str:
    """Return an argument as text."""
    return text_from(single(value))


def cells(value: Any) -> Iterator[Scalar]:
    """Yield the values of an argument, row by row."""
    if isinstance(value, (list, tuple)):
        for line in value:
            yield from cells(line)
    else:
        yield value


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
