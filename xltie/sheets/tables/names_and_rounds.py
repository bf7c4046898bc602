"""Who and which round a cell says, the same in tables of ours and in those of anybody else."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Optional

from xltie.core.cells import Scalar, number_of, text_of
from xltie.core.messages import Message, say

_NUMBERED = re.compile(r"\D*?(\d+)\D*")
_STAGE = re.compile(
    r"\b(?:of|place|platz|plaza|puesto|lugar|posto|plaats|miejsce|místo)\b|место|[위位]"
    r"|final|play-?off|knock-?out|eliminat|relegation|barrage|achtel|viertel|octavos|cuartos"
    r"|oitavas|quartas|quarts|huitiemes|ottavi|quarti|финал|плей|決勝|决赛|결승|플레이오프",
    re.IGNORECASE,
)


_CHINESE = "一二三四五六七八九"
_IN_SIGNS = re.compile(
    rf"(?<=第)[{_CHINESE}十]{{1,3}}|[{_CHINESE}十]{{1,3}}(?=回戦|回戰|回|戦目|局目|轮|輪|節|节)"
)
_ROMAN = re.compile(r"\b(?=[IVX]+\b)X?(?:IX|IV|V?I{0,3})\b")
_ONES = {"I": 1, "V": 5, "X": 10}


def in_digits(text: str) -> str:
    """Return a heading or title with its number in digits: ``第三轮``, ``二回戦``, ``IV runda``.

    Roman numbers stand beside another word: a lone ``X`` is a sign.
    """
    text = _IN_SIGNS.sub(lambda found: str(_of_signs(found[0])), text)
    if re.search(r"[^\W\dIVX]{2}", text):
        text = _ROMAN.sub(lambda found: str(_of_roman(found[0])), text)
    return text


def _of_signs(text: str) -> int:
    tens, ten, ones = text.rpartition("十")
    return 10 * (_CHINESE.find(tens) + 1 or 1) * bool(ten) + _CHINESE.find(ones or "-") + 1


def _of_roman(text: str) -> int:
    values = [_ONES[letter] for letter in text]
    behind = [*values[1:], 0]
    return sum(-one if one < other else one for one, other in zip(values, behind))


class Spelling:
    """Names as they are first spelled: the case and number of spaces tell nobody apart."""

    def __init__(self) -> None:
        self._first: Dict[str, str] = {}
        self._typed: Dict[str, str] = {}

    def __call__(self, typed: str) -> str:
        """Return a name as it is spelled first."""
        found = self._typed.get(typed)
        if found is None:
            text = " ".join(typed.split())
            found = self._typed[typed] = self._first.setdefault(text.casefold(), text)
        return found


@lru_cache(maxsize=1024, typed=True)
def round_in(cell: Scalar) -> Optional[int]:
    """Return the number of a round or board, alone or beside words; None where there is none.

    A blank cell has none: nobody can tell whether it is the round above. Nor has a stage.
    """
    value = number_of(cell)
    if value is not None:
        return int(value) if value.denominator == 1 else None
    text = in_digits(text_of(cell))
    found = _NUMBERED.fullmatch(text)
    return int(found[1]) if found and not is_stage(text) else None


def is_stage(text: str) -> bool:
    """Tell whether a text names a stage that no number of a round stands for: ``Quarter-final``.

    A number in it counts players or names a place: ``Round of 16``.
    """
    return _STAGE.search(text) is not None


def no_round(text: str) -> Message:
    """Return what to tell a person about a cell that says no round."""
    if not text:
        return say("the round is missing")
    return say("{text!r} is not the number of a round", text=text)
