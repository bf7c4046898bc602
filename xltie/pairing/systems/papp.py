"""The penalties by which PAPP, the pairing program of the French Othello Federation, pairs.

They are added up, not ranked: a float of half a point weighs 20,000, a colour too many 20. The
values are those of its configuration file.
"""

from __future__ import annotations

from typing import Tuple

from xltie.functions.registry import Source
from xltie.pairing.engine.objectives import Objective
from xltie.pairing.engine.state import Entry, PairingState

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
    again = bool(a.colours) and a.colours[-1] == (state.round - 1, colour)
    return cost + (_SAME_COLOUR_AGAIN if again else 0)


def _alone(state: PairingState, a: Entry) -> int:
    """A bye counts as an opponent half a point below the lowest score."""
    apart = a.score - state.lowest + state.denominator // 2
    cost = _capped(_FLOAT, _halves(state, apart)) + _floating(state, a, apart)
    return cost + _capped(_COLOUR, abs(a.balance))


PENALTIES = Objective("penalties", "a penalty of {cost}", _pair, _colour_cost, _alone)
