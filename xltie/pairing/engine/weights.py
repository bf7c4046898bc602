"""Objectives as whole numbers: one cost for every couple, no objective outweighing an earlier."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple

from xltie.pairing.engine.blossoms import Edge
from xltie.pairing.engine.colours import handicap_between
from xltie.pairing.engine.matching import room_for
from xltie.pairing.engine.objectives import Objective
from xltie.pairing.engine.state import BLACK, WHITE, Entry, PairingState

_LOT_BITS, _FEWEST_LOT_BITS = 32, 12
_MASK = (1 << 64) - 1


class Allowed(NamedTuple):
    """The couples that may meet, by their places in the field, and who may have the bye."""

    couples: Sequence[Edge]
    byes: Sequence[int]


def costs(
    state: PairingState, objectives: Sequence[Objective], allowed: Allowed
) -> Dict[Edge, int]:
    """Return the cost of every couple and bye; the bye's vertex is one above the last player's.

    The lots of the players come last, so that of equally good pairings exactly one is cheapest.
    """
    entries = state.entries
    by_objective = [_pair_costs(state, objective, allowed) for objective in objectives]
    colour_costs = [
        [_colour_costs(state, objective, entry) for entry in entries] for objective in objectives
    ]
    bits = [_bits(entries, *both) for both in zip(by_objective, colour_costs)]
    lots = _lot_bits(sum(bits), len(entries))
    shifts = _shifts(bits, lots + (len(entries) // 2 + 1).bit_length())
    white, black = _colour_totals(colour_costs, shifts, len(entries))
    found: Dict[Edge, int] = {}
    for edge in allowed.couples:
        a, b = edge
        seated = min(white[a] + black[b], black[a] + white[b])
        if handicap_between(state, entries[a], entries[b]):
            seated = 0  # the weaker has Black whatever they had before
        found[edge] = seated + _mixed(entries[a].lot, entries[b].lot, lots)
    for who in allowed.byes:
        found[who, len(entries)] = _mixed(entries[who].lot, 1, lots)
    for pairs, shift in zip(by_objective, shifts):
        for edge, cost in pairs.items():
            found[edge] += cost << shift
    return found


def _pair_costs(state: PairingState, objective: Objective, allowed: Allowed) -> Dict[Edge, int]:
    """Return what couples and byes cost by one objective, without those that cost nothing."""
    entries = state.entries
    found: Dict[Edge, int] = {}
    if objective.pair is not None:
        pair = objective.pair
        for edge in allowed.couples:
            cost = pair(state, entries[edge[0]], entries[edge[1]])
            if cost:
                found[edge] = cost
    if objective.alone is not None:
        for who in allowed.byes:
            cost = objective.alone(state, entries[who])
            if cost:
                found[who, len(entries)] = cost
    return found


def _colour_costs(state: PairingState, objective: Objective, entry: Entry) -> Tuple[int, int]:
    if objective.colour is None:
        return 0, 0
    return objective.colour(state, entry, WHITE), objective.colour(state, entry, BLACK)


def _bits(
    entries: Sequence[Entry], pairs: Dict[Edge, int], colour_costs: List[Tuple[int, int]]
) -> int:
    """Return how many bits the total of an objective over all couples can need."""
    most = [0] * (len(entries) + 1)
    for (a, b), cost in pairs.items():
        most[a] = max(most[a], cost)
        most[b] = max(most[b], cost)
    # a couple's cost is counted at both of its players
    total = sum(most) // 2 + 1 if any(most) else 0
    return (total + sum(max(both) for both in colour_costs)).bit_length()


def _lot_bits(others: int, players: int) -> int:
    """Return the bits of a couple's lot: as many as the library has room for, never too few."""
    left = room_for(players + 1) - others - (players // 2 + 1).bit_length()
    return max(_FEWEST_LOT_BITS, min(_LOT_BITS, left))


def _shifts(bits: Sequence[int], below: int) -> List[int]:
    shifts = []
    for own in reversed(bits):
        shifts.append(below)
        below += own
    return shifts[::-1]


def _colour_totals(
    colour_costs: Sequence[Sequence[Tuple[int, int]]], shifts: Sequence[int], players: int
) -> Tuple[List[int], List[int]]:
    """Return what White and Black cost each player, over all objectives."""
    white, black = [0] * players, [0] * players
    for own, shift in zip(colour_costs, shifts):
        for who, (as_white, as_black) in enumerate(own):
            white[who] += as_white << shift
            black[who] += as_black << shift
    return white, black


def _mixed(one: int, other: int, bits: int) -> int:
    """Return a couple's lot, of the two players' own."""
    return (((one | 1) * (other | 1)) & _MASK) >> (64 - bits)
