"""The value of a pairing by which OpenGotha pairs Go, as its function ``costValue`` adds it up.

Its terms are added, not ranked: second meetings, categories, the difference in scores, floats and
their places in the groups, the place inside a group, small handicaps, club and country, the balance
of colours, and lots. The program looks for the greatest sum; here a couple costs what it lacks to
the greatest value that a couple can have. The program computes in floating point and cuts to whole
numbers term by term; so is it done here, as otherwise pairings that are equally good there would
not be so here.
"""

from __future__ import annotations

from typing import Callable, Dict, FrozenSet, List, Tuple

from xltie.core.messages import say
from xltie.functions.registry import Source
from xltie.pairing.objectives import Objective
from xltie.pairing.state import Entry, GoEntry, GoRound, PairingState, handicap_between

OPENGOTHA = Source(
    "Luc Vannier", "OpenGotha 3.51.02, Pairing evaluation function; Tournament.costValue", "",
    "https://github.com/lucvannier/opengotha",
)  # fmt: skip

_FAR = 4
"""From so many groups apart on floats are worth nothing."""
_SHARE_OF_LOTS = 0.2
"""How much of the worth of a place in the group goes by lot where halves of it meet by lot."""
_WORSE_SUM = say(
    "a worse sum of score differences, floats, clubs and countries, and places in the groups "
    "(OpenGotha)"
)
Cost = Callable[[Entry, Entry], int]


def value(order: str) -> Objective:
    """Return the objective of the greatest value, with the order inside the groups of a round."""
    tables: List[Tuple[PairingState, Cost]] = []

    def pair(state: PairingState, a: Entry, b: Entry) -> int:
        if not tables or tables[0][0] is not state:
            tables[:] = [(state, _cost_in(state, order))]
        return tables[0][1](a, b)

    return Objective("value", _WORSE_SUM, pair, rule=False, of_round=True)


def _cost_in(state: PairingState, order: str) -> Cost:
    """Return what a couple lacks to the greatest value in a state."""
    go = state.go
    assert go is not None, "only Go is paired by this value"
    weights = go.weights
    apart = [_eased(weights.score, gap, go.groups, go) for gap in range(go.groups + 1)]
    mixed = [_eased(weights.categories, gap, go.categories, go) for gap in range(go.categories)]
    has_categories = go.categories > 1
    middle = {entry.who: _place_of_float(entry, go) for entry in state.entries}
    geography, geography_of = _geography_in(state, go)
    best = sum(
        (weights.second_meeting, weights.score, weights.places, weights.colours, weights.lots,
         weights.small_handicap, geography, weights.categories * has_categories)
    )  # fmt: skip

    def cost(a: Entry, b: Entry) -> int:
        one, other = _of_go(a), _of_go(b)
        gap, mixing = abs(one.group - other.group), abs(one.category - other.category)
        gained = 0 if b.who in a.met else weights.second_meeting
        if has_categories:
            gained += mixed[mixing]
        if not mixing:
            gained += apart[min(gap, go.groups)]
        if not gap:
            gained += _in_group(order, a, b, go)
        elif gap < _FAR:
            floats = _floats(one, other, middle[a.who], middle[b.who], go)
            gained += floats // (mixing + 1) ** 4
        if not handicap_between(state, a, b):
            gained += _balance(a.balance, b.balance, weights.colours)
        if weights.small_handicap:
            far = abs(one.held - other.held)
            gained += _eased(weights.small_handicap, far, go.secondary_range, go)
        if weights.lots:
            gained += _lot(weights.lots, a, b, by_name=weights.lots_by_name and not go.is_seeded)
        return best - gained - geography_of(a, b)

    return cost


def _of_go(entry: Entry) -> GoEntry:
    assert entry.go is not None, "only Go is paired by this value"
    return entry.go


def _eased(weight: int, gap: int, whole: int, go: GoRound) -> int:
    """Return the worth of a difference: a small one loses less than its share.

    So many small differences are better than a great one.
    """
    share = gap / whole
    return int(weight * (1.0 - share) * (1.0 + go.weights.concavity * share))


# -- floats, places in a group, colours ----------------------------------------------------------


def _place_of_float(entry: Entry, go: GoRound) -> Tuple[int, int]:
    """Return what the place of a player who floats is worth, in the upper and the lower group."""
    half, size, place = go.weights.floats // 5 // 2, entry.size, entry.place
    by_mode = {
        "TOP": half * (size - 1 - place) // size,
        "MID": half * (size - 1 - abs(2 * place - size + 1)) // size,
        "BOT": half * place // size,
    }
    return by_mode[go.weights.floats_from], by_mode[go.weights.floats_to]


