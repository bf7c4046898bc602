"""What stands after a criterion's name: options in brackets, and the marks of the notation."""

from __future__ import annotations

import re
from typing import Dict

from xltie.core.cells import number_of
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.functions.registry import Function

_MARK = re.compile(r"([/#!:@]|-(?=\s*[A-Za-z]))([^/#!:@]+?)(?=[/#!:@]|-\s*[A-Za-z]|$)")
_EVERYWHERE = {"C": "cut", "M": "median", "V": "rulebook", "R": "reversed"}


def bracketed(text: str) -> Dict[str, str]:
    """Return the options in brackets; further numbers belong to a list: ``weights=1;2;3``."""
    given: Dict[str, str] = {}
    last = ""
    for part in filter(None, map(str.strip, re.split(r"[;,]", text[1:-1]))):
        name, equals, value = part.partition("=")
        if equals:
            last = name.strip().lower()
            given[last] = value.strip()
        elif last and number_of(part) is not None:
            given[last] += f";{part}"
        else:
            raise InputError.of(say("option {text!r} is not written as name=value", text=part))
    return given


def marked(entry: Function, text: str) -> Dict[str, str]:
    """Return the options that the marks after a name set."""
    given: Dict[str, str] = {}
    if "".join(match[0] for match in _MARK.finditer(text)) != text:
        raise InputError.of(
            say("{text!r} after {name} cannot be read", text=text.strip(), name=entry.code)
        )
    for sign, word in _MARK.findall(text):
        value = word.strip()
        if sign == ":":
            given["method"] = value
        elif sign == "@":
            given["rulebook"] = value
        else:
            given.update(_modifier(entry, value))
    return given


def _modifier(entry: Function, word: str) -> Dict[str, str]:
    """Return the option that a modifier sets: its number, or the value that the letter stands for.

    ``P`` set by ``("P", "forfeits=played")`` is a flag; ``L`` of ``("L", "limit")`` takes a number.
    """
    match = re.fullmatch(r"([A-Za-z])\s*([+-]?\s*\d*)\s*%?", word)
    letter = match[1].upper() if match else ""
    option = entry.modifier(letter) or _EVERYWHERE.get(letter, "")
    name, _, value = option.partition("=")
    if match is None or not name or (value and match[2]):
        raise InputError.of(say("{name} has no modifier /{word}", name=entry.name, word=word))
    return {name: value or match[2] or "1"}
