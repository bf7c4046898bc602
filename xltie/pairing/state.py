"""The state before a round: what the pairing has to know about every player."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.records import dataclass
from xltie.event import (
    Contestant,
    EventIndex,
    Id,
    Match,
    RoundRecord,
    Status,
    TeamEvent,
    drawn_colour,
    lot,
    pairing_order,
)
from xltie.pairing.options import RoundOptions
from xltie.settings.opengotha import Weights

WHITE, BLACK = 1, -1
COLOURS = {"white": WHITE, "black": BLACK}
NAMES = {WHITE: "white", BLACK: "black"}
_FREE_POINTS = (Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN)


class GoEntry(NamedTuple):
    """What OpenGotha weighs of a player.

    ``group`` is the number of the score group from the highest, those of a better ``category``
    before all others. ``ups`` and ``downs`` are games against higher and lower scores. ``held`` is
    the McMahon score by which small handicaps are sought, the same for all who stand above the
    thresholds. The least ``bye_weight`` has the bye. ``listed`` is the place in the program's list,
    ``name`` how it spells the name.
    """

    category: int
    group: int
    ups: int
    downs: int
    held: int
    bye_weight: int
    listed: int
    name: str


@dataclass(frozen=True)
class GoRound:
    """What OpenGotha weighs in a round.

    ``groups`` is how many groups it holds possible, ``secondary_range`` the greatest difference in
    McMahon scores. ``is_seeded`` tells that lots are drawn from a seed, not from the names.
    """

    weights: Weights
    categories: int
    groups: int
    secondary_range: int
    club_groups: Tuple[Tuple[str, ...], ...] = ()
    is_seeded: bool = False


class Entry(NamedTuple):
    """A player before a round.

    ``seed`` is the place on the list of strength, ``rank`` the place by score and strength,
    ``place`` the one inside the score group of ``size`` players, all from 0. ``score`` is in the
    event index's units and holds start scores and virtual points. ``colours`` are the rounds and
    colours of the games played, +1 for White; ``floats`` say for each round whether the opponent
    had less (+1), the same (0) or more points (-1). ``free_rounds`` are those with a point without
    a game: a bye, or an opponent who did not come. ``lot`` is the player's draw. ``strength`` is
    the rank by which handicaps are given, ``go`` what else is of Go.
    """

    who: Id
    name: str
    seed: int
    score: int
    colours: Tuple[Tuple[int, int], ...]
    met: FrozenSet[Id]
    free_rounds: Tuple[int, ...]
    floats: Tuple[int, ...]
    rating: Optional[int]
    club: str
    country: str
    team: str
    grade: str
    lot: int
    rank: int = 0
    place: int = 0
    size: int = 1
    strength: Optional[int] = None
    go: Optional[GoEntry] = None

    @property
    def display_name(self) -> str:
        """Id and name, as messages say them."""
        return f"{self.who} {self.name}" if self.name and self.name != self.who else self.who

    @property
    def had(self) -> Tuple[int, ...]:
        """The colours of the games, one after the other."""
        return tuple(colour for _, colour in self.colours)

    @property
    def balance(self) -> int:
        """Games with White less games with Black."""
        return sum(colour for _, colour in self.colours)


@dataclass(frozen=True)
class PairingState:
    """Everybody who is to be paired in a round, best first.

    ``kept`` are the games and byes that the round has already, ``resting`` who does not take part.
    ``denominator`` is how many scaled points make a point. ``first_colour`` is the colour that
    stands first in the table of games, ``top_colour`` the one drawn for the best player of the
    first round. ``less`` is what is taken off the difference in grade for a handicap, None where
    all games are even; ``most_stones`` is the highest. ``win`` is the scaled points of a win,
    ``go`` what is weighed in a round of Go.
    """

    round: int
    rounds: int
    denominator: int
    entries: Tuple[Entry, ...]
    kept: Tuple[Match, ...]
    resting: Tuple[Id, ...]
    first_colour: int
    top_colour: int
    game: str
    less: Optional[int] = None
    most_stones: int = 9
    win: int = 1
    go: Optional[GoRound] = None

    @property
    def is_last(self) -> bool:
        """The last round of the event, as far as the number of rounds is known."""
        return bool(self.rounds) and self.round >= self.rounds

    @property
    def lowest(self) -> int:
        """The lowest score, in scaled points."""
        return min((entry.score for entry in self.entries), default=0)

    def is_topscorer(self, entry: Entry) -> bool:
        """Tell whether a player has over half of what can be had, before the last round."""
        return self.is_last and 2 * entry.score > self.win * (self.round - 1)

    def points(self, entry: Entry) -> Fraction:
        """Return a score in points."""
        return Fraction(entry.score, self.denominator)


def state_before(
    event_index: EventIndex,
    round_number: int,
    wants: RoundOptions,
    *,
    shuffled: bool = False,
    keeps: Callable[[Match], bool] = lambda match: True,
) -> PairingState:
    """Return the state of a round from the results of the rounds before it.

    ``shuffled`` puts the players of a score group in the order of their lots. ``keeps`` tells which
    lines of the round itself stand; the players of the others are to be paired.
    """
    event = event_index.event
    kept = tuple(m for m in event.matches if m.round == round_number and keeps(m))
    taken = {side.who for match in kept for side in match.sides}
    seeds = pairing_order(event)
    with_virtual_point = _with_virtual_point(event_index, seeds, round_number, wants)
    running = {who: running_scores(event_index, who, round_number) for who in event_index.ids}
    gone = {player.id for player in seeds if player.has_left(round_number)}
    out = (gone | wants.absent | wants.half_byes) - taken
    entries: List[Entry] = []
    for seed, player in enumerate(seeds):
        if player.id not in taken and player.id not in out:
            virtual = event_index.denominator if player.id in with_virtual_point else 0
            entries.append(_entry(event_index, player, seed, running, virtual, round_number, wants))
    return PairingState(
        round_number,
        wants.last_round or event.rounds,
        event_index.denominator,
        _placed(entries, shuffled),
        kept,
        tuple(player.id for player in seeds if player.id in out),
        first_colour(event_index),
        COLOURS[drawn_colour(wants.seed)],
        event.game,
        win=max(event_index.scaled_win, event_index.scaled_draw),
    )


def rests(match: Match) -> bool:
    """Tell whether a line of a round says that somebody does not take part in its pairing."""
    return match.b is None and match.a.status is not Status.PAIRING_BYE


def records_before(event_index: EventIndex, who: Id, round_number: int) -> List[RoundRecord]:
    """Return the rounds of a player before one."""
    return [record for record in event_index.rounds_of(who) if record.round < round_number]


def running_scores(
    event_index: EventIndex, who: Id, round_number: int, virtual: Sequence[int] = ()
) -> List[int]:
    """Return a player's score before each round up to one, with the virtual points of each."""
    real = event_index.scaled_start(who)
    found = []
    records = {record.round: record for record in records_before(event_index, who, round_number)}
    for number in range(1, round_number + 1):
        found.append(real + (virtual[number - 1] if number <= len(virtual) else 0))
        if number in records:
            real += records[number].scaled
    return found


