"""What is known of a report while its lines are read, record by record."""

from __future__ import annotations

from fractions import Fraction
from typing import Collection, Dict, List, NamedTuple, Optional, Set, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.records import dataclass, field
from xltie.event import Contestant, Id, Scoring
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.players import TrfLine
from xltie.settings import Texts
from xltie.settings.declared import PAIRING_NUMBERS


class Adjustment(NamedTuple):
    """Points other than usual for a kind of result (record 299), "" for a bonus or a penalty.

    In a round or, with 0, in all; of some players or teams or, where none is named, of everybody.
    Those of a team are match points and game points.
    """

    code: str
    points: Optional[Fraction]
    game_points: Optional[Fraction]
    round: int
    who: Tuple[Id, ...]


@dataclass
class TeamLines:
    """What the team records say, as far as standings need it; ids are those of teams.

    ``blacks`` are the teams with Black in matches by forfeit.
    """

    teams: Dict[Id, Contestant] = field(default_factory=dict)
    members: Dict[Id, Tuple[Id, ...]] = field(default_factory=dict)
    claimed: Dict[Id, Tuple[str, str]] = field(default_factory=dict)
    line_ups: Dict[Tuple[int, Id], Tuple[Id, Tuple[Id, ...]]] = field(default_factory=dict)
    byes: Dict[int, Id] = field(default_factory=dict)
    bye_points: Optional[Tuple[Fraction, Fraction]] = None
    forfeits: Dict[Tuple[int, Id], Tuple[Id, str]] = field(default_factory=dict)
    blacks: Set[Tuple[int, Id]] = field(default_factory=set)
    match_points: Dict[str, Fraction] = field(default_factory=dict)
    colours: str = ""
    primary: str = "MP"


@dataclass
class Report:
    """What the records say, as far as it matters; ``scoring`` is None where none does.

    ``undated`` says why the day on which the event began is not sure, None where it is. ``byes``
    are those announced for players, or for teams, by number and round.
    """

    notes: Notes
    has_teams: bool = False
    numbers_teams: bool = False
    """Whether the teams are those of records 310, which record 013 only repeats."""
    rows: Dict[Id, TrfLine] = field(default_factory=dict)
    name: str = ""
    start_date: str = ""
    undated: Optional[Fault] = None
    days: Tuple[str, ...] = ()
    first_round_place: Optional[Place] = None
    rounds: int = 0
    format: str = ""
    game: str = "chess"
    scoring: Optional[Scoring] = None
    unknown_result: Optional[Fraction] = None
    settings: Texts = field(default_factory=lambda: {PAIRING_NUMBERS: "id"})
    adjustments: List[Adjustment] = field(default_factory=list)
    byes: Dict[Tuple[Id, int], str] = field(default_factory=dict)
    forbidden: List[str] = field(default_factory=list)
    virtual: Dict[Id, Dict[int, Fraction]] = field(default_factory=dict)
    unread_virtual: Dict[Id, str] = field(default_factory=dict)
    orders: Dict[Id, Optional[Fraction]] = field(default_factory=dict)
    departures: Dict[Id, Tuple[Optional[int], bool]] = field(default_factory=dict)
    teams: TeamLines = field(default_factory=TeamLines)

    @property
    def decided(self) -> Collection[Id]:
        """Return the numbers of those who are ranked: the teams, or the players."""
        return self.teams.teams if self.has_teams else self.rows

    @property
    def known(self) -> Collection[Id]:
        """Return the numbers of those who are paired: the teams, or the players."""
        return self.teams.teams if self.has_teams and self.numbers_teams else self.rows
