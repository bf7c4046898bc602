"""Which games a file counts, and whose they are, by the totals that it prints."""

from __future__ import annotations

from fractions import Fraction
from typing import AbstractSet, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence

from xltie.core.numbers import Number, as_whole
from xltie.core.records import replace
from xltie.event import Match, Outcome, Side
from xltie.exchange.elo.lines import HALF_POINTS, UNKNOWN, Game

Printed = Mapping[str, tuple[Optional[Fraction], Optional[Fraction]]]
"""Points and discs as printed, by player; those of all without a number together, too."""

_Total = tuple[Number, Number]
"""Points in halves, and discs."""
_Reached = tuple[Number, int]


def they_count(rounds: Sequence[Game], more: Sequence[Game], printed: Printed) -> bool:
    """Tell whether the printed totals are those with some more games rather than without.

    More lines have to be right as a whole: a point alone may have been a bye.
    """
    players = {who for game in more for who in game.players}
    without, with_them = (
        _Agreement(games, players, printed).reached for games in (rounds, [*rounds, *more])
    )
    return with_them[1] > without[1] and with_them[0] >= without[0]


def without_extra(rounds: Sequence[Game], printed: Printed) -> tuple[list[Game], list[Game]]:
    """Return the games of the rounds, and those that the printed totals leave out.

    Where somebody plays twice in a round, one of the two games may be an extra one that nobody
    counted, often of another kind (in some clubs the fewer discs win). Game after game of these is
    left out, or exchanged for another, while the totals come nearer to the printed ones. Of what is
    reached from several beginnings that counts which leaves the fewest points unexplained.
    """
    unnumbered = _unnumbered(printed)
    doubtful = _doubtful(rounds, len(unnumbered))
    if not doubtful:
        return list(rounds), []
    players = {who for game in rounds for who in game.players}
    odd = {at for at, game in enumerate(rounds) if _fewer_lost(game.match)}
    later = {at for at, others in doubtful.items() if min(others, default=at) < at}
    found = [_Agreement(rounds, players, printed, start) for start in (set(), later, odd)]
    for agreement in found:
        _come_nearer(agreement, doubtful)

    def explained(agreement: _Agreement) -> tuple[Number, Number, int]:
        kept, _ = _apart(rounds, agreement.left_out)
        told_apart = _Agreement(named(kept, unnumbered).games, unnumbered, printed)
        whole = agreement.reached[1] + told_apart.reached[1]
        return agreement.explained, told_apart.explained, whole

    return _apart(rounds, max(found, key=explained).left_out)


def _unnumbered(printed: Printed) -> Printed:
    """Return what is printed of those without a number who were told apart."""
    return {
        who: shown for who, shown in printed.items() if who.startswith(UNKNOWN) and who != UNKNOWN
    }


def _apart(games: Sequence[Game], chosen: AbstractSet[int]) -> tuple[list[Game], list[Game]]:
    """Return the games without those at some positions, and those."""
    return (
        [game for at, game in enumerate(games) if at not in chosen],
        [game for at, game in enumerate(games) if at in chosen],
    )


def _earned(side: Side) -> _Total:
    return HALF_POINTS[side.outcome or Outcome.LOSS], as_whole(side.tally or 0)


class _Agreement:
    """How well the games that count agree with what is printed, of some players.

    ``reached`` says it, the weightiest first: how far the points are apart (in halves, with a
    minus), then the lines that are right as a whole. What a change would make of it is told by the
    lines of those alone who play in the games that it leaves out or takes back.
    """

    def __init__(
        self,
        games: Sequence[Game],
        players: Iterable[str],
        printed: Printed,
        left_out: AbstractSet[int] = frozenset(),
    ) -> None:
        self.printed = printed
        self.earned = [[(side.who, *_earned(side)) for side in game.match.sides] for game in games]
        self.totals: dict[str, _Total] = dict.fromkeys(players, (0, 0))
        self.left_out = set(range(len(games)))
        lines = [self._line(who, (0, 0)) for who in self.totals]
        self.reached: _Reached = sum(apart for apart, _ in lines), sum(w for _, w in lines)
        self.make(self.left_out - left_out)

    @property
    def explained(self) -> Number:
        """How far the points are apart, where some beyond the printed ones weigh more.

        Printed points beyond those of the games may be byes; the others are explained by nothing.
        """
        beyond: Number = 0
        for who, (halves, _) in self.totals.items():
            points = self.printed.get(who, (None, None))[0]
            if points is not None and halves > 2 * points:
                beyond += halves - 2 * points
        return self.reached[0] - (_WEIGHT_BEYOND - 1) * beyond

    def after(self, change: AbstractSet[int]) -> _Reached:
        """Return what would be reached."""
        return self._after(self._changed(change))

    def make(self, change: AbstractSet[int]) -> None:
        """Leave games out that count, and take back those that are left out."""
        totals = self._changed(change)
        self.reached = self._after(totals)
        self.totals.update(totals)
        self.left_out ^= change

    def _changed(self, change: AbstractSet[int]) -> dict[str, _Total]:
        totals: dict[str, _Total] = {}
        for at in change:
            sign = 1 if at in self.left_out else -1
            for who, halves, discs in self.earned[at]:
                if who in self.totals:
                    before = totals.get(who, self.totals[who])
                    totals[who] = before[0] + sign * halves, before[1] + sign * discs
        return totals

    def _after(self, totals: Mapping[str, _Total]) -> _Reached:
        apart, whole = self.reached
        for who, total in totals.items():
            before, then = self._line(who, self.totals[who]), self._line(who, total)
            apart, whole = apart + then[0] - before[0], whole + then[1] - before[1]
        return apart, whole

    def _line(self, who: str, total: _Total) -> _Reached:
        points, discs = self.printed.get(who, (None, None))
        if points is None:
            return 0, 0
        apart = abs(2 * points - total[0])
        return -apart, int(not apart and discs in (None, total[1]))


