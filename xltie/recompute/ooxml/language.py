"""The language in which a workbook writes numbers and truth values as text.

It is taken from what the workbook's program stored, since no setting in the file says it.
"""

from __future__ import annotations

import re
from typing import Dict, Iterable, Tuple

from xltie.core.messages import say
from xltie.core.records import dataclass, field

# Excel's words for TRUE and FALSE (the translations of PhpSpreadsheet and HyperFormula agree), and
# whether the language writes a comma before decimals
_WORDS: Dict[str, Tuple[str, str, bool]] = {
    "en": ("TRUE", "FALSE", False),
    "ja": ("TRUE", "FALSE", False),
    "ko": ("TRUE", "FALSE", False),
    "zh": ("TRUE", "FALSE", False),
    "bg": ("ИСТИНА", "ЛОЖЬ", True),
    "cs": ("PRAVDA", "NEPRAVDA", True),
    "da": ("SAND", "FALSK", True),
    "de": ("WAHR", "FALSCH", True),
    "es": ("VERDADERO", "FALSO", True),
    "fi": ("TOSI", "EPÄTOSI", True),
    "fr": ("VRAI", "FAUX", True),
    "hu": ("IGAZ", "HAMIS", True),
    "it": ("VERO", "FALSO", True),
    "nb": ("SANN", "USANN", True),
    "nl": ("WAAR", "ONWAAR", True),
    "pl": ("PRAWDA", "FAŁSZ", True),
    "pt": ("VERDADEIRO", "FALSO", True),
    "ru": ("ИСТИНА", "ЛОЖЬ", True),
    "sv": ("SANT", "FALSKT", True),
    "tr": ("DOĞRU", "YANLIŞ", True),
}
LOCALES = tuple(sorted(_WORDS))
_JOINS = re.compile(r"&|CONCAT|TEXTJOIN", re.IGNORECASE)
_LITERAL = re.compile(r'"(?:[^"]|"")*"')
_NUMBER = re.compile(r"(?<![\d.,])(\d+)([.,])(\d+)(?![\d.,])")
_WORD = re.compile(r"\w+")
LETTERS_ONLY = str.maketrans("", "", "0123456789")


@dataclass(frozen=True)
class Language:
    """How numbers and truth values read as text.

    ``told`` and ``words_told`` say whether a workbook told, or somebody asked for, the sign of
    decimals and the words for truth values; else they are taken to be English.
    """

    true: str = "TRUE"
    false: str = "FALSE"
    comma: bool = False
    told: bool = field(default=True, compare=False)
    words_told: bool = field(default=True, compare=False)


ENGLISH = Language()


def language_named(locale: str) -> Language:
    """Return the language of a locale such as ``de`` or ``de-AT``.

    Raises:
        ValueError: a language whose words are not known here.
    """
    found = _WORDS.get(re.split(r"[-_]", locale.lower())[0])
    if found is None:
        message = say(
            "no language known here: {locale} (known: {locales})",
            locale=locale,
            locales=", ".join(LOCALES),
        )
        raise ValueError(message)
    return Language(*found)


def language_of(stored: Iterable[Tuple[str, Iterable[str]]], numbers: Iterable[float]) -> Language:
    """Return the language that formulas and their stored texts tell; English where none does.

    Formulas that differ by their row numbers may come as one, with all of their texts.

    A comma counts where the number that it stands in is a number of the workbook. Where commas
    and points were found, nothing is told.
    """
    found: Dict[str, set[str]] = {".": set(), ",": set()}
    words: set[str] = set()
    for formula, texts in stored:
        if not _JOINS.search(_LITERAL.sub("", formula)):
            continue
        literals = "".join(_LITERAL.findall(formula))
        plain = not _NUMBER.search(literals) and "," not in literals and "." not in literals
        literal_words = set(_WORD.findall(literals))
        for text in texts:
            for whole, sign, rest in _NUMBER.findall(text) if plain else ():
                found[sign].add(f"{whole}.{rest}")
            words.update(set(_WORD.findall(text)) - literal_words)
    known = [Language(*one) for one in _WORDS.values() if {one[0], one[1]} & words]
    comma = False
    if found[","] and not found["."]:
        wanted = {float(number) for number in found[","]}
        comma = any(_shown(number) in wanted for number in numbers)
    pairs = {(one.true, one.false) for one in known}
    if len(pairs) == 1:
        true, false = pairs.pop()
        # words and numbers of different languages tell nothing of the numbers
        told = not (found["."] and (found[","] or known[0].comma))
        return Language(true, false, comma or (known[0].comma and not found["."]), told)
    point = bool(found["."]) and not found[","]
    return Language(comma=comma, told=point or comma, words_told=point)


def _shown(number: float) -> float:
    return float(f"{abs(number):.15g}")
