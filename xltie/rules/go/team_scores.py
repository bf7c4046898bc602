"""Go of teams: OpenGotha's team points, their sum over opponents, board wins, mean rating."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Dict, Tuple

from xltie.core.errors import UndefinedValue
from xltie.core.messages import say
from xltie.event import (
    EventIndex,
    Id,
    LineUp,
    RoundRecord,
    TeamEvent,
    scored,
    squads_of,
    team_event,
    without_boards,
)
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import OPENGOTHA
from xltie.rules.common.criterion_value import CriterionValue, Term

_MOST_UPPER = 9


@rule("TEAMPOINTS", "TEAMP", OPENGOTHA, is_of_teams=True)
def team_points(event_index: EventIndex, who: Id) -> CriterionValue:
    """Team points: 2 for a match won, 1 for one drawn, or what the settings say.

    A match is won with more than half of its boards, and drawn with just half of them; where boards
    were not played or both players lost, both teams may lose.
    """
    return CriterionValue(
        event_index.score(who),
        lambda: [
            Term.of(record, event_index.points(record), record.own.status.message)
            for record in event_index.rounds_of(who)
        ],
    )


@rule("TEAMSOS", "SOST", OPENGOTHA, is_of_teams=True)
def team_sos(event_index: EventIndex, who: Id) -> CriterionValue:
    """Sum of the team points of the teams that were met."""
    return CriterionValue.of(
        Term.of(record, event_index.score(record.other.who), say("its team points"))
        for record in event_index.rounds_of(who)
        if record.other is not None
    )


@rule(
    "BOARDWINS",
    "BDW",
    OPENGOTHA,
    presets={f"BDW{n}U": {"upper": str(n)} for n in range(1, _MOST_UPPER + 1)},
    is_of_teams=True,
)
def board_wins(
    event_index: EventIndex,
    who: Id,
    upper: Annotated[int, Arg("How many upper boards count; 0 for all.", min=0)] = 0,
) -> CriterionValue:
    """Board wins: the games won by the players of a team on all boards, or on the upper ones.

    A jigo counts one half. BDW2U counts boards 1 and 2 only. A bye counts what it is worth there.
    """
    event = team_event(event_index)
    games = scored(event_index, "GP")
    known = _points(event_index)
    boards = min(upper or event.boards, event.boards)
    missing = without_boards(event_index)

    def won(record: RoundRecord) -> Fraction:
        points = known.get((record.round, who))
        if points is not None:
            return sum(points[:boards], Fraction(0))
        if (record.round, who) in missing and boards != event.boards:
            raise UndefinedValue.say(
                "the results of the boards in round {unknown} are not known", unknown=record.round
            )
        return games.points(record) * Fraction(boards, event.boards)

    return CriterionValue.of(
        Term.of(record, won(record), record.own.status.message) for record in games.rounds_of(who)
    )


def _points(event_index: EventIndex) -> Dict[Tuple[int, Id], Tuple[Fraction, ...]]:
    """Return what every team scored on the boards of its matches, by round and team."""
    event = team_event(event_index)
    return event_index.cached(
        "board points",
        lambda: {(number, who): points for number, who, points in event.board_points},
    )


@rule("MEANRATING", "MNR", OPENGOTHA, is_of_teams=True)
def mean_rating(event_index: EventIndex, who: Id) -> CriterionValue:
    """Mean rating of a team in the first round, without decimals.

    The ratings of those who sit at its boards then are added and divided by the number of boards,
    so that an empty board counts 0.
    """
    event = team_event(event_index)
    ratings = event_index.cached(
        "ratings of players",
        lambda: {player.id: player.rating for player in event.players.contestants},
    )
    total, terms = 0, []
    divided = say("divided by {boards} in the end", boards=event.boards)
    seated = [player for player in _first_line_up(event, who) if player]
    if not seated:
        raise UndefinedValue.say("it is not known who sits at the boards in round 1")
    for player in seated:
        rating = ratings.get(player)
        if rating is None:
            raise UndefinedValue.say("player {player} has no rating", player=player)
        total += rating
        terms.append(Term(1, player, Fraction(rating), divided))
    mean = abs(total) // max(1, event.boards)  # towards 0, as the program divides
    return CriterionValue(mean if total >= 0 else -mean, terms)


def _first_line_up(event: TeamEvent, who: Id) -> LineUp:
    """Return who sits at the boards of a team in round 1, else its first players in the list."""
    for number, team, line_up in event.line_ups:
        if (number, team) == (1, who):
            return line_up
    return tuple(squads_of(event)[who][: event.boards])
