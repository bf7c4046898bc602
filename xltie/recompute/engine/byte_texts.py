"""LEFTB and its kin, which count bytes: of letters outside ASCII only the language of Excel knows.

Where that is Japanese, Chinese or Korean such a letter has two bytes and half of one is a space;
elsewhere every letter has one, as in LEFT.
"""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.functions.arguments import VALUE, Wrong, guarded, quantity, words

UNSURE_BYTES = CellError("#VALUE!", "how many bytes these texts have depends on the language")


def _text(value: Any) -> str:
    text = words(value)
    if not text.isascii():
        raise Wrong(UNSURE_BYTES)
    return text


def _count(value: Any, least: int = 0) -> int:
    number = quantity(value)
    if number < least:
        raise Wrong(VALUE)
    return int(number)


def _left(text: Any, count: Any = 1) -> Scalar:
    return _text(text)[: _count(count)]


def _right(text: Any, count: Any = 1) -> Scalar:
    own, number = _text(text), _count(count)
    return own[max(0, len(own) - number) :]


def _middle(text: Any, start: Any, count: Any) -> Scalar:
    first = _count(start, 1) - 1
    return _text(text)[first : first + _count(count)]


def _replaced(text: Any, start: Any, count: Any, new: Any) -> Scalar:
    own, first = _text(text), _count(start, 1) - 1
    return own[:first] + _text(new) + own[first + _count(count) :]


BYTE_TEXTS: dict[str, Callable[..., Scalar]] = {
    "LEFTB": guarded(_left),
    "RIGHTB": guarded(_right),
    "MIDB": guarded(_middle),
    "LENB": guarded(lambda text: float(len(_text(text)))),
    "REPLACEB": guarded(_replaced),
}
