"""The scores of Go: wins and McMahon scores, round by round, and what sums are taken of them by.

They are whole numbers of ``1 / denominator``. A win counts 1, a jigo one half, a game by default as
its result. Rounds without an opponent are worth what the event gives for a bye and for an absence,
in the number of wins and in the McMahon score separately; their sum is rounded down to a whole
number unless the event says otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, TypeVar

from xltie.core.errors import DomainError, UndefinedValue
from xltie.core.messages import Message, say
from xltie.core.records import replace
from xltie.event import EventIndex, Id, RoundRecord, Status, after_round
from xltie.functions.registry import Arg
from xltie.settings.declared import START_SCORES

WINS, MCMAHON, EVEN = "wins", "mms", "mms-even"
"""What opponents are counted by; ``mms-even`` is McMahon scores with no handicap taken off."""
BASES = ("", WINS, MCMAHON, EVEN)
ROUNDINGS = ("down", "none")
HALF = Fraction(1, 2)

NOT_KNOWN = say("the start scores are not known")
ONE_NOT_KNOWN = say("a start score is not known, since a rank is not understood")

Values = Optional[Tuple[Fraction, ...]]


class ScoreOptions(NamedTuple):
    """What rounds without an opponent are worth, as a call says it."""

    absent: Annotated[
        Values, Arg("Points for a missed round: in wins; in McMahon scores. Default: 0;0.5.")
    ] = None
    bye: Annotated[Values, Arg("Points for a bye: in wins; in McMahon scores. Default: 1;1.")] = (
        None
    )
    rounding: Annotated[
        str, Arg("Points without an opponent: down to a whole number, or none.", names=ROUNDINGS)
    ] = "down"


AS_THE_EVENT = ScoreOptions()
"""Rounds without an opponent are worth what the event gives for them."""


class Worth(NamedTuple):
    """What rounds without an opponent are worth, in one of the two scores."""

    absent: Optional[Fraction]
    bye: Optional[Fraction]
    rounds_down: bool


class Score(NamedTuple):
    """A player's score: at the start, and after each round in order."""

    start: int
    after: Tuple[int, ...]
    earned: Tuple[int, ...]
    """What each round added, before rounding."""
    virtual: int
    """The score in which every round not really played counts one half."""
    halved: int
    """The score in which wins without play count one half."""

    @property
    def final(self) -> int:
        """The score after the last round."""
        return self.after[-1] if self.after else self.start


V = TypeVar("V")


class Known(Dict[Id, V]):
    """Something of the players, without those of whom it is not known: asking for theirs says so.

    Where the start score of a player is not known, the sums over opponents of all who met that
    player are not, nor the sums of those sums of all who met them.
    """

    def __init__(self, ids: Iterable[Id], value_of: Callable[[Id], V]) -> None:
        super().__init__()
        for who in ids:
            try:
                self[who] = value_of(who)
            except UndefinedValue:
                continue

    def __missing__(self, who: Id) -> V:
        raise UndefinedValue(ONE_NOT_KNOWN)


Scores = Known[Score]


def basis_of(event_index: EventIndex, named: str) -> str:
    """Return the score that opponents are counted by: as asked, or by the kind of event."""
    if named:
        return named
    if event_index.event.format == "mcmahon":
        return MCMAHON
    starts = event_index.cached(
        "any start", lambda: any(event_index.scaled_start(who) for who in event_index.ids)
    )
    return MCMAHON if starts else WINS


def scores(event_index: EventIndex, basis: str, options: ScoreOptions) -> Scores:
    """Return the scores of all players over wins or with their McMahon start scores, made once.

    Raises:
        UndefinedValue: nothing tells the start scores, so that no McMahon score is made of them.
    """
    basis = MCMAHON if basis == EVEN else basis
    if basis == MCMAHON and event_index.event.settings.text(START_SCORES):
        raise UndefinedValue(NOT_KNOWN)
    key = ("go scores", basis, options)
    return event_index.cached(key, lambda: _scores(event_index, basis, options))


def _scores(event_index: EventIndex, basis: str, options: ScoreOptions) -> Scores:
    missed = _chosen("absent", options.absent, basis)
    if missed is None and basis == MCMAHON:
        missed = HALF
    worth = Worth(missed, _chosen("bye", options.bye, basis), options.rounding != "none")
    known = [who for who in event_index.ids if basis != MCMAHON or event_index.has_start(who)]
    return Known(known, lambda who: _score(event_index, who, basis, worth))


def _chosen(name: str, values: Values, basis: str) -> Optional[Fraction]:
    """Return the value for one of the two scores: the first is for wins, the last for McMahon."""
    if not values:
        return None
    value = values[0] if basis == WINS else values[-1]
    if (value * 2).denominator != 1 or value < 0:
        raise DomainError.say(
            "{name} is {value:g}; it must be 0, 0.5, 1 ...", name=name, value=float(value)
        )
    return value


