"""What a table prints beside its games: columns of points, tie-breaks and places, as they stand."""

from __future__ import annotations

from fractions import Fraction
from typing import Mapping, NamedTuple

from xltie.core.errors import Place
from xltie.event import Id


class PrintedColumn(NamedTuple):
    """A column of numbers: its heading and where that stands, the numbers, and their cells."""

    heading: str
    place: Place
    values: Mapping[Id, Fraction]
    cells: Mapping[Id, Place]
    is_place: bool = False
