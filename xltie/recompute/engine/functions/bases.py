"""Conversions between bases: negative numbers are written in ten digits, as two's complement."""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import NUM, VALUE, Wrong, guarded, quantity, single
from xltie.recompute.engine.texts import text_from

_BASES = {"BIN": 2, "OCT": 8, "HEX": 16}
LONGEST = 10
NOT_GIVEN = object()
_DIGITS = "0123456789ABCDEF"


def _read(value: Any, base: int) -> int:
    given = single(value)
    if isinstance(given, bool):
        raise Wrong(VALUE)
    text = "0" if given in (None, "") else text_from(given).upper()
    if len(text) > LONGEST or any(one not in _DIGITS[:base] for one in text):
        raise Wrong(NUM)
    found = int(text, base)
    return found - base**LONGEST if found >= base**LONGEST // 2 else found


def _write(given: int, base: int, places: Any) -> str:
    if not -(base**LONGEST) // 2 <= given < base**LONGEST // 2:
        raise Wrong(NUM)
    rest = given + base**LONGEST if given < 0 else given
    text = ""
    while rest or not text:
        rest, digit = divmod(rest, base)
        text = _DIGITS[digit] + text
    wanted = None if places is NOT_GIVEN else int(_plain(places))
    if wanted is None or given < 0:
        if wanted is not None and not 0 < wanted <= LONGEST:
            raise Wrong(NUM)
        return text
    if not len(text) <= wanted <= LONGEST:
        raise Wrong(NUM)
    return text.rjust(wanted, "0")


def _plain(value: Any) -> float:
    if isinstance(single(value), bool):
        raise Wrong(VALUE)
    return quantity(value)


def _between(base: int, other: int) -> Callable[..., Scalar]:
    return guarded(lambda value, places=NOT_GIVEN: _write(_read(value, base), other, places))


def _from_decimal(base: int) -> Callable[..., Scalar]:
    return guarded(lambda value, places=NOT_GIVEN: _write(int(_plain(value)), base, places))


BASES = {
    **{
        f"{name}2{other}": _between(base, _BASES[other])
        for name, base in _BASES.items()
        for other in _BASES
        if other != name
    },
    **{f"DEC2{name}": _from_decimal(base) for name, base in _BASES.items()},
    **{
        f"{name}2DEC": guarded(lambda value, base=base: _read(value, base))
        for name, base in _BASES.items()
    },
}
