"""The words of workbooks and messages in the languages of their readers, from English and back.

Every text is written in English where it is used. The catalogues ``languages/ko.po`` and
``ru.po``, in the form of gettext, say it in another language; what they lack stays English. The
context of an entry (``msgctxt``) tells words apart that English has once: the sheet Rounds is
``Туры``, the setting Rounds ``Число туров``. A context may be of one kind of workbook only:
``team heading`` is looked at before ``heading`` in a workbook of teams.

The catalogues are read as they are written, so that nothing has to be compiled, whether xltie runs
from a package, inside LibreOffice or in a browser.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Dict, Iterable, Iterator, Mapping, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import joined

LANGUAGES = ("en", "ko", "ru")
Entries = Mapping[Tuple[str, str], Tuple[str, ...]]
"""Texts of a language by context and English text; several where a number has plural forms."""

_FOLDER = Path(__file__).with_name("languages")
_ENTRY = re.compile(r'(?:msgctxt "(.*)"\n)?msgid "(.+)"\nmsgstr "(.+)"\n*')
_PART = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) )?"(.*)"')
_ESCAPED = re.compile(r"\\(.)")
_NUMBER = re.compile(r"\d+")
_NAMES = {
    "": "en", "c": "en", "posix": "en", "english": "en", "korean": "ko", "한국어": "ko",
    "russian": "ru", "русский": "ru",
}  # fmt: skip
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def code_of(text: str) -> str:
    """Return the code of a language, named as ``ko``, ``ko_KR.UTF-8``, ``한국어``; ``en`` for "".

    Raises:
        InputError: there is no catalogue of that language.
    """
    short = re.split(r"[-_.@]", text.strip().casefold())[0]
    short = _NAMES.get(short, short)
    if short not in LANGUAGES:
        raise InputError.say(
            "there is no language {name!r}; choose from {names}", name=text, names=joined(LANGUAGES)
        )
    return short


def system_locale() -> str:
    """Return what the system calls its language and country: ``de_AT.UTF-8``, Korean_Korea, ""."""
    named = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "")
    if not named and sys.platform == "win32":
        import locale

        named = locale.getlocale()[0] or ""
    return named


def system_language() -> str:
    """Return the language that the system asks for, English where there is no catalogue of it."""
    try:
        return code_of(system_locale())
    except InputError:
        return "en"


@cache
def entries(code: str) -> Entries:
    """Return the catalogue of a language; English has none."""
    return dict(_read(_text(code).split("\n\n")))


@cache
def _words(code: str) -> Entries:
    """Return the entries with a context: a quarter of them, and all that tables are read by."""
    blocks = _text(code).split("\n\n")
    return dict(_read([block for block in blocks if block.startswith("msgctxt")]))


def _text(code: str) -> str:
    return "" if code == "en" else (_FOLDER / f"{code}.po").read_text("utf-8")


def _read(blocks: Iterable[str]) -> Iterator[Tuple[Tuple[str, str], Tuple[str, ...]]]:
    """Yield the entries of a catalogue, but for its header."""
    for block in blocks:
        entry = _ENTRY.fullmatch(block) if "\\" not in block else None
        if entry:  # nearly all of them
            yield (entry[1] or "", entry[2]), (entry[3],)
            continue
        parts = _parts(block)
        forms = tuple(text for key, text in parts.items() if key.startswith("msgstr"))
        if parts.get("msgid") and all(forms):
            yield (parts.get("msgctxt", ""), parts["msgid"]), forms


def _parts(block: str) -> Dict[str, str]:
    """Return the texts of an entry of any form by their keywords."""
    parts: Dict[str, str] = {}
    keyword = ""
    for match in filter(None, map(_PART.fullmatch, block.splitlines())):
        keyword = match[1] or keyword
        parts[keyword] = parts.get(keyword, "") + _ESCAPED.sub(_unescaped, match[2])
    return parts


def _unescaped(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def translated(context: str, english: str, code: str, kind: str = "") -> str:
    """Return a text in a language; the English one where the catalogue does not have it.

    A number in a heading may stand for any other: ``R7`` is translated as ``R#``.
    """
    return _found(context, english, code, kind) or english


def is_translated(context: str, english: str, code: str, kind: str = "") -> bool:
    """Tell whether the catalogue of a language has a text."""
    return bool(_found(context, english, code, kind))


def _found(context: str, english: str, code: str, kind: str) -> str:
    known = _words(code) if context else entries(code)
    for name in (f"{kind} {context}", context):
        forms = known.get((name, english))
        if forms:
            return forms[0]
        numbers = _NUMBER.findall(english)
        forms = known.get((name, _NUMBER.sub("#", english))) if len(numbers) == 1 else None
        if forms:
            return forms[0].replace("#", numbers[0])
    return ""


def in_english(context: str, text: str) -> str:
    """Return the English text of one in any language; the text itself where none is known."""
    english = _back(context).get(_plain(text), text)
    return text if _plain(english) == _plain(text) else english


def english_texts(context: str) -> Mapping[str, str]:
    """Return the English texts of a context by their folded form."""
    return {_plain(text): text for text in _back(context).values()}


def spellings(context: str, english: str) -> Tuple[str, ...]:
    """Return a text in all languages, English first, each spelling once."""
    found = [english]
    numbers = _NUMBER.findall(english)
    for code in LANGUAGES[1:]:
        known = _by_kind(context, code)
        texts = known.get(english, {})
        if len(numbers) == 1:
            any_number = known.get(_NUMBER.sub("#", english), {})
            there = {kind: text.replace("#", numbers[0]) for kind, text in any_number.items()}
            texts = {**there, **texts}
        found += [texts[kind] for kind in sorted(texts)]
    return tuple(dict.fromkeys(found))


@cache
def _by_kind(context: str, code: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of a context by the English one and the kind of workbook, "" for any."""
    found: Dict[str, Dict[str, str]] = {}
    for (name, english), forms in _words(code).items():
        if name == context or name.endswith(f" {context}"):
            found.setdefault(english, {})[name[: -len(context)].strip()] = forms[0]
    return found


def language_of(context: str, text: str) -> str:
    """Return the one language other than English in which a text of a context is known, or ""."""
    found = [code for code in LANGUAGES[1:] if _plain(text) in _texts(context, code)]
    return found[0] if len(found) == 1 else ""


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


@cache
def _texts(context: str, code: str) -> Mapping[str, str]:
    """Return the English text of every text of a context in a language that differs from it."""
    return {
        _plain(forms[0]): english
        for (name, english), forms in _words(code).items()
        if (name == context or name.endswith(f" {context}")) and forms[0] != english
    }


@cache
def _back(context: str) -> Mapping[str, str]:
    found = {
        _plain(english): english
        for code in LANGUAGES[1:]
        for name, english in _words(code)
        if name == context or name.endswith(f" {context}")
    }
    for code in LANGUAGES[1:]:
        for said, english in _texts(context, code).items():
            found.setdefault(said, english)
    return found


def help_text(code: str, name: str, argument: str = "") -> str:
    """Return the text of a function, of one of its arguments, or of the menu; "" without one."""
    known = entries(code)
    keys = (f"{name}.{argument}", f".{argument}") if argument else (name,)
    found = (known.get(("function", key), ("",))[0] for key in keys)
    return next(filter(None, found), "")
