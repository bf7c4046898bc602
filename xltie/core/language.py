"""The language of a reader: messages in its words, numbers, and the order of names.

What xltie says is a :class:`~xltie.core.messages.Message`, written in English where it is said; a
catalogue in the folder ``languages`` has it in another language. What no catalogue has stays
English. The terms are those of the federations, as far as they have published any.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, Callable, NamedTuple, Tuple

from xltie.core.catalogues import code_of, entries, translated
from xltie.core.korean import with_particle
from xltie.core.messages import Message, Said, filled

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
