"""COMPLEX and the functions IM...: complex numbers as texts of 15 digits, as Excel writes them.

The engine writes 17 digits, loses parts below 1E-15 and does not know a real number in a cell for
one. Measured on public workbooks that Excel saved (IronCalc's ``COMPLEXs.xlsx``, the format tests
of ZK Spreadsheet): the stored values of roots and powers follow from the polar form.
"""

from __future__ import annotations

import cmath
import math
import re
from typing import Any, Callable, NamedTuple

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import (
    DIV0,
    NUM,
    VALUE,
    Wrong,
    cells,
    guarded,
    number,
    single,
)
from xltie.recompute.engine.texts import text_of_number

_PART = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TEXT = re.compile(rf"(?P<real>[+-]?{_PART})?(?:(?P<imaginary>[+-]?(?:{_PART})?)(?P<unit>[ij]))?")


class _Given(NamedTuple):
    """A complex number and the letter that its unit has, ``""`` where none was written."""

    value: complex
    unit: str


def _given(value: Any) -> _Given:
    """Return an argument as a complex number; a blank cell is 0."""
    one = single(value)
    if isinstance(one, bool):
        raise Wrong(VALUE)
    if not isinstance(one, str):
        return _Given(complex(float(one or 0)), "")  # type: ignore[arg-type]
    match = _TEXT.fullmatch(one)
    if match is None or not one:
        raise Wrong(NUM)
    if match["unit"] is None:
        return _Given(complex(float(match["real"])), "")
    real, imaginary = match["real"] or "", match["imaginary"]
    if real and not imaginary:
        real, imaginary = "", real  # 4i has one part alone
    elif real and imaginary[0] not in "+-":
        raise Wrong(NUM)
    if imaginary in ("", "+", "-"):
        imaginary += "1"
    return _Given(complex(float(real or 0), float(imaginary)), match["unit"])


def _written(value: complex, unit: str) -> str:
    """Return a complex number as Excel writes it."""
    if not (math.isfinite(value.real) and math.isfinite(value.imag)):
        raise Wrong(NUM)
    real, imaginary = text_of_number(value.real), text_of_number(value.imag)
    if imaginary == "0":
        return real
    shown = {"1": "", "-1": "-"}.get(imaginary, imaginary) + (unit or "i")
    if real == "0":
        return shown
    return real + ("" if shown.startswith("-") else "+") + shown


def _complex(real: Any, imaginary: Any, suffix: Any = None) -> Scalar:
    unit = single(suffix)
    if unit not in (None, "", "i", "j"):
        raise Wrong(VALUE)
    return _written(complex(number(real), number(imaginary)), str(unit or "i"))


def _of_one(function: Callable[[complex], complex]) -> Callable[..., Scalar]:
    """Return a function of one complex number whose answer is another."""

    def call(value: Any) -> Scalar:
        given = _given(value)
        return _written(function(given.value), given.unit)

    return guarded(_without_poles(call))


def _without_poles(call: Callable[..., Scalar]) -> Callable[..., Scalar]:
    """Return a function that answers #NUM! where it would divide by 0."""

    def answer(*arguments: Any) -> Scalar:
        try:
            return call(*arguments)
        except ZeroDivisionError:
            raise Wrong(NUM) from None

    return answer


def _of_many(combine: Callable[[complex, complex], complex]) -> Callable[..., Scalar]:
    """Return a function that puts complex numbers together, cells of ranges as well."""

    def call(*arguments: Any) -> Scalar:
        given = [_given(one) for argument in arguments for one in cells(argument)]
        total = given[0].value
        for one in given[1:]:
            total = combine(total, one.value)
        return _written(total, _common(given))

    return guarded(_without_poles(call))


def _common(given: list[_Given]) -> str:
    """Return the one letter that numbers write for the unit; two letters are an error."""
    units = {one.unit for one in given} - {""}
    if len(units) > 1:
        raise Wrong(VALUE)
    return units.pop() if units else "i"


def _part(function: Callable[[complex], float]) -> Callable[..., Scalar]:
    """Return a function of one complex number whose answer is a real one."""
    return guarded(lambda value: function(_given(value).value))


def _divided(one: complex, other: complex) -> complex:
    """Return a quotient from its parts, as it is defined."""
    square = other.real * other.real + other.imag * other.imag
    real = one.real * other.real + one.imag * other.imag
    return complex(real / square, (one.imag * other.real - one.real * other.imag) / square)


def _logarithm(value: complex) -> complex:
    if not value:
        raise Wrong(NUM)
    return complex(math.log(abs(value)), cmath.phase(value))


def _power(value: Any, exponent: Any) -> Scalar:
    given, times = _given(value), number(exponent)
    if not given.value:
        if times <= 0:
            raise Wrong(NUM)
        return "0"
    length, angle = abs(given.value) ** times, cmath.phase(given.value) * times
    return _written(complex(length * math.cos(angle), length * math.sin(angle)), given.unit)


def _root(value: complex) -> complex:
    length, angle = math.sqrt(abs(value)), cmath.phase(value) / 2
    return complex(length * math.cos(angle), length * math.sin(angle))


def _argument(value: complex) -> float:
    if not value:
        raise Wrong(DIV0)
    return cmath.phase(value)


def _exponential(value: complex) -> complex:
    length = math.exp(value.real)
    return complex(length * math.cos(value.imag), length * math.sin(value.imag))


COMPLEX_NUMBERS: dict[str, Callable[..., Scalar]] = {
    "COMPLEX": guarded(_complex),
    "IMREAL": _part(lambda value: value.real),
    "IMAGINARY": _part(lambda value: value.imag),
    "IMABS": _part(abs),
    "IMARGUMENT": _part(_argument),
    "IMCONJUGATE": _of_one(lambda value: value.conjugate()),
    "IMSUM": _of_many(lambda one, other: one + other),
    "IMSUB": _of_many(lambda one, other: one - other),
    "IMPRODUCT": _of_many(lambda one, other: one * other),
    "IMDIV": _of_many(_divided),
    "IMPOWER": guarded(_power),
    "IMSQRT": _of_one(_root),
    "IMEXP": _of_one(_exponential),
    "IMLN": _of_one(_logarithm),
    "IMLOG10": _of_one(lambda value: _logarithm(value) / math.log(10)),
    "IMLOG2": _of_one(lambda value: _logarithm(value) / math.log(2)),
    "IMSIN": _of_one(cmath.sin),
    "IMCOS": _of_one(cmath.cos),
    "IMTAN": _of_one(cmath.tan),
    "IMCOT": _of_one(lambda value: 1 / cmath.tan(value)),
    "IMSEC": _of_one(lambda value: 1 / cmath.cos(value)),
    "IMCSC": _of_one(lambda value: 1 / cmath.sin(value)),
    "IMSINH": _of_one(cmath.sinh),
    "IMCOSH": _of_one(cmath.cosh),
    "IMSECH": _of_one(lambda value: 1 / cmath.cosh(value)),
    "IMCSCH": _of_one(lambda value: 1 / cmath.sinh(value)),
}
