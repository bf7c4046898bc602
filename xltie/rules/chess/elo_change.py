"""FIDE's rating change: what an event will change.

Source: FIDE Handbook B.02, Rating Regulations in force from 1 March 2024, article 8.3 (8.3.1 as
changed on 1 October 2025): table 8.1.2, the limit of 400 points, the coefficient K.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import List, NamedTuple, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import InputError
from xltie.core.messages import NOTHING, Message, count, say
from xltie.core.numbers import half_up
from xltie.event import Contestant, Event, EventIndex, Id, RoundRecord
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_RATING
from xltie.rules.chess.rating_table import difference, expected
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rating_change import RATING, SCORES, RatedGame, RatingChange

LIMIT, WITHOUT_LIMIT = 400, 2650
"""A larger difference counts as this one, for players rated below the second number (8.3.1)."""
_HIGHEST_K = 40
_JUNIOR_UNTIL, _JUNIOR_BELOW = 18, 2300
_MOST = 700
"""K times the number of games is at most this (8.3.3)."""


@rule("FIDECHANGE", source=FIDE_RATING.at("8.3"), aliases=("FIDE rating change",))
def fide_change(event_index: EventIndex, who: Id) -> CriterionValue:
    """Forecast of what the event changes in a player's FIDE rating in standard chess.

    K times the score less the expected one, added up over the games against rated opponents and
    rounded once (8.3.4). K is 10 from 2400 up and 20 below, 40 for juniors whose birth is known; a
    column K of the players says otherwise. Undefined for players without a rating.
    """
    found = event_index.cached(
        "fide change", lambda: {change.who: change for change in changes(event_index)}
    )
    if who not in found:
        return CriterionValue.undefined(say("no rating is known"))
    return found[who].as_value()


def coefficient(player: Contestant, event: Event) -> int:
    """Return K: what a column ``K`` of the players says, else by rating and year of birth.

    K is 40 until the end of the year of the 18th birthday below 2300, else 10 from 2400 up and 20
    below (8.3.3). That a player has fewer than 30 games is not known from an event: K is then 40,
    and has to be written into the column; so does a K that was lowered for the games of a whole
    rating period.

    Raises:
        InputError: the column holds something else.
    """
    said = dict(player.more).get("K", "")
    if not said:
        if is_junior(player, event) and (player.rating or 0) < _JUNIOR_BELOW:
            return _HIGHEST_K
        return 10 if (player.rating or 0) >= 2400 else 20
    given = number_of(said)
    if given is None or given != int(given) or not 1 <= given <= _HIGHEST_K:
        raise InputError.say(
            "{player}: K is {value!r}; it takes a whole number from 1 to {highest}",
            player.place,
            player=player.known_as,
            value=said,
            highest=_HIGHEST_K,
        )
    return int(given)


def is_junior(player: Contestant, event: Event) -> bool:
    """Tell whether a player turns 18 in the year of the event at the earliest."""
    born, year = birth_year(player), event.start_date[:4]
    return bool(born and year) and int(year) - born <= _JUNIOR_UNTIL


def birth_year(player: Contestant) -> int:
    """Return the year of birth of a player, 0 where it is not known."""
    found = re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", dict(player.more).get("Birth", ""))
    return int(found[0]) if found else 0


def limited(rating: int, opposite: int) -> int:
    """Return the difference of two ratings as it counts."""
    difference = rating - opposite
    return difference if rating >= WITHOUT_LIMIT else max(-LIMIT, min(LIMIT, difference))


def rounded(change: Fraction) -> int:
    """Return a change as a whole number, halves away from zero (8.3.4)."""
    return int(half_up(abs(change))) * (1 if change >= 0 else -1)


def changes(event_index: EventIndex) -> List[RatingChange]:
    """Return the forecast of every rated player, in the order of the event."""
    rated = [who for who in event_index.ids if event_index.contestant(who).rating]
    return [_change(event_index, who) for who in rated]


def _change(event_index: EventIndex, who: Id) -> RatingChange:
    player = event_index.contestant(who)
    rating = player.rating or 0
    met = _met(event_index, who)
    rated = [(record, opposite) for record, opposite in met if opposite]
    k = coefficient(player, event_index.event)
    if rated:
        k = min(k, _MOST // len(rated))
    surplus = sum(_surplus(record, rating, opposite) for record, opposite in rated)
    games = tuple(_game(record, rating, opposite, k) for record, opposite in rated)
    after = rating + rounded(Fraction(k * surplus))
    skipped = len(met) - len(rated)
    note = count(
        skipped,
        "{n} game against an unrated player left out",
        "{n} games against unrated players left out",
    )
    return RatingChange(who, rating, RATING, games, after, note if skipped else NOTHING)


def _met(event_index: EventIndex, who: Id) -> List[Tuple[RoundRecord, int]]:
    """Return the games of a player with the ratings of the opponents, 0 for none."""
    return [
        (record, event_index.contestant(record.other.who).rating or 0)
        for record in event_index.rounds_of(who)
        if record.other is not None and record.is_played and record.own.outcome
    ]


def _surplus(record: RoundRecord, rating: int, opposite: int) -> Fraction:
    """Return the score of a game less the expected one."""
    assert record.own.outcome is not None
    return Fraction(SCORES[record.own.outcome]) - _expected(rating, opposite)


def _expected(rating: int, opposite: int) -> Fraction:
    return Fraction(expected(limited(rating, opposite)), 100)


def _game(record: RoundRecord, rating: int, opposite: int, k: int) -> RatedGame:
    assert record.own.outcome is not None and record.other is not None
    score, chance = SCORES[record.own.outcome], float(_expected(rating, opposite))
    change = float(k * _surplus(record, rating, opposite))
    why = say(
        "K {k} x ({score} - {expected:.2f}), difference {difference}",
        k=k,
        score=Fraction(score),
        expected=chance,
        difference=limited(rating, opposite),
    )
    return RatedGame(record.round, record.other.who, rating, opposite, score, chance, change, why)


# -- the first rating of a player who has none -----------------------------------------------------

HYPOTHETICAL, _HIGHEST_FIRST, _LEAST_GAMES, _FLOOR = 1800, 2200, 5, 1400


class FirstRating(NamedTuple):
    """What the games of an event make of a player without a rating; None for nothing."""

    who: Id
    rating: Optional[int]
    why: Message


def first_ratings(event_index: EventIndex) -> List[FirstRating]:
    """Return the first ratings of those who have none and met rated opponents (7.1.4, 8.2)."""
    unrated = [who for who in event_index.ids if not event_index.contestant(who).rating]
    found = (_first_rating(event_index, who) for who in unrated)
    return [first for first in found if first is not None]


def _first_rating(event_index: EventIndex, who: Id) -> Optional[FirstRating]:
    met = [(record, opposite) for record, opposite in _met(event_index, who) if opposite]
    if not met:
        return None
    score = sum(Fraction(SCORES[record.own.outcome]) for record, _ in met if record.own.outcome)
    if not score:
        return FirstRating(
            who, None, say("no point in the first event, which is disregarded (8.2.1)")
        )
    games = len(met) + 2
    average = Fraction(sum(opposite for _, opposite in met) + 2 * HYPOTHETICAL, games)
    rating = min(_HIGHEST_FIRST, int(half_up(average + difference(int(2 * score) + 2, games))))
    why = count(
        len(met),
        "{score} of {n} game, average {average} with two draws against 1800 (8.2.2)",
        "{score} of {n} games, average {average} with two draws against 1800 (8.2.2)",
        score=score,
        average=int(half_up(average)),
    )
    if len(met) < _LEAST_GAMES:
        why = say("{why}; published from 5 games on, in up to 26 months (7.1.4)", why=why)
    elif rating < _FLOOR:
        why = say("{why}; below 1400 no rating is published (7.1.4)", why=why)
    return FirstRating(who, rating, why)
