"""An event as facts: who takes part, who met whom, and with what result.

A match is stored once for both sides. Whether it was played, who won, how many points that earned
and how many discs there were are separate facts: none is inferred from another once it is given.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from xltie.core.errors import NOWHERE, Fault, Place
from xltie.core.messages import Message, say
from xltie.core.numbers import Number, show
from xltie.core.records import dataclass, fields, replace
from xltie.event.board_results import BoardResult, HandRecord
from xltie.games import Traits, traits_of
from xltie.settings import NO_SETTINGS, Settings

Id = str
"""What a contestant is called in the games: a start number or a name, as text."""


class Status(Enum):
    """Whether a side played a round, and if not, why not.

    ======================  ===========  ========  ===============  ==========
    status                  points       opponent  counts as game   own choice
    ======================  ===========  ========  ===============  ==========
    ``PLAYED``              by outcome   yes       yes              no
    ``FORFEIT_WIN``         win          named     no               no
    ``FORFEIT_LOSS``        none         named     no               yes
    ``PAIRING_BYE``         win          no        no               no
    ``FULL_BYE``            win          no        no               no
    ``HALF_BYE``            draw         no        no               yes
    ``ZERO_BYE``            none         no        no               yes
    ``ABSENT``              none         no        no               yes
    ``PENDING``             none yet     named     not yet          no
    ``ANNULLED``            none         no        no               no
    ======================  ===========  ========  ===============  ==========
    """

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAIRING_BYE = "bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    ABSENT = "absent"
    PENDING = "not played yet"
    ANNULLED = "does not count"

    __hash__ = object.__hash__  # that of enumerations is a call in Python, and everybody asks

    @property
    def message(self) -> Message:
        """The status in words."""
        return _STATUS_WORDS[self]

    @property
    def is_bye(self) -> bool:
        """A round without an opponent that was announced."""
        return self in _BYES

    @property
    def is_forfeit(self) -> bool:
        """A round with a named opponent that was decided without play."""
        return self in (Status.FORFEIT_WIN, Status.FORFEIT_LOSS)


_STATUS_WORDS = {
    Status.PLAYED: say("played"),
    Status.FORFEIT_WIN: say("forfeit win"),
    Status.FORFEIT_LOSS: say("forfeit loss"),
    Status.PAIRING_BYE: say("bye"),
    Status.FULL_BYE: say("full-point bye"),
    Status.HALF_BYE: say("half-point bye"),
    Status.ZERO_BYE: say("zero-point bye"),
    Status.ABSENT: say("absent"),
    Status.PENDING: say("not played yet"),
    Status.ANNULLED: say("does not count"),
}
_BYES = frozenset({Status.PAIRING_BYE, Status.FULL_BYE, Status.HALF_BYE, Status.ZERO_BYE})


class Outcome(Enum):
    """How a game ended for one side. Both sides may win or lose where the game's rules say so."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    __hash__ = object.__hash__

    @property
    def message(self) -> Message:
        """The outcome in words."""
        return _OUTCOME_WORDS[self]


_OUTCOME_WORDS = {Outcome.WIN: say("win"), Outcome.DRAW: say("draw"), Outcome.LOSS: say("loss")}
FOR_THE_OTHER = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.DRAW: Outcome.DRAW,
    Outcome.LOSS: Outcome.WIN,
}
"""What an outcome is for the other side."""


