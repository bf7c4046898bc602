"""Options that rules of several games take."""

from __future__ import annotations

from typing import Annotated

from xltie.functions.registry import Arg

ForfeitsOption = Annotated[
    str,
    Arg("played: forfeits count as games against the scheduled opponent.", names=("", "played")),
]
