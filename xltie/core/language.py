"""The language of a reader: texts, numbers, and the order of names.

A text is written in English where it is used, ``language.text("Standings")``; a catalogue in the
folder ``languages`` says it in another language. What engine and commands say of an event, a fault
or the steps of an explanation, is a finished English sentence; :meth:`Language.said` and
:meth:`Language.reason` find the entry that it was made from. What no catalogue has stays English.
The terms are those of the federations, as far as they have published any.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import zip_longest
from pathlib import Path

from xltie.core.catalogues import code_of, translated
from xltie.core.sentences import said

_FOLDER = Path(__file__).with_name("languages")
_NUMBER = re.compile(r"(?<![\w.])(\d+)(\.\d+)?(?![\w.])")
_LEAST_GROUPED = 5
"""From how many digits on thousands are set apart: a rating of 2345 never is."""


def _plain_key(name: str) -> tuple[object, ...]:
    """Sort Latin letters without their marks, as a reader of a list looks for them."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return ("".join(own for own in plain if not unicodedata.combining(own)), name)


def _korean_key(name: str) -> tuple[object, ...]:
    """Sort Hangul before other letters; its syllables stand in their order in Unicode."""
    return (not "가" <= name[:1] <= "힣", name.casefold())


def _russian_key(name: str) -> tuple[object, ...]:
    """Sort Cyrillic before other letters, and ё as е."""
    folded = name.casefold()
    return (not "а" <= folded[:1] <= "ё", folded.replace("ё", "е"), folded)


@dataclass(frozen=True)
class Language:
    """A language: its texts by the English ones, its marks in numbers, its order of names.

    ``reasons`` say the words of explanations: an English one with ``#`` for every number or player
    in it, and the same in this language. ``criteria`` names the criteria by their functions. In
    ``folders`` are catalogues of more messages, such as those of the command line.
    """

    code: str = "en"
    title: str = "English"
    decimal: str = "."
    thousands: str = ","
    texts: Mapping[str, str] = field(default_factory=dict, repr=False)
    reasons: Mapping[str, str] = field(default_factory=dict, repr=False)
    criteria: Mapping[str, str] = field(default_factory=dict, repr=False)
    name_key: Callable[[str], tuple[object, ...]] = _plain_key
    folders: tuple[Path, ...] = ()

    def text(self, english: str, **values: object) -> str:
        """Return a text with the values in the places of their names in braces."""
        said = self.texts.get(english) or translated("", english, self.code)
        return said.format(**values) if values else said

    def heading(self, english: str) -> str:
        """Return the heading of a column."""
        return translated("heading", english, self.code)

    def said(self, sentence: str) -> str:
        """Return a finished English sentence; what is in no catalogue stays English."""
        return said(sentence, self.code, self.folders)

    def number(self, text: str) -> str:
        """Return a value with its numbers as the language writes them: 12345.5 as 12 345,5."""
        if self.decimal == "." and len(text) < _LEAST_GROUPED:
            return text
        return _NUMBER.sub(self._written, text)

    def sentence(self, text: str) -> str:
        """Return a sentence with its decimals as the language writes them.

        Thousands are not set apart in it: a long number may be the id of a player.
        """
        if self.decimal == ".":
            return text
        return _NUMBER.sub(lambda own: own[1] + (own[2] or "").replace(".", self.decimal), text)

    def _written(self, match: re.Match[str]) -> str:
        whole, part = match[1], match[2] or ""
        if len(whole) >= _LEAST_GROUPED:
            whole = f"{int(whole):,}".replace(",", self.thousands)
        return whole + part.replace(".", self.decimal)

    def reason(self, why: str) -> str:
        """Return what an explanation says of one term, in this language where it is known.

        What varies in it, numbers and players, is taken over in its order.
        """
        if not self.reasons or not why:
            return self.sentence(why)
        found = self._said(why) or self._joined(why, "; ") or self._joined(why, ", ")
        return self.sentence(self.said(why)) if found == self.sentence(why) else found

    def _said(self, why: str) -> str:
        """Return an explanation that is in the catalogue as a whole; "" if it is not."""
        for start, pattern, told in self._patterns:
            match = pattern.fullmatch(why) if why.startswith(start) else None
            if match:
                return self._filled(told, match.groups())
        return ""

    def _joined(self, why: str, mark: str) -> str:
        """Return an explanation part by part; "" where it has one part of several kinds of mark."""
        parts = why.split(mark)
        if len(parts) == 1 and mark == "; ":
            return ""
        if mark == "; ":
            return mark.join(self._said(own) or self._joined(own, ", ") for own in parts)
        for at in range(len(parts) - 1, 0, -1):
            first, rest = self._said(mark.join(parts[:at])), mark.join(parts[at:])
            if first:
                return first + mark + (self._said(rest) or self._joined(rest, mark))
        return self.sentence(why)

    def _filled(self, said: str, values: Iterable[str]) -> str:
        parts = said.split("#")
        own = [self.sentence(value) for value in values]
        return "".join(part + value for part, value in zip_longest(parts, own, fillvalue=""))

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str], str]]:
        return [
            (
                english.partition("#")[0],
                re.compile(re.escape(english).replace(r"\#", r"([^\s,;]+)")),
                said,
            )
            for english, said in self.reasons.items()
        ]


_asked: ContextVar[str] = ContextVar("asked", default="")


def ask(code: str) -> None:
    """Have commands speak a language, whatever that of an event; "" leaves it to the event."""
    _asked.set(code)


def asked() -> str:
    """Return the code of the language that a person asked a command for; "" if none."""
    return _asked.get()


_heard: ContextVar[str] = ContextVar("heard", default="")


def hear(code: str) -> None:
    """Note the language of the workbook read last, or to begin with that of the system."""
    _heard.set(code)


def heard() -> str:
    """Return the language that commands go on speaking: of the workbook that was read last."""
    return _heard.get()


_KEYS = {"ko": _korean_key, "ru": _russian_key}
ENGLISH = Language()


def language(code: str) -> Language:
    """Return a language by its code, such as ``ko`` or ``ko_KR.UTF-8``; English for "".

    Raises:
        InputError: there is no catalogue of that language.
    """
    return _language(code_of(code))


@cache
def _language(code: str) -> Language:
    if code == "en":
        return ENGLISH
    import json  # English, which has no such file, is there sooner

    found = json.loads((_FOLDER / f"{code}.json").read_bytes())
    return Language(code, name_key=_KEYS[code], **found)
