"""What files of Go tournaments share: results, numbers of rounds, unpaired rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Iterable, List, Optional, Tuple

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.event import Id, Match, Outcome, Side, Status
from xltie.exchange.common.notes import Notes

# -- what the readers of Go tournament files share: one side of a result, and unpaired rounds ------

W, L, D = Outcome.WIN, Outcome.LOSS, Outcome.DRAW
Outcomes = Tuple[Outcome, Outcome]
"""How a game ended for Black and for White; both may win or lose."""


def side(
    who: Id, seat: str, outcome: Optional[Outcome], by_default: bool = False, code: str = ""
) -> Side:
    """Return one side of a game: pending without an outcome, a forfeit where it is by default.

    A jigo by default is worth half a point to both, and was not played.
    """
    if outcome is None:
        return Side(who, Status.PENDING, seat=seat, code=code)
    if not by_default:
        return Side(who, Status.PLAYED, outcome, seat=seat, code=code)
    status = Status.FORFEIT_WIN if outcome is W else Status.FORFEIT_LOSS
    points = Fraction(1, 2) if outcome is D else None
    return Side(who, status, points=points, seat=seat, code=code)


MOST_ROUNDS = 99
"""More rounds than any event has: OpenGotha allows 20."""


def round_number(text: str, place: Place, notes: Notes) -> int:
    """Return the number of a round, or 0 after a fault was noted."""
    if text.isdecimal() and 0 < int(text) <= MOST_ROUNDS:
        return int(text)
    notes.fault(say("{text!r} is not the number of a round", text=text), place)
    return 0


def planned_rounds(text: str, place: Place, notes: Notes) -> int:
    """Return how many rounds are planned, 0 where a file does not say."""
    if not text:
        return 0
    if not text.isdecimal():
        notes.fault(say("{text!r} is not a number of rounds", text=text), place)
        return 0
    if int(text) > MOST_ROUNDS:
        notes.fault(say("{rounds} rounds are more than an event has", rounds=text), place)
        return 0
    return int(text)


def unpaired(
    players: Iterable[Tuple[Id, Place]],
    matches: List[Match],
    takes_part: Callable[[Id, int], bool],
) -> List[Match]:
    """Return the rounds in which players took part but got neither game nor bye: no points.

    Rounds that they announced not to play stay out: those are absences.
    """
    begun = max((match.round for match in matches), default=0)
    busy = {(side.who, match.round) for match in matches for side in match.sides}
    return [
        Match(turn, Side(who, Status.ZERO_BYE), place=place)
        for who, place in players
        for turn in range(1, begun + 1)
        if (who, turn) not in busy and takes_part(who, turn)
    ]
