"""Matchings over slots: of the greatest weight, of the least cost, or simply the largest."""

from __future__ import annotations

from typing import Dict, Mapping, Sequence

from xltie.pairing.brackets.criteria import Pair
from xltie.pairing.brackets.field import Slot
from xltie.pairing.engine import cheapest_perfect, maximum_matching

Weights = Dict[Pair, int]


def best_matching(slots: Sequence[Slot], weights: Mapping[Pair, int]) -> Dict[Slot, Slot]:
    """Return everybody's partner in a matching of greatest weight."""
    index = {slot: at for at, slot in enumerate(slots)}
    mates = maximum_matching(
        len(slots), {(index[a], index[b]): weight for (a, b), weight in weights.items()}
    )
    return {slots[at]: slots[mate] for at, mate in enumerate(mates) if mate is not None}


def cheapest_matching(slots: Sequence[Slot], costs: Mapping[Pair, int]) -> Dict[Slot, Slot]:
    """Return everybody's partner where as many as possible are paired, at the least cost."""
    index = {slot: at for at, slot in enumerate(slots)}
    mates = cheapest_perfect(
        len(slots), {(index[a], index[b]): cost for (a, b), cost in costs.items()}
    )
    return {slots[at]: slots[mate] for at, mate in enumerate(mates) if mate is not None}
