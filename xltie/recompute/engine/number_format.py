"""``TEXT``: a number written in a number format.

The grammar is ECMA-376 part 1, 18.8.31; what it leaves open was compared with the values that Excel
stored in Apache POI's tests of formats and IronCalc's test of ``TEXT``.
"""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, List, NamedTuple

from xltie.core.cells import Scalar
from xltie.recompute.engine.texts import VALUE, Wrong, number_of_text, single, text_from

DIGITS = "0#?"
LITERAL, DIGIT, POINT, COMMA, PERCENT, SLASH, GENERAL, TEXT, DATE, ELAPSED = range(10)
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_NOON = re.compile(r"am/pm|a/p", re.IGNORECASE)
_WORD = re.compile(r"y+|m+|d+|aaa+|h+|s+|e+|b+|g+", re.IGNORECASE)


class Sign(NamedTuple):
    """A sign of a format: its kind and what it says."""

    kind: int
    text: str


Section = List[Sign]
"""A part of a format between semicolons."""


def has(section: Section, *kinds: int) -> bool:
    """Tell whether a sign of one of some kinds is in a section."""
    return any(sign.kind in kinds for sign in section)


def sections_of(text: str) -> list[Section]:
    """Return the sections of a format.

    Raises ``ValueError`` for one that Excel refuses, with a condition or with a power of ten.
    """
    found: list[Section] = [[]]
    at = 0
    while at < len(text):
        if text[at] == ";":
            found.append([])
            at += 1
            continue
        at = _read(text, at, found[-1])
    for at, section in enumerate(found):
        _settle(section)
        if has(section, TEXT) and (has(section, DIGIT) or at + 1 < len(found)):
            raise ValueError(text)
    if len(found) > 4:
        raise ValueError(text)
    return found


def _read(text: str, at: int, section: Section) -> int:
    """Read one sign from a place on; return where the next one begins."""
    sign, rest = text[at], text[at:]
    add = section.append
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
    if sign in "eE" and rest[1:2] in ("+", "-") and has(section, DIGIT):
        raise ValueError(text)
    for pattern in (_NOON, _WORD):
        match = pattern.match(rest)
        if match is not None:
            add(Sign(DATE, match[0]))
            return at + match.end()
    kinds = {".": POINT, ",": COMMA, "%": PERCENT, "/": SLASH, "@": TEXT}
    add(Sign(DIGIT if sign in DIGITS else kinds.get(sign, LITERAL), sign))
    return at + 1


def _bracket(rest: str, section: Section) -> int:
    """Read what stands in square brackets: a currency, a colour, an elapsed time."""
    end = rest.find("]") + 1
    if not end or rest[1] in "<>=":
        raise ValueError(rest)
    currency, elapsed = _CURRENCY.match(rest), _ELAPSED.match(rest)
    if currency is not None:
        section.append(Sign(LITERAL, currency[1]))
    elif elapsed is not None:
        section.append(Sign(ELAPSED, elapsed[1]))
    return end


def _settle(section: Section) -> None:
    """Make literals of what only dates or numbers have; an ``m`` beside hours means minutes."""
    units = [at for at, sign in enumerate(section) if sign.kind in (DATE, ELAPSED)]
    for place, at in enumerate(units):
        kind, text = section[at]
        if kind == ELAPSED or text[0] not in "mM" or len(text) > 2:
            continue
        before = section[units[place - 1]].text[0] if place else ""
        after = section[units[place + 1]].text[0] if place + 1 < len(units) else ""
        if before in tuple("hHsS") or after in ("s", "S"):
            section[at] = Sign(DATE, "n" * len(text))


def chosen(sections: list[Section], number: float) -> tuple[Section, bool]:
    """Return the section for a number, and whether its sign is to be written before it."""
    for_texts = len(sections) > 3 or (len(sections) > 1 and has(sections[-1], TEXT))
    numbers = sections[:-1] if for_texts else sections
    if len(numbers) == 1:
        return numbers[0], number < 0
    if number < 0:
        return numbers[1], False
    if number == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], False


_MONTHS = ("January February March April May June July August September October November "
           "December").split()  # fmt: skip
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_EPOCH, _EPOCH_1904 = date(1899, 12, 30), date(1904, 1, 1)
LAST_DAY, LEAP_DAY = 2_958_465, 60
SECONDS = 86400
UNIT = {"h": 3600, "m": 60, "s": 1}


