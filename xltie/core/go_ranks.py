"""Go ranks such as ``3d`` and ``12k`` as numbers, and the McMahon start scores made from them."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Dict, Iterable, Match, Optional, Tuple

from xltie.core.messages import say

_STRONGEST_AMATEUR = 6
LOWEST = -30
MOST_KYU, MOST_DAN = 30, 9
HOW_TO_WRITE = say("write 3d, 12k, 3단 or 12급")

_DIGITS = {
    "初": 1, "一": 1, "二": 2, "弐": 2, "弍": 2, "三": 3, "参": 3, "參": 3, "四": 4, "五": 5,
    "六": 6, "七": 7, "八": 8, "九": 9,
}  # fmt: skip
_KOREAN = str.maketrans("일이삼사오육칠팔구십초", "一二三四五六七八九十初")
"""Numbers as Korean says them: ``오단`` is ``五段``."""
_DAN, _KYU, _PRO = "dan", "kyu", "pro"
_SPOKEN = {
    **{word: (number, _DAN) for number, word in enumerate(
        ("shodan", "nidan", "sandan", "yondan", "godan", "rokudan", "nanadan", "hachidan", "kudan"),
        1)},
    **{word: (number, _KYU) for number, word in enumerate(
        ("ikkyu", "nikyu", "sankyu", "yonkyu", "gokyu", "rokkyu", "nanakyu", "hakkyu", "kyukyu",
         "jukkyu"), 1)},
    "shichidan": (7, _DAN), "nanakyuu": (7, _KYU), "hachikyu": (8, _KYU), "jikkyu": (10, _KYU),
}  # fmt: skip
"""Japanese ranks in Latin letters, number and unit in one word."""
_UNITS: Dict[str, str] = {
    **dict.fromkeys(("d", "dan", "dans", "단", "段", "дан", "д"), _DAN),
    **dict.fromkeys(("k", "kyu", "gup", "geup", "급", "級", "级", "кю", "к"), _KYU),
    **dict.fromkeys(("p", "pro", "dp"), _PRO),
}


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_AMATEUR = r"아마추어|아마|\(아\)|아|アマチュア|アマ|业余|業餘|业|業|amateur|am\.?"
_PROFESSIONAL = "프로|プロ|职业|職業|职|職|professional|pro"
_CERTIFIED = "공인|한국기원|대한바둑협회|公認"
_SERVERS = "타이젬|한큐바둑|한큐|오로|폭스|tygem|fox|kgs|ogs|igs".translate(_KOREAN)
_FIGURE = (
    r"[0-9]{1,2}|[一二三]?十[一二三四五六七八九]?|[一二弐弍三参參四五六七八九]|初(?=\s*[단段])"
)
_ORDINAL = "st|nd|rd|th|er|ère|ere|ème|eme|e|o|a|-?й"
# Patterns are compiled when a rank is read: most events have none.
_RANK = rf"""[~≈]?\s*
    (?:(?:{_AMATEUR}|{_CERTIFIED}|(?P<pro>{_PROFESSIONAL}|p(?=[0-9]段)))\s*){{0,2}}
    (?:(?P<figure>{_FIGURE})
        (?:(?:{_ORDINAL})?(?:\s*[.\-])?\s*(?P<unit>{_any_of(_UNITS)}))?
     | (?P<first>dan|kyu|d|k)\s*(?P<after>[0-9]{{1,2}})
     | (?P<spoken>{_any_of(_SPOKEN)}))
    (?:\.|[?*+]{{1,3}})?
    (?:\s*\((?:{_AMATEUR})\)|\s*\((?P<pro_in_brackets>{_PROFESSIONAL})\)
     |(?:\s+|(?<=[단段급]))(?:{_AMATEUR}|(?P<pro_behind>{_PROFESSIONAL})))?
    (?:\s*\((?:{_SERVERS})\s*[^()]*[0-9一二三四五六七八九十][^()]*\))?"""
"""One number and one unit, with known words before and behind; a rank of a server in brackets is
another scale, and only told besides."""


_PLAIN = r"\d{1,2}[dkpDKP]"


def rank_number(grade: str) -> Optional[int]:
    """Return a rank as a number: 1d is 0, 2d is 1, 1k is -1, 30k is -30; None if it is no rank.

    Reads what people write: ``5d``, ``5. Dan``, ``4th kyu``, ``아마5단``, ``초단``, ``三段``,
    ``10급``, ``프로2단``, ``amateur 5d``. What says anything else besides, as ``1-2k`` or the rank
    of a server ``5k (KGS)``, is none. A number alone says neither kyu nor dan: it is no rank.
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
    text = " ".join(unicodedata.normalize("NFKC", grade).casefold().split())
    match = re.fullmatch(_RANK, text.translate(_KOREAN), re.VERBOSE)
    if match is None:
        return None
    figure, unit = _figure_of(match)
    if not (match["pro"] or match["pro_in_brackets"] or match["pro_behind"]):
        return figure, unit
    return None if unit == _KYU else (figure, _PRO)


def _figure_of(match: Match[str]) -> Tuple[int, str]:
    if match["spoken"]:
        return _SPOKEN[match["spoken"]]
    if match["first"]:
        return int(match["after"]), _UNITS[match["first"]]
    text, unit = match["figure"], _UNITS.get(match["unit"] or "", "")
    if text.isdecimal():
        return int(text), unit
    tens, ten, ones = text.rpartition("十")
    return (10 * _DIGITS.get(tens, 1) if ten else 0) + _DIGITS.get(ones, 0), unit


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
