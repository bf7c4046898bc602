"""The language in which a workbook writes numbers as text.

It is taken from what the workbook's program stored, since no setting in the file says it.
"""

from __future__ import annotations

import re
from typing import Dict, Iterable, Tuple

from xltie.core.messages import say
from xltie.core.records import dataclass, field

_WITH_COMMAS = frozenset("bg cs da de es fi fr hu it nb nl pl pt ru sv tr".split())
_WITH_POINTS = frozenset("en ja ko zh".split())
"""These have the English words for truth values, too (the translations of PhpSpreadsheet)."""
LOCALES = tuple(sorted(_WITH_COMMAS | _WITH_POINTS))
_JOINS = re.compile(r"&|CONCAT|TEXTJOIN", re.IGNORECASE)
_LITERAL = re.compile(r'"(?:[^"]|"")*"')
_NUMBER = re.compile(r"(?<![\d.,])(\d+)([.,])(\d+)(?![\d.,])")
LETTERS_ONLY = str.maketrans("", "", "0123456789")


@dataclass(frozen=True)
class Language:
    """How numbers and truth values read as text.

    ``told`` says whether a workbook told, or somebody asked for, the sign of decimals, and
    ``words_told`` that the words for truth values are the English ones.
    """

    comma: bool = False
    told: bool = field(default=True, compare=False)
    words_told: bool = field(default=True, compare=False)


ENGLISH = Language()


def language_named(locale: str) -> Language:
    """Return the language of a locale such as ``de`` or ``de-AT``.

    Raises:
        ValueError: a language of which it is not known here how it writes numbers.
    """
    named = re.split(r"[-_]", locale.lower())[0]
    if named not in LOCALES:
        message = say(
            "no language known here: {locale} (known: {locales})",
            locale=locale,
            locales=", ".join(LOCALES),
        )
        raise ValueError(message)
    return Language(comma=named in _WITH_COMMAS, words_told=named in _WITH_POINTS)


def language_of(stored: Iterable[Tuple[str, Iterable[str]]], numbers: Iterable[float]) -> Language:
    """Return the language that formulas and their stored texts tell; English where none does.

    Formulas that differ by their row numbers may come as one, with all of their texts.

    A comma counts where the number that it stands in is a number of the workbook. Where commas
    and points were found, nothing is told.
    """
    found: Dict[str, set[str]] = {".": set(), ",": set()}
    for formula, texts in stored:
        if not _JOINS.search(_LITERAL.sub("", formula)):
            continue
        literals = "".join(_LITERAL.findall(formula))
        if _NUMBER.search(literals) or "," in literals or "." in literals:
            continue
        for text in texts:
            for whole, sign, rest in _NUMBER.findall(text):
                found[sign].add(f"{whole}.{rest}")
    point = bool(found["."]) and not found[","]
    comma = False
    if found[","] and not found["."]:
        wanted = {float(number) for number in found[","]}
        comma = any(_shown(number) in wanted for number in numbers)
    return Language(comma=comma, told=point or comma, words_told=point)


def _shown(number: float) -> float:
    return float(f"{abs(number):.15g}")
