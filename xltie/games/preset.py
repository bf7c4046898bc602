"""What a game brings to a workbook: criteria, settings and the columns of its sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Mapping, Optional, Tuple

from xltie.settings import Line, Setting, Settings
from xltie.settings.declared import BY_KEY, START_SCORES


@dataclass(frozen=True)
class Column:
    """One column of the Players sheet; ``formula`` fills it where nothing is typed.

    The formula holds the headings of that sheet in lower case in braces, each the cell of the same
    row, and defined names of the workbook.
    """

    heading: str
    formula: str = ""
    width: float = 10
    format: str = "General"


BESIDES: Tuple[Setting[Any], ...] = (
    *(setting for key, setting in BY_KEY.items() if setting.is_of_pairing),
    START_SCORES,
)
"""Settings that are read wherever a Settings sheet has them, though no game starts with them."""


def is_of_teams(criteria: str) -> bool:
    """Tell whether a list of criteria for a bridge event begins with one of teams."""
    first = criteria.partition(",")[0].partition("(")[0].strip()
    return first.upper() in ("VP", "VPD", "IMP", "BAM")


@dataclass(frozen=True)
class Preset:
    """A game as a director meets it: everything here can be changed in the workbook.

    ``first`` and ``second`` head the two players of a game, ``scores`` their counts where the game
    has any. ``tally_sum`` is what the counts of a game add up to. ``players`` are the columns after
    id and name. ``has_boards`` puts the Boards sheet of a bridge session in place of the games;
    ``team_criteria`` decides the places of teams there, ``team_shown`` stands beside it;
    ``has_teams`` is an event of teams; where teams play matches ``players`` are the columns of the
    teams and ``roster`` those of their players.
    """

    game: str
    title: str
    first: str
    second: str
    settings: Tuple[Line, ...]
    scores: Tuple[str, ...] = ()
    tally_sum: Optional[int] = None
    players: Tuple[Column, ...] = (Column("Rating"), Column("Club", width=16))
    has_handicap: bool = False
    has_boards: bool = False
    team_criteria: str = ""
    team_shown: str = ""
    has_teams: bool = False
    roster: Tuple[Column, ...] = ()
    results: Tuple[str, ...] = (
        "1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F", "bye", "half bye", "zero bye", "absent",
        "withdrawn",
    )  # fmt: skip
    hints: Tuple[str, ...] = ()

    def under(self, settings: Mapping[str, object]) -> Preset:
        """Return the preset as the settings need it: beside teams other values are shown."""
        by_teams = is_of_teams(str(settings.get("criteria", "")))
        if not self.team_shown or not (by_teams or settings.get("contest") == "teams"):
            return self
        lines = (
            replace(own, default=self.team_shown) if own.key == "shown" else own
            for own in self.settings
        )
        return replace(self, settings=tuple(lines), has_teams=True)

    def with_settings_of(self, said: Settings) -> Preset:
        """Return the preset with lines for what only some events say, of those that do."""
        known = {line.key for line in self.settings}
        more = (
            setting.line() for setting in BESIDES if setting in said and setting.key not in known
        )
        return replace(self, settings=(*self.settings, *more))

    @property
    def usual_rounds(self) -> int:
        """Return how many rounds, boards in a bridge session, a workbook starts with."""
        found = next(own.default for own in self.settings if own.key == "rounds")
        return int(str(found))