_WEIGHT_BEYOND = 3
"""So many points that may be byes are as odd as one beyond the printed ones."""


def _come_nearer(agreement: _Agreement, doubtful: Mapping[int, set[int]]) -> None:
    """Change what is left out until no change of one game, or of two, agrees better."""
    is_better = True
    while is_better:
        is_better = False
        for change in _changes(doubtful, frozenset(agreement.left_out)):
            if agreement.after(change) > agreement.reached:
                agreement.make(change)
                is_better = True


_MOST_AGAIN = 100
"""With so many more games of the two in a round none is exchanged for another: an evening of a club
has 26 at most, and a file can claim thousands."""


def _changes(
    doubtful: Mapping[int, set[int]], left_out: AbstractSet[int]
) -> Iterator[AbstractSet[int]]:
    """Yield what may be left out or taken back at once: one game, or one for another."""
    for at, others in doubtful.items():
        yield {at}
        for other in others if len(others) < _MOST_AGAIN else ():
            if (at in left_out) != (other in left_out):
                yield {at, other}


def finals_among(added: Sequence[Game], listed: Sequence[str]) -> tuple[list[Game], list[Game]]:
    """Return the finals among games that were added, and the others.

    Programs write the finals as results added after the rounds. They are finals where those whom
    they connect stand next to each other in the list: the first four, say, or third and fourth.
    Games that are called finals of some others (women, juniors) are none for the places.
    """
    at = {who: place for place, who in enumerate(listed)}
    for_places: set[str] = set()
    for group in _connected(added):
        held = [at.get(who, -1) for who in group]
        missing = max(held) - min(held) + 1 - len(group)
        allowed = {0: _MOST_ABSENT}.get(min(held), 0)
        if 0 <= min(held) <= _MOST_AHEAD and missing <= allowed:
            for_places |= group
    finals = {number for number, game in enumerate(added)
              if not game.finals and for_places >= set(game.players)}  # fmt: skip
    others, chosen = _apart(added, finals)
    return chosen, others


def _connected(games: Sequence[Game]) -> list[set[str]]:
    """Return who is connected by games with each other, group by group."""
    groups: list[set[str]] = []
    for game in games:
        met = set(game.players)
        for group in [group for group in groups if group & met]:
            groups.remove(group)
            met |= group
        groups.append(met)
    return groups


_MOST_AHEAD = 2
"""So many may stand ahead of those who play for places: a match for third place, no games later."""
_MOST_ABSENT = 4
"""So many of the first may not play in their finals, such as the second player of a country."""


def _doubtful(rounds: Sequence[Game], unnumbered: int) -> dict[int, set[int]]:
    """Return the games in whose round one of the two plays again, with those other games.

    Those without a number play again where they sit at more sides than they are.
    """
    held: dict[tuple[int, str], list[int]] = {}
    for at, game in enumerate(rounds):
        for who in game.players if game.match.round else ():
            held.setdefault((game.match.round, who), []).append(at)
    found: dict[int, set[int]] = {}
    for (_, who), games in held.items():
        if len(games) > (unnumbered if who == UNKNOWN else 1):
            for at in games:
                found.setdefault(at, set()).update(other for other in games if other != at)
    return found


def _fewer_lost(match: Match) -> bool:
    """Tell whether a game was decided and not by the fewer discs, by a right after 32-32, too."""
    return match.a.outcome is not Outcome.DRAW and not match.fewer_won


# -- players without a number ----------------------------------------------------------------------

_MOST_STEPS = 20000
"""So many ways are tried to share the games out."""
_MOST_SEATS = 400
"""More games than a list has players without a number play."""


