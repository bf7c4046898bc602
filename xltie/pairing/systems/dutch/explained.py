"""Why each table of a Dutch round is what it is: bracket, floaters, colours and the article."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List

from xltie.core.messages import NOTHING, Message, say
from xltie.event import EventIndex, Id
from xltie.pairing.catalogue import Board, Round, TableReason
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.dutch.build_field import initial_colour
from xltie.pairing.systems.dutch.dutch_round import solved_field
from xltie.pairing.systems.dutch.field import Slot
from xltie.pairing.systems.dutch.player import Player, white_first
from xltie.pairing.systems.dutch.why_not import Solved
from xltie.pairing.systems.wording import (
    colours_of_table,
    does_not_meet,
    has_bye_with,
    why_apart,
    with_colours,
)

_MOST_EXPLAINED = 200
"""In larger fields each table has its bracket and its colours; ask about a couple by name."""


def dutch_reasons(event_index: EventIndex, drawn: Round, wants: RoundOptions) -> List[TableReason]:
    """Return the reasons for each table of a drawn round."""
    assert drawn.state is not None, "a round by brackets has a state"
    told = _DutchExplainer(event_index, drawn.state, wants)
    return [told.table(board) for board in drawn.boards]


def why_not_dutch(
    event_index: EventIndex, drawn: Round, wants: RoundOptions, one: Id, other: Id
) -> Message:
    """Return in a sentence why two do not meet in a drawn round; "" stands for the bye."""
    assert drawn.state is not None, "a round by brackets has a state"
    told = _DutchExplainer(event_index, drawn.state, wants)
    slot = told.solved.field.slot
    if one in slot and other in slot:
        one, other = sorted((one, other), key=slot.__getitem__)
    return why_apart(drawn, one, other, told.why_not, told.why_no_bye)


class _DutchExplainer:
    """A round that was paired, in words."""

    def __init__(self, event_index: EventIndex, state: PairingState, wants: RoundOptions) -> None:
        self.solved = Solved(*solved_field(event_index, state, wants))
        self.initial = initial_colour(event_index, state)
        self.denominator = state.denominator
        self.names: Dict[Id, str] = {entry.who: entry.display_name for entry in state.entries}
        self.natural = self._natural_opponents()

    def why_not(self, one: Id, other: Id) -> Message:
        slot = self.solved.field.slot
        verdict = self.solved.why_not(slot[one], slot[other])
        assert verdict is not None, "the two do not meet"
        return verdict.message

    def why_no_bye(self, who: Id) -> Message:
        verdict = self.solved.why_not_resting(self.solved.field.slot[who])
        assert verdict is not None, "somebody else rests, or nobody"
        return verdict.message

    def table(self, board: Board) -> TableReason:
        slot = self.solved.field.slot
        if board.second is None:
            return self._bye(board.table, slot[board.first])
        players = self.solved.field.players
        high, low = sorted((slot[board.first], slot[board.second]))
        white, black, why = white_first(players[high], players[low], self.initial)
        return TableReason(
            board.table,
            f"{self.names[board.first]} - {self.names[board.second]}",
            say("bracket of {points}", points=self._points(low)),
            self._floats(high),
            colours_of_table(self._had(white), self._had(black), why),
            self._order(high, low),
        )

    def _bye(self, table: int, slot: Slot) -> TableReason:
        players = has_bye_with(self._name(slot), self._points(slot))
        why = self.solved.why_bye(slot)
        order = say("nobody else is there")
        if why:
            order = say("with a bye for another player: {why}", why=why.message)
        return TableReason(table, players, order=order)

    def _floats(self, slot: Slot) -> Message:
        """Say why a player came down to the bracket of the table, nothing for a resident."""
        number = self.solved.left_first(slot)
        if number is None:
            return NOTHING
        name, points = self._name(slot), self._points(slot)
        why = None
        if len(self.solved.field) <= _MOST_EXPLAINED:
            why = self.solved.why_down(slot)
        if why is None:
            return say("{who} floats down from {points}", who=name, points=points)
        return say(
            "{who} floats down from {points}, as otherwise: {why}",
            who=name, points=points, why=why.message,
        )  # fmt: skip

    def _order(self, high: Slot, low: Slot) -> Message:
        """Say why the better of two does not meet its first opponent in order."""
        first = self.natural.get(high)
        if first is None or first == low or len(self.solved.field) > _MOST_EXPLAINED:
            return NOTHING
        one, other = sorted((high, first))
        why = self.solved.why_not(one, other, self.solved.bracket_of(high))
        if why is None:
            return NOTHING
        return does_not_meet(self._name(high), self._name(first), why.message)

    def _natural_opponents(self) -> Dict[Slot, Slot]:
        """Return the opponents that the first candidate of each bracket has in mind (article 3)."""
        found: Dict[Slot, Slot] = {}
        for bracket in self.solved.solution.brackets:
            movers = set(bracket.bracket.movers)
            residents = bracket.bracket.residents
            paired = [high for high, _ in sorted(bracket.pairs) if high in movers]
            found.update(zip(paired, residents))
            met = {low for high, low in bracket.pairs if high in movers}
            left = [at for at in residents if at not in met]
            half = len(left) // 2
            found.update(zip(left[:half], left[half:]))
        return found

    def _points(self, slot: Slot) -> Fraction:
        return Fraction(self.solved.field.players[slot].score, self.denominator)

    def _name(self, slot: Slot) -> str:
        return self.names[self.solved.field.players[slot].who]

    def _had(self, player: Player) -> Message:
        return with_colours(self.names[player.who], player.colours)
