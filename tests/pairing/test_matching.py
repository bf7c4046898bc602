"""The matching engine against brute force, and our own code against the library."""

from __future__ import annotations

import random
from functools import cache

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from xltie.pairing.engine import cheapest_perfect, maximum_matching
from xltie.pairing.engine.blossom import Edge
from xltie.pairing.engine.lookahead import in_order
from xltie.pairing.engine.pruned import cheapest_by_few


def by_hand(vertices: int, costs: dict[Edge, int]) -> tuple[int, int]:
    """Most pairs (negative) and the least cost of them, by trying everything."""

    @cache
    def best(left: int) -> tuple[int, int]:
        if not left:
            return 0, 0
        one = (left & -left).bit_length() - 1
        rest = left & ~(1 << one)
        answer = best(rest)
        for other in range(one + 1, vertices):
            if rest >> other & 1 and (one, other) in costs:
                pairs, cost = best(rest & ~(1 << other))
                answer = min(answer, (pairs - 1, cost + costs[one, other]))
        return answer

    return best((1 << vertices) - 1)


def worth(costs: dict[Edge, int], partner: list[int | None]) -> tuple[int, int]:
    for a, b in enumerate(partner):
        assert b is None or partner[b] == a
    pairs = [(a, b) for a, b in enumerate(partner) if b is not None and a < b]
    return -len(pairs), sum(costs[pair] for pair in pairs)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, dict[Edge, int]]:
    vertices = draw(st.integers(2, 9))
    edges = [(a, b) for a in range(vertices) for b in range(a + 1, vertices)]
    chosen = draw(st.lists(st.sampled_from(edges), unique=True))
    largest = draw(st.sampled_from([1, 3, 1000, 1 << 90]))
    return vertices, {edge: draw(st.integers(0, largest)) for edge in chosen}


@pytest.mark.slow
@settings(max_examples=300)
@given(graphs())
def test_few_couples_are_enough_for_the_best_pairing(graph: tuple[int, dict[Edge, int]]) -> None:
    vertices, costs = graph
    assert worth(costs, cheapest_by_few(vertices, costs)) == by_hand(vertices, costs)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_a_large_field_among_few_couples_is_paired_as_among_all(seed: int) -> None:
    """Groups as score groups make them, of odd size too; some fields cannot all be paired."""
    lots = random.Random(seed)
    size = lots.randint(20, 90)
    group = [lots.randint(0, 5) for _ in range(size)]
    share = lots.choice([0.02, 0.1, 0.6, 1])
    costs = {
        (a, b): ((group[a] - group[b]) ** 2 << 60)
        + (lots.randint(0, 9) << 40)
        + lots.getrandbits(32)
        for a in range(size)
        for b in range(a + 1, size)
        if lots.random() < share
    }
    base = (max(costs.values()) + 1) * (size + 1)
    among_all = maximum_matching(size, {edge: base - cost for edge, cost in costs.items()})
    assert worth(costs, cheapest_by_few(size, costs)) == worth(costs, among_all)


@pytest.mark.slow
@settings(max_examples=300)
@given(graphs())
def test_the_matching_is_the_best_there_is(graph: tuple[int, dict[Edge, int]]) -> None:
    vertices, costs = graph
    assert worth(costs, cheapest_perfect(vertices, costs)) == by_hand(vertices, costs)


@pytest.mark.parametrize("size", [30, 100])
def test_another_program_finds_the_same(size: int) -> None:
    lots = random.Random(size)
    edges = [(a, b) for a in range(size) for b in range(a + 1, size)]
    for _ in range(3):
        costs = {edge: lots.randint(0, 3) << 60 | lots.getrandbits(50) for edge in edges}
        most = max(costs.values())
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(size))
        graph.add_edges_from([(a, b, most - cost) for (a, b), cost in costs.items()])
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        found = enumerate(cheapest_perfect(size, costs))
        assert {(a, b) for a, b in found if b is not None and a < b} == {
            (min(pair), max(pair)) for pair in pairs
        }


def test_costs_of_any_size_are_exact() -> None:
    huge = 1 << 160
    costs = {
        (0, 1): huge,
        (2, 3): huge + 1,
        (0, 2): huge,
        (1, 3): huge,
        (0, 3): 0,
        (1, 2): 3 * huge,
    }
    assert cheapest_perfect(4, costs) == [2, 3, 0, 1]


@pytest.mark.slow
@settings(max_examples=60)
@given(graphs())
def test_pairings_in_order_are_all_of_them_cheapest_first(
    graph: tuple[int, dict[Edge, int]],
) -> None:
    vertices, costs = graph
    found = [tuple(partner) for partner in in_order(vertices, costs)]
    totals = [worth(costs, list(partner))[1] for partner in found]
    assert totals == sorted(totals)
    assert len(set(found)) == len(found) == count_complete(vertices, costs)


def count_complete(vertices: int, costs: dict[Edge, int]) -> int:
    def count(left: tuple[int, ...]) -> int:
        if not left:
            return 1
        one, rest = left[0], left[1:]
        return sum(
            count(tuple(v for v in rest if v != other)) for other in rest if (one, other) in costs
        )

    return count(tuple(range(vertices)))
