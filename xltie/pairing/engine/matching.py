"""The cheapest way to pair everybody: by a library where there is one, by our own code otherwise.

Both answer exactly; costs are made so that the cheapest way is one alone
(``weights``), so that every host pairs alike.
"""

from __future__ import annotations

from typing import Callable, List, Mapping, Optional

from xltie.pairing.engine.blossom import maximum_matching
from xltie.pairing.engine.blossoms import Edge
from xltie.pairing.engine.pruned import cheapest_by_few

LIBRARY_BITS = 126
"""The library computes in whole numbers of 128 bits."""

_LARGE = 60
"""From so many players on a field is large."""


def room_for(vertices: int) -> int:
    """Return how many bits a cost may have for the library: its dual values may grow n-fold."""
    return LIBRARY_BITS - 2 - max(1, vertices).bit_length()


def cheapest_perfect(
    vertices: int, costs: Mapping[Edge, int], library: Optional[bool] = None
) -> List[Optional[int]]:
    """Return everybody's partner, with as many pairs as possible and the least total cost.

    Who cannot be paired has None. ``library`` forces (True) or forbids (False) the library, which
    is asked for small fields only: our own code needs to look at few couples of a large one.
    """
    if not costs:
        return [None] * vertices
    if vertices >= _LARGE and not library:
        return cheapest_by_few(vertices, costs)
    greatest = max(costs.values())
    fits = greatest.bit_length() <= room_for(vertices)
    solve = _library() if library is not False and fits else None
    if solve is None:
        if library:
            raise ImportError("rustworkx is not installed, or the costs are too large for it")
        # a pair more always outweighs what all pairs cost
        base = (greatest + 1) * (vertices + 1)
        return maximum_matching(vertices, {edge: base - cost for edge, cost in costs.items()})
    return solve(vertices, {edge: greatest - cost for edge, cost in costs.items()})


Solver = Callable[[int, Mapping[Edge, int]], List[Optional[int]]]


def has_library() -> bool:
    """Tell whether a matching library is installed."""
    return _library() is not None


def _library() -> Optional[Solver]:
    try:
        import rustworkx
    except ImportError:
        return None

    def solve(vertices: int, weights: Mapping[Edge, int]) -> List[Optional[int]]:
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(vertices))
        graph.add_edges_from([(a, b, weight) for (a, b), weight in weights.items()])
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        partner: List[Optional[int]] = [None] * vertices
        for a, b in pairs:
            partner[a], partner[b] = b, a
        return partner

    return solve
