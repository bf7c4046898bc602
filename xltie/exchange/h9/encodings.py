"""In which encoding an EGD file is: it does not say, so its own letters have to."""

from __future__ import annotations

import codecs
import re
from typing import Sequence, Tuple

_FRACTION = re.compile(rb"[\d\s][\xbc-\xbe]\s")
_FEWEST_HANGUL = 3  # fewer may be two accented capitals in a row
_LATIN = "iso8859-15"
_NO_LETTER = "\xa1-\xa9\xab-\xb4\xb6-\xbe\u02c6-\u02dd\u2020-\u203a\u20ac\u2122"
_AT_THE_END = _NO_LETTER.replace("\xb6-\xbe", "\xb6-\xb8\xba-\xbe")  # ``Smith¹`` has a note
_IN_A_WORD = re.compile(
    f"[^\\W\\d_][{_NO_LETTER}\xbf][^\\W\\d_]|[^\\W\\d_][{_AT_THE_END}]|[{_NO_LETTER}][^\\W\\d_]"
    "|[\x80-\x9f]"
)
_USUAL = re.compile("[°º´’‘«»“”„–—·…¡]")
"""Signs that stand beside letters in any text."""


def decode(data: bytes) -> Tuple[str, str]:
    """Return the text of a file and its encoding: by its mark, else UTF-8, EUC-KR or Latin-9.

    EUC-KR where all that is not ASCII is Hangul in it. Latin-9 has no fractions: a file with a byte
    for ``½`` where a number stands is in Windows-1252. So is one whose letters are none in Latin-9;
    if they are none there either, such as the ``³`` of ``Micha³``, it is in Windows-1250 or Latin-2
    where only one of the two has letters throughout, or both have the same.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace"), "utf-16"
    try:
        marked = data.startswith(codecs.BOM_UTF8)
        return data.decode("utf-8-sig"), "utf-8-sig" if marked else "utf-8"
    except UnicodeDecodeError:
        korean = _in_hangul(data)
        if korean:
            return korean, "euc_kr"
        encoding = "cp1252" if _FRACTION.search(data) else _by_letters(data)
        return data.decode(encoding, errors="replace"), encoding


_EASTERN = frozenset("AL BA CZ HR HU ME MK PL RO RS SI SK YU".split())
"""Countries whose letters stand in Windows-1250, where Western ones stand in Latin-9."""


def doubtful(encoding: str, people: Sequence[Tuple[str, str]]) -> str:
    """Return the first name of a country whose letters another encoding has, "" where none is.

    ``people`` are names and countries. Only an encoding that may be another one is in doubt.
    """
    if encoding not in (_LATIN, "cp1252"):
        return ""
    return next((n for n, country in people if country in _EASTERN and not n.isascii()), "")


def _in_hangul(data: bytes) -> str:
    """Return the text of a file in which all that is not ASCII is Hangul in EUC-KR, else ""."""
    try:
        text = data.decode("euc_kr")
    except UnicodeDecodeError:
        return ""
    foreign = [sign for sign in text if ord(sign) > 127]
    is_korean = len(foreign) >= _FEWEST_HANGUL and all("가" <= sign <= "힣" for sign in foreign)
    return text if is_korean else ""


def _by_letters(data: bytes) -> str:
    """Return the encoding of one byte a letter in which the words of a file consist of letters."""
    for encoding in (_LATIN, "cp1252"):
        if _in_letters(data, encoding):
            return encoding
    eastern = {name: _in_letters(data, name) for name in ("cp1250", "iso8859-2")}
    texts = set(filter(None, eastern.values()))
    if len(texts) != 1:
        return _LATIN
    return next(name for name, text in eastern.items() if text)


def _in_letters(data: bytes, encoding: str) -> str:
    """Return a text in which no other sign stands in a word, "" where one does."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return ""
    return "" if _IN_A_WORD.search(_USUAL.sub(" ", text)) else text
