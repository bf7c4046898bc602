"""Where everything stands in a new workbook: one place for all references between the sheets."""

from __future__ import annotations

from xltie.core.cells import column_name
from xltie.core.records import dataclass, field
from xltie.event import Event, Scoring, TeamEvent
from xltie.games.common import ATTENDANCE, MANUAL_ORDER, PAIRED_AS
from xltie.games.preset import Column, Preset
from xltie.settings import Settings
from xltie.settings.declared import CRITERIA, LANGUAGE, SHOWN
from xltie.sheets.forms import HEADER_ROW, LAST, SETTINGS, Form, rounds_form
from xltie.sheets.formulas import event_formula, team_event_formula

SPARE_LINES = 8
"""Lines for late entries on the sheets that cannot grow by themselves."""

RACE_LINES = 8
"""Players that the race shows."""

EVENT = "Event"
"""Name of the cells that pack the event."""

PLAYERS, GAMES = "AllPlayers", "AllGames"
"""Names of the tables that the event is packed from, as far down as they are read."""

NAMES, EVENT_NAME, FAULT_ROWS = "Names", "EventName", "FaultyLines"
"""Names of the numbers and names of those who play, of the event's name, of the faulty lines."""

SPARE_SETTINGS = 5
"""Blank lines below the settings, for those that hold what is usual and have no line."""
_SPARE_ROUNDS = 2
"""Lines for rounds beyond those planned, among what was paired."""
_PART = 1300
"""Games that the text of one cell holds for certain: 16 to 25 characters each."""

_KEYED = 500
"""An event of more games has a number below its text, by which programs see that it is the same."""


def event_parts(games: int) -> int:
    """Return the cells that an event of so many games may need as text."""
    return max(1, -(-games // _PART))


@dataclass(frozen=True)
class Layout:
    """The measures of one workbook."""

    preset: Preset
    players: int
    rounds: int
    most_games: int = 0
    criteria: str = ""
    shown: str = ""
    has_manual_order: bool = False
    is_mcmahon: bool = False
    has_results: bool = False
    language: str = "en"

    @property
    def tables(self) -> int:
        """Lines per round: half the players, a bye included, or as many as the games need."""
        each = 2 if self.preset.has_teams else 1  # a board of a match is played at two tables
        return max(each * ((self.players + 1) // 2), self.most_games)

    @property
    def lines(self) -> int:
        """Lines of the standings."""
        return self.players + SPARE_LINES

    @property
    def list_sheet(self) -> str:
        """Return the sheet of those who are paired."""
        return "Players"

    @property
    def prepared(self) -> int:
        """Return the lines of the list of players: those planned, and some for who comes too."""
        return self.players + max(12, self.players // 4)

    # -- Rounds ------------------------------------------------------------------------------

    @property
    def games(self) -> Form:
        """The form of the sheet of games, or of matches."""
        return rounds_form(self.event, has_results=self.has_results)

    # -- references in formulas --------------------------------------------------------------

    @property
    def table(self) -> str:
        """Return the games with their header, down to lines that are typed below the table.

        LibreOffice does not let a table grow with what stands below it; a range is read as far as
        anything is in it.
        """
        if self.preset.traits.is_session:
            return f"Boards!$A${HEADER_ROW}:$Q${self.far}"
        return f"Rounds!$A${HEADER_ROW}:${self.games.last_column}${self.far}"

    @property
    def far(self) -> int:
        """Row down to which players and games are read."""
        return max(LAST, 2 * self.rounds * self.tables)

    @property
    def event_parts(self) -> int:
        """Return the cells that the event may need, each of which holds 32,767 characters."""
        return event_parts(self.rounds * self.tables)

    @property
    def has_event_key(self) -> bool:
        """Tell whether a number that stands for the event follows the cells of its text."""
        return self.rounds * self.tables > _KEYED

    @property
    def event_row(self) -> int:
        """Return the row of the first cell that holds the event."""
        if self.paired_row:
            return self.paired_row + self.rounds + _SPARE_ROUNDS + 2
        return self.last_setting + 2

    @property
    def last_setting(self) -> int:
        """Return the row of the last line for settings, which are blank at the end."""
        return HEADER_ROW + len(self.preset.settings) + SPARE_SETTINGS

    @property
    def paired_row(self) -> int:
        """Return the row of the headings of what was paired; 0 where a movement is laid out."""
        is_session = self.preset.traits.is_session
        return 0 if is_session else self.last_setting + 2

    def event_formula(self, part: int) -> str:
        """Return the formula of a cell that holds a part of the event, from 1."""
        return event_formula(part)

    @property
    def names(self) -> dict[str, str]:
        """Return the defined names that the formulas use, and what each refers to."""
        cells = self.event_parts + self.has_event_key
        last = f":$B${self.event_row + cells - 1}" if cells > 1 else ""
        known = {setting.key for setting in self.preset.settings}
        ranks = {"Format": "format", "Bar": "bar", "Floor": "floor", "Zero": "zero"}
        return {
            EVENT: f"Settings!$B${self.event_row}{last}",
            PLAYERS: self.players_table,
            GAMES: self.table,
            SETTINGS: self.settings,
            NAMES: f"{self.list_sheet}!$A${HEADER_ROW}:$B${self.far}",
            EVENT_NAME: f"{self.list_sheet}!$A$1",
            FAULT_ROWS: f"Settings!$B${self.event_row + cells}",
            **{n: self.setting(key) for n, key in ranks.items() if {"bar", key} <= known},
        }

    @property
    def event(self) -> Event:
        """An event without players that goes by the criteria of the workbook."""
        language = "" if self.language == "en" else self.language
        said = {CRITERIA: self.criteria, SHOWN: self.shown, LANGUAGE: language}
        form = "mcmahon" if self.is_mcmahon else "swiss"
        return Event(game=self.preset.game, format=form, settings=Settings.of(said))

    @property
    def players_table(self) -> str:
        """Return the players with their header, down to late entries below the table."""
        last = column_name(len(self.player_columns) + 2)
        return f"Players!$A${HEADER_ROW}:${last}${self.far}"

    @property
    def player_columns(self) -> tuple[Column, ...]:
        """Return the columns of the players after number and name."""
        numbered = (PAIRED_AS,) if self.preset.traits.is_numbered_by_name else ()
        more = (MANUAL_ORDER,) if self.has_manual_order else ()
        return (*self.preset.players, *ATTENDANCE, *numbered, *more)

    def setting(self, key: str) -> str:
        """Return the cell of a setting, absolute."""
        at = [setting.key for setting in self.preset.settings].index(key)
        return f"Settings!$B${HEADER_ROW + 1 + at}"

    @property
    def settings(self) -> str:
        """Return the Settings range."""
        return f"Settings!$A${HEADER_ROW}:$B${self.last_setting}"


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
    def players_table(self) -> str:
        """Return the teams with their header."""
        return f"Teams!$A${HEADER_ROW}:${column_name(len(self.player_columns) + 2)}${self.far}"

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
        last = column_name(len(self.preset.roster) + 2)
        return {**super().names, ROSTER: f"Players!$A${HEADER_ROW}:${last}${self.far}"}

    @property
    def list_sheet(self) -> str:
        """Return the sheet of those who are paired."""
        return "Teams"
