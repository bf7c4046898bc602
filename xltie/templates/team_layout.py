"""Where everything stands in a workbook of teams: Teams, Players, Matches and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from xltie.core.cells import column_name
from xltie.games.chess_teams import PLAYERS
from xltie.templates.layout import EVENT, TOP, Layout

PRIZE_LINES = 10
"""Players that the sheet of the boards shows of each board."""


@dataclass(frozen=True)
class TeamLayout(Layout):
    """The measures of one workbook of teams; ``players`` counts the teams, ``roster`` players.

    ``parts`` is how many cells hold the text of the event.
    """

    boards: int = 4
    roster: int = 0
    parts: int = 1

    @property
    def board_headings(self) -> tuple[str, ...]:
        """Return the headings of the boards of a match."""
        return tuple(f"Board {number}" for number in range(1, self.boards + 1))

    @property
    def round_headings(self) -> tuple[str, ...]:
        """Headings of the Matches table, in order."""
        one, two = self.preset.first, self.preset.second
        teams = (one, f"{one} name", two, f"{two} name")
        own = ("Score", "Result", "Line-up A", "Line-up B", "Bonus A", "Bonus B")
        return ("Round", "Table", *teams, *self.board_headings, *own)

    @property
    def has_event_text(self) -> bool:
        """Tell whether the functions take the event as text: in as many cells as it needs."""
        return True

    @property
    def table(self) -> str:
        """Return the matches with their header, down to lines that are typed below the table."""
        return f"Matches!$A${TOP}:${column_name(len(self.round_headings))}${self.far}"

    @property
    def players_table(self) -> str:
        """Return the teams with their header."""
        return f"Teams!$A${TOP}:${column_name(len(self.preset.players) + 2)}${self.far}"

    @property
    def roster_table(self) -> str:
        """Return the players of the teams with their header."""
        return f"Players!$A${TOP}:${column_name(len(PLAYERS) + 2)}${self.far}"

    @property
    def first_event_row(self) -> int:
        """Return the row of the first cell that holds the event as text."""
        return TOP + len(self.preset.settings) + 2

    @property
    def event_cell(self) -> str:
        """Return the cells below the settings that hold the event as text, absolute."""
        first = self.first_event_row
        last = f":$B${first + self.parts - 1}" if self.parts > 1 else ""
        return f"Settings!$B${first}{last}"

    def event_part(self, part: int) -> str:
        """Return the formula of one of the cells that hold the event."""
        tables = f"{self.players_table},{self.table},{self.roster_table}"
        return f"=TEAMEVENT({tables},{part},{self.parts},{self.settings})"

    @property
    def notice(self) -> str:
        """Return a formula that says what is faulty, or that the sheet has too few lines."""
        ranges = f"{self.players_table},{self.table},{self.settings}"
        told = f"PROVISIONAL({EVENT},{EVENT})"
        listed = f"COUNTA(Teams!$A${TOP + 1}:$A${self.far})"
        return (
            f'=IFERROR(IF({told}<>"",{told},IF({listed}>{self.lines},{listed}-{self.lines}&'
            '" more teams than lines here: copy the last line down, on the Crosstable too","")),'
            f"PROVISIONAL({ranges}))"
        )

    def name_of(self, player: str) -> str:
        """Return the formula of the name of the team in a cell."""
        return (
            f'=IF({player}="","",IFERROR(INDEX(Teams!$B${TOP}:$B${self.far},'
            f'MATCH({player},Teams!$A${TOP}:$A${self.far},0))&"",""))'
        )
