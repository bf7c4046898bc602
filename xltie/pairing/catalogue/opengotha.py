"""The value of a pairing by which OpenGotha pairs Go, as its function ``costValue`` adds it up.

Its terms are added, not ranked: the difference in scores, floats and their places in the groups,
the place inside a group, club and country, and the balance of colours. The program looks for the
greatest sum; here a couple costs what it lacks to the greatest value that a couple can have. The
program computes in floating point and cuts to whole numbers term by term; so is it done here, as
otherwise pairings that are equally good there would not be so here.

Version 3.49 and later add the terms for club and country for everybody; the help text, earlier
versions and the switches of the dialogue leave out who is above the bar or has 1 dan with the wins
counted. ``mcmahon`` follows the text, ``opengotha`` the program.
"""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Tuple

from xltie.core.messages import say
from xltie.functions.registry import Source
from xltie.pairing.state import ANOTHER_ORDER, Entry, Objective, PairingState, handicap_between

OPENGOTHA = Source(
    "Luc Vannier", "OpenGotha 3.51.02, Pairing evaluation function; Tournament.costValue", "",
    "https://github.com/lucvannier/opengotha",
)  # fmt: skip

_SCORE = _GEOGRAPHY = 100_000_000_000
_FLOAT = 100_000_000
_SEEDING = 5_000_000
_BALANCE = 1_000_000
_CONCAVITY = 0.5
"""So much less than proportional is the loss of a small difference: many small ones rather than
one great."""
_COUNTRY, _CLUB = 1, 3
"""The difference in scores that is accepted rather than a meeting of the same country or club."""
_FAR = 4
"""From so many scores apart on floats are worth nothing."""


class Weights(NamedTuple):
    """Which of OpenGotha's terms count: ``geography`` is "", "below" (the bar) or "all"."""

    geography: str
    order: str


_WORSE_SUM = say(
    "a worse sum of score differences, floats, clubs and countries, and places in the groups "
    "(OpenGotha)"
)


def value(weights: Weights) -> Objective:
    """Return the objective of the greatest value; all of it but lots of a random order."""
    tables: List[Tuple[PairingState, Callable[[Entry, Entry], int]]] = []

    def pair(state: PairingState, a: Entry, b: Entry) -> int:
        if not tables or tables[0][0] is not state:
            tables[:] = [(state, _cost_in(state, weights))]
        return tables[0][1](a, b)

    return Objective("score", _WORSE_SUM, pair, of_round=True)


def _cost_in(state: PairingState, weights: Weights) -> Callable[[Entry, Entry], int]:
    """Return what a couple lacks to the greatest value in a state."""
    scores = state.possible_scores
    apart = [int(_SCORE * (1.0 - gap / scores) * (1.0 + _CONCAVITY * (gap / scores)))
             for gap in range(scores + 1)]  # fmt: skip
    middle = {entry.who: _from_middle(entry) for entry in state.entries}
    clubs, countries = _named(state, "club"), _named(state, "country")
    geography = {
        (same_country, same_club): _geography(same_country, same_club, scores)
        for same_country in (True, False)
        for same_club in (True, False)
    }
    best = _SCORE + _SEEDING + _BALANCE + (_GEOGRAPHY if weights.geography else 0)

    def cost(a: Entry, b: Entry) -> int:
        gap = abs(a.score - b.score) // state.denominator
        gained = apart[min(gap, scores)]
        if gap:
            gained += _floats(a, b, gap, middle[a.who] + middle[b.who])
        else:
            gained += _seeding(weights.order, a, b)
        if not handicap_between(state, a, b):
            gained += _balance(a.balance, b.balance)
        if weights.geography:
            worth = geography[
                _are_same(countries, a.who, b.who, not countries),
                _are_same(clubs, a.who, b.who, not clubs),
            ]
            above = 0 if weights.geography == "all" else a.is_above + b.is_above
            gained += (worth, (worth + _GEOGRAPHY) // 2, _GEOGRAPHY)[above]
        return best - gained

    return cost


def _from_middle(entry: Entry) -> int:
    """Return what it is worth that a player who floats stands in the middle of the group."""
    off = abs(2 * entry.place - entry.size + 1)
    return _FLOAT // 5 // 2 * (entry.size - 1 - off) // entry.size


def _floats(a: Entry, b: Entry, gap: int, middle: int) -> int:
    """Return the worth of floats: more where they make good for an earlier one, less again."""
    if gap >= _FAR:
        return 0
    high, low = (a, b) if a.score > b.score else (b, a)
    turns = [(high.floats, 1), (low.floats, -1)]
    kind = 2 - sum(way in floats for floats, way in turns)
    if kind:
        kind += sum(floats.count(-way) > floats.count(way) for floats, way in turns)
    return middle + kind * (_FLOAT // 5)


def _seeding(order: str, a: Entry, b: Entry) -> int:
    """Return the worth of two places in a group."""
    size = a.size
    if order == "random":
        return _SEEDING if _is_lower(a) != _is_lower(b) else 0
    if order == "fold":
        off, whole = a.place + b.place - (size - 1), max(1, size - 1)
    elif order == "cross":
        off, whole = abs(a.place - b.place) - 1, size
    else:
        off, whole = 2 * abs(a.place - b.place) - size, size
    return _SEEDING - _cut(_cut(_SEEDING * off, whole) * off, whole)


def _cut(number: int, by: int) -> int:
    """Divide as the program's language does: towards 0."""
    return number // by if number >= 0 else -(-number // by)


def _is_lower(entry: Entry) -> bool:
    return 2 * entry.place >= entry.size


def _balance(one: int, other: int) -> int:
    if one * other < 0:
        return _BALANCE
    return _BALANCE // 2 if not one * other and abs(one + other) >= 2 else 0


def _named(state: PairingState, what: str) -> Dict[str, str]:
    return {
        entry.who: getattr(entry, what).lower() for entry in state.entries if getattr(entry, what)
    }


def _are_same(named: Dict[str, str], one: str, other: str, of_all: bool) -> bool:
    """Tell whether two are the same; where nobody has any, all are, as in the program."""
    return of_all or (one in named and named[one] == named.get(other))


def _geography(same_country: bool, same_club: bool, scores: int) -> int:
    country = 0.0 if same_country else min(1.0, _COUNTRY / scores)
    club = 0.0 if same_club else min(1.0, _CLUB * 1.2 / scores)
    ratio = max(country, club) + min(country, club) / 2.0
    if ratio > 0.0:
        ratio += 0.5 / scores
    worth = _SCORE - int(float(_GEOGRAPHY) * (1.0 - ratio) * (1.0 + _CONCAVITY * ratio))
    return min(worth, _GEOGRAPHY)


def _lots(state: PairingState, a: Entry, b: Entry) -> int:
    """Return a lot of up to a million for two of a group, whose other halves meet by lot."""
    return ((a.lot | 1) * (b.lot | 1) >> 17) % 1_000_001 if a.score == b.score else 0


LOTS = Objective("order: random", ANOTHER_ORDER, _lots, rule=False)


def _bye(state: PairingState, a: Entry) -> int:
    free = [entry.bye_weight for entry in state.entries if not entry.free_rounds]
    return a.bye_weight - min(free, default=a.bye_weight)


BYE = Objective(
    "bye", say("a bye for a player with a higher sum of rank and twice the score"), alone=_bye
)
