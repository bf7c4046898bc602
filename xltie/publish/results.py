"""An event as pages need it: ranked now and after every round, with a key for every player."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property

from xltie.core.errors import InputError
from xltie.core.language import ENGLISH, Language
from xltie.core.messages import say
from xltie.core.records import dataclass
from xltie.event import (
    Contestant,
    Deal,
    Event,
    EventIndex,
    HandRecord,
    Id,
    Match,
    Status,
    after_round,
    has_places_after_rounds,
)
from xltie.games import PRESETS, Preset
from xltie.ranking import Standings, rank

_LONGEST_KEY = 40


@dataclass(frozen=True)
class Results:
    """The standings of an event, and the language in which they are said.

    ``ranked`` are the standings that ``xltie standings`` prints; ``called`` is what the event is
    called where it has no name of its own. ``saved`` is when its file was saved, in seconds since
    1970, 0 where that is not known. ``dealt`` are the cards of a file of their own.
    ``groups`` are those with a list of their own below.
    """

    ranked: Standings
    language: Language = ENGLISH
    called: str = ""
    saved: float = 0
    dealt: tuple[HandRecord, ...] = ()
    groups: Sequence[str] = ()

    @property
    def event(self) -> Event:
        """Return the facts."""
        return self.ranked.event_index.event

    @property
    def title(self) -> str:
        """Return what the event is called."""
        return self.event.name or self.called or self.language.text("Event")

    @property
    def event_index(self) -> EventIndex:
        """Return the facts by contestant."""
        return self.ranked.event_index

    @property
    def preset(self) -> Preset | None:
        """Return what the game brings; None where the game is not known."""
        return PRESETS.get(self.event.game)

    @cached_property
    def games(self) -> dict[int, tuple[Match, ...]]:
        """Return the games and byes of every round that has a game, by table."""
        rounds: dict[int, list[Match]] = {}
        for match in self.event.matches:
            rounds.setdefault(match.round, []).append(match)
        met = {number for number, matches in rounds.items() if any(match.b for match in matches)}
        return {number: tuple(rounds[number]) for number in sorted(met)}

    @cached_property
    def last_result(self) -> int:
        """Return the last round with a result, 0 where there is none."""
        return max(
            (number for number, matches in self.games.items() if any(map(has_result, matches))),
            default=0,
        )

    @cached_property
    def still_open(self) -> int:
        """Return how many games of the last round with a result have none yet."""
        return self._open_in(self.last_result)

    @cached_property
    def newest(self) -> int:
        """Return the newest round that has games, 0 where there is none."""
        return max(self.games, default=0)

    @cached_property
    def open_games(self) -> int:
        """Return how many games of the newest round have no result yet."""
        return self._open_in(self.newest)

    def _open_in(self, number: int) -> int:
        matches = self.games.get(number, ())
        return sum(match.b is not None and not has_result(match) for match in matches)

    @property
    def is_running(self) -> bool:
        """Tell whether more is to come: a game without a result, or a round that was announced."""
        return bool(self.open_games) or 0 < self.newest < self.event.rounds

    @cached_property
    def after(self) -> dict[int, Standings]:
        """Return the standings after every round with a result; the last are ``ranked``."""
        if not has_places_after_rounds(self.event):
            return {}
        earlier = [number for number in self.games if number < self.last_result]
        found = {number: self._up_to(number) for number in earlier}
        return {**found, self.last_result: self.ranked} if self.last_result else found

    def _up_to(self, number: int) -> Standings:
        index = EventIndex(after_round(self.event, number))
        return rank(index, self.ranked.criteria, self.ranked.lot)

    @cached_property
    def keys(self) -> dict[Id, str]:
        """Return the key of every player's page: made of the id, so that it stays the same."""
        left_out = self.event_index.unranked
        ranked = (
            contestant.id for contestant in self.event.contestants if contestant.id not in left_out
        )
        return keys_of(ranked)

    @cached_property
    def places(self) -> dict[Id, str]:
        """Return the place of everybody who has one, as it is shown."""
        return {line.who: str(line.place) for line in self.ranked.lines}

    def points_after(self, who: Id, number: int) -> Fraction:
        """Return the points of a player after a round, the start score included."""
        index = self.event_index
        return index.in_points(index.scaled_start(who)) + index.score(who, number)

    def name(self, who: Id) -> str:
        """Return what a player is called."""
        return self._names[who]

    @cached_property
    def _names(self) -> dict[Id, str]:
        return {contestant.id: contestant.known_as for contestant in self.event.contestants}

    @cached_property
    def hands(self) -> dict[Deal, HandRecord]:
        """Return the cards of the boards, as far as they are known."""
        return {record.deal: record for record in (*self.event.hand_records, *self.dealt)}

    @cached_property
    def has_names(self) -> bool:
        """Tell whether anybody is called otherwise than by id."""
        return any(
            contestant.name and contestant.name != contestant.id
            for contestant in self.event.contestants
        )

    def by_name(self) -> list[Contestant]:
        """Return everybody in the order of names that readers of the language expect."""
        return sorted(self.event.contestants, key=lambda c: self.language.name_key(c.known_as))


def no_such_round(number: int, last: int) -> InputError:
    """Return the error of a round that an event does not have."""
    said = say(
        "there are no games in round {number}; the newest is {last}", number=number, last=last
    )
    return InputError.of(said)


def has_result(match: Match) -> bool:
    """Tell whether a game was played to an end, or decided without play."""
    if match.b is None or match.a.status is Status.PENDING:
        return False
    return match.a.status is not Status.PLAYED or match.a.outcome is not None


def keys_of(ids: Iterable[Id], kind: str = "p") -> dict[Id, str]:
    """Return a short name for every id that is safe as the name of a file on every system."""
    found: dict[Id, str] = {}
    taken: set[str] = set()
    for who in ids:
        plain = re.sub(r"[^0-9a-z]+", "-", who.lower()).strip("-")
        if plain != who.lower() or plain in taken or len(plain) > _LONGEST_KEY:
            plain = hashlib.blake2s(who.encode("utf-8", "replace"), digest_size=6).hexdigest()
        taken.add(plain)
        found[who] = f"{kind}-{plain}"
    return found
