"""The open brackets around a position in a formula, and what they mean for an array there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.lexer import Token

OURS, BUILT_IN, LIFTED, SINGLE, COUNTED, GROUP, BRACES = range(7)


@dataclass
class Frame:
    """An open bracket: what it belongs to, and which argument is being read.

    ``ranges`` are the arguments (from 0) that are handed over as shared grids.
    """

    kind: int
    name: str = ""
    argument: int = 0
    closing: str = ")"
    start: int = 0
    ranges: tuple[int, ...] = ()


Frames = Sequence[Frame]


def one_value_wanted(frames: Frames) -> bool:
    """Tell whether everything around here takes one value and not an array."""
    return all(
        frame.kind in (GROUP, SINGLE)
        or (
            frame.kind in (BUILT_IN, LIFTED)
            and (frame.name in known.PASSING or known.one_value(frame.name, frame.argument))
        )
        for frame in frames
    )


def takes_arrays(frames: Frames) -> bool:
    """Tell whether a function around here takes arrays in a plain formula too."""
    return any(frame.name in known.ARRAY_FUNCTIONS for frame in frames)


def intersects(frames: Frames, before: Token | None, after: Token | None, *, whole: bool) -> bool:
    """Tell whether a range stands where a plain formula takes only the cell beside it.

    ``before`` and ``after`` are its neighbours; ``whole`` says that it is an argument by itself.
    """
    if takes_arrays(frames) or any(frame.kind in (OURS, BRACES) for frame in frames):
        return False
    sides = [token for token in (before, after) if token is not None]
    if any(token.text in (":", "#") for token in sides):
        return False
    if any(token.kind == "operator" and token.text != "@" for token in sides):
        return True
    if frames and frames[-1].kind == BUILT_IN:
        return whole and known.one_value(frames[-1].name, frames[-1].argument)
    return whole and all(frame.kind == GROUP for frame in frames)
