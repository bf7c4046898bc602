"""The games as presets: criteria, settings and sheet columns, nothing that computes."""

from __future__ import annotations

from typing import Dict

from xltie.core.errors import chosen
from xltie.core.messages import joined, say
from xltie.games.bridge import BRIDGE, MOVEMENTS
from xltie.games.chess import CHESS, CHESS_TEAMS
from xltie.games.go import GO, GO_TEAMS
from xltie.games.othello import OTHELLO
from xltie.games.preset import Column, Preset, Traits

PRESETS: Dict[str, Preset] = {preset.game: preset for preset in (OTHELLO, CHESS, GO, BRIDGE)}
TEAM_PRESETS: Dict[str, Preset] = {"chess": CHESS_TEAMS, "go": GO_TEAMS}
"""The games whose teams play matches on boards, with workbooks of their own."""
_UNSAID = Traits(has_handicap=True)
"""An event that does not say of which game it is may be one of Go."""


def preset(game: str) -> Preset:
    """Return the preset of a game, in any case.

    Raises:
        DomainError: there is none.
    """
    refusal = say(
        "there is no game {game!r}; choose from {games}", game=game, games=joined(PRESETS)
    )
    return chosen(game.strip().lower(), PRESETS, refusal)


def traits_of(game: str) -> Traits:
    """Return the traits of a game; of one without a preset, what most games have in common."""
    found = PRESETS.get(game)
    return found.traits if found is not None else Traits() if game else _UNSAID
