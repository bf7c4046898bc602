"""The language of a reader: messages in its words, numbers, and the order of names.

What xltie says is a :class:`~xltie.core.messages.Message`, written in English where it is said; a
catalogue in the folder ``languages`` has it in another language. What no catalogue has stays
English. The terms are those of the federations, as far as they have published any.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, Callable, NamedTuple, Optional, Tuple

from xltie.core.catalogues import code_of, entries, translated
from xltie.core.messages import Message, Said, filled

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


_NUMBER = re.compile(r"(?<![\w.])(\d+)(\.\d+)?(?![\w.])")
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")
_LEAST_GROUPED = 5
"""From how many digits on thousands are set apart: a rating of 2345 never is."""


def _plain_key(name: str) -> Tuple[object, ...]:
    """Sort Latin letters without their marks, as a reader of a list looks for them."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return ("".join(letter for letter in plain if not unicodedata.combining(letter)), name)


def _korean_key(name: str) -> Tuple[object, ...]:
    """Sort Hangul before other letters; its syllables stand in their order in Unicode."""
    return (not "가" <= name[:1] <= "힣", name.casefold())


def _russian_key(name: str) -> Tuple[object, ...]:
    """Sort Cyrillic before other letters, and ё as е."""
    folded = name.casefold()
    return (not "а" <= folded[:1] <= "ё", folded.replace("ё", "е"), folded)


def _one_form(number: Any) -> int:
    return 0


def _two_forms(number: Any) -> int:
    return int(number != 1)


def _russian_form(number: Any) -> int:
    """Return which form a number takes: 1 тур, 2 тура, 5 туров; 2,5 тура."""
    if number != int(number):
        return 1
    last_two = abs(int(number)) % 100
    last = last_two % 10
    if last == 1 and last_two != 11:
        return 0
    return 1 if 2 <= last <= 4 and not 12 <= last_two <= 14 else 2


def _as_written(before: str, literal: str) -> str:
    return literal


class Language(NamedTuple):
    """A language: its marks in numbers, its plural forms, its order of names."""

    code: str = "en"
    title: str = "English"
    decimal: str = "."
    thousands: str = ","
    plural_form: Callable[[Any], int] = _two_forms
    """Which form of a text with plural forms a number takes, from 0."""
    name_key: Callable[[str], Tuple[object, ...]] = _plain_key
    """What names are sorted by."""
    after_value: Callable[[str, str], str] = _as_written
    """Fits words to the value before them, as Korean particles are."""

    def say(self, message: Said) -> str:
        """Return a message in this language; text that is data stays as it is."""
        if not isinstance(message, Message):
            return message
        return filled(
            self._template(message), message.values, self.say, self.sentence, self.after_value
        )

    def _template(self, message: Message) -> str:
        forms = entries(self.code).get((message.context, message.template))
        if forms is None:
            return message.chosen(message.number == 1)
        return forms[self.plural_form(message.number)] if len(forms) > 1 else forms[0]

    def text(self, english: str, /, **values: Any) -> str:
        """Return a text of a page or sheet, with the values in the places of their names."""
        return self.say(Message(english, tuple(values.items())))

    def heading(self, english: str) -> str:
        """Return the heading of a column."""
        return translated("heading", english, self.code)

    def number(self, text: str) -> str:
        """Return a value with its numbers as the language writes them: 12345.5 as 12 345,5."""
        if self.decimal == "." and len(text) < _LEAST_GROUPED:
            return text
        return _NUMBER.sub(self._written, text)

    def sentence(self, number: str) -> str:
        """Return a number inside a sentence, with its decimals as the language writes them.

        Thousands are not set apart in it.
        """
        return number if self.decimal == "." else _DECIMAL.sub(self.decimal, number)

    def _written(self, match: re.Match[str]) -> str:
        whole, part = match[1], match[2] or ""
        if len(whole) >= _LEAST_GROUPED:
            whole = f"{int(whole):,}".replace(",", self.thousands)
        return whole + part.replace(".", self.decimal)


ENGLISH = Language()
_LANGUAGES = {
    "en": ENGLISH,
    "ko": Language(
        "ko",
        "한국어",
        plural_form=_one_form,
        name_key=_korean_key,
        after_value=with_particle,
    ),
    "ru": Language(
        "ru", "Русский", ",", "\u00a0", plural_form=_russian_form, name_key=_russian_key
    ),
}


@cache
def language(code: str) -> Language:
    """Return a language by its code, such as ``ko`` or ``ko_KR.UTF-8``; English for "".

    Raises:
        InputError: there is no catalogue of that language.
    """
    return _LANGUAGES[code_of(code)]
