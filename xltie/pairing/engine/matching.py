"""The cheapest way to pair everybody, exact: every program and every computer pairs alike."""

from __future__ import annotations

from typing import List, Mapping, Optional

from xltie.pairing.engine.blossom import Edge, maximum_matching
from xltie.pairing.engine.pruned import cheapest_by_few

_LARGE = 60
"""From so many players on it is enough to look at few couples."""


def cheapest_perfect(vertices: int, costs: Mapping[Edge, int]) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None.
    """
    if vertices >= _LARGE:
        return cheapest_by_few(vertices, costs)
    # a pair more always outweighs what all pairs cost
    base = (max(costs.values(), default=0) + 1) * (vertices + 1)
    return maximum_matching(vertices, {edge: base - cost for edge, cost in costs.items()})
