"""Functions of our own for golden VBA, so that a new rule does not change the golden files."""

from __future__ import annotations

from typing import Any

from xltie.functions.registry import Function, Kind, Parameter, Shape

PLAYER = Parameter("player", Kind.PLAYER, "One player, or a column of players.")
GAMES = Parameter("games", Kind.GAMES, "The games with their header row.")


def sample(name: str, *parameters: Parameter, summary: str = "A sample.", **more: Any) -> Function:
    return Function(
        name, name, summary, summary, (), parameters, lambda *_: None, Shape.PLAYER, **more
    )


SAMPLES = (
    sample("WINS", PLAYER, GAMES, summary="Number of rounds won."),
    sample(
        "BQ",
        PLAYER,
        GAMES,
        Parameter("c", Kind.NUMBER_OR_NAME, "C, or how to find it.", None),
        Parameter("players", Kind.PLAYERS, "The players.", None),
        summary='The "Brightwell" quotient – ½ C × points.',
    ),
    sample("EVENT", GAMES, vba_name="EVENTTEXT", is_vba_word=True),
)
PROBE = sample(
    "PROBE",
    PLAYER,
    GAMES,
    Parameter("bye", Kind.TEXT, "A text.", None),
    Parameter("players", Kind.PLAYERS, "The players.", None),
)
"""A function to run among those of the registry, whose arguments may come to be more."""
