"""Byes of a result file: they have no line, but the points tell them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from operator import attrgetter
from typing import Dict, Iterable, List, Sequence, Tuple

from xltie.core.messages import count, joined
from xltie.core.records import replace
from xltie.event import Contestant, Match, Outcome, Side, Status
from xltie.exchange.common.notes import Notes
from xltie.exchange.elo.lines import HALF_POINTS, points_of


def with_byes(
    players: Iterable[Contestant],
    matches: Sequence[Match],
    rounds: int,
    notes: Notes,
    in_comments: Sequence[Match] = (),
) -> Tuple[List[Contestant], List[Match]]:
    """Return the players with their last rounds, and the rounds in which they had no game.

    ``in_comments`` are the games against a player whom the program took for BYE; some files keep
    them, so that the discs of the bye are known.
    """
    noted = {(match.round, side.who): side for match in in_comments for side in match.sides}
    sides: Dict[str, Dict[int, Side]] = {}
    for match in matches:
        for side in match.sides:
            sides.setdefault(side.who, {})[match.round] = side
    listed = list(players)
    games = Counter(map(attrgetter("round"), matches))
    one_free = {number for number, played in games.items() if played * 2 + 1 == len(listed)}
    contestants: List[Contestant] = []
    alone: List[Match] = []
    for player in listed:
        told = sides.get(player.id)
        if told is None:
            contestants.append(_without_games(player, notes))
            continue
        contestant, more = _alone(player, told, rounds, one_free, notes)
        more = [_with_discs(match, noted) for match in more]
        contestants.append(contestant)
        alone += more
    return contestants, alone


def _with_discs(match: Match, noted: Dict[Tuple[int, str], Side]) -> Match:
    """Return a bye with the discs that a comment gives it."""
    side = noted.get((match.round, match.a.who))
    earned = match.a.status in (Status.PAIRING_BYE, Status.HALF_BYE)
    if side is None or (side.outcome is Outcome.LOSS) == earned:
        return match
    status = Status.ZERO_BYE if side.outcome is Outcome.LOSS else match.a.status
    return replace(match, a=replace(match.a, status=status, tally=side.tally))


def _without_games(player: Contestant, notes: Notes) -> Contestant:
    """Return somebody who is listed and did not play: nothing is made of the points."""
    points = points_of(dict(player.more).get("Published points", ""))
    if points:
        notes.warn(
            "player {who} is listed with {points} points and has no game: none is counted",
            player.place,
            who=player.id,
            points=points,
        )
    return replace(player, withdrawn_after=0)


def _alone(
    player: Contestant, sides: Dict[int, Side], rounds: int, one_free: set[int], notes: Notes
) -> Tuple[Contestant, List[Match]]:
    """Return a player and its rounds without a game: byes by its points, the others missed."""
    missed = [number for number in range(1, rounds + 1) if number not in sides]
    byes, half = _byes(player, list(sides.values()), missed, one_free, notes)
    last = max((*sides, *missed[: byes + half]), default=0)
    kept = [number for number in missed if number <= last]
    if 0 < byes < len(kept):
        text = count(
            byes,
            "{n} bye of player {who} in rounds {rounds}: taken as the first",
            "{n} byes of player {who} in rounds {rounds}: taken as the first",
            who=player.id,
            rounds=joined(kept),
        )
        notes.warn(text, player.place)
    alone = [
        Match(
            number,
            Side(
                player.id,
                Status.PAIRING_BYE if at < byes
                else Status.HALF_BYE if at < byes + half else Status.ABSENT,
                place=player.place,
            ),
            place=player.place,
        )
        for at, number in enumerate(kept)
    ]  # fmt: skip
    return (replace(player, withdrawn_after=last) if last < rounds else player), alone


def _byes(
    player: Contestant, sides: List[Side], missed: List[int], one_free: set[int], notes: Notes
) -> Tuple[int, int]:
    """Return how many byes and halves a player had, none where its points do not say it."""
    earned = Fraction(sum(HALF_POINTS[s.outcome or Outcome.LOSS] for s in sides), 2)
    printed = points_of(dict(player.more).get("Published points", ""))
    if printed is None:
        free = [number for number in missed if number in one_free]
        return (len(free) if free == missed else 0), 0
    more = printed - earned
    byes, half = divmod(more, 1)
    if more >= 0 and half in (0, Fraction(1, 2)) and byes + (half > 0) <= len(missed):
        return int(byes), int(half > 0)
    notes.warn(
        "player {who} has {points} points, but its games give {earned}",
        player.place,
        who=player.id,
        points=printed,
        earned=earned,
    )
    return 0, 0
