"""Who sat at which board of a match, as far as a report says or lets it follow."""

from __future__ import annotations

from typing import List, Mapping, Optional, Tuple

from xltie.event.model import Id

Order = Tuple[Tuple[Id, ...], bool]
"""The players of a team from board 1 on, and whether every board is sure."""


def aligned(orders: List[Order], met: Mapping[Id, Id], boards: int) -> List[Order]:
    """Return two line-ups with the empty boards that follow from who met whom.

    Both must be short of a player without a record 300 that says where; otherwise they stay.
    """
    if orders[0][1] or orders[1][1]:
        return orders
    left, right = list(orders[0][0]), list(orders[1][0])
    found: List[Tuple[Id, Id]] = []
    while left or right:
        if left and not met.get(left[0]):
            found.append((left.pop(0), ""))
        elif right and not met.get(right[0]):
            found.append(("", right.pop(0)))
        elif left and right and met[left[0]] == right[0]:
            found.append((left.pop(0), right.pop(0)))
        else:
            return orders
    if len(found) > boards:
        return orders
    return [(tuple(board[at] for board in found), True) for at in (0, 1)]


def board_of(
    who: Id,
    opponent: Optional[Id],
    own: Order,
    other: Order,
) -> Optional[int]:
    """Return the board of a player, from 0, None where it is not known."""
    if opponent and other[1] and not own[1] and opponent in other[0]:
        return other[0].index(opponent)
    return own[0].index(who) if who in own[0] else None
