"""The rating system of the European Go Federation: what an event will change.

Source: European Go Database, "EGF Official ratings system", as announced in April 2021. The page
gives logarithms and powers, so that the values here are binary fractions, not exact ones.
"""

from __future__ import annotations

from math import exp, log
from typing import Annotated, Dict, List, Optional, Tuple

from xltie.core.errors import DomainError
from xltie.core.go_ranks import professional_rank, rank_number
from xltie.core.messages import NOTHING, Message, count, say
from xltie.event import Contestant, EventIndex, Id, RoundRecord, time_in
from xltie.functions.registry import Arg, Source, rule
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rating_change import RATING, SCORES, RatedGame, RatingChange
from xltie.settings.declared import CLASS

LOWEST, TOP = -900.0, 3300.0
CLASSES = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
"""The weight of a tournament by its class."""
_EGF_2021 = Source(
    "European Go Federation", "EGF Official ratings system, as announced in April 2021", "",
    "https://www.europeangodatabase.eu/EGD/EGF_rating_system.php",
)  # fmt: skip


@rule("EGFCHANGE", source=_EGF_2021, aliases=("EGF rating change",))
def egf_change(
    event_index: EventIndex,
    who: Id,
    tournamentclass: Annotated[
        str,
        Arg(
            "Class A to D; if omitted, that of the settings, or by the thinking time.",
            names=("", *CLASSES),
        ),
    ] = "",
) -> CriterionValue:
    """Forecast of what the event changes in a player's EGF rating, by its rules of 2021.

    Only games that were played count, against opponents with a rating or a rank; all ratings are
    those before the event. The sum is rounded to three decimals, as the European Go Database keeps
    ratings. Undefined for players with neither a rating nor a rank.
    """
    chosen = (tournamentclass or class_of(event_index)).upper()
    if chosen not in CLASSES:
        raise DomainError.say("the class of the event is not known: give A, B, C or D")
    found = event_index.cached(
        ("egf change", chosen),
        lambda: {change.who: change for change in changes(event_index, chosen)},
    )
    if who not in found:
        return CriterionValue.undefined(say("neither a rating nor a rank is known"))
    return found[who].as_value()


def class_of(event_index: EventIndex) -> str:
    """Return the class that the settings name or the thinking time gives, "" where neither does."""
    settings = event_index.event.settings
    time = time_in(settings)
    return settings.text(CLASS) or (time.egf_class() if time else "")


def con(rating: float) -> float:
    """Return how far a game moves a rating."""
    return float(((TOP - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Return what every game adds against deflation, also a lost one."""
    return log(1 + exp((2300 - rating) / 80)) / 5


def expected(rating: float, opposite: float) -> float:
    """Return the expected result between two ratings, at most 3300."""
    if rating >= TOP:
        return 1.0 if opposite < TOP else 0.5
    return 1 / (1 + ((TOP - rating) / max(TOP - opposite, 1e-9)) ** 7)


def with_handicap(rating: float, stones: int) -> float:
    """Return the rating with which Black is expected to score: 100 a stone, half for the first."""
    return min(TOP, rating + 100 * (stones - 0.5)) if stones else rating


def rating_before(player: Contestant) -> Optional[Tuple[float, Message]]:
    """Return a rating and where it is from: the list, or the rank with which a player starts."""
    if player.exact_rating is not None:
        return max(LOWEST, float(player.exact_rating)), RATING
    origin = say("from {grade}", grade=player.grade)
    dan = professional_rank(player.grade)
    if dan is not None:
        return 2670.0 + 30 * dan, origin
    rank = rank_number(player.grade)
    return None if rank is None else (2100.0 + 100 * rank, origin)


def game_change(
    rating: float, opposite: float, score: float, weight: float, handicap: int
) -> float:
    """Return what a game changes; ``handicap`` is what the player took, negative where it gave."""
    raised = with_handicap(rating, max(0, handicap)), with_handicap(opposite, max(0, -handicap))
    return weight * (con(rating) * (score - expected(*raised)) + bonus(rating))


def changes(event_index: EventIndex, tournament_class: str) -> List[RatingChange]:
    """Return the forecast of everybody who has a rating or a rank, in the order of the event.

    Only games that were played count, against opponents who have record too; all ratings are those
    before the event. Resets of players who enter two ranks higher are not foreseen.
    """
    weight = CLASSES[tournament_class]
    found = {who: rating_before(event_index.contestant(who)) for who in event_index.ids}
    before = {who: rating for who, rating in found.items() if rating is not None}
    done = []
    for who, (rating, origin) in before.items():
        games = _games(event_index, who, before, weight)
        after = max(LOWEST, rating + sum(game.change for game in games))
        skipped = sum(
            1
            for record in event_index.rounds_of(who)
            if record.is_played and record.opponent not in before
        )
        note = count(
            skipped,
            "{n} game against a player without rating or rank left out",
            "{n} games against players without rating or rank left out",
        )
        done.append(
            RatingChange(who, rating, origin, tuple(games), after, note if skipped else NOTHING)
        )
    return done


def _games(
    event_index: EventIndex, who: Id, before: Dict[Id, Tuple[float, Message]], weight: float
) -> List[RatedGame]:
    return [
        _game(record, before[who][0], before[record.other.who][0], weight)
        for record in event_index.rounds_of(who)
        if record.other is not None
        and record.is_played
        and record.own.outcome
        and record.other.who in before
    ]


def _game(record: RoundRecord, rating: float, opposite: float, weight: float) -> RatedGame:
    assert record.other is not None and record.own.outcome is not None and record.match is not None
    stones, black = record.match.handicap, record.match.a
    if record.match.b is not None and black.seat == "white":
        black = record.match.b
    took = stones if record.own.who == black.who else -stones
    raised = with_handicap(rating, max(0, took)), with_handicap(opposite, max(0, -took))
    score, chance = SCORES[record.own.outcome], expected(*raised)
    change = game_change(rating, opposite, score, weight, took)
    why = say(
        "{weight:g} x (con {con:.3f} x ({score:g} - {expected:.4f}) + bonus {bonus:.4f})",
        weight=weight,
        con=con(rating),
        score=score,
        expected=chance,
        bonus=bonus(rating),
    )
    return RatedGame(record.round, record.other.who, *raised, score, chance, change, why)
