"""What a game brings to a workbook: criteria, settings and the columns of its sheets."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Tuple

from xltie.games.traits import Traits
from xltie.settings import Line, Setting, Settings
from xltie.settings.declared import BY_KEY, START_SCORES


class Column(NamedTuple):
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


_PLAIN = Traits()


class Preset(NamedTuple):
    """A game as a director meets it: its traits, and what can be changed in the workbook."""

    game: str
    title: str
    settings: Tuple[Line, ...]
    traits: Traits = _PLAIN
    scores: Tuple[str, ...] = ()
    """Headings of the counts of both players, where the game has any."""
    players: Tuple[Column, ...] = (Column("Rating"), Column("Club", width=16))
    """The columns of those who are ranked, after id and name."""
    besides: Tuple[Column, ...] = ()
    """The columns of players that a workbook has where somebody's list or file has them."""
    team_criteria: str = ""
    """What decides the places of teams in a session of boards."""
    team_shown: str = ""
    """What stands beside that."""
    has_teams: bool = False
    roster: Tuple[Column, ...] = ()
    """The columns of the players of teams that play matches."""
    explained: str = ""
    """The criterion that the Explain sheet of teams begins with."""
    results: Tuple[str, ...] = (
        "1-0", "0-1", "1/2-1/2", "1-0F", "0-1F", "0-0F", "bye", "half bye", "zero bye", "absent",
        "withdrawn",
    )  # fmt: skip
    hints: Tuple[str, ...] = ()

    @property
    def first(self) -> str:
        """Return what heads those who are named first."""
        return "Team A" if self.roster else self.traits.first

    @property
    def second(self) -> str:
        """Return what heads those who are named second."""
        return "Team B" if self.roster else self.traits.second

    def under(self, settings: Mapping[str, object], has_all: bool = True) -> Preset:
        """Return the preset as the settings need it: beside teams other values are shown.

        Unless it ``has_all`` settings, what is as usual and not basic has no line.
        """
        if not has_all:
            return self.under(settings).saying(settings)
        by_teams = is_of_teams(str(settings.get("criteria", "")))
        if not self.team_shown or not (by_teams or settings.get("contest") == "teams"):
            return self
        lines = (
            line._replace(default=self.team_shown) if line.key == "shown" else line
            for line in self.settings
        )
        return self._replace(settings=tuple(lines), has_teams=True)

    def saying(self, settings: Mapping[str, object]) -> Preset:
        """Return the preset with lines for the basic settings and for those that are not as usual.

        ``settings`` are the values by key. What has no line is as usual: see :attr:`Line.default`.
        """
        lines = (line for line in self.settings if line.setting.is_basic or line.differs(settings))
        return self._replace(settings=tuple(lines))

    def with_settings_of(self, said: Settings) -> Preset:
        """Return the preset with lines for what only some events say, of those that do."""
        known = {line.key for line in self.settings}
        more = (
            setting.line() for setting in BESIDES if setting in said and setting.key not in known
        )
        return self._replace(settings=(*self.settings, *more))

    @property
    def usual_rounds(self) -> int:
        """Return how many rounds, boards in a bridge session, a workbook starts with."""
        found = next(line.default for line in self.settings if line.key == "rounds")
        return int(str(found))
