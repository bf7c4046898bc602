"""Which results of the engine replace a value that a spreadsheet program has stored.

A stored value comes from Excel or LibreOffice; where the engine differs and nothing that the
formula reads is new, either the value is out of date or the engine differs from Excel. Where the
engine is proven right for such a formula (:mod:`xltie.recompute.lowering.proof`) it is the value.
Everywhere else the value stays.
"""

from __future__ import annotations

from typing import NamedTuple

from xltie.core.cells import Scalar
from xltie.core.messages import Message

# the difference that another order of addition can make
RELATIVE_NOISE = 1e-12
NOISE_AT_ZERO = 1e-13


class Trusted(NamedTuple):
    """A stored value that stays although the engine differs; ``place`` reads ``Sheet!C4``."""

    place: str
    stored: Scalar
    computed: Scalar
    message: Message

    @property
    def reason(self) -> str:
        """Why it stays, in English, for programs."""
        return str(self.message)


def noise(
    stored: Scalar, computed: Scalar, operand: float = 0.0, relative: float = RELATIVE_NOISE
) -> bool:
    """Tell whether two numbers differ only by the order in which they were computed.

    ``operand`` is the largest number that went in: a difference of large numbers is less sure.
    """
    if isinstance(stored, bool) or isinstance(computed, bool):
        return False
    if not isinstance(stored, (int, float)) or not isinstance(computed, (int, float)):
        return False
    largest = max(abs(stored), abs(computed), operand)
    if 0 in (stored, computed):
        return max(abs(stored), abs(computed)) <= max(NOISE_AT_ZERO, relative * operand)
    return abs(stored - computed) <= relative * largest
