"""The results of an evaluation, formula by formula."""

from __future__ import annotations

from dataclasses import dataclass, field

from xltie.core.cells import CellError, Scalar
from xltie.core.messages import Message
from xltie.recompute.engine.custom_calls import Failure
from xltie.recompute.engine.protocol import Answer, EngineError
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.references import Bounds
from xltie.recompute.run.plan import Formula


@dataclass(slots=True)
class Result:
    """The answer of one formula; ``area`` and ``rows`` are those of an array formula."""

    formula: Formula
    value: Scalar
    area: Bounds | None = None
    rows: list[list[Scalar]] | None = None


@dataclass
class Outcome:
    """All answers, and the cells that were kept after all.

    ``trusted`` are cells whose stored value stays, with the engine's value and why it does
    (nothing, where the two differ by noise only).
    """

    results: list[Result] = field(default_factory=list)
    failed: dict[Site, Failure] = field(default_factory=dict)
    trusted: dict[Site, tuple[Scalar, Message]] = field(default_factory=dict)


def shown(answer: Answer) -> Scalar:
    """Return what a formula cell shows; a formula that gives a blank shows 0."""
    if isinstance(answer, EngineError):
        return CellError("#VALUE!", answer.reason)
    return 0 if answer is None else answer
