"""The definitions of Go's criteria once more, slowly and word for word, as a check of the engine.

Everything is a Fraction and every value is worked out from the games each time; nothing here is
taken from the engine. A record is a dictionary: players (id -> rank, start), rounds (a list of
lists of games), a game is (black, white, handicap, result, by_default), a bye is (player,), and who
is named in neither was absent. Results: "b", "w", "jigo", "both-win", "both-lose", "?".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

HALF = Fraction(1, 2)
BLACK = {"b": 1, "w": 0, "jigo": HALF, "both-win": 1, "both-lose": 0, "?": 0}
WHITE = {"b": 0, "w": 1, "jigo": HALF, "both-win": 1, "both-lose": 0, "?": 0}


@dataclass
class Game:
    black: str
    white: str
    handicap: int
    result: str
    by_default: bool = False


@dataclass
class Record:
    ranks: dict[str, int]
    starts: dict[str, Fraction]
    rounds: list[list[Game]]
    byes: list[set[str]]
    absent: tuple[Fraction, Fraction] = (Fraction(0), HALF)
    bye: tuple[Fraction, Fraction] = (Fraction(1), Fraction(1))
    down: bool = True
    unplayed: str = "start"
    others: list[set[str]] = field(default_factory=list)
    """Players present but unpaired, by round: no points."""


def game_of(rec: Record, who: str, r: int) -> Game | None:
    for game in rec.rounds[r]:
        if who in (game.black, game.white):
            return game
    return None


def opponent(game: Game, who: str) -> str:
    return game.white if game.black == who else game.black


def result(game: Game, who: str) -> Fraction:
    return Fraction(BLACK[game.result] if game.black == who else WHITE[game.result])


def score(rec: Record, who: str, mms: bool, upto: int | None = None) -> Fraction:
    """NBW or MMS after the first ``upto`` rounds."""
    rounds = len(rec.rounds) if upto is None else upto
    points = rec.starts[who] if mms else Fraction(0)
    alone = Fraction(0)
    for r in range(rounds):
        game = game_of(rec, who, r)
        if game is not None:
            points += result(game, who)
        elif who in rec.byes[r]:
            alone += rec.bye[mms]
        elif rec.others and who in rec.others[r]:
            alone += 0
        else:
            alone += rec.absent[mms]
    if rec.down:
        alone = Fraction(alone.numerator // alone.denominator)
    return points + alone


def virtual(rec: Record, who: str, mms: bool) -> Fraction:
    """Start score, points of games really played, one half for every other round."""
    points = rec.starts[who] if mms else Fraction(0)
    for r in range(len(rec.rounds)):
        game = game_of(rec, who, r)
        if game is not None and not game.by_default and game.result != "?":
            points += result(game, who)
        else:
            points += HALF
    return points


def contribution(rec: Record, who: str, r: int, mms: bool) -> Fraction:
    game = game_of(rec, who, r)
    start = rec.starts[who] if mms else Fraction(0)
    if game is None:
        if rec.unplayed in ("zero", "bye-player", "bye-half"):
            return Fraction(0)
        if rec.unplayed == "self" and who in rec.byes[r]:
            return score(rec, who, mms) - earned_alone(rec, who, r, mms)
        return start
    other = opponent(game, who)
    seen = virtual(rec, other, mms) if rec.unplayed == "half-virtual" else score(rec, other, mms)
    if rec.unplayed == "bye-half":
        seen -= won_alone(rec, other, mms) * HALF
    if mms and game.handicap:
        seen += game.handicap if game.white == who else -game.handicap
    return seen


def won_alone(rec: Record, who: str, mms: bool) -> int:
    """How many rounds gave a whole point without a game that was played."""
    found = 0
    for r in range(len(rec.rounds)):
        game = game_of(rec, who, r)
        if game is not None:
            found += game.by_default and result(game, who) == 1
        else:
            found += earned_alone(rec, who, r, mms) == 1
    return found


def earned_alone(rec: Record, who: str, r: int, mms: bool) -> Fraction:
    """What a round without a game gave, before the sum of such rounds is rounded."""
    if who in rec.byes[r]:
        return rec.bye[mms]
    return Fraction(0) if who in rec.others[r] else rec.absent[mms]


def sos(rec: Record, who: str, mms: bool, cut: int = 0) -> Fraction:
    parts = sorted(contribution(rec, who, r, mms) for r in range(len(rec.rounds)))
    return sum(parts[cut:], Fraction(0))


def sodos(rec: Record, who: str, mms: bool) -> Fraction:
    total = Fraction(0)
    for r in range(len(rec.rounds)):
        game = game_of(rec, who, r)
        if game is not None:
            total += contribution(rec, who, r, mms) * result(game, who)
        elif rec.unplayed == "self" and who in rec.byes[r]:
            total += contribution(rec, who, r, mms) * earned_alone(rec, who, r, mms)
    return total


def sosos(rec: Record, who: str, mms: bool) -> Fraction:
    total = Fraction(0)
    for r in range(len(rec.rounds)):
        game = game_of(rec, who, r)
        if game is not None:
            total += sos(rec, opponent(game, who), mms)
        elif rec.unplayed == "self" and who in rec.byes[r]:
            total += sos(rec, who, mms)
        elif rec.unplayed == "bye-player":
            if who in rec.byes[r]:
                total += sum(
                    (score(rec, other, mms) for byes in rec.byes for other in byes), Fraction(0)
                )
        elif rec.unplayed not in ("zero", "bye-half"):
            total += (rec.starts[who] if mms else 0) * len(rec.rounds)
    return total


def cuss(rec: Record, who: str, mms: bool) -> Fraction:
    return sum((score(rec, who, mms, r + 1) for r in range(len(rec.rounds))), Fraction(0))


def exploits(rec: Record, who: str, won_only: bool) -> Fraction:
    total = Fraction(0)
    for r in range(len(rec.rounds)):
        game = game_of(rec, who, r)
        if game is None:
            continue
        other = opponent(game, who)
        real = game.handicap if game.white == who else -game.handicap
        natural = rec.ranks[who] - rec.ranks[other]
        difference = real - natural
        if difference < 0:
            weight = 0
        elif difference == 0:
            weight = 1
        elif difference == 1:
            weight = 2
        else:
            weight = 3
        if not won_only or result(game, who) == 1:
            total += weight * score(rec, other, False)
    return total


# -- the three direct comparisons ----------------------------------------------------------------


def between(rec: Record, one: str, two: str) -> list[Game]:
    return [g for games in rec.rounds for g in games if {g.black, g.white} == {one, two}]


def net(rec: Record, one: str, two: str) -> int:
    """Games won less games lost, of those that were played and that one of the two won."""
    total = 0
    for game in between(rec, one, two):
        if not game.by_default and game.result in ("b", "w"):
            winner = game.black if game.result == "b" else game.white
            total += 1 if winner == one else -1
    return total


def sdc(rec: Record, group: list[str]) -> dict[str, int]:
    pairs = [(a, b) for a, b in permutations(group, 2)]
    if any(net(rec, a, b) == 0 for a, b in pairs):
        return dict.fromkeys(group, 0)
    return {a: sum(1 for b in group if b != a and net(rec, a, b) > 0) for a in group}


def opengotha_dc(rec: Record, group: list[str], later: dict[str, Fraction]) -> dict[str, int]:
    above = {(a, b) for a, b in permutations(group, 2) if net(rec, a, b) == 1}
    reach = set(above)
    for middle in group:  # closure, by Warshall
        for a in group:
            for b in group:
                if (a, middle) in reach and (middle, b) in reach:
                    reach.add((a, b))
    same = {a: {b for b in group if b == a or ((a, b) in reach and (b, a) in reach)} for a in group}
    beats = {
        a: {
            b
            for b in group
            if b not in same[a] and any((x, y) in above for x in same[a] for y in same[b])
        }
        for a in group
    }
    places: dict[str, int] = {}
    left = list(group)
    while left:
        free = [a for a in left if not any(b in left for b in beats[a])]
        worst = min(later[a] for a in free)
        chosen = [a for a in free if later[a] == worst]
        place = len(left) - len(chosen) + 1
        for a in chosen:
            places[a] = place
            left.remove(a)
    return {a: max(places.values()) - places[a] for a in group}


def egf_dc(rec: Record, group: list[str], league: bool) -> dict[str, tuple[Fraction, ...]]:
    """The vector DC1, DC2 ...; in a Swiss 0 where the numbers of games differ."""
    steps: dict[str, tuple[Fraction, ...]] = dict.fromkeys(group, ())

    def apply(tied: list[str]) -> None:
        if len(tied) < 2:
            return
        counts, values = {}, {}
        for a in tied:
            games = [g for b in tied if b != a for g in between(rec, a, b) if g.result != "?"]
            counts[a] = len(games)
            values[a] = sum((result(g, a) for g in games), Fraction(0))
        if not league and len(set(counts.values())) > 1:
            values = dict.fromkeys(tied, Fraction(0))
        for a in tied:
            steps[a] += (values[a],)
        if len(set(values.values())) > 1:
            for value in set(values.values()):
                apply([a for a in tied if values[a] == value])

    apply(list(group))
    return steps
