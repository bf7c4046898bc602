"""Whether a Swiss has rounds enough to find one winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xltie.cli import printing
from xltie.core.messages import Message, say
from xltie.rules.othello.brightwell_constant import rounds_for

if TYPE_CHECKING:
    from xltie.pairing.catalogue import System

_LEAST = 5
"""The formula begins with so many players."""


def usual_rounds(players: int) -> int:
    """Return how many rounds an event is planned for where nobody says: all, if they are few."""
    return rounds_for(players) if players >= _LEAST else max(1, players - 1)


def few_rounds(players: int, rounds: int, system: System) -> Message | None:
    """Return that a Swiss has too few rounds, None where it has enough or is none.

    With fewer than N rounds for 2^N players several may win all of their games.
    """
    if not system.is_swiss or players < _LEAST or not rounds or rounds >= rounds_for(players):
        return None
    return say(
        "{players} in {rounds}: several may win all their games; a Swiss takes {least} rounds "
        "to find one winner",
        players=printing.players(players),
        rounds=printing.rounds(rounds),
        least=rounds_for(players),
    )
