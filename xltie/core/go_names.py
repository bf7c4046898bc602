"""Names of Go players: files have them in two parts, workbooks in one text."""

from __future__ import annotations

from typing import Tuple


def joined(surname: str, first: str) -> str:
    """Return a name in one text, from which :func:`parted` gets both parts back.

    A comma stands between them where the last blank would not tell them apart.
    """
    if not surname or not first:
        return surname or first
    plain = f"{surname} {first}"
    return plain if parted(plain) == (surname, first) else f"{surname}, {first}"


def parted(name: str) -> Tuple[str, str]:
    """Return surname and first name: parted by the last comma, else at the last blank."""
    for mark in (", ", " ", ","):
        if mark in name.strip():
            surname, _, first = name.strip().rpartition(mark)
            return surname.strip(), first.strip()
    return name.strip(), ""
