"""Words as they are compared: without case, accents, spaces and punctuation."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_BESIDE_WORDS = re.compile(r"[^\w#]+|_")
_LETTERS = str.maketrans({"ł": "l", "ı": "i", "ø": "o", "đ": "d", "æ": "a", "ё": "е", "й": "и"})


@lru_cache(maxsize=16384)
def normal(text: str) -> str:
    """Return a text without case, accents, spaces and punctuation; a lone sign stays."""
    plain = without_accents(text)
    return _BESIDE_WORDS.sub("", plain) or plain.strip()


def without_accents(text: str) -> str:
    """Return a text in small letters, each the plain one of its kind.

    >>> without_accents("Żółw")
    'zolw'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    if not folded.isascii():
        apart = unicodedata.normalize("NFD", folded)
        bare = "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
        folded = unicodedata.normalize("NFC", bare).translate(_LETTERS)
    return folded
