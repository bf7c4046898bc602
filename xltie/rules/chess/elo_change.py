"""FIDE's rating change: what an event will change.

Source: FIDE Handbook B.02, Rating Regulations in force from 1 March 2024, article 8.3 (8.3.1 as
changed on 1 October 2025): table 8.1.2, the limit of 400 points, the coefficient K.
"""

from __future__ import annotations

from fractions import Fraction
from typing import List

from xltie.core.cells import number_of
from xltie.core.errors import InputError
from xltie.core.messages import NOTHING, count, say
from xltie.core.rounding import half_up
from xltie.event import Contestant, EventIndex, Id
from xltie.functions.registry import rule
from xltie.functions.sources import FIDE_RATING
from xltie.rules.chess.rating_table import expected
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rating_change import RATING, SCORES, RatedGame, RatingChange

LIMIT, WITHOUT_LIMIT = 400, 2650
"""A larger difference counts as this one, for players rated below the second number (8.3.1)."""
_HIGHEST_K = 40
_MOST = 700
"""K times the number of games is at most this (8.3.3)."""


@rule("FIDECHANGE", source=FIDE_RATING.at("8.3"), aliases=("FIDE rating change",))
def fide_change(event_index: EventIndex, who: Id) -> CriterionValue:
    """Forecast of what the event changes in a player's FIDE rating in standard chess.

    K times the score less the expected one, added up over the games against rated opponents and
    rounded once (8.3.4). K is 10 from 2400 up and 20 below; a column K of the players says 40 or
    otherwise. Undefined for players without a rating.
    """
    found = event_index.cached(
        "fide change", lambda: {own.who: own for own in changes(event_index)}
    )
    own = found.get(who)
    return CriterionValue.undefined(say("no rating is known")) if own is None else own.as_value()


def coefficient(own: Contestant) -> int:
    """Return K: what a column ``K`` of the players says, else 10 from 2400 up and 20 below.

    That a player has fewer than 30 games, or is under 18, is not known from an event: K is then 40,
    and has to be written into the column; so does a K that was lowered for the games of a whole
    rating period (8.3.3).

    Raises:
        InputError: the column holds something else.
    """
    said = dict(own.more).get("K", "")
    if not said:
        return 10 if (own.rating or 0) >= 2400 else 20
    given = number_of(said)
    if given is None or given != int(given) or not 1 <= given <= _HIGHEST_K:
        fault = say(
            "{player}: K is {value!r}; it takes a whole number from 1 to {highest}",
            player=own.name or own.id,
            value=said,
            highest=_HIGHEST_K,
        )
        raise InputError.of(fault, own.place)
    return int(given)


def limited(own: int, opposite: int) -> int:
    """Return the difference of two ratings as it counts."""
    difference = own - opposite
    return difference if own >= WITHOUT_LIMIT else max(-LIMIT, min(LIMIT, difference))


def rounded(change: Fraction) -> int:
    """Return a change as a whole number, halves away from zero (8.3.4)."""
    return int(half_up(abs(change))) * (1 if change >= 0 else -1)


def changes(event_index: EventIndex) -> List[RatingChange]:
    """Return the forecast of every rated player, in the order of the event."""
    rated = [who for who in event_index.ids if event_index.contestant(who).rating]
    return [_change(event_index, who) for who in rated]


def _change(event_index: EventIndex, who: Id) -> RatingChange:
    player = event_index.contestant(who)
    own = player.rating or 0
    met = [
        (one, event_index.contestant(one.other.who).rating or 0)
        for one in event_index.rounds_of(who)
        if one.other is not None and one.is_played and one.own.outcome
    ]
    rated = [(one, rating) for one, rating in met if rating]
    usual = coefficient(player)
    k = min(usual, _MOST // len(rated)) if rated else usual
    total, games = Fraction(0), []
    for one, opposite in rated:
        assert one.own.outcome is not None and one.other is not None
        score = Fraction(SCORES[one.own.outcome])
        difference = limited(own, opposite)
        chance = Fraction(expected(difference), 100)
        total += k * (score - chance)
        why = say(
            "K {k} x ({score} - {expected:.2f}), difference {difference}",
            k=k,
            score=score,
            expected=float(chance),
            difference=difference,
        )
        games.append(RatedGame(one.round, one.other.who, own, opposite, float(score),
                               float(chance), float(k * (score - chance)), why))  # fmt: skip
    skipped = len(met) - len(rated)
    note = count(
        skipped,
        "{n} game against an unrated player left out",
        "{n} games against unrated players left out",
    )
    return RatingChange(
        who, own, RATING, tuple(games), own + rounded(total), note if skipped else NOTHING
    )
