"""Where everything stands in a template: one place for all references between the sheets."""

from __future__ import annotations

import re
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

EVENT = "Event"
"""Name of the cell that packs the event."""


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
        each = 2 if self.preset.has_teams else 1  # a board of a match is played at two tables
        return max(each * ((self.players + 1) // 2), self.most_games)

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
        """Return the games with their header, down to lines that are typed below the table.

        LibreOffice does not let a table grow with what stands below it; a range is read as far as
        anything is in it.
        """
        if self.preset.has_boards:
            return f"Boards!$A${TOP}:$P${self.far}"
        return f"Rounds!$A${TOP}:${column_name(len(self.round_headings))}${self.far}"

    @property
    def far(self) -> int:
        """Row down to which players and games are read."""
        return max(9999, 2 * self.last_round_row)

    @property
    def has_event_text(self) -> bool:
        """Tell whether the functions take the event as the text of one cell.

        Excel and LibreOffice hand every range over cell by cell at every call. A text that a cell
        cannot hold would leave the sheet without values, so the largest events keep the ranges.
        """
        return self.rounds * self.tables <= (2500 if self.preset.has_boards else 2750)

    @property
    def event_cell(self) -> str:
        """Return the cell below the settings that holds the event as text, absolute."""
        return f"Settings!$B${TOP + len(self.preset.settings) + 2}"

    @property
    def games(self) -> str:
        """Return what the functions take as the games."""
        return EVENT if self.has_event_text else self.table

    @property
    def listed(self) -> str:
        """Return what functions over the whole event take as the players."""
        return EVENT if self.has_event_text else self.players_table

    @property
    def players_table(self) -> str:
        """Return the players with their header, down to late entries below the table."""
        last = column_name(len(self.preset.players) + 2)
        return f"Players!$A${TOP}:${last}${self.far}"

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
            "players": "" if self.has_event_text else self.players_table,
            "tied": self.tied,
            "settings": "" if self.has_event_text else self.settings,
            **{setting.key: self.setting(setting.key) for setting in self.preset.settings},
        }
        call = (column.formula or _called(column)).format(**references)
        return re.sub(r",+\)", ")", call)  # what is left out at the end needs no comma

    def name_of(self, player: str) -> str:
        """Return the formula of the name of the player in a cell."""
        return (
            f'=IF({player}="","",IFERROR(INDEX(Players!$B${TOP}:$B${self.far},'
            f'MATCH({player},Players!$A${TOP}:$A${self.far},0))&"",""))'
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
