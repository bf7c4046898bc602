"""Formulas cut into tokens; the texts of the tokens, put together, are the formula again.

:func:`tokens` reads formulas as a file stores them (English names, A1 references) and refuses what
is none. :func:`shown_tokens` reads what a spreadsheet program shows, also in Calc's own grammar
(``$Sheet.A1``, ``;`` between arguments, ``~`` for a union), and takes anything.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Iterator, List, NamedTuple, Optional, Pattern, Sequence, Tuple

LONGEST_FORMULA = 8192
_QUOTED = r"'(?:[^']|'')*'"
_SHEET = rf"(?:{_QUOTED}|(?:\[[^\[\]]+\])?[^\W\d][\w.]*(?::[^\W\d][\w.]*)?|\[\d+\])!"
_LINK = rf"(?:{_SHEET}\$?|{_QUOTED}\#\$?)"
"""A sheet or another document, as Calc shows it: also ``'file:///x.xlam'#$``."""

_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_BRACKETS = r"\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\]"
_ERROR = (
    r"\#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!"
    r"|UNKNOWN!|BUSY!|CONNECT!|PYTHON!|EXTERNAL!)"
)


def _grammar(sheet: str, more: str = "") -> Pattern[str]:
    return re.compile(
        rf"""
          (?P<text>"(?:[^"]|"")*")
        | (?P<error>{_ERROR})
        | (?P<function>(?:{sheet})?[^\W\d][\w.]*(?=\())
        | (?P<area>(?P<sheet>{sheet})?
            (?P<body>{_CELL}(?::{_CELL})?(?![\w.(!\[])
                   | \$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}(?![\w.(!\[])
                   | \$?[1-9]\d*:\$?[1-9]\d*(?![\w.(!])
                   | \#REF!))
        | (?P<table>(?:{sheet})?(?:[^\W\d][\w.\\]*|\\[\w.\\]*)?{_BRACKETS})
        | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
        | (?P<name>(?:{sheet})?(?:[^\W\d]|\\)[\w.\\?]*)
        | (?P<space>\s+)
        | (?P<operator><=|>=|<>|[-+*/^&=<>%@:#])
        | (?P<mark>[(){{}},;])
        {more}
        """,
        re.VERBOSE,
    )


_STORED = _grammar(_SHEET)


@cache
def _shown() -> Pattern[str]:
    return _grammar(_LINK, rf"| (?P<quoted>{_QUOTED}) | (?P<other>[\s\S])")


class Token(NamedTuple):
    """A piece of a formula; an area has its sheet (with ``!``) and its A1 body apart."""

    kind: str
    text: str
    sheet: str = ""
    body: str = ""


class UnreadableFormula(ValueError):
    """A formula that does not follow the grammar of spreadsheet formulas."""


def tokens(formula: str) -> List[Token]:
    """Cut a formula (without its ``=``) into tokens, or raise :class:`UnreadableFormula`."""
    if len(formula) > LONGEST_FORMULA:
        message = f"a formula of more than {LONGEST_FORMULA} characters"
        raise UnreadableFormula(message)
    found, end = _cut(_STORED, formula)
    if end < len(formula):
        message = f"cannot read the formula near {formula[end : end + 20]!r}"
        raise UnreadableFormula(message)
    return found


def shown_tokens(formula: str) -> List[Token]:
    """Cut a formula as a program shows it into tokens; what fits nowhere is ``other``.

    >>> [token.text for token in shown_tokens("=bq($'Day (1)'.A2;B1~C1)")]
    ['=', 'bq', '(', '$', "'Day (1)'", '.', 'A2', ';', 'B1', '~', 'C1', ')']
    """
    return _cut(_shown(), formula)[0]


_CALLED = re.compile(r"[\w.]+(?=\()")


def may_call(formula: str, names: Tuple[str, ...]) -> bool:
    """Tell whether a formula may call a function of these names: a quick look before the tokens.

    The names are in upper case; in a formula anything may stand before them.
    """
    return any(word.upper().endswith(names) for word in _CALLED.findall(formula))


def _cut(grammar: Pattern[str], formula: str) -> Tuple[List[Token], int]:
    """Return the tokens up to where the grammar does not fit, and that position."""
    found: List[Token] = []
    position = 0
    while position < len(formula):
        match = grammar.match(formula, position)
        if match is None:
            break
        kind = match.lastgroup or "mark"
        if kind in ("sheet", "body", "area"):
            found.append(Token("area", match[0], match["sheet"] or "", match["body"]))
        else:
            found.append(Token(kind, match[0]))
        position = match.end()
    return found, position


def inside(found: Sequence[Token], opening: int) -> Iterator[Tuple[int, int]]:
    """Yield the index and the depth (from 0) of every token within the bracket at ``opening``."""
    depth = 0
    for index in range(opening + 1, len(found)):
        mark = found[index].text if found[index].kind == "mark" else ""
        if mark in (")", "}") and depth:
            depth -= 1
        elif mark == ")":
            return
        yield index, depth
        depth += mark in ("(", "{")


def beside(found: Sequence[Token], index: int, step: int) -> Optional[Token]:
    """Return the next token before or after one that is not a space."""
    index += step
    while 0 <= index < len(found):
        if found[index].kind != "space":
            return found[index]
        index += step
    return None