def _floats(
    one: GoEntry, other: GoEntry, of_one: Tuple[int, int], of_other: Tuple[int, int], go: GoRound
) -> int:
    """Return the worth of floats: more where they make good for an earlier one, less again."""
    is_upper = one.group < other.group
    (high, low), (upper, lower) = (
        ((one, other), (of_one, of_other)) if is_upper else ((other, one), (of_other, of_one))
    )
    kind = 2 - (high.downs > 0) - (low.ups > 0)
    if kind:
        kind += (high.ups > high.downs) + (low.downs > low.ups)
    if kind > 2 and not go.weights.floats_compensate:
        kind = 2
    return upper[0] + lower[1] + kind * (go.weights.floats // 5)


def _in_group(order: str, a: Entry, b: Entry, go: GoRound) -> int:
    """Return the worth of two places in a group."""
    size, worth = a.size, go.weights.places
    if order == "random":
        if _is_lower(a) == _is_lower(b):
            return 0
        return worth - _lot(int(worth * _SHARE_OF_LOTS), a, b, by_name=not go.is_seeded)
    if order == "fold":
        off, whole = a.place + b.place - (size - 1), max(1, size - 1)
    elif order == "cross":
        off, whole = abs(a.place - b.place) - 1, size
    else:
        off, whole = 2 * abs(a.place - b.place) - size, size
    return worth - _cut(_cut(worth * off, whole) * off, whole)


def _cut(number: int, by: int) -> int:
    """Divide as the program's language does: towards 0."""
    return number // by if number >= 0 else -(-number // by)


def _is_lower(entry: Entry) -> bool:
    return 2 * entry.place >= entry.size


def _balance(one: int, other: int, worth: int) -> int:
    if one * other < 0:
        return worth
    return worth // 2 if not one * other and abs(one + other) >= 2 else 0


# -- lots ----------------------------------------------------------------------------------------


def _lot(most: int, a: Entry, b: Entry, by_name: bool) -> int:
    """Return the lot of a couple, from 0 to the most: of their names, or of the seed drawn.

    The program's own lot is a sum over the letters of both names, so that anybody finds it again.
    """
    if not by_name:
        return ((a.lot | 1) * (b.lot | 1) >> 17) % (most + 1)
    first, second = sorted((_of_go(a), _of_go(b)), key=lambda entry: entry.listed)
    is_turned = _utf16(first.name) > _utf16(second.name)
    text = second.name + first.name if is_turned else first.name + second.name
    found = sum(sign * turn for turn, sign in enumerate(_utf16(text), 1)) * 1234567 % (most + 1)
    return most - found if is_turned else found


def _utf16(text: str) -> Tuple[int, ...]:
    """Return the signs as the program's language compares and counts them."""
    data = text.encode("utf-16-be", "surrogatepass")
    return tuple(data[at] * 256 + data[at + 1] for at in range(0, len(data), 2))


# -- clubs and countries -------------------------------------------------------------------------


def _geography_in(state: PairingState, go: GoRound) -> Tuple[int, Cost]:
    """Return the most that club and country are worth, and what they are for a couple.

    Blanks are alike, as in the program.
    """
    if not go.weights.geography:
        return 0, lambda a, b: 0
    worth = {
        (same_country, near): _geography(same_country, near, go)
        for same_country in (True, False)
        for near in (0.0, 0.5, 1.2)
    }
    clubs = {entry.who: entry.club.lower() for entry in state.entries}
    countries = {entry.who: entry.country.lower() for entry in state.entries}
    groups = _groups_of(clubs, go)

    def of(a: Entry, b: Entry) -> int:
        if clubs[a.who] == clubs[b.who]:
            near = 0.0
        else:
            near = 0.5 if groups and groups[a.who] & groups[b.who] else 1.2
        return worth[countries[a.who] == countries[b.who], near]

    return max(worth.values()), of


def _groups_of(clubs: Dict[str, str], go: GoRound) -> Dict[str, FrozenSet[int]]:
    if not go.club_groups:
        return {}
    named = [{club.lower() for club in group} for group in go.club_groups]
    return {
        who: frozenset(number for number, group in enumerate(named) if club in group)
        for who, club in clubs.items()
    }


def _geography(same_country: bool, near: float, go: GoRound) -> int:
    weights, groups = go.weights, go.groups
    country = 0.0 if same_country else min(1.0, weights.country / groups)
    club = min(1.0, weights.club * near / groups)
    ratio = max(country, club) + min(country, club) / 2.0
    if ratio > 0.0:
        ratio += 0.5 / groups
    most = weights.geography
    worth = weights.score - int(most * (1.0 - ratio) * (1.0 + weights.concavity * ratio))
    return min(worth, most)


# -- the bye -------------------------------------------------------------------------------------


def _bye(state: PairingState, a: Entry) -> int:
    free = [_of_go(entry).bye_weight for entry in state.entries if not entry.free_rounds]
    return _of_go(a).bye_weight - min(free, default=_of_go(a).bye_weight)


BYE = Objective(
    "bye", say("a bye for a player with a higher sum of rank and twice the score"), alone=_bye,
    rule=False, of_round=True,
)  # fmt: skip
LAST_BYE = Objective(
    "last bye", say("a bye for a player other than the last of the group"),
    alone=lambda state, a: max(_of_go(entry).listed for entry in state.entries) - _of_go(a).listed,
    rule=False,
)  # fmt: skip
"""Of those who are alike the program takes the last of the list of players."""
