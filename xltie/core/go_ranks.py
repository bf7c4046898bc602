"""Go ranks such as ``3d`` and ``12k`` as numbers, and the McMahon start scores made from them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Dict, Optional, Tuple

from xltie.core.messages import say

_STRONGEST_AMATEUR = 6
LOWEST = -30
MOST_KYU, MOST_DAN = 30, 9
HOW_TO_WRITE = say("write 3d, 12k, 3단 or 12급")

_DIGITS = {
    "初": 1, "초": 1, "一": 1, "二": 2, "弐": 2, "弍": 2, "三": 3, "参": 3, "參": 3, "四": 4,
    "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
}  # fmt: skip
_SPOKEN = {
    "shodan": 1, "nidan": 2, "sandan": 3, "yondan": 4, "godan": 5, "rokudan": 6, "nanadan": 7,
}  # fmt: skip
_KOREAN = str.maketrans("일이삼사오육칠팔구십", "一二三四五六七八九十")
"""Numbers as Korean says them: ``오단`` is ``五段``."""
_DAN, _KYU, _PRO = "dan", "kyu", "pro"
_UNITS: Dict[str, str] = {
    **dict.fromkeys(("d", "dan", "dans", "단", "段", "дан", "д"), _DAN),
    **dict.fromkeys(("k", "kyu", "gup", "geup", "급", "級", "级", "кю", "к"), _KYU),
    **dict.fromkeys(("p", "pro", "dp", "danpro"), _PRO),
}
_ANY_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
# Patterns are compiled when a rank is read: most events have none.
_AMATEUR = r"(?:아마추어|아마|\(아\)|アマチュア|アマ|业余|業餘|业|amateur|am(?=\d))(?=.)"
_AMATEUR_AFTER = r"\((?:아마추어|아마|アマ|amateur|am)\)$"
_PROFESSIONAL = r"(?:프로|プロ|职业|職業|职|職|professional|pro)(?=.)|p(?=\d段)"
_OF_A_SERVER = r"\((?:타이젬|한큐바둑|한큐|오로|tygem|fox|kgs|ogs)[^()]*\)$"
_NUMBER = r"\d{1,2}|[一二三]?十[一二三四五六七八九]?|[" + "".join(_DIGITS) + "]"
_PLAIN = r"\d{1,2}[dkpDKP]"
_RANK = (
    rf"(?P<number>{_NUMBER})(?:st|nd|rd|th|er|ère|ème|eme|e|o|й)?(?P<unit>{_ANY_UNIT})?"
    rf"|(?P<first>dan|kyu)(?P<after>\d{{1,2}})"
)


def rank_number(grade: str) -> Optional[int]:
    """Return a rank as a number: 1d is 0, 2d is 1, 1k is -1, 30k is -30; None if it is no rank.

    Reads what people write: ``5d``, ``5. Dan``, ``4th kyu``, ``아마5단``, ``초단``, ``三段``,
    ``10급``, ``프로2단``, ``amateur 5d``. A number alone says neither kyu nor dan: it is no rank.
    A professional rank counts as 7d: between professionals the rank says nothing about handicap.
    """
    found = _read(grade)
    return None if found is None or not found[1] else _numbered(*found)


def rank_in_file(grade: str) -> Optional[int]:
    """Return the number of a rank in a result file, where one without a letter is a kyu rank.

    Narrow columns cut the letter off. OpenGotha holds ranks below 30k at 30k; so does this.
    """
    found = _read(grade)
    if found is None:
        return None
    number, unit = found
    return LOWEST if unit in ("", _KYU) and number > MOST_KYU else _numbered(number, unit or _KYU)


def with_unit(grade: str) -> str:
    """Return a rank of a result file with its letter: ``10`` is ``10k``; others as they are."""
    found = _read(grade)
    return f"{grade.strip()}k" if found is not None and not found[1] else grade


def professional_rank(grade: str) -> Optional[int]:
    """Return the dan of a professional rank such as ``2p`` or ``프로2단``, None for others."""
    found = _read(grade)
    return found[0] if found is not None and found[1] == _PRO else None


def in_letters(rank: int) -> str:
    """Return a rank as Go programs write it: 3D or 12K, held between 30K and 9D."""
    held = max(LOWEST, min(MOST_DAN - 1, rank))
    return f"{held + 1}D" if held >= 0 else f"{-held}K"


def egd_rank(grade: str) -> str:
    """Return the rank that a text means as EGD files have it: ``3D``, ``12k``, ``2P``."""
    found = _read(grade)
    if found is None or (re.fullmatch(_PLAIN, grade) and found[0] <= MOST_KYU):
        return grade
    if found[1] == _PRO:
        return f"{found[0]}P"
    rank = rank_in_file(grade)
    return grade if rank is None else in_letters(rank)


def _numbered(number: int, unit: str) -> Optional[int]:
    if not 1 <= number <= (MOST_KYU if unit == _KYU else MOST_DAN):
        return None
    if unit == _PRO:
        return _STRONGEST_AMATEUR
    return -number if unit == _KYU else number - 1


@lru_cache(maxsize=4096)
def _read(grade: str) -> Optional[Tuple[int, str]]:
    """Return the figure of a rank and its unit, "" where none is written; None if it is no rank."""
    text = re.sub(r"[\s.\-]+", "", unicodedata.normalize("NFKC", grade).casefold())
    text = re.sub(_AMATEUR_AFTER, "", re.sub(_OF_A_SERVER, "", text.rstrip("?*+")))
    is_pro = text.endswith(("(プロ)", "(프로)", "(pro)"))
    text = text[: text.rindex("(")] if is_pro else text
    plain = re.sub(f"^{_AMATEUR}", "", text)
    if plain == text and re.match(_PROFESSIONAL, text):
        is_pro, plain = True, re.sub(_PROFESSIONAL, "", text, count=1)
    if plain in _SPOKEN:
        return _SPOKEN[plain], _PRO if is_pro else _DAN
    match = re.fullmatch(_RANK, plain.translate(_KOREAN))
    if match is None:
        return None
    unit = _UNITS.get(match["unit"] or match["first"] or "", "")
    if is_pro and unit == _KYU:
        return None
    return _figure(match["number"] or match["after"]), _PRO if is_pro else unit


def _figure(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (10 * _DIGITS.get(tens, 1) if ten else 0) + _DIGITS.get(ones, 0)


def start_score(
    rank: int,
    bar: Optional[int] = None,
    floor: Optional[int] = None,
    zero: int = LOWEST,
    correction: Fraction = Fraction(0),
) -> Fraction:
    """Return the McMahon score to begin with: the rank between floor and bar, counted from zero.

    All ranks are numbers of :func:`rank_number`; ``correction`` moves a super-group up or down.
    """
    held = rank if floor is None else max(rank, floor)
    held = held if bar is None else min(held, bar)
    return Fraction(held - zero) + correction
