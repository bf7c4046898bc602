"""The open brackets around a position in a formula, and what they mean for an array there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from xltie.core.formula_lexer import Token
from xltie.recompute.lowering import builtin_functions as known

OURS, BUILT_IN, BROADCAST, SINGLE, COUNTED, GROUP, BRACES = range(7)


@dataclass
class OpenBracket:
    """An open bracket: what it belongs to, and which argument is being read.

    ``ranges`` are the arguments (from 0) that are handed over as shared grids; ``called`` says that
    it calls what stands before it, as in ``LAMBDA(...)(...)``.
    """

    kind: int
    name: str = ""
    argument: int = 0
    closing: str = ")"
    start: int = 0
    ranges: tuple[int, ...] = ()
    called: bool = False

    @property
    def takes_arrays(self) -> bool:
        """Whether the argument being read is computed as an array in a plain formula too."""
        # the row and the column of INDEX are single values
        chosen = self.name == "INDEX" and self.argument > 0
        return self.name in known.ARRAY_FUNCTIONS and not chosen


OpenBrackets = Sequence[OpenBracket]


def one_value_wanted(brackets: OpenBrackets) -> bool:
    """Tell whether everything around here takes one value and not an array."""
    return all(
        bracket.kind in (GROUP, SINGLE)
        or (
            bracket.kind in (BUILT_IN, BROADCAST)
            and (bracket.name in known.PASSING or known.one_value(bracket.name, bracket.argument))
        )
        for bracket in brackets
    )


def takes_arrays(brackets: OpenBrackets) -> bool:
    """Tell whether a function around here takes arrays in a plain formula too."""
    return any(bracket.takes_arrays for bracket in brackets)


def intersects(
    brackets: OpenBrackets, before: Token | None, after: Token | None, *, whole: bool
) -> bool:
    """Tell whether a range stands where a plain formula takes only the cell beside it.

    ``before`` and ``after`` are its neighbours; ``whole`` says that it is an argument by itself.
    """
    if takes_arrays(brackets) or any(bracket.kind in (OURS, BRACES) for bracket in brackets):
        return False
    sides = [token for token in (before, after) if token is not None]
    if any(token.text in (":", "#") for token in sides):
        return False
    if any(token.kind == "operator" and token.text != "@" for token in sides):
        return True
    if brackets and brackets[-1].kind == BUILT_IN:
        return whole and known.one_value(brackets[-1].name, brackets[-1].argument)
    return whole and all(bracket.kind == GROUP for bracket in brackets)
