"""Norms for the titles of FIDE: what an event has for a player, requirement by requirement.

Source: FIDE Handbook B.01, Title Regulations in force from 1 January 2024, articles 0.5 and 1.4.
What an event does not tell is left to the arbiter: registration, playing times, arbiters (1.1),
championships that are exempt (1.4.3a to c), and what a whole application needs (1.5).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.core.numbers import half_up
from xltie.event import Contestant, EventIndex, Id, Outcome, Status, rounds_begun
from xltie.rules.chess.rating_table import difference
from xltie.rules.common.rating_change import SCORES
from xltie.settings.declared import FEDERATION


class Title(NamedTuple):
    """A title that norms lead to: what its norms ask of the opponents and of the result."""

    name: str
    article: str
    performance: int
    average: int
    floor: int
    holders: Tuple[str, ...]
    """The titles of which a third of the opponents, at least three, must have one."""


TITLES = (
    Title("GM", "1.4.5b", 2600, 2380, 2200, ("GM",)),
    Title("IM", "1.4.5c", 2450, 2230, 2050, ("GM", "IM")),
    Title("WGM", "1.4.5d", 2400, 2180, 2000, ("GM", "IM", "WGM")),
    Title("WIM", "1.4.5e", 2250, 2030, 1850, ("GM", "IM", "WGM", "WIM")),
)
_TITLED = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
"""Who counts as a titleholder (1.4.5a)."""
_HOLDS = {"GM": ("GM", "IM", "WGM", "WIM"), "IM": ("IM", "WGM", "WIM"), "WGM": ("WGM", "WIM"),
          "WIM": ("WIM",)}  # fmt: skip
"""The norms that nobody with a title needs any more."""
_GAMES, _UNRATED, _NO_FEDERATION = 9, 1400, "FID"
_PERCENT = Fraction(35, 100)


class NormGame(NamedTuple):
    """A game that may count for a norm."""

    round: int
    opponent: Contestant
    outcome: Outcome


class Requirement(NamedTuple):
    """One article: what it asks, what is there, and whether that is enough."""

    article: str
    says: Message
    is_met: bool


class Norm(NamedTuple):
    """A norm as far as a player came: the games that count, and every requirement."""

    who: Id
    title: Title
    games: Tuple[NormGame, ...]
    score: Fraction
    average: int
    performance: int
    requirements: Tuple[Requirement, ...]

    @property
    def is_met(self) -> bool:
        """Tell whether every requirement is met."""
        return all(requirement.is_met for requirement in self.requirements)


class Foreigners(NamedTuple):
    """Who makes a Swiss system event exempt from the normal foreigner requirement (1.4.3d)."""

    host: str
    rated: int
    federations: int
    titled: int

    @property
    def is_exempt(self) -> bool:
        """Tell whether there are enough in every round."""
        return self.rated >= 20 and self.federations >= 3 and self.titled >= 10


def _guests(event_index: EventIndex, host: str, played: int) -> List[List[Contestant]]:
    """Return the rated players of other federations who were there in every round."""
    rounds: List[List[Contestant]] = [[] for _ in range(played)]
    for player in map(event_index.contestant, event_index.ids):
        there = _rounds_there(event_index, player.id)
        is_foreign = player.country.upper() not in ("", host, _NO_FEDERATION)
        if player.rating and is_foreign and len(there) >= played - 1:
            for number in there:
                rounds[number - 1].append(player)
    return rounds


def foreigners(event_index: EventIndex) -> Optional[Foreigners]:
    """Return the smallest numbers over the rounds of who is not from the host federation.

    Players count who miss at most one round, pairing-allocated byes aside. None where the host is
    not known or the event is no Swiss.
    """
    event = event_index.event
    host = event.settings.text(FEDERATION).strip().upper()
    played = rounds_begun(event.contestants, event.matches)
    if not host or event.format != "swiss" or not played:
        return None
    rounds = _guests(event_index, host, played)
    return Foreigners(
        host,
        min(map(len, rounds)),
        min(len({player.country for player in present}) for present in rounds),
        min(sum(player.title in _HOLDS for player in present) for present in rounds),
    )


def _rounds_there(event_index: EventIndex, who: Id) -> List[int]:
    """Return the rounds in which a player had a game or the pairing-allocated bye."""
    return [
        record.round
        for record in event_index.rounds_of(who)
        if record.is_played or record.own.status is Status.PAIRING_BYE
    ]


def norms(event_index: EventIndex, who: Id) -> List[Norm]:
    """Return how far a player came towards the norms that the player can still use."""
    player = event_index.contestant(who)
    held = _HOLDS.get(player.title.upper(), ())
    is_woman = dict(player.more).get("Sex", "").strip().lower()[:1] in ("w", "f")
    wanted = [
        title
        for title in TITLES
        if title.name not in held and (is_woman or not title.name.startswith("W"))
    ]
    games = _games_of(event_index, who)
    found = event_index.cached("foreign players", lambda: foreigners(event_index))
    is_exempt = found is not None and found.is_exempt
    least = _least(event_index, who, len(games))
    return [_best(event_index, player, title, games, least, is_exempt) for title in wanted]


def _games_of(event_index: EventIndex, who: Id) -> Tuple[NormGame, ...]:
    """Return the games that count: played, and with a federation's player (1.4.2a, c)."""
    is_robin = event_index.event.format == "round-robin"
    found = []
    for record in event_index.rounds_of(who):
        if record.other is None or not record.is_played or record.own.outcome is None:
            continue
        opponent = event_index.contestant(record.other.who)
        is_passed = is_robin and not opponent.rating and _scored_nothing(event_index, opponent.id)
        if opponent.country and not is_passed:  # 1.4.2b
            found.append(NormGame(record.round, opponent, record.own.outcome))
    return tuple(found)


