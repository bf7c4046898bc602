"""A round by Keizer's system: from the top of the ranking list down, everybody meets the next one.

"Number 1 plays number 2; if they have met, number 1 plays number 3, and so on" (De Schaakmaat).
With an odd number the last of those who have had the fewest byes has one: in a long season nobody
is spared it for good.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.messages import NOTHING, Message, joined, say
from xltie.core.records import replace
from xltie.event import Event, EventIndex, Id
from xltie.pairing.brackets.bracket_round import (
    EVEN_PLAYERS,
    HAVE_MET,
    MUST_NOT_MEET,
    NOBODY_LEFT,
    with_colours,
)
from xltie.pairing.brackets.completion import largest_matching
from xltie.pairing.brackets.field import slots_in
from xltie.pairing.catalogue import Board, Round, System, TableReason, round_of
from xltie.pairing.engine import Allowed, NoPairing, allowed_in, reasons
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import BLACK, Entry, PairingState, colour_of_better
from xltie.ranking import criteria_of, parse_criterion, split_list
from xltie.rules.common.keizer import KeizerOptions, keizer_list


def keizer_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> Round:
    """Return a round in which neighbours of the ranking list meet, from the top down.

    Raises:
        NoPairing: the absolute rules leave no pairing; with the reasons.
    """
    state = _by_the_list(event_index, state)
    allowed = _with_all_byes(state, allowed_in(state, wants))
    couples = _couples(_open_to(len(state.entries), allowed), allowed.byes)
    if couples is None:
        raise NoPairing(reasons(state, allowed))
    return round_of(state, system, (_board(state, *couple) for couple in couples), wants)


def _by_the_list(event_index: EventIndex, state: PairingState) -> PairingState:
    """Return the state with the players in the order of the list before the round."""
    event = event_index.event
    before = tuple(match for match in event.matches if match.round < state.round)
    order = keizer_list(EventIndex(replace(event, matches=before)), _options(event)).order
    places = {who: place for place, who in enumerate(order)}
    entries = sorted(state.entries, key=lambda entry: places[entry.who])
    placed = (
        entry._replace(rank=rank, seed=places[entry.who]) for rank, entry in enumerate(entries)
    )
    return replace(state, entries=tuple(placed))


def _options(event: Event) -> KeizerOptions:
    """Return the values of the criterion KEIZER that the event goes by, else the usual ones."""
    for part in split_list(criteria_of(event)):
        if part.upper().startswith("KEIZER"):
            return KeizerOptions(**dict(parse_criterion(part, event).options))
    return KeizerOptions()


def _with_all_byes(state: PairingState, allowed: Allowed) -> Allowed:
    """Return who may meet whom, and everybody for the bye, in the order in which it is given."""
    order = sorted(state.entries, key=lambda entry: (len(entry.free_rounds), -entry.rank))
    return Allowed(allowed.couples, [entry.rank for entry in order])


def _open_to(size: int, allowed: Allowed) -> List[int]:
    open_to = [0] * size
    for one, other in allowed.couples:
        open_to[one] |= 1 << other
        open_to[other] |= 1 << one
    return open_to


def _couples(
    open_to: Sequence[int], byes: Sequence[int]
) -> Optional[List[Tuple[int, Optional[int]]]]:
    """Return who meets whom by places on the list, the bye last; None where not all can be paired.

    ``open_to`` is whom everybody may meet, as bits, ``byes`` who may have the bye, in order.
    """

    def all_meet(places: Sequence[int]) -> bool:
        return len(largest_matching(places, open_to)) == len(places)

    everybody = range(len(open_to))
    free: Sequence[Optional[int]] = byes if len(open_to) % 2 else [None]
    fields = ((bye, [at for at in everybody if at != bye]) for bye in free)
    bye, left = next((field for field in fields if all_meet(field[1])), (None, []))
    if not left and open_to:
        return None
    found: List[Tuple[int, Optional[int]]] = []
    while left:
        high, *others = left
        rests = ((low, [at for at in others if at != low]) for low in slots_in(open_to[high]))
        low, left = next((low, rest) for low, rest in rests if low in others and all_meet(rest))
        found.append((high, low))
    return found if bye is None else [*found, (bye, None)]


def _board(state: PairingState, high: int, low: Optional[int]) -> Board:
    one = state.entries[high]
    if low is None:
        return Board(0, one.who, None)
    other = state.entries[low]
    first, second = (one, other) if _has_first(state, one, other) else (other, one)
    return Board(0, first.who, second.who)


def _has_first(state: PairingState, one: Entry, other: Entry) -> bool:
    """Tell whether the higher of two has the colour of the first column.

    Colours are as even as possible and alternate; before any game they change from table to table.
    """
    one, other = one._replace(rank=one.rank // 2), other._replace(rank=other.rank // 2)
    return colour_of_better(state, one, other, False) == state.first_colour


# -- why -------------------------------------------------------------------------------------------


class KeizerReasons:
    """The reasons of a drawn round: the places on the list, and who was passed over."""

    def __init__(self, drawn: Round, wants: RoundOptions) -> None:
        assert drawn.state is not None, "the list is part of the state"
        self.state = drawn.state
        self.entries: Dict[Id, Entry] = {entry.who: entry for entry in self.state.entries}
        self.couples = frozenset(allowed_in(self.state, wants).couples)
        self.partner: Dict[Id, Optional[Entry]] = {}
        for board in drawn.boards:
            for who in board.players:
                others = [self.entries[rival] for rival in board.players if rival != who]
                self.partner[who] = others[0] if others else None

    def against(self, one: Id, other: Id) -> Message:
        """Return why two who are paired otherwise do not meet; ``other`` is "" for the bye."""
        if not other:
            return self._why_no_bye(self.entries[one])
        high, low = sorted((self.entries[one], self.entries[other]), key=lambda e: e.rank)
        return self._why_not(high, low)

    def table(self, board: Board) -> TableReason:
        """Return the reasons for a table."""
        first = self.entries[board.first]
        if board.second is None:
            order = say("the last on the list of those who have had the fewest byes")
            players = say("{who} has the bye", who=first.display_name)
            return TableReason(board.table, players, order=order)
        second = self.entries[board.second]
        high, low = sorted((first, second), key=lambda entry: entry.rank)
        names = f"{first.display_name} - {second.display_name}"
        places = say("places {one} and {other} of the list", one=high.seed + 1, other=low.seed + 1)
        passed = [
            say("{who}: {why}", who=entry.display_name, why=self._why_not(high, entry))
            for entry in self.state.entries[high.rank + 1 : low.rank]
            if self._is_free_below(entry, high)
        ]
        order = say("passed over: {players}", players=joined(passed, "; ")) if passed else NOTHING
        had = [with_colours(entry.display_name, entry.had) for entry in (first, second)]
        if self.state.first_colour == BLACK:
            had.reverse()
        colours = say("White {white}; Black {black}", white=had[0], black=had[1])
        return TableReason(board.table, names, places, NOTHING, colours, order)

    def _is_free_below(self, entry: Entry, high: Entry) -> bool:
        """Tell whether somebody had no opponent yet when one higher up was given one."""
        partner = self.partner[entry.who]
        return partner is not None and partner.rank > high.rank

    def _why_not(self, high: Entry, low: Entry) -> Message:
        if (high.rank, low.rank) not in self.couples:
            return HAVE_MET if low.who in high.met else MUST_NOT_MEET
        for entry in (high, low):
            partner = self.partner[entry.who]
            if partner is None:
                return say("{who} has the bye, which is given first", who=entry.display_name)
            if partner.rank < high.rank:
                return say(
                    "{higher}, above both on the list, meets {who}",
                    higher=partner.display_name, who=entry.display_name,
                )  # fmt: skip
        partner = self.partner[high.who]
        if partner is not None and partner.rank < low.rank:
            return say("{who} is the next on the list", who=partner.display_name)
        return NOBODY_LEFT

    def _why_no_bye(self, entry: Entry) -> Message:
        resting = [self.entries[who] for who, rival in self.partner.items() if rival is None]
        if not resting:
            return EVEN_PLAYERS
        holder = resting[0]
        if len(entry.free_rounds) > len(holder.free_rounds):
            return say("{who} has had fewer byes", who=holder.display_name)
        if max(entry, holder, key=lambda one: one.rank) is holder:
            return say("{who} is lower on the list", who=holder.display_name)
        return NOBODY_LEFT