class Named(NamedTuple):
    """The games with everybody named; those who are not listed come last in ``more``."""

    games: list[Game]
    more: list[str]
    is_guessed: bool
    """Whether the totals allowed it, or did not tell, who of several played which game."""


def named(games: Sequence[Game], printed: Printed) -> Named:
    """Return the games with the players without a number told apart.

    In the files of some federations newcomers are ``??????``, in the list and in every game. Where
    there is one of them the games are theirs. Where there are several, what is ``printed`` of each
    of them is the only clue: the games are shared out so that points and discs come out, or else
    the points alone.
    """
    seats = _seats(games)
    if not seats:
        return Named(list(games), [], False)
    by_totals = _shared_out(seats, printed) if len(seats) <= _MOST_SEATS else None
    in_turn = by_totals is None
    chosen = _in_turn(seats, list(printed)) if by_totals is None else by_totals
    more = list(dict.fromkeys(who for who in chosen if who not in printed))
    done = list(games)
    for seat, who in zip(seats, chosen):
        match = done[seat.game].match
        sides = list(match.sides)
        sides[seat.side] = replace(sides[seat.side], who=who)
        done[seat.game] = replace(done[seat.game], match=replace(match, a=sides[0], b=sides[1]))
    return Named(done, more, len(printed) + len(more) > 1 or (in_turn and bool(more)))


class _Seat(NamedTuple):
    """One side of a game that nobody's number stands at, and what it earned.

    A game whose round is not known has one of its own, below 0.
    """

    game: int
    side: int
    round: int
    earned: _Total


def _seats(games: Sequence[Game]) -> list[_Seat]:
    return [
        _Seat(number, at, game.match.round or -1 - number, _earned(side))
        for number, game in enumerate(games)
        for at, side in enumerate(game.match.sides)
        if side.who == UNKNOWN
    ]


def _shared_out(seats: Sequence[_Seat], printed: Printed) -> Optional[list[str]]:
    """Return who sits at each side so that points and discs come out, or else the points alone.

    By points alone the wins are given away first, each to who has most of them left: if they can be
    shared out at all, with one game a round for everybody, this does it (Havel and Hakimi).
    """
    totals: dict[str, tuple[Number, ...]] = {
        who: (as_whole(2 * points), as_whole(discs))
        for who, (points, discs) in printed.items()
        if points is not None and discs is not None
    }
    if not 0 < len(printed) == len(totals):
        return None
    both = _Search(seats, totals).found()
    if both is not None:
        return both
    wins_first = sorted(seats, key=lambda seat: -seat.earned[0])
    points = {who: total[:1] for who, total in totals.items()}
    found = _Search(wins_first, points, by_most_left=True).found()
    if found is None:
        return None
    at = {(seat.game, seat.side): who for seat, who in zip(wins_first, found)}
    return [at[seat.game, seat.side] for seat in seats]


class _Search:
    """Tries the players at the sides one after the other, until nothing is left of their totals."""

    def __init__(
        self,
        seats: Sequence[_Seat],
        left: Mapping[str, tuple[Number, ...]],
        by_most_left: bool = False,
    ) -> None:
        self.seats, self.left, self.by_most_left = seats, dict(left), by_most_left
        self.taken: set[tuple[int, str]] = set()
        self.steps = 0

    def found(self) -> Optional[list[str]]:
        """Return who sits at each side, None where the totals do not come out."""
        together = [sum(one) for one in zip(*self.left.values())]
        earned = [sum(one) for one in zip(*(seat.earned for seat in self.seats))]
        if together != earned[: len(together)]:
            return None
        chosen = self._from(0)
        return None if chosen is None else list(chosen)

    def _from(self, at: int) -> Optional[tuple[str, ...]]:
        if at == len(self.seats):
            return None if any(map(any, self.left.values())) else ()
        self.steps += 1
        if self.steps > _MOST_STEPS:
            return None
        seat = self.seats[at]
        candidates = list(self.left.items())
        if self.by_most_left:
            candidates.sort(key=lambda one: one[1], reverse=True)
        for who, left in candidates:
            rest = tuple(total - earned for total, earned in zip(left, seat.earned))
            if (seat.round, who) in self.taken or min(rest) < 0:
                continue
            self.left[who] = rest
            self.taken.add((seat.round, who))
            others = self._from(at + 1)
            if others is not None:
                return (who, *others)
            self.left[who] = left
            self.taken.discard((seat.round, who))
        return None


def _in_turn(seats: Sequence[_Seat], ids: list[str]) -> list[str]:
    """Return the first who is free in the round for every side; more players where none is."""
    taken: set[tuple[int, str]] = set()
    chosen: list[str] = []
    for seat in seats:
        who = next((one for one in ids if (seat.round, one) not in taken), "")
        if not who:
            who = f"{UNKNOWN}{len(ids) + 1}"
            ids.append(who)
        taken.add((seat.round, who))
        chosen.append(who)
    return chosen
