"""An event indexed by contestant: all that a rule sees.

Scores are kept as whole numbers of ``1 / denominator`` (half points where draws count one half), so
that a rule adds integers; it divides by ``denominator`` once, at the end.
"""

from __future__ import annotations

import copy
import math
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
)

from xltie.core.errors import UndefinedValue, UnknownPlayer
from xltie.core.messages import Message, all_of
from xltie.core.numbers import ratio
from xltie.core.paused_gc import paused_gc
from xltie.event.board_results import BoardResult
from xltie.event.model import Contestant, Event, Id, Match, Outcome, Side, Status
from xltie.event.withdrawals import annulled, rounds_begun, unranked
from xltie.settings.declared import FINALS_AFTER

T = TypeVar("T")
_PLAYED = Status.PLAYED  # looking up a member of an enumeration takes long


class RoundRecord(NamedTuple):
    """One contestant's view of one round. ``scaled``: the points earned, in ``1 / denominator``."""

    round: int
    own: Side
    other: Optional[Side]
    scaled: int
    match: Optional[Match]

    @property
    def is_played(self) -> bool:
        """A game that really took place."""
        return self.own.status is _PLAYED

    @property
    def opponent(self) -> Optional[Id]:
        """The opponent met or scheduled, None in a round without one."""
        return None if self.other is None else self.other.who


_Played = Dict[Id, List[Optional[RoundRecord]]]
"""The records made so far, by round."""
_Rounds = Dict[Id, Tuple[RoundRecord, ...]]
_FEW = 8
"""Matches, old and new, up to which only the rounds of those who play them are found anew."""
_before: List[Tuple[Tuple[Any, ...], Tuple[Match, ...], _Rounds]] = []
"""What the rounds rest on besides the matches, these, and the rounds that were found last."""


def ids_by_name(contestants: Iterable[Contestant]) -> Dict[str, Tuple[Id, ...]]:
    """Return the ids that each id and name means, in lower case; an id goes before a name."""
    names: Dict[str, Tuple[Id, ...]] = {}
    everybody = tuple(contestants)
    for contestant in everybody:
        name = " ".join(contestant.name.split()).casefold()
        if name:
            names[name] = (*names.get(name, ()), contestant.id)
    names.update((contestant.id.casefold(), (contestant.id,)) for contestant in everybody)
    return names


class _NoGames(Dict[Id, Any]):
    """What contestants did in the games of an event that holds boards alone: it is not known."""

    def __missing__(self, who: Id) -> Any:
        raise UndefinedValue.say("the event holds boards, and no games")


