"""How wide a text is where every letter is as wide as a digit, or as two."""

from __future__ import annotations

import unicodedata


def display_width(text: str) -> int:
    """Return how many cells of a screen a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )  # fmt: skip
