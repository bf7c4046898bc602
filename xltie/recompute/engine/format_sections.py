"""Number formats taken apart: sections, their conditions, and the signs in them.

The grammar is ECMA-376 part 1, 18.8.31; what it leaves open was compared with the values that Excel
stored in Apache POI's tests of formats and IronCalc's test of ``TEXT``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, NamedTuple

from xltie.recompute.engine.compare import TESTS

DIGITS = "0#?"
LITERAL, DIGIT, POINT, COMMA, PERCENT, EXPONENT, SLASH, GENERAL, TEXT, DATE, ELAPSED = range(11)
_CONDITION = re.compile(r"\[(<>|<=|>=|=|<|>)\s*(-?[0-9.]+)\s*\]")
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_NOON = re.compile(r"am/pm|a/p", re.IGNORECASE)
_WORD = re.compile(r"y+|m+|d+|aaa+|h+|s+|e+|b+|g+", re.IGNORECASE)


class Sign(NamedTuple):
    """A sign of a format: its kind and what it says."""

    kind: int
    text: str


@dataclass
class Section:
    """A part of a format between semicolons; ``test`` chooses it by the number."""

    signs: list[Sign] = field(default_factory=list)
    test: Callable[[float], bool] | None = None

    def has(self, *kinds: int) -> bool:
        """Tell whether a sign of one of these kinds is in the section."""
        return any(sign.kind in kinds for sign in self.signs)


def sections_of(text: str) -> list[Section]:
    """Return the sections of a format, or raise ``ValueError`` for one that Excel refuses."""
    found = [Section()]
    at = 0
    while at < len(text):
        if text[at] == ";":
            found.append(Section())
            at += 1
            continue
        at = _read(text, at, found[-1])
    for at, section in enumerate(found):
        _settle(section)
        if section.has(TEXT) and (section.has(DIGIT) or at + 1 < len(found)):
            raise ValueError(text)
    if len(found) > 4:
        raise ValueError(text)
    return found


def _read(text: str, at: int, section: Section) -> int:
    """Read one sign from a place on; return where the next one begins."""
    sign, rest = text[at], text[at:]
    add = section.signs.append
    if sign == '"':
        end = text.find('"', at + 1)
        end = len(text) if end < 0 else end
        add(Sign(LITERAL, text[at + 1 : end]))
        return end + 1
    if sign in "\\!" or sign in "_*":
        if at + 1 < len(text) and sign != "*":
            add(Sign(LITERAL, " " if sign == "_" else text[at + 1]))
        return at + 2
    if sign == "[":
        return at + _bracket(rest, section)
    if rest[:7].lower() == "general":
        add(Sign(GENERAL, ""))
        return at + 7
    if sign in "eE" and rest[1:2] in ("+", "-") and section.has(DIGIT):
        add(Sign(EXPONENT, rest[:2]))
        return at + 2
    for pattern in (_NOON, _WORD):
        match = pattern.match(rest)
        if match is not None:
            add(Sign(DATE, match[0]))
            return at + match.end()
    kinds = {".": POINT, ",": COMMA, "%": PERCENT, "/": SLASH, "@": TEXT}
    add(Sign(DIGIT if sign in DIGITS else kinds.get(sign, LITERAL), sign))
    return at + 1


def _bracket(rest: str, section: Section) -> int:
    """Read what stands in square brackets: a condition, a currency, a colour, an elapsed time."""
    end = rest.find("]") + 1
    if not end:
        raise ValueError(rest)
    condition, currency = _CONDITION.match(rest), _CURRENCY.match(rest)
    elapsed = _ELAPSED.match(rest)
    if condition is not None:
        test, bound = TESTS[condition[1]], float(condition[2])
        section.test = lambda number: test(number, bound)
    elif currency is not None:
        section.signs.append(Sign(LITERAL, currency[1]))
    elif elapsed is not None:
        section.signs.append(Sign(ELAPSED, elapsed[1]))
    return end


def _settle(section: Section) -> None:
    """Make literals of what only dates or numbers have; an ``m`` beside hours means minutes."""
    if not section.has(DATE, ELAPSED):
        return
    signs = section.signs
    units = [at for at, sign in enumerate(signs) if sign.kind in (DATE, ELAPSED)]
    for place, at in enumerate(units):
        kind, text = signs[at]
        if kind == ELAPSED or text[0] not in "mM" or len(text) > 2:
            continue
        before = signs[units[place - 1]].text[0] if place else ""
        after = signs[units[place + 1]].text[0] if place + 1 < len(units) else ""
        if before in tuple("hHsS") or after in ("s", "S"):
            signs[at] = Sign(DATE, "n" * len(text))


def chosen(sections: list[Section], number: float) -> tuple[Section | None, bool]:
    """Return the section for a number, and whether its sign is to be written before it."""
    for_texts = len(sections) > 3 or (len(sections) > 1 and sections[-1].has(TEXT))
    numbers = sections[:-1] if for_texts else sections
    if any(section.test for section in numbers):
        return _by_condition(numbers, number)
    if len(numbers) == 1:
        return numbers[0], number < 0
    if number < 0:
        return numbers[1], False
    if number == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], False


def _by_condition(numbers: list[Section], number: float) -> tuple[Section | None, bool]:
    for at, section in enumerate(numbers):
        second = section.test is None and at == 1 and len(numbers) > 2
        fits = number < 0 if second else section.test is None or section.test(number)
        if fits:
            return section, number < 0 and not second
    return None, False
