"""Bonuses and penalties of a match as a person writes them: ``-1 MP``, ``-1 MP -0.5 GP``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Optional

from xltie.core.cells import number_of
from xltie.core.numbers import show

_BONUS = re.compile(r"([-+−]?\s*[\d.,½/]+)\s*(MP|GP)", re.IGNORECASE)


def read_bonus(text: str) -> Optional[Dict[str, Fraction]]:
    """Return the match points and game points of a text such as ``-1 MP +0.5 GP``."""
    points = {"MP": Fraction(0), "GP": Fraction(0)}
    if re.sub(r"[\s,;]", "", _BONUS.sub("", text)):
        return None
    for amount, kind in _BONUS.findall(text):
        number = number_of(re.sub(r"\s", "", amount).replace("−", "-"))
        if number is None:
            return None
        points[kind.upper()] += number
    return points


def write_bonus(match_points: Fraction, game_points: Fraction) -> str:
    """Return a bonus as text, "" where there is none; what :func:`read_bonus` reads."""
    both = ((match_points, "MP"), (game_points, "GP"))
    return " ".join(f"{'+' if own > 0 else ''}{show(own)} {kind}" for own, kind in both if own)
