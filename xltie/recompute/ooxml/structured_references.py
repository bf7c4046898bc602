"""Structured references: ``Games[#All]``, ``Games[[#Data],[Black]:[White]]``, ``[@Player]``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xltie.recompute.ooxml.references import Bounds

_ITEMS = frozenset({"#all", "#data", "#headers", "#totals"})
_QUOTED = re.compile(r"'(.)", re.DOTALL)


class UnresolvedReference(ValueError):
    """A structured reference that means no cells; ``code`` is the error that a cell shows."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Table:
    """An Excel table: its place and the names of its columns."""

    name: str
    sheet: str
    area: Bounds
    columns: tuple[str, ...]
    header: int = 1
    totals: int = 0

    @property
    def data(self) -> tuple[int, int]:
        """First and last row of the data."""
        return self.area.top + self.header, self.area.bottom - self.totals


@dataclass(frozen=True)
class Specifier:
    """What stands between the outer brackets."""

    columns: tuple[str, ...]
    items: frozenset[str]
    this_row: bool


def parse_specifier(text: str) -> Specifier:
    """Read the inside of the outer brackets, in any of the spellings that files hold."""
    this_row = text.strip().startswith("@")
    if this_row:
        text = text.strip()[1:]
    bracketed = text.strip().startswith("[")
    # the name of a column may end in a blank
    parts = _bracketed(text.strip()) if bracketed else [text] if text.strip() else []
    columns: list[str] = []
    items: set[str] = set()
    for part in parts:
        word = part.strip().lower()
        if word in _ITEMS:
            items.add(word)
        elif word in ("#this row", "@"):
            this_row = True
        else:
            columns.append(_QUOTED.sub(r"\1", part))
    return Specifier(tuple(columns), frozenset(items), this_row)


def _bracketed(text: str) -> list[str]:
    """Return the parts of ``[#Data],[A]:[B]``; a part may stand without brackets, as ``,ID``."""
    parts: list[str] = []
    position = 0
    while position < len(text):
        if text[position] in ",: \n":
            position += 1
            continue
        inside = text[position] == "["
        end = position + 1 if inside else position
        start = end
        while end < len(text) and text[end] not in ("]" if inside else ",:"):
            end += 2 if text[end] == "'" else 1
        parts.append(text[start:end])
        position = end + 1
    return parts


def resolve(table: Table, specifier: Specifier, row: int) -> Bounds:
    """Return the cells of a table that a specifier means in a formula of a row.

    Raises :class:`UnresolvedReference` where it means none.
    """
    left, right = _columns(table, specifier)
    top, bottom = table.data
    if specifier.this_row:
        if not top <= row <= bottom:
            raise UnresolvedReference("#VALUE!")
        return Bounds(row, left, row, right)
    items = specifier.items
    if ("#headers" in items and not table.header) or ("#totals" in items and not table.totals):
        raise UnresolvedReference("#REF!")
    if items:
        starts = {"#all": table.area.top, "#headers": table.area.top, "#totals": bottom + 1}
        ends = {"#all": table.area.bottom, "#headers": top - 1, "#totals": table.area.bottom}
        first = min(starts.get(item, top) for item in items)
        top, bottom = first, max(ends.get(item, bottom) for item in items)
    if bottom < top:
        raise UnresolvedReference("#REF!")
    return Bounds(top, left, bottom, right)


def _columns(table: Table, specifier: Specifier) -> tuple[int, int]:
    """Return the first and last sheet column that a specifier means."""
    if not specifier.columns:
        return table.area.left, table.area.right
    known = [name.lower() for name in table.columns]
    stripped = [name.strip() for name in known]
    found = []
    for name in specifier.columns:
        lower = name.lower()
        if lower in known:
            found.append(known.index(lower))
        elif lower.strip() in stripped:
            found.append(stripped.index(lower.strip()))
        else:
            raise UnresolvedReference("#REF!")
    return table.area.left + min(found), table.area.left + max(found)
