"""Where everything stands in a template: one place for all references between the sheets."""

from __future__ import annotations

from dataclasses import dataclass

from xltie.core.cells import cell_name, column_name
from xltie.functions.registry import Kind
from xltie.games.preset import Column, Preset
from xltie.sheets.catalogue import REGISTRY

TOP = 4
"""Row of the header in every sheet: a title and a line of explanation stand above."""

SPARE_LINES = 8
"""Lines for late entries on the sheets that cannot grow by themselves."""

RACE_LINES = 8
"""Players that the race shows."""


@dataclass(frozen=True)
class Layout:
    """The measures of one workbook."""

    preset: Preset
    players: int
    rounds: int
    most_games: int = 0

    @property
    def tables(self) -> int:
        """Lines per round: half the players, a bye included, or as many as the games need."""
        return max((self.players + 1) // 2, self.most_games)

    @property
    def lines(self) -> int:
        """Lines of the standings."""
        return self.players + SPARE_LINES

    # -- Rounds ------------------------------------------------------------------------------

    @property
    def round_headings(self) -> tuple[str, ...]:
        """Headings of the Rounds table, in order."""
        own = self.preset
        players = (own.first, f"{own.first} name", own.second, f"{own.second} name")
        handicap = ("Handicap",) if own.has_handicap else ()
        return ("Round", "Table", *players, *handicap, *own.scores, "Result")

    def round_column(self, heading: str) -> str:
        """Return the letters of a column of the Rounds sheet."""
        return column_name(self.round_headings.index(heading) + 1)

    @property
    def last_round_row(self) -> int:
        """Row of the last prepared game."""
        return TOP + self.rounds * self.tables

    def round_range(self, heading: str) -> str:
        """Return all prepared cells of a column of the Rounds sheet, absolute."""
        letters = self.round_column(heading)
        return f"${letters}${TOP + 1}:${letters}${self.last_round_row}"

    # -- references in formulas --------------------------------------------------------------

    @property
    def table(self) -> str:
        """Return the table that a director types games into."""
        return "Boards[#All]" if self.preset.has_boards else "Rounds[#All]"

    @property
    def has_event_text(self) -> bool:
        """Tell whether the functions take the event as the text of one cell.

        LibreOffice hands every range over cell by cell at every call: from about 60 players on the
        text is faster, at 500 it is seconds instead of minutes. A text that a cell cannot hold
        would leave the sheet without values, so the largest events keep the range. Of a bridge
        session the text holds the penalties and settings that a scorecard needs.
        """
        games = self.rounds * self.tables
        if self.preset.has_boards:
            return games <= 2500
        return self.players >= 60 and games <= 2750

    @property
    def event_text(self) -> str:
        """Return the cell below the settings that holds the event as text, absolute."""
        return f"Settings!$B${TOP + len(self.preset.settings) + 2}"

    @property
    def games(self) -> str:
        """Return what the functions take as the games."""
        return self.event_text if self.has_event_text else self.table

    @property
    def listed(self) -> str:
        """Return what functions over the whole event take as the players."""
        return self.event_text if self.has_event_text else "Players[#All]"

    def setting(self, key: str) -> str:
        """Return the cell of a setting, absolute."""
        keys = [setting.key for setting in self.preset.settings]
        return f"Settings!$B${TOP + 1 + keys.index(key)}"

    @property
    def settings(self) -> str:
        """Return the Settings range."""
        return f"Settings!$A${TOP}:$B${TOP + len(self.preset.settings)}"

    @property
    def tied(self) -> str:
        """Return the ids and points of the standings."""
        return f"Standings!$C${TOP + 1}:$D${TOP + self.lines}"

    def formula(self, column: Column, player: str) -> str:
        """Return the formula of a standings column for the player in a cell."""
        return f'=IF({player}="","",{self.call(column, player)})'

    def call(self, column: Column, player: str) -> str:
        """Return the call of a column's function for the player in a cell."""
        references = {
            "id": player,
            "games": self.games,
            "players": "" if self.has_event_text else "Players[#All]",
            "tied": self.tied,
            "settings": self.settings,
            **{setting.key: self.setting(setting.key) for setting in self.preset.settings},
        }
        return (column.formula or _called(column)).format(**references)

    def name_of(self, player: str) -> str:
        """Return the formula of the name of the player in a cell."""
        return (
            f'=IF({player}="","",IFERROR(INDEX(Players[Name],MATCH({player},Players[ID],0))&"",""))'
        )

    def standings_cell(self, line: int, column: int) -> str:
        """Return a cell of the standings, both from 1."""
        return cell_name(TOP + line, column)


_FILLED = {
    Kind.PLAYER: "{id}",
    Kind.GAMES: "{games}",
    Kind.PLAYERS: "{players}",
    Kind.SETTINGS: "{settings}",
    Kind.TIED: "{tied}",
}


def _called(column: Column) -> str:
    """Return the call of a column's function, its arguments in the order of the registry."""
    options = dict(column.options)
    arguments = [
        options.pop(parameter.name, _FILLED.get(parameter.kind, ""))
        for parameter in REGISTRY[column.call].parameters
    ]
    if options:
        raise KeyError(f"{column.call} has no option {', '.join(options)}")
    return f"{REGISTRY[column.call].excel_name}({','.join(arguments)})"
