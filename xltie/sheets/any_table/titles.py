"""Titles above the lines of a table, which name the round: ``Round 3``, ``3. Runde``, ``第3轮``."""

from __future__ import annotations

import re
from typing import List, Optional, Sequence

from xltie.core.plain_words import normal
from xltie.sheets.tables import HEADINGS, LETTER, in_digits

_ROUND_WORDS = frozenset(map(normal, HEADINGS["round"].split())) - {"r", "n", "week", "game"}


def round_in_title(filled: Sequence[str]) -> Optional[int]:
    """Return the round that a title names, None where it is no title of a round."""
    text = " ".join(filled)
    if len(filled) > 2 or len(text) > 120 or (len(filled) == 2 and not filled[1].isdecimal()):
        return None
    plain = _words(in_digits(text))
    if len(filled) == 2 and plain[0] not in _ROUND_WORDS:
        return None  # how many rounds there are, not which
    for at, word in enumerate(plain):
        if word not in _ROUND_WORDS:
            continue
        near = plain[at + 1 : at + 2] + plain[max(at - 1, 0) : at]
        number = next((text for text in near if text.isdecimal() and len(text) <= 2), None)
        if number is not None:
            return int(number)
    return None


def _words(text: str) -> List[str]:
    """Return the words and numbers of a title, one by one."""
    apart = re.sub(r"(\d+)(?:st|nd|rd|th|ere|eme|er|e|ª|º|°|a|o)?\b", r" \1 ", text, flags=re.I)
    found = []
    for piece in re.findall(rf"\d+|{LETTER}+", apart):
        word = normal(piece)
        if not piece.isdecimal() and word not in _ROUND_WORDS:
            word = re.sub("^第|^제", "", word)
        if word:
            found.append(word)
    return found
