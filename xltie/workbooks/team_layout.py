"""Where everything stands in a workbook of teams: Teams, Players, Rounds and what follows."""

from __future__ import annotations

from dataclasses import dataclass, field

from xltie.core.cells import column_name
from xltie.event import Scoring, TeamEvent
from xltie.sheets.forms import Form
from xltie.sheets.formulas import HEADER_ROW, team_event_formula
from xltie.sheets.round import form_of_matches
from xltie.workbooks.layout import Layout

ROSTER = "AllRoster"
"""Name of the table of the players of the teams."""


@dataclass(frozen=True)
class TeamLayout(Layout):
    """The measures of one workbook of teams; ``players`` counts the teams, ``roster`` players.

    ``parts`` is how many cells hold the text of the event, ``scoring`` what a game is worth.
    """

    boards: int = 4
    roster: int = 0
    parts: int = 1
    scoring: Scoring = field(default_factory=Scoring)

    @property
    def event(self) -> TeamEvent:
        """An event of teams that goes by the criteria of the workbook."""
        known = super().event
        return TeamEvent(
            game=known.game, format=known.format, settings=known.settings, boards=self.boards,
            game_scoring=self.scoring,
        )  # fmt: skip

    @property
    def games(self) -> Form:
        """The form of the sheet of matches."""
        return form_of_matches(self.event)

    @property
    def players_table(self) -> str:
        """Return the teams with their header."""
        return f"Teams!$A${HEADER_ROW}:${column_name(len(self.player_columns) + 2)}${self.far}"

    @property
    def roster_table(self) -> str:
        """Return the players of the teams with their header."""
        return f"Players!$A${HEADER_ROW}:${column_name(len(self.preset.roster) + 2)}${self.far}"

    @property
    def event_parts(self) -> int:
        """Return the cells that hold the text of the event."""
        return self.parts

    @property
    def has_event_key(self) -> bool:
        """Tell whether a number that stands for the event follows: a text of two cells is long."""
        return self.parts > 1

    def event_formula(self, part: int) -> str:
        """Return the formula of a cell that holds a part of the event, from 1."""
        return team_event_formula(part, self.parts)

    @property
    def names(self) -> dict[str, str]:
        """Return the defined names that the formulas use, and what each refers to."""
        return {**super().names, ROSTER: self.roster_table}

    @property
    def list_sheet(self) -> str:
        """Return the sheet of those who are paired."""
        return "Teams"
