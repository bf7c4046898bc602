"""Virtual points of accelerated rounds: as a list for each player, or by the Baku method."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Sequence, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.event import Contestant, EventIndex, Id, Status
from xltie.functions.registry import Source
from xltie.pairing.options import RoundOptions

BAKU = Source(
    "FIDE", "Handbook C.04.7, Accelerated Systems", "from 1 February 2026",
    "https://handbook.fide.com/chapter/C0407202602",
)  # fmt: skip
_TITLES = ("virtual points", "acceleration", "가상점수")


def virtual_points(
    event_index: EventIndex, order: Sequence[Contestant], rounds: int, wants: RoundOptions
) -> Dict[Id, List[int]]:
    """Return the virtual points of each player who has some, round by round, scaled.

    ``order`` is that of the pairing numbers. Points named for players (a column of the list of
    players, records XXA and 250) go before the method.

    Raises:
        InputError: points that are not numbers, or Baku where it is not allowed.
    """
    named = _named(event_index)
    if named or not wants.baku:
        return named
    scoring = event_index.event.scoring
    if scoring.win != 2 * scoring.draw or scoring.loss:
        raise InputError.of(
            say("Baku acceleration needs a win worth two draws and a loss worth nothing (C.04.7)")
        )
    if not rounds:
        raise InputError.of(say("Baku acceleration needs the number of rounds"))
    win, draw = event_index.scaled_win, event_index.scaled_draw
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    points = [win] * full + [draw] * (accelerated - full)
    return dict.fromkeys(_first_group(event_index, order), points)


def _first_group(event_index: EventIndex, order: Sequence[Contestant]) -> List[Id]:
    """Return group GA: the upper half of the starting list, rounded up to an even number.

    The last player of it stays the last when late entries come in above.
    """
    starting = [player for player in order if not _came_late(event_index, player.id)]
    last = starting[: 2 * ((len(starting) + 3) // 4)][-1:]
    if not last:
        return []
    return [player.id for player in order[: order.index(last[0]) + 1]]


def _came_late(event_index: EventIndex, who: Id) -> bool:
    """Tell whether a player was not named in the first round, and played later."""
    records = event_index.rounds_of(who)
    if not records or records[0].own.status is not Status.ABSENT:
        return False
    return any(record.other is not None for record in records)


def _named(event_index: EventIndex) -> Dict[Id, List[int]]:
    """Return the virtual points that the list of players names, such as ``1 1 0.5``."""
    found: Dict[Id, List[int]] = {}
    faults: List[Fault] = []
    for contestant in event_index.event.contestants:
        for title, text in contestant.more:
            if " ".join(title.split()).casefold() not in _TITLES or not text.strip():
                continue
            points, is_read = _numbers(text)
            if not is_read:
                who = contestant.id
                why = say(
                    "the virtual points {text!r} of {who} are not numbers", text=text, who=who
                )
                faults.append(Fault(why, contestant.place))
            found[contestant.id] = [int(point * event_index.denominator) for point in points]
    if faults:
        raise InputError(faults)
    return found


def _numbers(text: str) -> Tuple[List[Fraction], bool]:
    found = []
    for word in text.replace("½", ".5").replace(";", " ").split():
        try:
            found.append(Fraction(word.rstrip(",").replace(",", ".")))
        except (ValueError, ZeroDivisionError):
            return [], False
    return found, True
