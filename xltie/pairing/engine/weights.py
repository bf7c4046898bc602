"""Objectives as whole numbers: one cost for every couple, no objective outweighing an earlier."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import Collection, Iterable, Iterator, MutableSequence, NamedTuple, Sequence

from xltie.pairing.engine.blossom import Edge
from xltie.pairing.engine.pruned import CostRows
from xltie.pairing.objectives import Objective
from xltie.pairing.options import RoundOptions, same_of
from xltie.pairing.state import BLACK, WHITE, Entry, PairingState, handicap_between

_LOT_BITS, _LOT_ROOM = 32, 64
_MASK = (1 << _LOT_ROOM) - 1
"""A couple's lot is made of the two players' own, which have so many bits."""


class Couples(Collection[Edge]):
    """Couples by their places, in order, in an eighth of the memory of a list of pairs."""

    def __init__(self, couples: Iterable[Edge]) -> None:
        self.first, self.second = array("i"), array("i")
        for one, other in couples:
            self.first.append(one)
            self.second.append(other)

    def __iter__(self) -> Iterator[Edge]:
        return zip(self.first, self.second)

    def __len__(self) -> int:
        return len(self.first)

    def __contains__(self, couple: object) -> bool:
        return any(known == couple for known in self)


class Allowed(NamedTuple):
    """The couples that may meet, by their places in the field, and who may have the bye."""

    couples: Collection[Edge]
    byes: Sequence[int]

    def edges(self, players: int) -> Iterator[Edge]:
        """Yield the couples, then the byes, whose vertex is one above the last player's."""
        return chain(self.couples, ((who, players) for who in self.byes))


def allowed_in(state: PairingState, wants: RoundOptions) -> Allowed:
    """Return who may meet whom under the absolute rules, and who may have a bye."""
    entries = state.entries
    names = [entry.who for entry in entries]
    is_free = not (wants.forbidden or wants.forbid_same)
    couples = Couples(
        (a, b)
        for a, one in enumerate(entries)
        for b in range(a + 1, len(entries))
        if (is_free and names[b] not in one.met) or may_meet(one, entries[b], wants)
    )
    odd = len(entries) % 2
    byes = [a for a, entry in enumerate(entries) if odd and not entry.free_rounds]
    return Allowed(couples, byes)


def may_meet(a: Entry, b: Entry, wants: RoundOptions) -> bool:
    """Tell whether the absolute rules let two players meet."""
    if b.who in a.met and not wants.repeats:
        return False
    if wants.forbidden and frozenset((a.who, b.who)) in wants.forbidden:
        return False
    return not same_of(a, b, wants.forbid_same)


def costs(state: PairingState, objectives: Sequence[Objective], allowed: Allowed) -> CostRows:
    """Return the cost of every couple and bye; the bye's vertex is one above the last player's.

    The lots of the players come last, so that of equally good pairings exactly one is cheapest.
    """
    entries, players = state.entries, len(state.entries)
    by_objective = [_edge_costs(state, objective, allowed) for objective in objectives]
    colour_costs = [
        [_colour_costs(state, objective, entry) for entry in entries] for objective in objectives
    ]
    bits = [
        _bits(players, allowed.edges(players), *both) for both in zip(by_objective, colour_costs)
    ]
    shifts = _shifts(bits, _LOT_BITS + (players // 2 + 1).bit_length())
    white, black = _colour_totals(colour_costs, shifts, players)
    shifted = [(of_edges, shift) for of_edges, shift in zip(by_objective, shifts) if of_edges]
    found = CostRows(players + players % 2)
    lot_of = [entry.lot | 1 for entry in entries] + [1]
    below = _LOT_ROOM - _LOT_BITS
    is_even = state.less is None
    for index, (a, b) in enumerate(allowed.edges(players)):
        total = (lot_of[a] * lot_of[b] & _MASK) >> below
        # in a handicap game the weaker has Black whatever they had before
        if b < players and (is_even or not handicap_between(state, entries[a], entries[b])):
            one, other = white[a] + black[b], black[a] + white[b]
            total += one if one < other else other
        for of_edges, shift in shifted:
            total += of_edges[index] << shift
        found.rows[a][b - a - 1] = total
    return found


def _edge_costs(state: PairingState, objective: Objective, allowed: Allowed) -> Sequence[int]:
    """Return what couples, then byes, cost by one objective; nothing where none costs anything."""
    entries, pair, alone = state.entries, objective.pair, objective.alone
    if pair is None and alone is None:
        return ()
    of_couples = (0 if pair is None else pair(state, entries[a], entries[b])
                  for a, b in allowed.couples)  # fmt: skip
    of_byes = (0 if alone is None else alone(state, entries[who]) for who in allowed.byes)
    found = _packed(of_couples)
    found.extend(of_byes)
    return found if any(found) else ()


def _packed(numbers: Iterable[int]) -> MutableSequence[int]:
    """Return numbers in little memory where they fit into 64 bits."""
    found: MutableSequence[int] = array("q")
    rest = iter(numbers)
    for number in rest:
        try:
            found.append(number)
        except OverflowError:
            return [*found, number, *rest]
    return found


def _colour_costs(state: PairingState, objective: Objective, entry: Entry) -> tuple[int, int]:
    if objective.colour is None:
        return 0, 0
    return objective.colour(state, entry, WHITE), objective.colour(state, entry, BLACK)


def _bits(
    players: int,
    edges: Iterable[Edge],
    of_edges: Sequence[int],
    colour_costs: list[tuple[int, int]],
) -> int:
    """Return how many bits the total of an objective over all couples can need."""
    most = [0] * (players + 1)
    for (a, b), cost in zip(edges, of_edges):
        most[a] = max(most[a], cost)
        most[b] = max(most[b], cost)
    # a couple's cost is counted at both of its players
    total = sum(most) // 2 + 1 if any(most) else 0
    return (total + sum(max(both) for both in colour_costs)).bit_length()


def _shifts(bits: Sequence[int], below: int) -> list[int]:
    shifts = []
    for width in reversed(bits):
        shifts.append(below)
        below += width
    return shifts[::-1]


def _colour_totals(
    colour_costs: Sequence[Sequence[tuple[int, int]]], shifts: Sequence[int], players: int
) -> tuple[list[int], list[int]]:
    """Return what White and Black cost each player, over all objectives."""
    white, black = [0] * players, [0] * players
    for of_players, shift in zip(colour_costs, shifts):
        for who, (as_white, as_black) in enumerate(of_players):
            white[who] += as_white << shift
            black[who] += as_black << shift
    return white, black