@dataclass(frozen=True)
class Scoring:
    """Points for each way a round can end."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    pairing_bye: Fraction = Fraction(1)
    full_bye: Fraction = Fraction(1)
    half_bye: Fraction = Fraction(1, 2)
    zero_bye: Fraction = Fraction(0)
    forfeit_win: Fraction = Fraction(1)
    forfeit_loss: Fraction = Fraction(0)
    absent: Fraction = Fraction(0)

    def points(self, side: Side) -> Fraction:
        """Return what a side earned: the points given, else those of its outcome or status."""
        if side.points is not None:
            return side.points
        if side.status is Status.PLAYED:
            return self.of_outcome(side.outcome)
        name = _POINTS_OF.get(side.status)
        return Fraction(0) if name is None else getattr(self, name)

    def of_outcome(self, outcome: Optional[Outcome]) -> Fraction:
        """Return the points of a win, a draw or a loss; none where the outcome is not known."""
        if outcome is Outcome.WIN:
            return self.win
        if outcome is Outcome.DRAW:
            return self.draw
        return self.loss if outcome is Outcome.LOSS else Fraction(0)


_POINTS_OF: Mapping[Status, str] = {
    Status.FORFEIT_WIN: "forfeit_win",
    Status.FORFEIT_LOSS: "forfeit_loss",
    Status.PAIRING_BYE: "pairing_bye",
    Status.FULL_BYE: "full_bye",
    Status.HALF_BYE: "half_bye",
    Status.ZERO_BYE: "zero_bye",
    Status.ABSENT: "absent",
}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match."""

    who: Id
    status: Status = Status.PLAYED
    outcome: Optional[Outcome] = None
    points: Optional[Fraction] = None
    tally: Optional[Fraction] = None
    """What the game counts besides: discs in Othello, the margin in Go, IMPs in bridge."""
    seat: str = ""
    """One of "black", "white", "ns", "ew", or blank."""
    code: str = ""
    """The letter of its record, where that says more than ``status``: W, D and L of TRF."""
    place: Place = NOWHERE
    """Where it was read, where that is not the place of its match."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two sides that met in a round, or one side that did not play (``b`` is None)."""

    round: int
    a: Side
    b: Optional[Side] = None
    table: str = ""
    handicap: int = 0
    """Stones that black was given in Go."""
    place: Place = NOWHERE
    """Where it was read."""

    @property
    def sides(self) -> Tuple[Side, ...]:
        """Return the one or two sides."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def facing(self) -> Tuple[Tuple[Side, Optional[Side]], ...]:
        """Return each side with the one that it met."""
        return ((self.a, None),) if self.b is None else ((self.a, self.b), (self.b, self.a))

    @property
    def fewer_won(self) -> Optional[bool]:
        """Whether the side with the smaller tally won; None for a draw, or where tallies lack."""
        if self.b is None or self.a.tally is None or self.b.tally is None:
            return None
        if self.a.tally == self.b.tally:
            return None
        return (self.a.outcome is Outcome.WIN) == (self.a.tally < self.b.tally)

    def with_sides(self, new: Callable[[Side], Side]) -> Match:
        """Return the match with other sides, each made of the one in its place."""
        return replace(self, a=new(self.a), b=None if self.b is None else new(self.b))


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player, pair or team."""

    id: Id
    name: str = ""
    rating: Optional[int] = None
    start: Fraction = Fraction(0)
    """The score that it begins with: McMahon, or carried over."""
    club: str = ""
    country: str = ""
    team: str = ""
    title: str = ""
    grade: str = ""
    """A rank such as ``3d`` or ``12k``."""
    withdrawn_after: Optional[int] = None
    """The last round before a withdrawal, None for those who stayed to the end."""
    division: str = ""
    """The part of the field that it is ranked in: the direction in a session with two winners."""
    more: Tuple[Tuple[str, str], ...] = ()
    """The other columns of its record, by heading."""
    place: Place = NOWHERE
    """Where it was read."""
    is_expelled: bool = False
    """Whether a withdrawal was the arbiter's decision."""
    manual_order: Optional[Fraction] = None
    """The place among those tied that the arbiter gave."""
    start_known: bool = True
    """False where the rank was not understood: nothing is made of the score it begins with."""
    rating_part: Fraction = Fraction(0)
    """What a rating of Go has below a whole point."""

    @property
    def known_as(self) -> str:
        """The name, or the id of one who has none."""
        return self.name or self.id

    @property
    def exact_rating(self) -> Optional[Number]:
        """The rating with the part below a point, which lists of Go have; None without one."""
        if self.rating is None or not self.rating_part:
            return self.rating
        return self.rating + self.rating_part

    @property
    def shown_rating(self) -> str:
        """The rating as people read it, "" without one."""
        return show(self.exact_rating) if self.rating else ""

    def has_left(self, round: int) -> bool:
        """Tell whether it had withdrawn before a round."""
        return self.withdrawn_after is not None and self.withdrawn_after < round


@dataclass(frozen=True)
class Event:
    """A tournament: what readers build and writers take."""

    name: str = ""
    game: str = ""
    """The key of its game, "" where nothing says it."""
    format: str = "swiss"
    """One of "swiss", "round-robin" and "mcmahon"."""
    rounds: int = 0
    """The number of rounds planned, 0 where only the games say."""
    rulebook: str = ""
    """The edition of the rules that it names, "" for the one that follows from game and date."""
    contestants: Tuple[Contestant, ...] = ()
    matches: Tuple[Match, ...] = ()
    scoring: Scoring = Scoring()
    tally_sum: Optional[int] = None
    """What the two tallies of a played game add up to (64 in Othello), None where they need not."""
    start_date: str = ""
    """An ISO date, "" where it is not known."""
    settings: Settings = NO_SETTINGS
    """Those that no field of the event holds."""
    rounds_known: bool = True
    """False where the games did not say in which round they were played."""
    board_results: Tuple[BoardResult, ...] = ()
    """The boards of a bridge session, which has no matches of its own."""
    hand_records: Tuple[HandRecord, ...] = ()
    """The cards of those boards, as far as a file has them; nothing is ranked by them."""
    records: Tuple[Tuple[str, str], ...] = ()
    """The lines of a file that is written line by line, each with the characters that ended it, so
    that what the event has no place for comes back when the file is written again."""
    entrants: Tuple[Contestant, ...] = ()
    """The list of players in its order, where the contestants are ordered differently: a session
    with two winners omits those who have not played yet."""
    faults: Tuple[Fault, ...] = ()
    """What stands in the tables but does not count, since it is faulty: with any, the standings are
    provisional."""
    sheets: Tuple[Tuple[str, str], ...] = ()
    """Sheets that somebody renamed, each with the list that it was read as: Rounds, Players or
    Teams. Only where something is faulty."""
    open_round: int = 0
    """The first round that is paired by hand and has lines without players, 0 without any."""
    open_lines: int = 0
    """How many lines of that round wait for their players."""

    @property
    def facts(self) -> Dict[str, Any]:
        """What every event has, by field: of an event of teams without what only that has."""
        return {field.name: getattr(self, field.name) for field in fields(Event)}

    @property
    def last_round(self) -> int:
        """Return the last round that has a match, 0 without any."""
        return max((match.round for match in self.matches), default=0)

    @property
    def listed(self) -> Tuple[Contestant, ...]:
        """Return the players as they were listed, whether they have played or not."""
        return self.entrants or self.contestants

    @property
    def traits(self) -> Traits:
        """Return what is so in the game of the event."""
        return traits_of(self.game)
