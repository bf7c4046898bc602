"""What a qualifying stage counts in the final: carry-forward in matchpoints."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from xltie.functions.registry import Arg, Source, function

WHITE_BOOK_CARRY = Source(
    "English Bridge Union", "White Book 2025",
    "3.8: half of the qualifying score, brought to the boards and the top of the final",
)  # fmt: skip
_HALF = Fraction(1, 2)


@function("CARRYFORWARD", source=WHITE_BOOK_CARRY)
def carry_forward(
    percent: Annotated[Fraction, Arg("Score of the qualifying stage in percent.", min=0, max=100)],
    boards: Annotated[int, Arg("Number of boards played there.", min=1)],
    top: Annotated[Fraction, Arg("Matchpoints of a top on one board of the final.", above=0)],
    weight: Annotated[
        Fraction, Arg("What a qualifying board weighs: a half (default).", min=0, max=1)
    ] = _HALF,
) -> Fraction:
    """Matchpoints that a pair carries forward from a qualifying stage into a final.

    Every board of the qualifying stage weighs half as much as one of the final. It is typed into
    the column Carry-over of a final that is ranked by matchpoints.
    """
    return weight * percent / 100 * boards * top
