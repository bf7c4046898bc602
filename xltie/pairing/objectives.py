"""What a pairing should be like: each objective says what a couple costs where it goes against it.

A system lists its objectives in order. An objective outweighs all objectives after it together,
so that the cheapest pairing is the best in the order of the list.
"""

from __future__ import annotations

from typing import Callable, Optional, Union

from xltie.core.messages import Message, say
from xltie.core.records import dataclass
from xltie.pairing.options import kin, same_of
from xltie.pairing.state import Entry, PairingState

PairCost = Callable[[PairingState, Entry, Entry], int]
ColourCost = Callable[[PairingState, Entry, int], int]
AloneCost = Callable[[PairingState, Entry], int]
Parts = Callable[[PairingState, Entry, Optional[Entry], int], Message]


@dataclass(frozen=True)
class Objective:
    """What a couple costs, in whichever order it is named, by its players and their colours.

    ``pair(state, a, b)`` looks at the couple, ``colour(state, a, colour)`` at one of them with a
    colour, ``alone(state, a)`` at a bye. All costs are whole and
    not negative. ``broken`` says in words what a cost means, where its number matters as a function
    of it, and ``parts(state, a, b, colour)`` of what the cost of a table is the sum, ``colour``
    being that of ``a``. ``rule`` tells a rule, which a check reports when it is broken without
    need, from a refinement such as the order inside a score group. ``of_round`` is one of which
    nearly every table has some, so that a check tells of the round as a whole.
    """

    name: str
    broken: Union[Message, Callable[[int], Message]]
    pair: Optional[PairCost] = None
    colour: Optional[ColourCost] = None
    alone: Optional[AloneCost] = None
    rule: bool = True
    parts: Optional[Parts] = None
    of_round: bool = False

    @property
    def is_counted(self) -> bool:
        """Tell whether the number of a cost is part of what it means."""
        return callable(self.broken)

    def told(self, cost: int) -> Message:
        """Say what a cost means."""
        return self.broken(cost) if callable(self.broken) else self.broken


def _score_apart(state: PairingState, a: Entry, b: Entry) -> int:
    return (a.score - b.score) ** 2


def _score_alone(state: PairingState, a: Entry) -> int:
    """A bye counts as an opponent one point below the lowest score."""
    return (a.score - state.lowest + state.denominator) ** 2


SAME_SCORE = Objective(
    "score", say("opponents with different scores"), _score_apart, alone=_score_alone
)


def _from_top(state: PairingState, a: Entry, b: Entry) -> int:
    high = a if a.rank < b.rank else b
    return abs(a.score - b.score) * _weight(state, high)


def _alone_from_top(state: PairingState, a: Entry) -> int:
    return (a.score - state.lowest + state.denominator) * _weight(state, a)


def _weight(state: PairingState, a: Entry) -> int:
    """Return what a step of somebody weighs: more than all steps of those below together."""
    scores = [entry.score for entry in state.entries]
    steps = max(scores) - min(scores) + state.denominator + 1
    weight: int = (len(scores) * steps) ** (len(scores) - a.rank)
    return weight


FROM_TOP = Objective(
    "from the top", say("an opponent further down, from the first place on"), _from_top,
    alone=_alone_from_top, of_round=True,
)  # fmt: skip
"""First the leader meets the nearest that it may meet, then who is left at the top, and so on."""


def _repeats_colour(state: PairingState, a: Entry, colour: int) -> int:
    return int(bool(a.colours) and a.colours[-1][1] == colour)


ALTERNATE = Objective("alternation", say("the same colour twice in a row"), colour=_repeats_colour)


def _beyond(limit: int) -> ColourCost:
    def cost(state: PairingState, a: Entry, colour: int) -> int:
        return int(abs(a.balance + colour) > limit)

    return cost


BALANCE = Objective("balance", say("colours that differ by more than one"), colour=_beyond(1))
BALANCE_TWO = Objective(
    "strict balance", say("colours that differ by more than two"), colour=_beyond(2)
)


