"""The costs of all couples, row by row: a large field has millions of them."""

from __future__ import annotations

from typing import Iterator, List, Mapping, Optional

from xltie.pairing.engine.blossom import Edge


class CostRows(Mapping[Edge, int]):
    """What couples cost, by their places ``a < b``: ``rows[a][b - a - 1]``, None for no couple.

    A dictionary of the same couples takes four times the memory.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: List[List[Optional[int]]] = [[None] * (size - a - 1) for a in range(size)]

    @staticmethod
    def of(size: int, costs: Mapping[Edge, int]) -> CostRows:
        """Return costs as rows; rows are returned as they are."""
        if isinstance(costs, CostRows) and costs.size == size:
            return costs
        found = CostRows(size)
        for edge, cost in costs.items():
            found.put(edge, cost)
        return found

    def put(self, edge: Edge, cost: int) -> None:
        """Set the cost of a couple."""
        a, b = edge
        self.rows[a][b - a - 1] = cost

    def around(self, vertex: int, missing: int) -> List[int]:
        """Return what a vertex costs with each one, ``missing`` where they are no couple."""
        before = [self.rows[a][vertex - a - 1] for a in range(vertex)]
        costs = [*before, None, *self.rows[vertex]]
        return [missing if cost is None else cost for cost in costs]

    def greatest(self) -> int:
        """Return the greatest cost, 0 where there is no couple."""
        return max((cost for row in self.rows for cost in row if cost is not None), default=0)

    def __getitem__(self, edge: Edge) -> int:
        a, b = edge
        cost = self.rows[a][b - a - 1] if 0 <= a < b < self.size else None
        if cost is None:
            raise KeyError(edge)
        return cost

    def __iter__(self) -> Iterator[Edge]:
        for a, row in enumerate(self.rows):
            for b, cost in enumerate(row, a + 1):
                if cost is not None:
                    yield a, b

    def __len__(self) -> int:
        return sum(cost is not None for row in self.rows for cost in row)
