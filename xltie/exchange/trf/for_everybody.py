"""A report without what is nobody's business but the federation's."""

from __future__ import annotations

from xltie.exchange.common.text import decode, encode

_BIRTH = slice(69, 79)
"""Columns 70 to 79 of a player's record, YYYY/MM/DD (TRF16 and TRF26)."""


def without_birth_dates(data: bytes) -> bytes:
    """Return the bytes of a report with no dates of birth; all else stays where it is."""
    text = decode(data)
    return encode(text._replace(lines=tuple((_blanked(line), end) for line, end in text.lines)))


def _blanked(line: str) -> str:
    if not line.lstrip("\ufeff").startswith("001 "):
        return line
    start = _BIRTH.start + line.startswith("\ufeff")
    birth = line[start : start + 10]
    return line[:start] + " " * len(birth) + line[start + 10 :]