def _with_virtual_point(
    event_index: EventIndex, seeds: Sequence[Contestant], round_number: int, wants: RoundOptions
) -> FrozenSet[Id]:
    """Return who has a virtual point: the upper half of those present in an accelerated round."""
    if round_number > wants.accelerated:
        return frozenset()
    named = {s.who for m in event_index.event.matches if m.round <= round_number for s in m.sides}
    sure = named | wants.half_byes
    away = {player.id for player in seeds if player.has_left(round_number)} | wants.absent
    come = [player.id for player in seeds if player.id in sure or player.id not in away]
    return frozenset(come[: (len(come) + 1) // 2])


def _met(before: Sequence[RoundRecord], round_number: int, wants: RoundOptions) -> Iterator[Id]:
    """Yield whom somebody met too recently to meet them again in a round."""
    for record in before:
        is_too_soon = _is_game(record) and wants.is_too_soon(record.round, round_number)
        if is_too_soon and record.opponent is not None:
            yield record.opponent


def _entry(
    event_index: EventIndex,
    player: Contestant,
    seed: int,
    running: Dict[Id, List[int]],
    virtual: int,
    round_number: int,
    wants: RoundOptions,
) -> Entry:
    before = records_before(event_index, player.id, round_number)
    met = frozenset(_met(before, round_number, wants))
    colours = [(o.round, COLOURS[o.own.seat]) for o in before if _has_colour(o)]
    floats = [_float(record, running) for record in before]
    free = [record.round for record in before if record.own.status in _FREE_POINTS]
    score = running[player.id][-1] + virtual
    return Entry(
        player.id, player.name, seed, score, tuple(colours), met, tuple(free),
        tuple(floats), player.rating, player.club, player.country, player.team, player.grade,
        lot(wants.seed, round_number, player.id),
    )  # fmt: skip


def _is_game(record: RoundRecord) -> bool:
    """Tell whether two really met: an opponent who did not come may be met later."""
    return record.own.status in (Status.PLAYED, Status.PENDING) and record.other is not None


def _has_colour(record: RoundRecord) -> bool:
    """Tell whether a game counts for the balance of colours: not with a handicap."""
    handicap = record.match is not None and record.match.handicap
    return _is_game(record) and record.own.seat in COLOURS and not handicap


def _float(record: RoundRecord, running: Dict[Id, List[int]]) -> int:
    if record.own.status is Status.PAIRING_BYE:
        return 1
    if not _is_game(record) or record.opponent is None:
        return 0
    score, other = (running[who][record.round - 1] for who in (record.own.who, record.opponent))
    return (score > other) - (score < other)


def best_first(entries: Sequence[Entry]) -> Tuple[Entry, ...]:
    """Return entries whose places in the groups are known best first, numbered."""
    ordered = sorted(entries, key=_by_group)
    return tuple(entry._replace(rank=rank) for rank, entry in enumerate(ordered))


def _by_group(entry: Entry) -> Tuple[int, int, int]:
    return -entry.score if entry.go is None else entry.go.group, entry.place, entry.seed


def _placed(entries: List[Entry], shuffled: bool) -> Tuple[Entry, ...]:
    """Return the entries best first, with their places in the field and in the score group."""
    entries.sort(key=lambda e: (-e.score, e.lot if shuffled else 0, e.seed))
    sizes: Dict[int, int] = {}
    for entry in entries:
        sizes[entry.score] = sizes.get(entry.score, 0) + 1
    placed: List[Entry] = []
    seen: Dict[int, int] = {}
    for rank, entry in enumerate(entries):
        place = seen.get(entry.score, 0)
        seen[entry.score] = place + 1
        placed.append(entry._replace(rank=rank, place=place, size=sizes[entry.score]))
    return tuple(placed)


def first_colour(event_index: EventIndex) -> int:
    """Return the colour of the first column: that of the game, of teams that of board 1."""
    if isinstance(event_index.event, TeamEvent):
        return COLOURS[event_index.event.seat(0, True)]
    for match in event_index.event.matches:
        if match.a.seat in COLOURS:
            return COLOURS[match.a.seat]
    return COLOURS.get(event_index.event.traits.first.lower(), WHITE)


def colour_of_better(state: PairingState, a: Entry, b: Entry, by_lot: bool) -> int:
    """Return the colour of the better placed of two.

    In this order: who had White less often gets it; both change from the last round in which they
    had different colours; the better placed changes colour. Before any game, the drawn colour goes
    to the odd tables; with ``by_lot`` the first half of the lots has White.
    """
    if a.balance != b.balance:
        return WHITE if a.balance < b.balance else BLACK
    if a.colours or b.colours:
        alternating = -a.had[-1] if a.had else b.had[-1]
        return colour_changed(a.had, b.had) or alternating
    return state.top_colour if by_lot or a.rank % 2 == 0 else -state.top_colour


def colour_changed(one: Sequence[int], other: Sequence[int]) -> int:
    """Return what the other had when two last had different colours, game by game back; else 0."""
    colours = zip(reversed(one), reversed(other))
    return next((theirs for own, theirs in colours if own != theirs), 0)


def handicap_between(state: PairingState, a: Entry, b: Entry) -> int:
    """Return the stones for the weaker of two: the difference in rank less a number, up to most.

    Games of those without ranks are even, as are all where the field has no number. A handicap of
    1 is a game without komi.
    """
    if state.less is None or a.strength is None or b.strength is None:
        return 0
    apart = abs(a.strength - b.strength)
    return max(0, min(state.most_stones, apart - state.less)) if apart else 0
