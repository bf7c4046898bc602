"""``CONVERT``: the units of support.microsoft.com, "CONVERT function".

What each is worth, and which take a prefix, was compared with the 233 values that Excel stored in
the test of IronCalc for this function.
"""

from __future__ import annotations

from typing import Any

from xltie.core.cells import Scalar
from xltie.recompute.engine.functions.arguments import NA, Wrong, guarded, number, words

_INCH = 0.0254
_FOOT, _YARD, _MILE, _SEA_MILE = 12 * _INCH, 36 * _INCH, 63360 * _INCH, 1852.0
_LIGHT_YEAR, _POINT = 9460730472580800.0, _INCH / 72
_SURVEY_FOOT = 1200 / 3937
_GALLON, _UK_GALLON = 231 * _INCH**3, 0.00454609
_POUND, _POUND_FORCE = 453.59237, 4.4482216152605
_HORSEPOWER = 550 * _FOOT * _POUND_FORCE
_FEW = {"Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3, "h": 2, "da": 1,
        "e": 1, "d": -1, "c": -2, "m": -3, "u": -6, "n": -9, "p": -12, "f": -15, "a": -18,
        "z": -21, "y": -24}  # fmt: skip
_BINARY = {"ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60, "Zi": 70, "Yi": 80}

# by dimension: units that take a prefix, and units that do not
_TABLES: dict[str, tuple[dict[str, float], dict[str, float]]] = {
    "mass": (
        {"g": 1, "u": 1.660538782e-24},
        {"sg": 14593.902937206363, "lbm": _POUND, "ozm": _POUND / 16, "grain": _POUND / 7000,
         "cwt": 100 * _POUND, "shweight": 100 * _POUND, "uk_cwt": 112 * _POUND,
         "lcwt": 112 * _POUND, "hweight": 112 * _POUND, "stone": 14 * _POUND,
         "ton": 2000 * _POUND, "uk_ton": 2240 * _POUND, "LTON": 2240 * _POUND,
         "brton": 2240 * _POUND},
    ),
    "length": (
        {"m": 1, "ang": 1e-10, "ly": _LIGHT_YEAR, "parsec": 30856775812815532.0,
         "pc": 30856775812815532.0},
        {"mi": _MILE, "Nmi": _SEA_MILE, "in": _INCH, "ft": _FOOT, "yd": _YARD, "ell": 1.143,
         "Picapt": _POINT, "Pica": _POINT, "pica": _INCH / 6, "survey_mi": 5280 * _SURVEY_FOOT},
    ),
    "time": (
        {"sec": 1, "s": 1},
        {"yr": 31557600, "day": 86400, "d": 86400, "hr": 3600, "mn": 60, "min": 60},
    ),
    "area": (
        {"ang2": 1e-20, "ar": 100, "m2": 1},
        {"uk_acre": 4840 * _YARD**2, "us_acre": 43560 * _SURVEY_FOOT**2, "ft2": _FOOT**2,
         "ha": 10000, "in2": _INCH**2, "ly2": _LIGHT_YEAR**2, "Morgen": 2500, "mi2": _MILE**2,
         "Nmi2": _SEA_MILE**2, "Picapt2": _POINT**2, "Pica2": _POINT**2, "yd2": _YARD**2},
    ),
    "pressure": (
        {"Pa": 1, "p": 1, "atm": 101325, "at": 101325, "mmHg": 133.322},
        {"psi": 6894.757293168362, "Torr": 101325 / 760},
    ),
    "speed": (
        {"m/h": 1 / 3600, "m/hr": 1 / 3600, "m/s": 1, "m/sec": 1, "mph": _MILE / 3600},
        {"admkn": 6080 * _FOOT / 3600, "kn": _SEA_MILE / 3600},
    ),
    "information": ({"bit": 1, "byte": 8}, {}),
    "volume": (
        {"uk_pt": _UK_GALLON / 8, "l": 0.001, "L": 0.001, "lt": 0.001, "ang3": 1e-30, "m3": 1},
        {"tsp": _GALLON / 768, "tspm": 5e-6, "tbs": _GALLON / 256, "oz": _GALLON / 128,
         "cup": _GALLON / 16, "pt": _GALLON / 8, "us_pt": _GALLON / 8, "qt": _GALLON / 4,
         "uk_qt": _UK_GALLON / 4, "gal": _GALLON, "uk_gal": _UK_GALLON, "barrel": 42 * _GALLON,
         "bushel": 2150.42 * _INCH**3, "ft3": _FOOT**3, "in3": _INCH**3, "ly3": _LIGHT_YEAR**3,
         "mi3": _MILE**3, "yd3": _YARD**3, "Nmi3": _SEA_MILE**3, "Picapt3": _POINT**3,
         "Pica3": _POINT**3, "GRT": 100 * _FOOT**3, "regton": 100 * _FOOT**3,
         "MTON": 40 * _FOOT**3},
    ),
    "magnetism": ({"T": 1, "ga": 0.0001}, {}),
    "power": (
        {"W": 1, "w": 1},
        {"HP": _HORSEPOWER, "h": _HORSEPOWER, "PS": 735.49875},
    ),
    "energy": (
        {"J": 1, "e": 1e-7, "c": 4.184, "cal": 4.1868, "eV": 1.602176487e-19,
         "ev": 1.602176487e-19, "Wh": 3600, "wh": 3600},
        {"HPh": 3600 * _HORSEPOWER, "hh": 3600 * _HORSEPOWER, "flb": _FOOT * _POUND_FORCE,
         "BTU": 1055.05585262, "btu": 1055.05585262},
    ),
    "force": (
        {"N": 1, "dyn": 1e-5, "dy": 1e-5, "pond": 0.00980665},
        {"lbf": _POUND_FORCE},
    ),
    "temperature": ({"K": 1, "kel": 1}, {"Rank": 5 / 9}),
}  # fmt: skip
# what a degree is worth in kelvin, and where the scale begins
_SCALES = {"C": (1.0, 273.15), "cel": (1.0, 273.15), "F": (5 / 9, 255.3722222222222),
           "fah": (5 / 9, 255.3722222222222), "Reau": (1.25, 273.15)}  # fmt: skip


def _unit(name: str) -> tuple[str, float, float]:
    """Return the dimension of a unit, what it is worth, and where its scale begins."""
    if name in _SCALES:
        return ("temperature", *_SCALES[name])
    bare = name.replace("^", "")
    for dimension, (prefixed, plain) in _TABLES.items():
        for table in (prefixed, plain):
            if bare in table:
                return dimension, table[bare], 0.0
    for dimension, (prefixed, _) in _TABLES.items():
        power = {"area": 2, "volume": 3}.get(dimension, 1)
        for unit, worth in prefixed.items():
            prefix = bare.removesuffix(unit)
            if prefix == bare:
                continue
            if dimension == "information" and prefix in _BINARY:
                return dimension, worth * 2.0 ** _BINARY[prefix], 0.0
            if prefix in _FEW:
                exponent = _FEW[prefix] * (power if unit[-1] in "23" else 1)
                return dimension, worth * 10.0**exponent, 0.0
    raise Wrong(NA)


def _convert(value: Any, source: Any, target: Any) -> Scalar:
    given = number(value)
    (kind, worth, zero), (other, into, begin) = _unit(words(source)), _unit(words(target))
    if kind != other:
        raise Wrong(NA)
    return (given * worth + zero - begin) / into


UNITS = {"CONVERT": guarded(_convert)}
