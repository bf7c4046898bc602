"""The penalties by which PAPP, the pairing program of the French Othello Federation, pairs.

They are added up, not ranked: a float of half a point weighs 20,000, a colour too many 20. The
values are those of its configuration file.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Optional, Tuple

from xltie.core.messages import Message, count, joined, say
from xltie.functions.registry import Source
from xltie.pairing.objectives import Objective
from xltie.pairing.state import Entry, PairingState

PAPP_PAIRING = Source(
    "French Othello Federation", "PAPP 1.37, penalties of papp.cfg", "",
    "https://github.com/venylol/papp",
)  # fmt: skip

_COLOUR: Tuple[int, ...] = (0, 20, 105, 225, 530, 1075)
_SAME_COLOUR_AGAIN = 15
_FLOAT: Tuple[int, ...] = (
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582,
    483534, 558828, 643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345,
    2079081,
)  # fmt: skip
_FLOAT_AGAIN, _FLOAT_BACK = 25, 10
_COUNTRY = 2


def _halves(state: PairingState, scaled: int) -> int:
    return abs(scaled) * 2 // state.denominator


def _capped(table: Tuple[int, ...], index: int) -> int:
    return table[min(index, len(table) - 1)]


def _floating(state: PairingState, a: Entry, difference: int) -> int:
    """Return what a player's last float adds to a new one, or takes off it."""
    last = a.floats[-1] if a.floats else 0
    if not difference or not last:
        return 0
    return _FLOAT_AGAIN if (difference > 0) == (last > 0) else -_FLOAT_BACK


def _pair(state: PairingState, a: Entry, b: Entry) -> int:
    apart = a.score - b.score
    cost = _capped(_FLOAT, _halves(state, apart))
    cost += _floating(state, a, apart) + _floating(state, b, -apart)
    return cost + (_COUNTRY if a.country and a.country == b.country else 0)


def _colour_cost(state: PairingState, a: Entry, colour: int) -> int:
    cost = _capped(_COLOUR, abs(a.balance + colour))
    return cost + (_SAME_COLOUR_AGAIN if _is_again(state, a, colour) else 0)


def _is_again(state: PairingState, a: Entry, colour: int) -> bool:
    return bool(a.colours) and a.colours[-1] == (state.round - 1, colour)


def _alone(state: PairingState, a: Entry) -> int:
    """A bye counts as an opponent half a point below the lowest score."""
    apart = a.score - state.lowest + state.denominator // 2
    cost = _capped(_FLOAT, _halves(state, apart)) + _floating(state, a, apart)
    return cost + _capped(_COLOUR, abs(a.balance))


def _parts(state: PairingState, a: Entry, b: Optional[Entry], colour: int) -> Message:
    """Say of what a table's penalty is the sum; the parts are those of the functions above."""
    below = state.lowest - state.denominator // 2
    apart = a.score - (below if b is None else b.score)
    seats = [(a, apart, colour)] + ([] if b is None else [(b, -apart, -colour)])
    found = [(_capped(_FLOAT, _halves(state, apart)), _apart(state, apart, b is None))]
    for player, difference, _ in seats:
        cost = _floating(state, player, difference)
        found.append((cost, _float_again(player, cost > 0)))
    if b is not None and a.country and a.country == b.country:
        found.append((_COUNTRY, say("both from {country}", country=a.country)))
    for player, _, seat in seats:
        balance = player.balance + (0 if b is None else seat)
        found.append((_capped(_COLOUR, abs(balance)), _balance(player, balance)))
        if b is not None and _is_again(state, player, seat):
            kept = say("{who} keeps the colour", who=player.display_name)
            found.append((_SAME_COLOUR_AGAIN, kept))
    return joined(say("{cost} as {why}", cost=cost, why=why) for cost, why in found if cost)


def _apart(state: PairingState, apart: int, is_bye: bool) -> Message:
    points = Fraction(abs(apart), state.denominator)
    if not is_bye:
        return say("the scores are {points} apart", points=points)
    return say(
        "the scores are {points} apart; the bye counts as half a point below the lowest",
        points=points,
    )


def _float_again(player: Entry, is_same: bool) -> Message:
    if is_same:
        return say("{who} floats the same way as in the last round", who=player.display_name)
    return say("{who} floats in the opposite direction to the last round", who=player.display_name)


def _balance(player: Entry, balance: int) -> Message:
    if balance < 0:
        return count(
            -balance, "{who} has {n} more game with Black than with White",
            "{who} has {n} more games with Black than with White", who=player.display_name,
        )  # fmt: skip
    return count(
        balance, "{who} has {n} more game with White than with Black",
        "{who} has {n} more games with White than with Black", who=player.display_name,
    )  # fmt: skip


def _penalty(cost: int) -> Message:
    return say("a penalty of {cost}", cost=cost)


PENALTIES = Objective("penalties", _penalty, _pair, _colour_cost, _alone, parts=_parts)
