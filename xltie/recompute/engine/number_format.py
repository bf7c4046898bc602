"""``TEXT``: a number written in a number format."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.date_format import (
    COMMA,
    DATE,
    DIGIT,
    ELAPSED,
    GENERAL,
    LITERAL,
    PERCENT,
    POINT,
    SLASH,
    TEXT,
    Section,
    Sign,
    chosen,
    has,
    sections_of,
    written_date,
)
from xltie.recompute.engine.text_numbers import VALUE, Wrong, number_of_text, single
from xltie.recompute.engine.texts import text_from

DIGITS_KEPT, LONGEST_GENERAL, LARGEST_GENERAL = 15, 11, 1e11
PLACEHOLDER = {"0": "0", "?": " ", "#": ""}


def text_of(value: Any, format_: Any, *, date1904: bool = False) -> Scalar:
    """Return what ``TEXT`` answers."""
    given = single(value)
    pattern = text_from(single(format_))
    try:
        sections = sections_of(pattern)
    except ValueError:
        raise Wrong(VALUE) from None
    if isinstance(given, bool):
        return _written_text(text_from(given), sections)
    if isinstance(given, str):
        read = number_of_text(given, date1904=date1904) if given.strip() else VALUE
        if not isinstance(read, (int, float)):
            return _written_text(given, sections)
        given = read
    number = float(given) if isinstance(given, (int, float)) else 0.0
    section, signed = chosen(sections, number)
    return _written(section, number, signed=signed, date1904=date1904)


def _written_text(text: str, sections: list[Section]) -> str:
    last = sections[-1]
    if len(sections) < 4 and not has(last, TEXT):
        return text
    return "".join(text if sign.kind == TEXT else sign.text for sign in last)


def _written(section: Section, number: float, *, signed: bool, date1904: bool) -> str:
    if has(section, DATE, ELAPSED):
        return written_date(section, number, date1904=date1904)
    minus = "-" if signed else ""
    size = abs(number)
    if has(section, TEXT) and not has(section, DIGIT):
        shown = general(size)
        return minus + "".join(shown if s.kind == TEXT else s.text for s in section)
    if has(section, GENERAL):
        shown = general(size)
        return minus + "".join(shown if s.kind == GENERAL else s.text for s in section)
    if not has(section, DIGIT):
        return minus + "".join(sign.text for sign in section)
    exact = Decimal(f"{size:.{DIGITS_KEPT - 1}e}")
    exact = exact.scaleb(2 * sum(sign.kind == PERCENT for sign in section))
    if has(section, SLASH):
        raise Wrong(VALUE)
    text, rounded = _plain(section, exact)
    return (minus if rounded else "") + text


def general(number: float) -> str:
    """Return a number as the format ``General`` shows it: no more than 11 characters.

    >>> [general(one) for one in (1234.5, 1e11, 1 / 3, 1.5e-7, 123456789.125)]
    ['1234.5', '1E+11', '0.333333333', '0.00000015', '123456789.1']
    """
    if number == 0:
        return "0"
    exponent = math.floor(math.log10(number))
    short = exponent > -10 and len(f"{Decimal(repr(number)):f}") <= LONGEST_GENERAL
    if (short or exponent > -5) and number < LARGEST_GENERAL:
        places = max(0, LONGEST_GENERAL - 2 - max(exponent, 0))
        rounded = Decimal(f"{number:.14e}").quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        text = f"{rounded:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    exact = Decimal(f"{number:.14e}")
    power = exact.adjusted()
    digits = 5 if abs(power) < 100 else 4
    mantissa = exact.scaleb(-power).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    if mantissa >= 10:
        mantissa, power = mantissa / 10, power + 1
    text = f"{mantissa:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text}E{'-' if power < 0 else '+'}{abs(power):02d}"


def _rounded(number: Decimal, places: int) -> tuple[str, str]:
    """Return the digits before and after the point; none for a zero before it."""
    text = f"{number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    whole, _, rest = text.partition(".")
    return whole.lstrip("0"), rest


def _plain(signs: list[Sign], number: Decimal) -> tuple[str, bool]:
    """Return a number in its places, and whether it is anything but 0 there."""
    point = next((at for at, sign in enumerate(signs) if sign.kind == POINT), len(signs))
    grouped, thousands, before = _commas(signs[:point])
    _, more, after = _commas(signs[point + 1 :])
    if not any(sign.kind == DIGIT for sign in before):
        before.append(Sign(DIGIT, "#"))  # .00 of 12.5 is 12.50
    number = number.scaleb(-3 * (thousands + more))
    places = sum(sign.kind == DIGIT for sign in after)
    whole, rest = _rounded(number, places)
    text = _filled(before, whole, grouped=grouped)
    text += ("." if point < len(signs) else "") + _decimals(after, rest)
    return text, bool((whole + rest).strip("0"))


def _commas(signs: list[Sign]) -> tuple[bool, int, list[Sign]]:
    """Return whether digits are grouped, by how many thousands to divide, and the other signs.

    A comma that follows no place of a digit is one that is shown.
    """
    last = max((at for at, sign in enumerate(signs) if sign.kind == DIGIT), default=-1)
    grouped, thousands, after_digit = False, 0, False
    kept: list[Sign] = []
    for at, sign in enumerate(signs):
        if sign.kind != COMMA:
            kept.append(sign)
            after_digit = sign.kind == DIGIT
        elif not after_digit:
            kept.append(Sign(LITERAL, sign.text))
        elif at > last:
            thousands += 1
        else:
            grouped = grouped or signs[at + 1].kind == DIGIT
    return grouped, thousands, kept


def _filled(signs: list[Sign], digits: str, *, grouped: bool) -> str:
    """Put the digits of a whole number into its places, from the right."""
    places = [at for at, sign in enumerate(signs) if sign.kind == DIGIT]
    texts = [sign.text for sign in signs]
    left, written = digits, 0
    for at in reversed(places):
        shown = ""
        first = at == places[0]
        while True:
            digit = left[-1] if left else PLACEHOLDER[signs[at].text]
            if digit and grouped and written and written % 3 == 0:
                shown = (" " if digit == " " else ",") + shown
            shown = digit + shown
            left, written = left[:-1], written + 1
            if not (first and left):
                break
        texts[at] = shown
    return "".join(texts)


def _decimals(signs: list[Sign], digits: str) -> str:
    needed = len(digits.rstrip("0"))
    text, at = "", 0
    for sign in signs:
        if sign.kind == DIGIT:
            text += digits[at] if at < needed else PLACEHOLDER[sign.text]
            at += 1
        else:
            text += sign.text
    return text
