"""The point system of a TRF that does not state it, found from the points column."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Collection, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.messages import say
from xltie.core.numbers import ratio
from xltie.event import Match, Outcome, Scoring, Status
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.players import TrfLine


class Tally(NamedTuple):
    """How often a player won, drew, lost, was absent, and had the pairing bye; points given."""

    win: int
    draw: int
    loss: int
    absent: int
    bye: int
    given: Fraction


@lru_cache(maxsize=1000)
def _number(text: str) -> Optional[Fraction]:
    number = number_of(text)
    return None if number is None else ratio(number.numerator, number.denominator)


def claimed(row: TrfLine) -> Optional[Fraction]:
    """Return the points that a record claims, None where the column is blank or no number."""
    return _number(row.points)


def tallies(
    rows: Mapping[str, TrfLine], matches: Tuple[Match, ...], rounds: int
) -> Dict[str, Tally]:
    """Return what the points of every player consist of."""
    sides = [match.a for match in matches]
    sides += [match.b for match in matches if match.b is not None]
    keys = list(map(id, sides))  # by identity: the reader shares equal sides
    by_identity = dict(zip(keys, sides))
    counts: Dict[str, List[int]] = {who: [0, 0, 0, rounds, 0] for who in rows}
    given: Dict[str, Fraction] = {}
    for key, times in Counter(keys).items():
        side = by_identity[key]
        counted = counts[side.who]
        counted[3] -= times
        if side.points is not None:
            given[side.who] = given.get(side.who, _NOTHING) + side.points * times
        elif side.status is _PLAYED:
            counted[_PLAYED_AT.get(side.outcome, 2)] += times
        elif side.status is not _PENDING:
            counted[_UNPLAYED.get(side.status, 3)] += times
    return {
        who: Tally(wins, draws, losses, absences, byes, given.get(who, _NOTHING))
        for who, (wins, draws, losses, absences, byes) in counts.items()
    }


_NOTHING = Fraction(0)


def tallies_that_count(
    rows: Mapping[str, TrfLine], matches: Tuple[Match, ...], rounds: int, gone: Collection[str]
) -> Dict[str, Tally]:
    """Return the tallies with or without the games against those whose results do not count.

    Programs differ in which of them the points column shows; it is the one that fits better.
    """
    whole = tallies(rows, matches, rounds)
    if not gone:
        return whole
    kept = tuple(match for match in matches if all(side.who not in gone for side in match.sides))
    without = {**tallies(rows, kept, rounds), **{who: whole[who] for who in gone}}

    def wrong(tally: Mapping[str, Tally]) -> int:
        found = totals(tally, Scoring())
        return sum(claimed(row) not in (None, found[who]) for who, row in rows.items())

    return min((whole, without), key=wrong)


_PLAYED, _PENDING = Status.PLAYED, Status.PENDING
_PLAYED_AT: Dict[Optional[Outcome], int] = {Outcome.WIN: 0, Outcome.DRAW: 1}
"""Where a tally counts a game; any other was lost."""

_UNPLAYED = {
    Status.FORFEIT_WIN: 0, Status.FULL_BYE: 0, Status.HALF_BYE: 1, Status.PAIRING_BYE: 4,
}  # fmt: skip
"""Where a tally counts a round without a game; any other is an absence."""


_SYSTEMS = ("1 1/2 0", "3 1 0", "2 1 0", "1 0 0", "3 2 1", "4 2 1", "2 1 1", "5 2 0", "10 5 0")


def _candidates() -> Iterator[Scoring]:
    """Return point systems, the likeliest first: win, draw, loss; the bye a win, a draw, none."""
    for system in _SYSTEMS:
        win, draw, loss = map(Fraction, system.split())
        for bye in (win, draw, Fraction(0)):
            for absent in dict.fromkeys((Fraction(0), loss)):
                yield Scoring(win, draw, loss, bye, win, draw, absent, win, absent, absent)


def totals(tally: Mapping[str, Tally], scoring: Scoring) -> Dict[str, Fraction]:
    """Return the points of every player under a point system."""
    worth = (scoring.win, scoring.draw, scoring.loss, scoring.absent, scoring.pairing_bye)
    unit = math.lcm(*(value.denominator for value in worth))
    win, draw, loss, absent, bye = (int(value * unit) for value in worth)
    found: Dict[str, Fraction] = {}
    for who, (wins, draws, losses, absences, byes, given) in tally.items():
        units = wins * win + draws * draw + losses * loss + absences * absent + byes * bye
        points = ratio(units, unit)
        found[who] = points + given if given else points
    return found


def infer(rows: Mapping[str, TrfLine], tally: Mapping[str, Tally], notes: Notes) -> Scoring:
    """Return the point system under which the points column is right for the most players.

    The usual one if it is right for all, or if no other is right for all but a few: then the
    players for whom it is wrong are wrong themselves. Another worth of wins and draws makes many
    players wrong, so it is looked for only then.
    """
    points = {who: claimed(row) for who, row in rows.items()}
    known = {who: value for who, value in points.items() if value is not None}
    usual = Scoring()
    if not any(known.values()):
        return usual

    def wrong(scoring: Scoring) -> int:
        found = totals(tally, scoring)
        return sum(found[who] != value for who, value in known.items())

    if known == totals(tally, usual):
        return usual
    fewest, found = wrong(usual), usual
    if not fewest:
        return usual
    are_many = fewest * 2 > sum(bool(tally[who].win + tally[who].draw) for who in known)
    for scoring in _candidates():
        if not are_many and (scoring.win, scoring.draw) != (usual.win, usual.draw):
            break
        count = wrong(scoring)
        if count < fewest:
            fewest, found = count, scoring
    if fewest * 10 > len(known):
        return usual
    _warn_of_unusual(found, notes)
    return found


def _warn_of_unusual(found: Scoring, notes: Notes) -> None:
    if found != Scoring():
        said = say(
            "the points column implies win {win}, draw {draw}, loss {loss}, pairing bye {bye}; "
            "there is no record 162",
            win=found.win,
            draw=found.draw,
            loss=found.loss,
            bye=found.pairing_bye,
        )
        notes.warn(said, 1)


def check_points(
    rows: Mapping[str, TrfLine], tally: Mapping[str, Tally], scoring: Scoring, notes: Notes
) -> None:
    """Warn about players whose points column differs from what their results are worth."""
    usual = totals(tally, scoring)
    for who, row in rows.items():
        value = claimed(row)
        if value is usual[who] or value == usual[who]:
            continue
        line = row.place.line or 0
        if row.points and value is None:
            notes.warn(
                say(
                    "the points {points!r} of player {who} are not a number",
                    points=row.points,
                    who=who,
                ),
                line,
                81,
            )
        elif value is not None:
            notes.warn(
                say(
                    "player {who} has {points} points in the points column, "
                    "but {worth} by the results; the results count",
                    who=who,
                    points=row.points,
                    worth=usual[who],
                ),
                line,
                81,
            )
