"""Numbers written as fractions: ``# ?/?``, ``# ??/??``, ``# ?/8``."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from xltie.recompute.engine.functions.format_sections import DIGIT, SLASH, Sign

MOST_DIGITS = 7
BLANK = {"0": "0", "?": " ", "#": ""}


class _Parts(NamedTuple):
    """The signs of a fraction: whole number, gap, numerator, signs around the slash, and so on."""

    before: list[Sign]
    gap: list[Sign]
    above: list[Sign]
    middle: list[Sign]
    below: list[Sign]
    after: list[Sign]


def _parts(signs: list[Sign]) -> _Parts:
    slash = next(at for at, sign in enumerate(signs) if sign.kind == SLASH)
    end = slash
    while end and signs[end - 1].kind != DIGIT:
        end -= 1
    top = end
    while top and signs[top - 1].kind == DIGIT:
        top -= 1
    last = top
    while last and signs[last - 1].kind != DIGIT:
        last -= 1
    if not last:
        last = top
    first = slash + 1
    while first < len(signs) and not _counts(signs[first]):
        first += 1
    under = first
    while under < len(signs) and _counts(signs[under]):
        under += 1
    return _Parts(
        signs[:last],
        signs[last:top],
        signs[top:end],
        signs[end:first],
        signs[first:under],
        signs[under:],
    )


def _counts(sign: Sign) -> bool:
    return sign.kind == DIGIT or sign.text.isdecimal()


def written_fraction(signs: list[Sign], number: Decimal) -> str:
    """Return a number, not negative, as a format with a slash writes it."""
    parts = _parts(signs)
    apart = any(sign.kind == DIGIT for sign in parts.before)
    whole = int(number) if apart else 0
    above, below = _ratio(Fraction(number) - whole, _texts(parts.below))
    if apart and above == below:
        whole, above, below = whole + 1, 0, 1
    fraction = (
        _number(parts.above, above, least=not apart)
        + _texts(parts.middle)
        + _under(_texts(parts.below), below)
        + _texts(parts.after)
    )
    if not apart:
        return _texts(parts.before) + _texts(parts.gap) + fraction
    last = parts.before[-1].text
    zeros = "0" in _texts(parts.above)
    if not above and not zeros:
        shown = _number(parts.before, whole, least=1)
        open_ = "?" in last + _texts(parts.above) + _texts(parts.below)
        inside = (*parts.gap, *parts.above, *parts.middle, *parts.below)
        return shown + (" " * len(_texts(list(inside))) if open_ else "") + _texts(parts.after)
    gap = _texts(parts.gap)
    if not whole and above and last != "0":
        blank = last == "?" or "?" in _texts(parts.above)
        gap = " " * len(gap) if blank else ""
    least = 1 if not whole and not above and last == "#" and not gap else 0
    if not whole and not above and last == "#":
        return _number(parts.before, 0) + fraction
    return _number(parts.before, whole, least=least or (not above)) + gap + fraction


def _ratio(part: Fraction, below: str) -> tuple[int, int]:
    """Return the nearest fraction whose denominator has room, or is the one that is given."""
    if below.strip("0#?"):
        given = int(below.replace("#", "").replace("?", ""))
        return int(part * given + Fraction(1, 2)), given
    near = part.limit_denominator(10 ** min(max(1, len(below)), MOST_DIGITS) - 1)
    return near.numerator, near.denominator


def _texts(signs: list[Sign]) -> str:
    return "".join(sign.text for sign in signs)


def _under(pattern: str, number: int) -> str:
    if pattern.strip("0#?"):
        return str(number)
    if "0" in pattern:
        return str(number).rjust(len(pattern) - pattern.index("0"), "0")
    return str(number).ljust(pattern.count("?"))


def _number(signs: list[Sign], number: int, *, least: int = 0) -> str:
    """Put a whole number into its places, from the right; 0 is shown with ``least`` digits."""
    places = [at for at, sign in enumerate(signs) if sign.kind == DIGIT]
    texts = [sign.text for sign in signs]
    left = str(number) if number or least else ""
    for at in reversed(places):
        blank = BLANK[signs[at].text]
        if any(signs[one].text == "0" for one in places if one < at):
            blank = "0"
        texts[at] = left if left and at == places[0] else left[-1:] or blank
        left = left[:-1]
    return "".join(texts)
