"""Matchings over slots: of the greatest weight, of the least cost, and of two halves (4.2).

The last is an assignment by the Hungarian method; its dual values tell which pairs can belong to a
best one (those without slack). Then row after row takes the first column that still leaves a best
assignment, by an alternating circle of such pairs: nothing is optimised again.
"""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from xltie.pairing.brackets.criteria import Pair
from xltie.pairing.brackets.field import Slot, bits, slots_in
from xltie.pairing.engine import cheapest_perfect, maximum_matching

Gain = Optional[int]


def first_best_assignment(gains: Sequence[Sequence[Gain]]) -> Optional[Tuple[int, List[int]]]:
    """Return the greatest total gain of giving every row a column, and the columns.

    ``gains`` has at least as many columns as rows, None for what must not be. Of the best
    assignments it is the one with the first column for the first row, then for the second, and so
    on. None where the rows cannot all get a column.
    """
    rows, columns = len(gains), len(gains[0]) if gains else 0
    if rows > columns:
        return None
    greatest = max((gain for row in gains for gain in row if gain is not None), default=0)
    barred = (greatest + 1) * columns
    costs = [[barred if g is None else greatest - g for g in row] for row in gains]
    costs += [[0] * columns for _ in range(columns - rows)]
    solver = _Assignment(costs)
    solver.solve()
    chosen = solver.column_of[:rows]
    if any(gains[row][column] is None for row, column in enumerate(chosen)):
        return None
    first = _first_in_order(solver, rows)
    return sum(gains[row][column] or 0 for row, column in enumerate(first)), first


class _Assignment:
    """The cheapest assignment of a square matrix, with its dual values."""

    def __init__(self, costs: List[List[int]]) -> None:
        self.costs = costs
        self.size = len(costs)
        self.row_dual = [min(row) for row in costs]
        self.column_dual = [0] * self.size
        self.column_of = [-1] * self.size
        self.row_of = [-1] * self.size

    def solve(self) -> None:
        """Match every row: first without slack in order, then by the shortest ways."""
        for row, costs in enumerate(self.costs):
            lowest = self.row_dual[row]
            for column, cost in enumerate(costs):
                if cost == lowest and self.row_of[column] < 0:
                    self.column_of[row], self.row_of[column] = column, row
                    break
        for row in range(self.size):
            if self.column_of[row] < 0:
                self._enter(row)

    def _enter(self, root: int) -> None:
        """Match one more row by a shortest alternating way (Dijkstra on reduced costs)."""
        size, column_dual = self.size, self.column_dual
        first = self.costs[root]
        dual = self.row_dual[root]
        distance = [first[c] - dual - column_dual[c] for c in range(size)]
        before = [root] * size
        open_columns = list(range(size))
        closed: List[int] = []
        while True:
            reach = min(distance[c] for c in open_columns)
            at = next((c for c in open_columns if distance[c] == reach and self.row_of[c] < 0), -1)
            if at >= 0:
                break
            nearest = [c for c in open_columns if distance[c] == reach]
            closed += nearest
            taken = set(nearest)
            open_columns = [c for c in open_columns if c not in taken]
            for column in nearest:
                row = self.row_of[column]
                costs = self.costs[row]
                offset = reach - self.row_dual[row]
                for c in open_columns:
                    way = costs[c] + offset - column_dual[c]
                    if way < distance[c]:
                        distance[c], before[c] = way, row
        self.row_dual[root] += reach
        for column in closed:
            self.row_dual[self.row_of[column]] += reach - distance[column]
            column_dual[column] -= reach - distance[column]
        while at >= 0:
            row = before[at]
            self.row_of[at], self.column_of[row], at = row, at, self.column_of[row]


def _first_in_order(solver: _Assignment, rows: int) -> List[int]:
    """Return the first of the best assignments: only pairs without slack belong to one."""
    size = solver.size
    tight = [
        bits(
            c
            for c, cost in enumerate(solver.costs[row])
            if cost == solver.row_dual[row] + solver.column_dual[c]
        )
        for row in range(size)
    ]
    rows_of = [0] * size
    for row, mask in enumerate(tight):
        for column in slots_in(mask):
            rows_of[column] |= 1 << row
    free_rows, free_columns = (1 << size) - 1, (1 << size) - 1
    for row in range(rows):
        free_rows &= ~(1 << row)
        taken = solver.column_of[row]
        earlier = tight[row] & free_columns & ((1 << taken) - 1)
        if earlier:
            _take_earliest(solver, row, earlier, rows_of, free_rows)
        free_columns &= ~(1 << solver.column_of[row])
    return solver.column_of[:rows]


def _take_earliest(
    solver: _Assignment, row: int, earlier: int, rows_of: List[int], free_rows: int
) -> None:
    """Give a row the first of some columns that it can have, if there is one.

    It can where the row that loses the column gets another one, and so on, until one takes the
    column that the first row gives up: the ways are searched backwards from there.
    """
    given_up = solver.column_of[row]
    leads_to = {}
    queue = [given_up]
    unseen = free_rows
    for column in queue:
        for other in slots_in(rows_of[column] & unseen):
            leads_to[other] = column
            queue.append(solver.column_of[other])
        unseen &= ~rows_of[column]
    for column in slots_in(earlier):
        loser = solver.row_of[column]
        if loser not in leads_to:
            continue
        solver.column_of[row], solver.row_of[column] = column, row
        while True:
            taken = leads_to[loser]
            following = solver.row_of[taken]
            solver.column_of[loser], solver.row_of[taken] = taken, loser
            if taken == given_up:
                return
            loser = following


Weights = Dict[Pair, int]


def best_matching(slots: Sequence[Slot], weights: Mapping[Pair, int]) -> Dict[Slot, Slot]:
    """Return everybody's partner in a matching of greatest weight."""
    return _matched(maximum_matching, slots, weights)


def cheapest_matching(slots: Sequence[Slot], costs: Mapping[Pair, int]) -> Dict[Slot, Slot]:
    """Return everybody's partner where as many as possible are paired, at the least cost."""
    return _matched(cheapest_perfect, slots, costs)


def _matched(
    search: Callable[[int, Mapping[Pair, int]], List[Optional[Slot]]],
    slots: Sequence[Slot],
    values: Mapping[Pair, int],
) -> Dict[Slot, Slot]:
    index = {slot: at for at, slot in enumerate(slots)}
    numbered = {(index[a], index[b]): value for (a, b), value in values.items()}
    mates = search(len(slots), numbered)
    return {slots[at]: slots[mate] for at, mate in enumerate(mates) if mate is not None}
