"""A report without what is nobody's business but the federation's."""

from __future__ import annotations

from xltie.exchange.common.text import decode, encode
from xltie.exchange.trf.players import FIELDS

_BIRTH = next(field for field in FIELDS if field.name == "Birth")


def without_birth_dates(data: bytes) -> bytes:
    """Return the bytes of a report with no dates of birth; all else stays where it is."""
    text = decode(data)
    return encode(text._replace(lines=tuple((_blanked(line), end) for line, end in text.lines)))


def _blanked(line: str) -> str:
    mark = "\ufeff" if line.startswith("\ufeff") else ""
    line = line[len(mark) :]
    is_long = line.startswith("001 ") and len(line) >= _BIRTH.first
    return mark + (_BIRTH.put(line, "") if is_long else line)
