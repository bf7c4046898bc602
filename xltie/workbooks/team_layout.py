"""Where everything stands in a workbook of teams: Teams, Players, Matches and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from xltie.core.cells import column_name
from xltie.event import Event, TeamEvent
from xltie.sheets.formulas import HEADER_ROW, team_event_formula
from xltie.workbooks.layout import Layout

ROSTER = "AllRoster"
"""Name of the table of the players of the teams."""


@dataclass(frozen=True)
class TeamLayout(Layout):
    """The measures of one workbook of teams; ``players`` counts the teams, ``roster`` players.

    ``parts`` is how many cells hold the text of the event.
    """

    boards: int = 4
    roster: int = 0
    parts: int = 1

    @property
    def event(self) -> Event:
        """An event of teams that goes by the criteria of the workbook."""
        known = super().event
        return TeamEvent(game=known.game, format=known.format, settings=known.settings)

    @property
    def board_headings(self) -> tuple[str, ...]:
        """Return the headings of the boards of a match."""
        return tuple(f"Board {number}" for number in range(1, self.boards + 1))

    @property
    def round_headings(self) -> tuple[str, ...]:
        """Headings of the Matches table, in order."""
        one, two = self.preset.first, self.preset.second
        teams = (one, f"{one} name", two, f"{two} name")
        fixed = ("Score", "Result", "Line-up A", "Line-up B", "Bonus A", "Bonus B")
        return ("Round", "Table", *teams, *self.board_headings, *fixed)

    def round_column(self, heading: str) -> str:
        """Return the letters of a column of the matches."""
        return column_name(self.round_headings.index(heading) + 1)

    @property
    def table(self) -> str:
        """Return the matches with their header, down to lines that are typed below the table."""
        return f"Matches!$A${HEADER_ROW}:${column_name(len(self.round_headings))}${self.far}"

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
