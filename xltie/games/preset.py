"""What is so in a game, and what it brings to a workbook: criteria, settings, columns."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional, Tuple

from xltie.settings import Line, Setting, Settings
from xltie.settings.declared import BY_KEY, START_SCORES


class Traits(NamedTuple):
    """The facts of a game; the defaults hold for one that nothing is known of."""

    first: str = "White"
    """Who is named first: a colour or, at bridge, a direction."""
    second: str = "Black"
    """Who is named second."""
    seat: str = "Table"
    """What those who play sit at: tables or boards, by number."""
    typed: str = "1  0  ½"
    """What is typed as a result, in a few letters below the heading."""
    is_session: bool = False
    """Boards are played by pairs or teams at tables, in place of games with colours."""
    has_handicap: bool = False
    """The weaker player may be given stones."""
    has_ranks: bool = False
    """Players have ranks, and in a McMahon event start with the scores that follow from them."""
    has_decimal_ratings: bool = False
    """Ratings need not be whole numbers."""
    most_rating: int = 0
    """More than anybody's rating, which is never below 0 then; 0: any number may be one."""
    rating_system: str = ""
    """Whose ratings are forecast, "fide" or "egf"; blank: nobody's."""
    tally_sum: Optional[int] = None
    """What the counts of both players add up to."""
    both_may_win: bool = False
    """A game may end alike for both: won by both, or lost by both."""
    has_penalties: bool = False
    """An arbiter may award nothing to both players, or half a point to one of them only."""
    needs_over_half: bool = False
    """A match of teams is won with more than half of its boards only (OpenGotha 3.51)."""
    announces_byes: bool = False
    """Byes of a round without games are only announced: the round has not begun."""
    annuls_withdrawn: bool = False
    """In a round robin the results of who completed less than half of the games do not count."""
    is_numbered_by_name: bool = False
    """Pairing numbers of equal ratings and titles follow the names (FIDE C.04.2.B)."""
    has_dated_editions: bool = False
    """The edition of the rules follows from the first day of the event."""
    criteria_follow_format: bool = False
    """Criteria look at the format: the unplayed rounds of chess, the scores of Go."""
    draws_by_names: bool = False
    """Lots are made of the names of the players unless a seed is named (OpenGotha)."""
    pairing: str = "swiss"
    """The pairing system of an event that names none."""
    swiss_colours: str = "strict"
    """The colour rules of the system swiss where the settings say nothing of them."""
    team_colours: str = "none"
    """The type of colour preference of teams; where colours alternate by board, none is needed."""
    team_pairing: str = "fide-team"
    """The pairing system of teams, where colours that alternate by board make them even."""
    player_criteria: str = "PTS"
    """What the players of teams go by in a file of players."""
    exchange_format: str = ""
    """The ending of the files that programs of the game exchange."""
    study_model: str = "davidson"
    """How a study plays games out, by the names of its models."""


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