def _score(event_index: EventIndex, who: Id, basis: str, worth: Worth) -> Score:
    denominator = event_index.denominator
    start = event_index.scaled_start(who) if basis == MCMAHON else 0
    games, alone, virtual, extra = start, 0, start, 0
    after: List[int] = []
    earned: List[int] = []
    for record in event_index.rounds_of(who):
        virtual += record.scaled if record.is_played else denominator // 2
        if record.other is None:
            earned.append(alone_units(record, denominator, worth))
            alone += earned[-1]
        else:
            earned.append(record.scaled)
            games += record.scaled
        if not record.is_played:
            extra += max(0, earned[-1] - denominator // 2)
        after.append(games + (alone // denominator * denominator if worth.rounds_down else alone))
    final = after[-1] if after else start
    return Score(start, tuple(after), tuple(earned), virtual, final - extra)


def alone_units(record: RoundRecord, denominator: int, worth: Worth) -> int:
    """Return what a round without an opponent earns before rounding."""
    status = record.own.status
    if record.own.points is not None:
        return record.scaled
    if status in (Status.PAIRING_BYE, Status.FULL_BYE) and worth.bye is not None:
        return int(worth.bye * denominator)
    if status is Status.ABSENT and worth.absent is not None:
        return int(worth.absent * denominator)
    return record.scaled


def stones(record: RoundRecord) -> int:
    """Return the handicap stones that a player gave in a game, negative for stones taken."""
    if record.match is None or record.other is None or not record.match.handicap:
        return 0
    if record.own.seat == "white" or record.other.seat == "black":
        return record.match.handicap
    if record.own.seat == "black" or record.other.seat == "white":
        return -record.match.handicap
    return 0


ZERO = "zero"
START = "start"
SELF = "self"
BYE_PLAYER = "bye-player"
HALF_VIRTUAL = "half-virtual"
BYE_HALF = "bye-half"
STAND_INS = (ZERO, SELF, BYE_PLAYER, HALF_VIRTUAL)
UNPLAYED_CONVENTIONS = (START, *STAND_INS, BYE_HALF)
"""Every convention; the first is the rule of the European Go Federation.

With ``self`` a bye is a game against oneself, but an absence counts as the start score: so the
Croatian championship 2006, the European Youth Championship 2012 (under 16) and the Polish Youth
Championship 2009 were published, which have both.

``bye-half`` is what a text on the qualification of the Korean league (2020) asks for: a point won
without play, by a bye or by default, counts one half in the sums of the opponents met.
"""

_OF_RULEBOOK: Dict[str, str] = {
    "egf": START,
    "opengotha": START,
    "macmahon": BYE_PLAYER,
    "korea2020": BYE_HALF,
}
NAMES: Tuple[str, ...] = ("", *UNPLAYED_CONVENTIONS, *_OF_RULEBOOK)


def described(effect: str, status: Message, convention: Message) -> Message:
    """Return what a round without an opponent adds; ``effect`` is that of a convention."""
    if effect in (ZERO, BYE_HALF):
        return say("{status} adds nothing ({convention})", status=status, convention=convention)
    if effect == SELF:
        return say(
            "{status} counts as a game against oneself ({convention})",
            status=status,
            convention=convention,
        )
    if effect == BYE_PLAYER:
        return say(
            "{status} counts as a game against a player BYE ({convention})",
            status=status,
            convention=convention,
        )
    return say(
        "{status} counts as the player's own start score ({convention})",
        status=status,
        convention=convention,
    )


def unplayed_convention(unplayed: str, rulebook: str = "") -> str:
    """Return the convention of that name, or the one of the rulebook where none is named."""
    if unplayed:
        return _OF_RULEBOOK.get(unplayed, unplayed)
    return _OF_RULEBOOK.get(rulebook.strip().lower(), START)


BasisOption = Annotated[
    str,
    Arg(
        "Over wins, mms (McMahon scores) or mms-even; by default mms if there are start scores.",
        names=BASES,
    ),
]


class SumOptions(NamedTuple):
    """What a sum over opponents is taken of, and by which conventions, as a call says it."""

    unplayed: Annotated[
        str,
        Arg(
            "What a round without an opponent adds: start, zero, self, bye-player ..., bye-half.",
            names=NAMES,
        ),
    ] = ""
    basis: BasisOption = ""
    scores: ScoreOptions = AS_THE_EVENT
    rulebook: Annotated[
        str,
        Arg("If unplayed is omitted: the convention of egf, opengotha, macmahon or korea2020."),
    ] = ""
    rounds: Annotated[
        int, Arg("Count only the first rounds, such as the 6 before a play-off; 0: all.", min=0)
    ] = 0


def first_rounds(event_index: EventIndex, rounds: int) -> EventIndex:
    """Return the event as it stood after a number of rounds, made once; itself for 0."""
    if not rounds or rounds >= event_index.begun:
        return event_index
    return event_index.cached(
        ("first rounds", rounds),
        lambda: EventIndex(replace(after_round(event_index.event, rounds), rounds=rounds)),
    )
