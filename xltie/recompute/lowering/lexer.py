"""Formulas as a file stores them (English names, A1 references), split into tokens.

The texts of the tokens, put together, are the formula again.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Sequence

LONGEST_FORMULA = 8192
_SHEET = r"""(?:'(?:[^']|'')*'|(?:\[[^\[\]]+\])?[^\W\d][\w.]*(?::[^\W\d][\w.]*)?|\[\d+\])!"""
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_BRACKETS = r"\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\]"
_ERROR = (
    r"\#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!"
    r"|UNKNOWN!|BUSY!|CONNECT!|PYTHON!|EXTERNAL!)"
)
_TOKEN = re.compile(
    rf"""
      (?P<text>"(?:[^"]|"")*")
    | (?P<error>{_ERROR})
    | (?P<function>(?:{_SHEET})?[^\W\d][\w.]*(?=\())
    | (?P<area>(?P<sheet>{_SHEET})?
        (?P<body>{_CELL}(?::{_CELL})?(?![\w.(!\[])
               | \$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}(?![\w.(!\[])
               | \$?[1-9]\d*:\$?[1-9]\d*(?![\w.(!])
               | \#REF!))
    | (?P<table>(?:{_SHEET})?(?:[^\W\d][\w.\\]*|\\[\w.\\]*)?{_BRACKETS})
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<name>(?:{_SHEET})?(?:[^\W\d]|\\)[\w.\\?]*)
    | (?P<space>\s+)
    | (?P<operator><=|>=|<>|[-+*/^&=<>%@:#])
    | (?P<mark>[(){{}},;])
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a formula; an area has its sheet (with ``!``) and its A1 body separately."""

    kind: str
    text: str
    sheet: str = ""
    body: str = ""


class UnreadableFormula(ValueError):
    """A formula that does not follow the grammar of spreadsheet formulas."""


def tokens(formula: str) -> list[Token]:
    """Cut a formula (without its ``=``) into tokens, or raise :class:`UnreadableFormula`."""
    if len(formula) > LONGEST_FORMULA:
        message = f"a formula of more than {LONGEST_FORMULA} characters"
        raise UnreadableFormula(message)
    found: list[Token] = []
    position = 0
    while position < len(formula):
        match = _TOKEN.match(formula, position)
        if match is None:
            near = formula[position : position + 20]
            message = f"cannot read the formula near {near!r}"
            raise UnreadableFormula(message)
        kind = match.lastgroup or "mark"
        if kind in ("sheet", "body", "area"):
            found.append(Token("area", match[0], match["sheet"] or "", match["body"]))
        else:
            found.append(Token(kind, match[0]))
        position = match.end()
    return found


def beside(found: Sequence[Token], index: int, step: int) -> Token | None:
    """Return the next token before or after one that is not a space."""
    index += step
    while 0 <= index < len(found):
        if found[index].kind != "space":
            return found[index]
        index += step
    return None
