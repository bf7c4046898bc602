"""Numbers written as dates and times, in English."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction

from xltie.recompute.engine.format_sections import DATE, DIGIT, ELAPSED, POINT, Sign
from xltie.recompute.engine.text_numbers import VALUE, Wrong

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
