"""The options that a director may set for a round, apart from the system."""

from __future__ import annotations

from functools import reduce
from typing import FrozenSet, Iterable, List, Optional, Tuple

from xltie.core.messages import Message, say, word
from xltie.core.records import dataclass
from xltie.event import Id

_KIN = {
    "club": word("choice", "club"),
    "country": word("choice", "country"),
    "team": word("choice", "team"),
}

Couple = FrozenSet[Id]


@dataclass(frozen=True)
class RoundOptions:
    """The options of a director for one round; the defaults change nothing.

    ``seed`` decides every draw of lots. ``avoid`` names what should not meet where it can be
    helped (club, country, team), ``forbidden`` the couples that must not meet at all,
    ``forbid_same`` what must not meet at all. ``absent`` and ``half_byes`` are out of this round.
    ``accelerated`` is the number of first rounds in which the upper half of the field gets a
    virtual point; ``baku`` accelerates the Dutch system as C.04.7 has it. ``first`` and ``order``
    replace the system's order inside a score group in the first and in later rounds. ``handicap``
    is what is taken off the difference in grade, None for the system's own. ``repeats`` lets
    players meet again where nothing else is left, ``again_after`` once so many rounds lie between
    (0: never). ``last_round`` is the number of rounds planned,
    where the event does not say. ``third_place`` adds the game for it to a knock-out.
    """

    seed: str = ""
    avoid: Tuple[str, ...] = ()
    forbidden: FrozenSet[Couple] = frozenset()
    forbid_same: Tuple[str, ...] = ()
    absent: FrozenSet[Id] = frozenset()
    half_byes: FrozenSet[Id] = frozenset()
    accelerated: int = 0
    baku: bool = False
    first: str = ""
    order: str = ""
    handicap: Optional[int] = None
    repeats: bool = False
    again_after: int = 0
    last_round: int = 0
    third_place: bool = False

    def is_too_soon(self, before: int, round_number: int) -> bool:
        """Tell whether those who met in a round before may not meet again in this one."""
        return before < round_number and (
            not self.again_after or round_number - before <= self.again_after
        )


DEFAULTS = RoundOptions()


def same_of(one: object, other: object, what: Iterable[str]) -> List[str]:
    """Return in what of club, country and team two are the same; blank is not."""
    return [
        name for name in what if getattr(one, name) and getattr(one, name) == getattr(other, name)
    ]


def kin(what: Iterable[str]) -> Message:
    """Return club, country or team, or several of them, as a word."""

    def either(one: Message, other: Message) -> Message:
        return say("{one} or {other}", one=one, other=other)

    return reduce(either, (_KIN[name] for name in what))
