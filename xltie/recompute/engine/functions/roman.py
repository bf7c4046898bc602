"""``ROMAN`` in its five forms, and ``ARABIC``.

Each form allows more pairs in which a smaller letter before a larger one is subtracted
(support.microsoft.com, "ROMAN function"); the largest that fits is written first.
"""

from __future__ import annotations

from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import VALUE, Wrong, guarded, quantity, single

_LETTERS = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}
_PAIRS = (
    "CM CD XC XL IX IV",
    "LM LD VC VL",
    "XM XD IC IL",
    "VM VD",
    "IM ID",
)
LARGEST, LONGEST_TEXT = 3999, 255


def _worth(letters: str) -> int:
    values = [_LETTERS[letter] for letter in letters]
    return values[-1] - values[0] if len(values) == 2 else values[0]


_SIGNS = [
    sorted([*_LETTERS, *" ".join(_PAIRS[: form + 1]).split()], key=_worth, reverse=True)
    for form in range(len(_PAIRS))
]


def _roman(value: Any, form: Any = 0.0) -> Scalar:
    rest = int(quantity(value))
    kind = single(form)
    chosen = (0 if kind else 4) if isinstance(kind, bool) else int(quantity(kind))
    if not 0 <= rest <= LARGEST or not 0 <= chosen < len(_PAIRS):
        raise Wrong(VALUE)
    written = ""
    for sign in _SIGNS[chosen]:
        count, rest = divmod(rest, _worth(sign))
        written += sign * count
    return written


def _arabic(value: Any) -> Scalar:
    given = single(value)
    if given is None:
        return 0
    if not isinstance(given, str):
        raise Wrong(VALUE)
    text = given.strip().upper()
    sign = -1 if text.startswith("-") else 1
    total = largest = 0
    for letter in reversed(text.removeprefix("-")):
        if letter not in _LETTERS or len(given) > LONGEST_TEXT:
            raise Wrong(VALUE)
        worth = _LETTERS[letter]
        total += worth if worth >= largest else -worth
        largest = max(largest, worth)
    return sign * total


ROMAN = {"ROMAN": guarded(_roman), "ARABIC": guarded(_arabic)}
