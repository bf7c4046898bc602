"""The catalogues of messages: ``python scripts/messages.py`` says what they lack or need no more.

Babel goes through the package for what is said (``say``, ``count``, ``word`` and ``text`` with
literal texts) and compares that with the catalogues in ``xltie/core/languages``:

* ``--update`` writes entries for new messages, to be translated, and drops those that nobody says;
* ``--add FILE`` puts translations in: a JSON list of ``{"id", "plural", "context", "ko", "ru"}``.

``tests/core/test_messages.py`` fails where the two differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from modules import module_of

from xltie.core.catalogues import translated

PACKAGE = Path(__file__).resolve().parent.parent / "xltie"
FOLDER = PACKAGE / "core" / "languages"
LANGUAGES = {"ko": "Korean", "ru": "Russian"}
KEYWORDS: dict[str, Any] = {"say": (1,), "count": (2, 3), "word": ((1, "c"), 2), "text": (1,)}
PLACES = {"say": (0,), "count": (1, 2), "word": (0, 1), "text": (0,)}
"""Which arguments of these are texts, from 0."""
DECLARED = ("workbooks", "games", "settings")
"""Rooms whose texts are declared as data and looked up as they are written into a sheet."""

Key = tuple[str, str]
"""Context and English text."""


def said_in(source: IO[bytes], keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Yield what a module says, for Babel: its own reader of Python loses calls inside of calls."""
    for line, name, texts in module_of(source.read()).calls:
        if all(texts[at] for at in PLACES[name] if at < len(texts)):
            yield line, name, [text or "" for text in texts], []


def without_literals() -> list[str]:
    """Return where a message is made of something else than texts that can be found here."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent != PACKAGE / "core":
            for line, name, texts in module_of(path.read_bytes()).calls:
                places = PLACES[name] if name != "text" and len(texts) >= len(PLACES[name]) else ()
                if any(texts[at] is None for at in places):
                    found.append(f"{path.relative_to(PACKAGE)}:{line}")
    return found


@cache
def extracted() -> dict[Key, str]:
    """Return every message of the package: context and English text, with its plural."""
    methods = [("**.py", said_in), ("**/templates/*.html", "jinja2")]
    found = extract_from_dir(PACKAGE, methods, keywords=KEYWORDS)
    messages: dict[Key, str] = {}
    for _, _, message, _, context in found:
        one, many = message if isinstance(message, tuple) else (message, "")
        if has_words(one):
            messages[context or "", one] = many
    return messages


def has_words(template: str) -> bool:
    """Tell whether a template has anything to translate besides its values."""
    depth, words = 0, False
    for letter in template:
        depth += (letter == "{") - (letter == "}")
        words = words or (not depth and letter.isalpha())
    return words


@cache
def declared() -> set[str]:
    """Return the texts that are data: what games bring, and what the sheets of workbooks hold."""
    from xltie.event import Event, TeamEvent
    from xltie.games import PRESETS, TEAM_PRESETS
    from xltie.ranking import default_criteria
    from xltie.workbooks import translation
    from xltie.workbooks.add_sheet import built, kind_of, layout_of, sheets_to_add
    from xltie.workbooks.build import build_workbook
    from xltie.workbooks.build_teams import build_team_workbook

    found: set[str] = set()
    for room in DECLARED:
        for path in (PACKAGE / room).rglob("*.py"):
            found |= module_of(path.read_bytes()).texts
    for preset in (*PRESETS.values(), *TEAM_PRESETS.values()):
        found.update((*preset.hints, *(setting.help for setting in preset.settings)))

    def noted(context: str, english: str, code: str, kind: str = "") -> str:
        found.add(english)
        return translated(context, english, code, kind)

    with patch.object(translation, "translated", noted):
        for preset in PRESETS.values():
            build_workbook(preset, 4, 2, settings={"language": "ru"})
        teams = {"language": "ru", "contest": "teams", "criteria": "VP, IMP"}
        build_workbook(PRESETS["bridge"], 4, 2, settings=teams)
        for preset in TEAM_PRESETS.values():
            build_team_workbook(4, 2, 4, settings={"language": "ru"}, preset=preset)
        for event in (*map(Event, [""] * 4, PRESETS), TeamEvent(game="chess")):
            for name in sheets_to_add(event):
                book = built(name, layout_of(event, default_criteria(event)), event)
                translation.translate(book, "ru", **kind_of(event))
    return found


def catalogue(code: str) -> Catalog:
    """Return the catalogue of a language."""
    with (FOLDER / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def entries(found: Catalog) -> dict[Key, Any]:
    """Return the translated messages of a catalogue."""
    return {
        (message.context or "", _one(message.id)): message
        for message in found
        if message.id and message.string and all(_forms(message.string))
    }


def _one(text: Any) -> str:
    return str(text[0] if isinstance(text, (tuple, list)) else text)


def _forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (text,)


def missing(code: str) -> list[Key]:
    """Return what is said and is not in a language."""
    return sorted(set(extracted()) - set(entries(catalogue(code))))


def unused(code: str) -> list[Key]:
    """Return what a language has and nobody says; words of a context are data of the sheets."""
    used = {text for _, text in extracted()} | declared()
    return sorted(key for key in entries(catalogue(code)) if not key[0] and key[1] not in used)


def write(code: str, found: Catalog) -> None:
    """Write a catalogue in its order, so that two changes of it rarely meet."""
    path = FOLDER / f"{code}.po"
    head = path.read_text("utf-8").partition("\n\n")[0]
    written = BytesIO()  # the file stays whole if this fails
    write_po(written, found, width=0, sort_output=True, no_location=True, omit_header=True)
    lines = written.getvalue().decode("utf-8").splitlines()
    body = "\n".join(line for line in lines if not line.startswith("#, "))
    path.write_text(f"{head}\n\n{body.strip()}\n", "utf-8")


def update(code: str) -> None:
    """Give a language entries for what is new, and take out what nobody says."""
    found = catalogue(code)
    for context, one in unused(code):
        found.delete(one, context or None)
    plurals = extracted()
    for context, one in missing(code):
        many = plurals[context, one]
        found.add((one, many) if many else one, context=context or None)
    write(code, found)


def add(code: str, translations: Iterable[dict[str, Any]]) -> None:
    """Put translations into a catalogue."""
    found = catalogue(code)
    for translation in translations:
        one, many, context = (translation.get(key) for key in ("id", "plural", "context"))
        text = translation[code]
        found.delete(one, context or None)
        found.add(
            (one, many) if many else one,
            tuple(text) if isinstance(text, list) else (text,) if many else text,
            context=context or None,
        )
    write(code, found)


def main() -> int:
    """Do what the command line asks for; 1 where a catalogue lacks or has too much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write and drop entries")
    parser.add_argument("--add", type=Path, help="a JSON list of translations")
    args = parser.parse_args()
    code = 0
    for language in LANGUAGES:
        if args.add:
            add(language, json.loads(args.add.read_text("utf-8")))
        if args.update:
            update(language)
        for what, keys in (("lacks", missing(language)), ("needs no more", unused(language))):
            for context, text in keys:
                code = 1
                print(f"{language} {what}: {f'({context}) ' if context else ''}{text!r}")
    return code


if __name__ == "__main__":
    sys.exit(main())
