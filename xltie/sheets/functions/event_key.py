"""The number that stands for the text of a large event, in the cell below it.

A program that hands cells over one call at a time copies the text of 500 players, 20,000 letters,
for each of thousands of cells. The number says as much in eight bytes: while it is the same, so is
the text.
"""

from __future__ import annotations

from typing import Annotated, Iterable

from xltie.core.cells import Grid, Scalar
from xltie.functions.registry import Arg, Kind, function
from xltie.sheets.read import holds_event

_BYTES = 6
"""A cell holds whole numbers of 53 bits exactly; six bytes of a digest are 48."""


def key_of(cells: Iterable[Scalar]) -> int:
    """Return the number of the text in cells that continue each other; what is no text is left out.

    It is the beginning of the text's SHA-256: a text that differs in anything has another one.
    """
    from hashlib import sha256  # only workbooks with an event pay for it

    text = "".join(cell for cell in cells if isinstance(cell, str))
    return int.from_bytes(sha256(text.encode("utf-8")).digest()[:_BYTES], "big")


@function("EVENTKEY")
def event_key(
    parts: Annotated[Grid, Arg("The cells that hold the event as text.", kind=Kind.RANGE)],
) -> int:
    """Number that stands for an event as text, so that programs see at once whether it changed.

    It stands in the cell below the text and belongs to Event, which makes LibreOffice quicker with
    hundreds of players. 0 if the cells hold no event.
    """
    return key_of(parts.flat()) if holds_event(parts) else 0