class EventIndex:
    """What every contestant did in every round.

    Each contestant has one :class:`RoundRecord` for every round that has begun; a round in which
    the games do not name a contestant is an absence. In chess, where byes are announced in the file
    for the next pairing, those of a round that has not begun (``rounds_begun``) do not count yet.
    A game against somebody whose results do not count is ``Status.ANNULLED``: nobody was met and
    nothing earned. ``unranked`` names those without a place in the standings, and why.
    Expects an event without faults (``faults`` lists them).
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.ids: Tuple[Id, ...] = tuple(contestant.id for contestant in event.contestants)
        self.finals_after: int = event.settings[FINALS_AFTER]
        """The last round that earns points, 0 where all do: later games are finals."""
        self.begun = self._find_begun()
        self.denominator = self._find_denominator()
        self.scaled_win = int(event.scoring.win * self.denominator)
        self.scaled_draw = int(event.scoring.draw * self.denominator)
        self._worth: Dict[Tuple[Status, Optional[Outcome]], int] = {}
        self._contestants = {contestant.id: contestant for contestant in event.contestants}
        self.annulled: Dict[Id, Message] = annulled(event)
        self.unranked: Dict[Id, Message] = unranked(event)
        starts = (contestant.start for contestant in event.contestants)
        self._starts = {
            who: start.numerator * (self.denominator // start.denominator)
            for who, start in zip(self.ids, starts)
        }
        self._names: Optional[Dict[str, Tuple[Id, ...]]] = None
        self._kept: Dict[Any, Any] = {}

    def _find_begun(self) -> int:
        event = self.event
        if event.traits.announces_byes and event.rounds_known:
            return rounds_begun(event.contestants, event.matches)
        begun = max((match.round for match in event.matches), default=0)
        return min(begun, self.finals_after) if self.finals_after else begun

    def final_round(self, match: Match) -> int:
        """Return which round of the finals a game is of, from 1; 0 for a game before them."""
        return max(0, match.round - self.finals_after) if self.finals_after else 0

    @property
    def finals(self) -> Tuple[Match, ...]:
        """The games of the finals, in the order of their rounds."""
        return tuple(sorted(filter(self.final_round, self.event.matches), key=self.final_round))

    def _find_denominator(self) -> int:
        scoring = self.event.scoring
        values = [value for value in vars(scoring).values() if isinstance(value, Fraction)]
        values += [c.start for c in self.event.contestants]
        for match in self.event.matches:
            if match.a.points is not None:
                values.append(match.a.points)
            if match.b is not None and match.b.points is not None:
                values.append(match.b.points)
        return math.lcm(2, *{value.denominator for value in values})

    @cached_property
    def _round_records(self) -> _Rounds:
        """The rounds of everybody; an event that is only packed as text needs none."""
        with paused_gc():
            return self._find_round_records()

    @cached_property
    def _scaled_scores(self) -> Dict[Id, int]:
        return {
            who: sum([o.scaled for o in records]) for who, records in self._round_records.items()
        }

    @cached_property
    def rounds(self) -> int:
        """Rounds that are planned, or that the event has, whichever are more."""
        return max(self.event.rounds, *map(len, self._round_records.values()), 0)

    def _find_round_records(self) -> _Rounds:
        """Return the rounds of everybody; after a typed result all but two had the same before."""
        event, matches = self.event, self.event.matches
        scoring = (event.scoring, self.denominator)
        about = (self.ids, self.begun, scoring, event.rounds_known, tuple(self.annulled))
        known, before, rounds = _before[0] if _before else (None, (), {})
        is_alike = known == about and not self.annulled
        found = (
            self._rounds_after(before, rounds) if is_alike else self._rounds_in(self.ids, matches)
        )
        _before[:] = [(about, matches, found)]
        return found

    def _rounds_after(self, before: Sequence[Match], rounds: _Rounds) -> _Rounds:
        """Return the rounds of everybody from those in the matches of before."""
        matches = self.event.matches
        pairs = zip_longest(before, matches)
        unlike = (pair for pair in pairs if pair[0] is not pair[1])
        changed = [match for pair in unlike for match in pair if match is not None]
        if len(changed) > _FEW:
            return self._rounds_in(self.ids, matches)
        who = {side.who for match in changed for side in match.sides}
        own = [match for match in matches if any(side.who in who for side in match.sides)]
        theirs = self._rounds_in({side.who for match in own for side in match.sides} | who, own)
        return {**rounds, **{one: theirs[one] for one in who}}

    def _rounds_in(self, ids: Iterable[Id], matches: Iterable[Match]) -> _Rounds:
        """Return the rounds of some in all of their matches; others may be in these too."""
        begun = self.begun
        played: _Played = {who: [None] * begun for who in ids}
        worth: Dict[int, int] = {}  # by identity: readers share the sides with the same facts
        make = tuple.__new__  # calling the named tuple takes twice as long
        for match in matches:
            number, a, b = match.round, match.a, match.b
            if number > begun:
                continue
            at = number - 1
            scaled = worth.get(id(a))
            if scaled is None:
                scaled = worth[id(a)] = self.scaled_points(a)
            played[a.who][at] = make(RoundRecord, (number, a, b, scaled, match))
            if b is None:
                continue
            scaled = worth.get(id(b))
            if scaled is None:
                scaled = worth[id(b)] = self.scaled_points(b)
            played[b.who][at] = make(RoundRecord, (number, b, a, scaled, match))
            if self.annulled:
                self._annul(match, played)
        if not self.event.rounds_known:
            return {who: tuple(filter(None, records)) for who, records in played.items()}
        return {who: self._all_rounds(who, records) for who, records in played.items()}

    def _annul(self, match: Match, played: _Played) -> None:
        """Let a match against somebody whose results do not count be none for the rival."""
        for side, other in match.facing:
            if other is not None and other.who in self.annulled:
                annulled = Side(side.who, Status.ANNULLED)
                record = RoundRecord(match.round, annulled, None, 0, match)
                played[side.who][match.round - 1] = record

    def _all_rounds(self, who: Id, records: List[Optional[RoundRecord]]) -> Tuple[RoundRecord, ...]:
        """Return a record for every round begun; a round missing from the games is an absence."""
        found = tuple(filter(None, records))
        if len(found) == len(records):
            return found
        side = Side(who, Status.ABSENT)
        scaled = self.scaled_points(side)
        return tuple(
            record or RoundRecord(number, side, None, scaled, None)
            for number, record in enumerate(records, 1)
        )

    def scaled_points(self, side: Side) -> int:
        """Return what a side earned, in ``1 / denominator``."""
        if side.points is not None:
            return int(side.points * self.denominator)
        key = side.status, side.outcome
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = int(self.event.scoring.points(side) * self.denominator)
        return found

    # -- who ---------------------------------------------------------------------------------

    def contestant(self, who: Id) -> Contestant:
        """Return the contestant's record."""
        return self._contestants[who]

    def name_of(self, who: Id) -> str:
        """Return the name of anybody listed, including those who have not played; "" if unknown."""
        found = self._contestants.get(who)
        listed = (
            (found,) if found else (entrant for entrant in self.event.entrants if entrant.id == who)
        )
        return next((contestant.name for contestant in listed), "")

    def find(self, text: str) -> Id:
        """Return the id that a text means: an id, or a name that only one contestant has.

        The case of letters and the number of spaces do not matter, and an id goes before a name.

        Raises:
            UnknownPlayer: no contestant has that name, or several have.
        """
        if text in self._contestants:
            return text
        if self._names is None:
            self._names = ids_by_name(self.event.contestants)
        found = self._names.get(" ".join(text.split()).casefold(), ())
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownPlayer.say(
                "{name} is the name of {players}; give the id", name=text, players=all_of(found)
            )
        raise UnknownPlayer.say("player {who} is not in this event", who=text)

    def is_withdrawn(self, who: Id) -> bool:
        """Tell whether a contestant left the event before its end."""
        return self._contestants[who].withdrawn_after is not None

    # -- what they did -----------------------------------------------------------------------

    def rounds_of(self, who: Id) -> Tuple[RoundRecord, ...]:
        """Return a contestant's rounds in order."""
        return self._round_records[who]

    def games_of(self, who: Id) -> List[RoundRecord]:
        """Return the rounds in which a contestant really played against somebody."""

        def build() -> Dict[Id, List[RoundRecord]]:
            played = _PLAYED
            return {
                who: [o for o in rounds(who) if o.own.status is played and o.other is not None]
                for who in self.ids
            }

        rounds = self.rounds_of

        return self.cached("games", build)[who]

    def scaled_score(self, who: Id) -> int:
        """Return the points of all rounds, in ``1 / denominator``, without the start score."""
        return self._scaled_scores[who]

    def scaled_start(self, who: Id) -> int:
        """Return the score that a contestant began with, in ``1 / denominator``; 0 if unknown."""
        return self._starts[who]

    def has_start(self, who: Id) -> bool:
        """Tell whether the score that a contestant began with is known."""
        return self._contestants[who].start_known

    def score(self, who: Id, after: Optional[int] = None) -> Fraction:
        """Return the points of all rounds, or of those up to round ``after``."""
        if after is None:
            return self.in_points(self._scaled_scores[who])
        return Fraction(
            sum(o.scaled for o in self._round_records[who] if o.round <= after), self.denominator
        )

    def points(self, record: RoundRecord) -> Fraction:
        """Return what a round earned."""
        return self.in_points(record.scaled)

    def in_points(self, scaled: int) -> Fraction:
        """Return ``scaled`` as points."""
        return ratio(scaled, self.denominator)

    def in_square(self, scaled: int) -> Fraction:
        """Return a sum of products of two scaled scores as an unscaled number."""
        return ratio(scaled, self.denominator * self.denominator)

    def meetings(self, who: Id) -> Dict[Id, List[RoundRecord]]:
        """Return a contestant's rounds with a named opponent, by opponent."""

        def build() -> Dict[Id, Dict[Id, List[RoundRecord]]]:
            met: Dict[Id, Dict[Id, List[RoundRecord]]] = {}
            for player in self.ids:
                by: Dict[Id, List[RoundRecord]] = {}
                for record in self._round_records[player]:
                    if record.other is not None:
                        by.setdefault(record.other.who, []).append(record)
                met[player] = by
            return met

        return self.cached("meetings", build)[who]

    @property
    def boards(self) -> Tuple[BoardResult, ...]:
        """The results of boards, for rules that count them: those of games alone have no value.

        Raises:
            UndefinedValue: the event holds games, and no boards.
        """
        if self.event.matches and not self.event.board_results:
            raise UndefinedValue.say("the event holds games, and no boards")
        return self.event.board_results

    def for_games(self) -> EventIndex:
        """Return the event for rules that count games: those of boards alone have no value then."""
        if not self.event.board_results or self.event.matches:
            return self
        return self.cached("for games", self._without_games)

    def _without_games(self) -> EventIndex:
        found = copy.copy(self)
        found.rounds = self.rounds
        found._kept, found._round_records, found._scaled_scores = {}, _NoGames(), _NoGames()
        return found

    def cached(self, key: Any, build: Callable[[], T]) -> T:
        """Return ``build()``, made once for each key: what several rules share."""
        try:
            answer: T = self._kept[key]
        except KeyError:
            answer = self._kept[key] = build()
        return answer

    def kept(self, key: Any) -> Any:
        """Return what :meth:`cached` made for a key, None if nothing was."""
        return self._kept.get(key)

    def forget(self) -> None:
        """Drop what is cached; it is built again when it is asked for.

        Values know their index, so that an index with its values is a circle: nobody's any more, it
        stays until the collector finds it. Who made one and needs it no more says so here.
        """
        kept, self._kept = self._kept, {}
        for value in kept.values():
            if isinstance(value, EventIndex):
                value.forget()