def _scored_nothing(event_index: EventIndex, who: Id) -> bool:
    return not any(
        record.own.outcome in (Outcome.WIN, Outcome.DRAW)
        for record in event_index.rounds_of(who)
        if record.other is not None and event_index.contestant(record.other.who).rating
    )


def _least(event_index: EventIndex, who: Id, played: int) -> int:
    """Return how many games a norm takes: 8 of 9 rounds with a forfeit win or bye (1.4.1c)."""
    statuses = {record.own.status for record in event_index.rounds_of(who)}
    spared = statuses & {Status.FORFEIT_WIN, Status.PAIRING_BYE}
    is_of_nine = max(event_index.event.rounds, event_index.event.last_round) == _GAMES
    return _GAMES - 1 if is_of_nine and spared and played == _GAMES - 1 else _GAMES


def _best(
    event_index: EventIndex,
    player: Contestant,
    title: Title,
    games: Tuple[NormGame, ...],
    least: int,
    is_exempt: bool,
) -> Norm:
    """Return the norm with the most games, else what all games come to."""
    is_robin = event_index.event.format == "round-robin"
    twice = is_robin and len({game.opponent.id for game in games}) * 2 <= len(games)
    whole = _norm(player, title, games, least, is_exempt, twice)
    if whole.is_met:
        return whole
    for chosen in _selections(games, least, is_robin):
        found = _norm(player, title, chosen, least, is_exempt, twice)
        if found.is_met:
            return found
    return whole


def _selections(
    games: Tuple[NormGame, ...], least: int, is_robin: bool
) -> Iterator[Tuple[NormGame, ...]]:
    """Give the games without later ones (1.4.1e), and without some that were won (1.4.1f)."""
    for length in range(len(games), least - 1, -1):
        if is_robin and length < len(games):
            return  # predetermined pairings: all rounds
        kept = games[:length]
        won = [at for at, game in enumerate(kept) if game.outcome is Outcome.WIN]
        for number in range(0, length - least + 1):
            for left_out in combinations(won, number):
                yield tuple(game for at, game in enumerate(kept) if at not in left_out)


def _norm(
    player: Contestant,
    title: Title,
    games: Sequence[NormGame],
    least: int,
    is_exempt: bool,
    twice: bool,
) -> Norm:
    number = len(games)
    score = sum((Fraction(SCORES[game.outcome]) for game in games), Fraction(0))
    average = _average(title, games)
    performance = average + difference(int(2 * score), number) if number else 0
    found = [
        Requirement(
            "1.4.1",
            say("{n} games; at least {least}", n=number, least=least),
            number >= least,
        ),
        *_federations(player, games, is_exempt),
        *_titles(title, games, twice),
        Requirement(
            "1.4.8a",
            say("average of the opponents {found}; at least {least}", found=average,
                least=title.average),
            average >= title.average,
        ),
        Requirement(
            "1.4.8",
            say("performance {found}; at least {least}", found=performance,
                least=title.performance),
            performance >= title.performance,
        ),
        Requirement(
            "1.4.8b",
            say("score {score} of {n}; at least 35 %", score=score, n=number),
            score >= _PERCENT * number and number > 0,
        ),
    ]  # fmt: skip
    return Norm(player.id, title, tuple(games), score, average, performance, tuple(found))


def _average(title: Title, games: Sequence[NormGame]) -> int:
    """Return the average rating of the opponents, the lowest raised to the floor (1.4.6, 1.4.7)."""
    ratings = sorted(game.opponent.rating or _UNRATED for game in games)
    if not ratings:
        return 0
    ratings[0] = max(ratings[0], title.floor)
    return int(half_up(Fraction(sum(ratings), len(ratings))))


def _federations(
    player: Contestant, games: Sequence[NormGame], is_exempt: bool
) -> List[Requirement]:
    """Return the foreigner requirement, of which large Swiss events are exempt (1.4.3d)."""
    number = len(games)
    counted = Counter(game.opponent.country.upper() for game in games)
    counted.pop(_NO_FEDERATION, None)
    home = player.country.upper()
    others = len(set(counted) - {home})
    if is_exempt:
        said = say("{n} foreign federations; exempt, with enough foreign players", n=others)
        return [Requirement("1.4.3d", said, True)]
    most_home, most_one = 3 * number // 5, 2 * number // 3
    largest = max(counted.values(), default=0)
    return [
        Requirement("1.4.3", say("{n} foreign federations; at least 2", n=others), others >= 2),
        Requirement(
            "1.4.4",
            say("{n} opponents of the own federation; at most {most}", n=counted[home],
                most=most_home),
            counted[home] <= most_home,
        ),
        Requirement(
            "1.4.4",
            say("{n} opponents of one federation; at most {most}", n=largest, most=most_one),
            largest <= most_one,
        ),
    ]  # fmt: skip


def _titles(title: Title, games: Sequence[NormGame], twice: bool) -> List[Requirement]:
    number = len(games)
    titled = sum(game.opponent.title.upper() in _TITLED for game in games)
    holders = sum(game.opponent.title.upper() in title.holders for game in games)
    half, third = (number + 1) // 2, max(3, (number + 2) // 3)
    least = half if twice else third
    return [
        Requirement(
            "1.4.5a",
            say("{n} titleholders; at least {least}", n=titled, least=half),
            titled >= half,
        ),
        Requirement(
            title.article,
            say("{n} of {titles}; at least {least}", n=holders, titles="/".join(title.holders),
                least=least),
            holders >= least,
        ),
    ]  # fmt: skip