def written_date(signs: list[Sign], number: float, *, date1904: bool) -> str:
    """Return a serial number as a format of dates and times writes it."""
    elapsed = any(sign.kind == ELAPSED for sign in signs)
    dated = any(sign.kind == DATE for sign in signs)
    places = _second_places(signs)
    # hours, minutes or whole seconds alone have no date that could lie before the first one
    if number < 0 and (dated or places) and not (elapsed and date1904):
        raise Wrong(VALUE)
    if dated and abs(number) >= LAST_DAY + 1:
        raise Wrong(VALUE)
    if sum(sign.kind == DIGIT for sign in signs) > places:
        raise Wrong(VALUE)
    unit = 10**places
    ticks = int(Fraction(repr(abs(number))) * SECONDS * unit + Fraction(1, 2))
    if not any(s.kind == DATE and s.text[0] in "sS" for s in signs) and not elapsed:
        ticks = int(Fraction(repr(abs(number))) * SECONDS + Fraction(1, 2)) * unit
    seconds, rest = divmod(ticks, unit)
    days, clock = divmod(seconds, SECONDS)
    days = days if dated else 1
    noon = any(sign.text.lower() in ("am/pm", "a/p") for sign in signs if sign.kind == DATE)
    text = "-" if number < 0 and ticks else ""
    fraction = f"{rest:0{places}d}" if places else ""
    shown = 0
    # a unit that was once counted in full is so from there on
    whole: set[str] = set()
    for sign in signs:
        if sign.kind == ELAPSED:
            amount = seconds // UNIT[sign.text[0].lower()]
            whole.add(sign.text[0].lower())
            text += str(amount).rjust(len(sign.text), "0")
        elif sign.kind == DATE and sign.text[0].lower() in whole:
            text += str(seconds // UNIT[sign.text[0].lower()]).rjust(len(sign.text), "0")
        elif sign.kind == DATE:
            text += _unit(sign.text, days, clock, noon=noon, date1904=date1904)
        elif sign.kind == DIGIT:
            text += fraction[shown : shown + 1]
            shown += 1
        else:
            text += sign.text
    return text


def _second_places(signs: list[Sign]) -> int:
    """Return how many digits of a second follow a point."""
    for at, sign in enumerate(signs):
        if sign.kind == POINT:
            places = 0
            for one in signs[at + 1 :]:
                if one.kind != DIGIT:
                    break
                places += 1
            return places
    return 0


def _day(days: int, *, date1904: bool) -> tuple[int, int, int, int]:
    """Return year, month, day and day of the week (0 is Monday), with Excel's 29 February 1900."""
    if date1904:
        found = _EPOCH_1904 + timedelta(days=days)
    elif days == LEAP_DAY:
        return 1900, 2, 29, 2
    elif days == 0:
        return 1900, 1, 0, 5
    else:
        found = _EPOCH + timedelta(days=days + (days < LEAP_DAY))
        if days < LEAP_DAY:
            return found.year, found.month, found.day, (found.weekday() - 1) % 7
    return found.year, found.month, found.day, found.weekday()


def _unit(text: str, days: int, clock: int, *, noon: bool, date1904: bool) -> str:
    """Return what one unit of a format shows."""
    letter, count = text[0].lower(), len(text)
    year, month, day, weekday = _day(days, date1904=date1904)
    hour, minute, second = clock // 3600, clock // 60 % 60, clock % 60
    if text.lower() in ("am/pm", "a/p"):
        # AM and PM are capitals in any case, A and P as they are written
        first, _, last = (text.upper() if len(text) > 3 else text).partition("/")
        return last if hour >= 12 else first
    if letter == "y":
        return f"{year % 100:02d}" if count < 3 else str(year)
    if letter == "e":
        return str(year)
    if letter == "m":
        name = _MONTHS[month - 1]
        return _padded(month, count) if count < 3 else {3: name[:3], 5: name[0]}.get(count, name)
    if letter in "da":
        name = _DAYS[weekday]
        return _padded(day, count) if count < 3 else name[:3] if count == 3 else name
    if letter == "h":
        return _padded((hour - 1) % 12 + 1 if noon else hour, count)
    if letter in "ns":
        return _padded(minute if letter == "n" else second, count)
    return text


def _padded(number: int, count: int) -> str:
    return str(number).rjust(min(count, 2), "0")


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
    if has(section, TEXT, GENERAL):
        shown = general(size)
        return minus + "".join(shown if s.kind in (TEXT, GENERAL) else s.text for s in section)
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
