"""``TEXTBEFORE`` and ``TEXTAFTER`` (support.microsoft.com), with every argument."""

from __future__ import annotations

import math
from typing import Any

from xltie.core.cells import CellError, Scalar
from xltie.recompute.engine.compare import folded
from xltie.recompute.engine.functions.arguments import (
    NA,
    VALUE,
    Wrong,
    cells,
    guarded,
    quantity,
    words,
)
from xltie.recompute.engine.texts import text_from


def _places(text: str, delimiters: list[str]) -> list[tuple[int, int]]:
    """Return where delimiters stand, from and up to, the longest one at each place."""
    found: list[tuple[int, int]] = []
    at = 0
    while at <= len(text) - min(map(len, delimiters)):
        here = [one for one in delimiters if text.startswith(one, at)]
        if not here:
            at += 1
            continue
        end = at + max(map(len, here))
        found.append((at, end))
        at = max(end, at + 1)
    return found


def _cut(arguments: tuple[Any, ...], *, after: bool) -> Scalar:
    given = [*arguments, *[None] * (6 - len(arguments))]
    text = words(given[0])
    delimiters = [text_from(_sound(one)) for one in cells(given[1])]
    count = 1 if len(arguments) < 3 else math.floor(quantity(given[2]))
    folding, ends = quantity(given[3]), quantity(given[4])
    if not count or folding not in (0, 1) or ends not in (0, 1):
        raise Wrong(VALUE)
    if len(arguments) > 2 and abs(count) > max(1, len(text)):
        raise Wrong(VALUE)
    if len(arguments) > 2 and min(map(len, delimiters)) > len(text):
        raise Wrong(VALUE)
    if "" in delimiters:
        whole = (count > 0) == after
        return text if whole else ""
    found = _places(
        folded(text) if folding else text,
        [folded(one) if folding else one for one in delimiters],
    )
    if ends:
        found = [*found, (len(text), len(text))] if count > 0 else [(0, 0), *found]
    if abs(count) > len(found):
        if len(arguments) < 6:
            raise Wrong(NA)
        other = next(iter(cells(given[5])), None)
        return "" if other is None else other
    start, end = found[count - 1 if count > 0 else count]
    return text[end:] if after else text[:start]


def _sound(value: Scalar) -> Scalar:
    if isinstance(value, CellError):
        raise Wrong(value)
    return value


CUT_TEXTS = {
    "TEXTBEFORE": guarded(lambda *given: _cut(given, after=False)),
    "TEXTAFTER": guarded(lambda *given: _cut(given, after=True)),
}