def _third(state: PairingState, a: Entry, colour: int) -> int:
    return int([had for _, had in a.colours[-2:]] == [colour, colour])


def _third_running(state: PairingState, a: Entry, colour: int) -> int:
    return 0 if state.is_last else _third(state, a, colour)


THREE_RUNNING = Objective(
    "three running", say("the same colour three times in a row"), colour=_third_running
)


def _absolute(cost: ColourCost) -> ColourCost:
    """Return a cost that topscorers of the last round are free of (FIDE C.04.1, C.04.3 1.8)."""

    def but_for_topscorers(state: PairingState, a: Entry, colour: int) -> int:
        return 0 if state.is_topscorer(a) else cost(state, a, colour)

    return but_for_topscorers


ABSOLUTE_THREE = Objective("absolute three running", THREE_RUNNING.broken, colour=_absolute(_third))
ABSOLUTE_TWO = Objective("absolute balance", BALANCE_TWO.broken, colour=_absolute(_beyond(2)))


def _above_lowest(state: PairingState, a: Entry) -> int:
    return a.score - state.lowest


BYE_TO_LOWEST = Objective("bye", say("a bye above the lowest score group"), alone=_above_lowest)


def _from_the_end(state: PairingState, a: Entry) -> int:
    return a.size - 1 - a.place


BYE_TO_LAST = Objective(
    "last bye",
    say("a bye for a player other than the last of the group"),
    alone=_from_the_end,
    rule=False,
)


def _floats_again(state: PairingState, a: Entry, b: Entry) -> int:
    if a.score == b.score:
        return 0
    high, low = (a, b) if a.score > b.score else (b, a)
    return int(high.floats[-1:] == (1,)) + int(low.floats[-1:] == (-1,))


FLOAT_ONCE = Objective(
    "floats", say("the same float twice in a row"), _floats_again,
    alone=lambda state, a: int(a.floats[-1:] == (1,)), rule=False,
)  # fmt: skip


def same(*what: str) -> Objective:
    """Return the objective that players of one club, country or team do not meet."""

    def cost(state: PairingState, a: Entry, b: Entry) -> int:
        return len(same_of(a, b, what))

    return Objective("kinship", say("opponents of the same {kin}", kin=kin(what)), cost)


def already_met(state: PairingState, a: Entry, b: Entry) -> int:
    """Cost of a second meeting, where it is allowed at all."""
    return int(b.who in a.met)


MET = Objective("rematch", say("a second meeting"), already_met)


# -- the order inside a score group --------------------------------------------------------------


def _in_use(state: PairingState, a: Entry) -> int:
    """Return how many of a score group will play each other: one less where a bye is due."""
    due = len(state.entries) % 2 and a.score == state.lowest
    return a.size - 1 if due else a.size


def _fold(state: PairingState, a: Entry, b: Entry) -> int:
    return abs(a.place + b.place - (_in_use(state, a) - 1))


def _slide(state: PairingState, a: Entry, b: Entry) -> int:
    return abs(abs(a.place - b.place) - _in_use(state, a) // 2)


def _cross(state: PairingState, a: Entry, b: Entry) -> int:
    return abs(abs(a.place - b.place) - 1)


def _edge(a: Entry, b: Entry) -> int:
    """The lowest of the upper group floats down to the highest of the lower group."""
    high, low = (a, b) if a.score > b.score else (b, a)
    return high.size - 1 - high.place + low.place


ANOTHER_ORDER = say("another order")
_WITHIN = {"fold": _fold, "slide": _slide, "cross": _cross, "random": _slide}


def order(name: str) -> Objective:
    """Return the objective for an order inside score groups.

    ``fold`` pairs the first with the last, ``slide`` the first of the upper half with the first of
    the lower half, ``cross`` neighbours; ``random`` is the slide of a shuffled group.
    """

    def cost(state: PairingState, a: Entry, b: Entry) -> int:
        return _WITHIN[name](state, a, b) if a.score == b.score else _edge(a, b)

    return Objective(f"order: {name}", ANOTHER_ORDER, cost, rule=False)
