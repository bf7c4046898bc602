"""Who gets which colour where the objectives leave it open."""

from __future__ import annotations

from typing import Optional

from xltie.pairing.state.state import BLACK, WHITE, Entry, PairingState


def colour_of_better(state: PairingState, a: Entry, b: Entry, by_lot: bool) -> int:
    """Return the colour of the better placed of two.

    In this order: who had White less often gets it; both change from the last round in which they
    had different colours; the better placed changes colour. Before any game, the drawn colour goes
    to the odd tables; with ``by_lot`` the first half of the lots has White.
    """
    if a.balance != b.balance:
        return WHITE if a.balance < b.balance else BLACK
    differed = _last_difference(a, b)
    if differed is not None:
        return -differed
    if a.colours or b.colours:
        return -a.colours[-1][1] if a.colours else b.colours[-1][1]
    if by_lot or a.rank % 2 == 0:
        return state.top_colour
    return -state.top_colour


def _last_difference(a: Entry, b: Entry) -> Optional[int]:
    """Return the colour that ``a`` had when the two last had different ones, game by game back."""
    for (_, one), (_, other) in zip(reversed(a.colours), reversed(b.colours)):
        if one != other:
            return one
    return None


def handicap_between(state: PairingState, a: Entry, b: Entry) -> int:
    """Return the stones for the weaker of two: the difference in rank less a number, up to most.

    Games of those without ranks are even, as are all where the field has no number. A handicap of
    1 is a game without komi.
    """
    if state.less is None or a.strength is None or b.strength is None:
        return 0
    apart = abs(a.strength - b.strength)
    return max(0, min(state.most_stones, apart - state.less)) if apart else 0
