"""Korean particles, whose form follows from the last sound of the word before them.

A catalogue writes both forms behind a value, ``{who}을(를)``; a reader gets the one that fits.
"""

from __future__ import annotations

import re
from typing import Optional

_PARTICLE = re.compile(
    r"([^\w\s]*?)(은\(는\)|이\(가\)|을\(를\)|와\(과\)|과\(와\)|\(으\)로|\(이\)|\(은\)는|\(는\)은|아\(야\))"
)
_FORMS = {
    "은(는)": ("은", "는"), "(은)는": ("은", "는"), "(는)은": ("은", "는"), "이(가)": ("이", "가"),
    "을(를)": ("을", "를"), "와(과)": ("과", "와"), "과(와)": ("과", "와"), "(이)": ("이", ""),
    "아(야)": ("아", "야"), "(으)로": ("으로", "로"),
}  # fmt: skip
"""Each particle behind a consonant and behind a vowel."""
_FIRST, _LAST = "가", "힣"
_FINALS, _RIEUL = 28, 8
"""How many final sounds a syllable may have, none among them, and the number of ㄹ."""
_DIGITS = {"0": 21, "1": 8, "2": 0, "3": 16, "4": 0, "5": 0, "6": 1, "7": 8, "8": 8, "9": 0}
"""The final sound with which a digit is read: 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구."""
_LETTERS = {"l": 8, "r": 8, "m": 16, "n": 4}
"""Letters that end a word or an abbreviation with a consonant when it is read in Korean."""
_STOPS = frozenset("bcdgkpqt")
"""Letters that end a short word of Latin letters with a consonant."""


def with_particle(before: str, literal: str) -> str:
    """Return the words behind a value, beginning with the form of a particle that fits it.

    >>> with_particle("김민수", "은(는) 두 번 있습니다")
    '는 두 번 있습니다'
    """
    match = _PARTICLE.match(literal)
    if match is None:
        return literal
    final = final_sound(before)
    behind_consonant, behind_vowel = _FORMS[match[2]]
    if match[2] == "(으)로" and final == _RIEUL:
        final = 0  # 서울로
    form = behind_consonant if final else behind_vowel
    return match[1] + form + literal[match.end() :]


def final_sound(text: str) -> int:
    """Return the number of the final consonant of the last letter or digit; 0 for a vowel."""
    last = next((letter for letter in reversed(text) if letter.isalnum()), "")
    if _FIRST <= last <= _LAST:
        return (ord(last) - ord(_FIRST)) % _FINALS
    found: Optional[int] = _DIGITS.get(last, _LETTERS.get(last.lower()))
    return found if found is not None else int(last.lower() in _STOPS)
