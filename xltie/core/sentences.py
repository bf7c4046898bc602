"""Finished English sentences in another language, found by the entries that they were made from.

An entry such as ``player {who} is listed twice`` says in braces which parts of it vary. What a part
may be, and what becomes of it, follows from how its name begins:

==========  =================================================================
``said``    a sentence again
``also``    a sentence again, or nothing
``count``   a number
``choice``  values of settings, such as ``swiss, round-robin``
``colours`` colours of games, such as ``W B W``
``sums``    sentences that begin with numbers: ``20 as ..., 10 as ...``
any other   anything, and it stays as it is
==========  =================================================================
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import List, Match, Sequence, Tuple

from xltie.core.catalogues import entries, entries_of, is_translated, translated

Message = Tuple[str, str, str]
"""The longest text of a message between what varies, the message, and its translation."""
Folders = Tuple[Path, ...]

_PART = re.compile(r"\{(\w+)\}")
_SUMMED = re.compile(r", (?=-?\d)")
_WORDS = 8
"""So many letters are words: less stands between two parts, such as an "of"."""
_FORMS = {"count": r"-?[\d.,/]+", "also": ".*?"}


def said(sentence: str, code: str, folders: Folders = ()) -> str:
    """Return an English sentence in a language; what is in no catalogue stays English.

    In ``folders`` are further catalogues, of messages only.
    """
    if code == "en" or not sentence:
        return sentence
    if is_translated("", sentence, code):
        return translated("", sentence, code)
    named, open_ones = _messages(code, folders)
    found = _of(named, sentence, code, folders)
    if found:
        return found
    place, mark, rest = sentence.partition(": ")
    if mark and "; " not in place:
        found = _of([own for own in open_ones if _says_its_place(own[1])], sentence, code, folders)
        if found:
            return found
        told = said(rest, code, folders)
        if told != rest:
            is_name = " " not in place  # of a file or a sheet, whatever it means
            head = "" if is_name else _of(named, place, code, folders)
            return (head or place) + mark + told
    found = _of(open_ones, sentence, code, folders)
    if found or "; " not in sentence:
        return found or sentence
    return "; ".join(said(part, code, folders) for part in sentence.split("; "))


@cache
def _says_its_place(english: str) -> bool:
    """Tell whether a message has words of its own before a colon, not only a name or a place."""
    place, mark, _ = english.partition(": ")
    return bool(mark) and len(_PART.sub("", place)) >= _WORDS


def _of(messages: Sequence[Message], sentence: str, code: str, folders: Folders) -> str:
    """Return a sentence by the first of the messages that it was made from; "" if none."""
    for literal, english, translation in messages:
        found = _pattern(english).fullmatch(sentence) if literal in sentence else None
        if found:
            return _filled(translation, found, code, folders)
    return ""


def _filled(translation: str, found: Match[str], code: str, folders: Folders) -> str:
    return _PART.sub(lambda own: _part(own[1], found[own[1]], code, folders), translation)


def _part(name: str, text: str, code: str, folders: Folders) -> str:
    if name.startswith(("said", "also")):
        space = text[: len(text) - len(text.lstrip())]
        return space + said(text.strip(), code, folders)
    if name.startswith("sums"):
        return ", ".join(said(own, code, folders) for own in _SUMMED.split(text))
    if name.startswith("colours"):
        return " ".join(translated("colour", own, code) for own in text.split())
    if name.startswith("choice"):
        return ", ".join(translated("choice", own, code) for own in text.split(", "))
    return text


@cache
def _pattern(english: str) -> re.Pattern[str]:
    parts = _PART.split(english)
    parts[::2] = [re.escape(text) for text in parts[::2]]
    parts[1::2] = [f"(?P<{name}>{_form(name)})" for name in parts[1::2]]
    return re.compile("".join(parts), re.DOTALL)


def _form(name: str) -> str:
    return next((form for start, form in _FORMS.items() if name.startswith(start)), ".+?")


@cache
def _messages(code: str, folders: Folders) -> Tuple[List[Message], List[Message]]:
    """Return the messages that begin with a word, and those that begin with a part that varies.

    Those come first that begin with a number, and the longest: they are the least vague.
    """
    own = entries(code).items()
    known = {english: text for (context, english), text in own if context == "message"}
    for folder in folders:
        more = entries_of(folder / f"{code}.po").items()
        known.update({english: text for (_, english), text in more})
    found: Tuple[List[Message], List[Message]] = [], []
    for english in sorted(known, key=_rank):
        literal = max(_PART.sub("\0", english).split("\0"), key=len)
        found[english[0] == "{"].append((literal, english, known[english]))
    return found


def _rank(english: str) -> Tuple[bool, int]:
    return not english.startswith("{count"), -len(_PART.sub("", english))
