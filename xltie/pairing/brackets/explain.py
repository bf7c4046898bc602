"""The reasons of a round of brackets in words: table by table, or why two do not meet."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from xltie.core.messages import NOTHING, Message, joined, say
from xltie.event import Id
from xltie.pairing.brackets.bracket_round import (
    BracketRound,
    colours_of_table,
    does_not_meet,
    has_bye_with,
    why_apart,
    with_colours,
)
from xltie.pairing.brackets.criteria import Paired, Verdict
from xltie.pairing.brackets.field import Player, Slot
from xltie.pairing.brackets.why import Why
from xltie.pairing.catalogue import Board, Round, TableReason

_MOST_EXPLAINED = 200
"""In larger fields each table has its bracket and its colours; ask about a couple by name."""


def explained(found: BracketRound, drawn: Round) -> List[TableReason]:
    """Return the reasons for each table of a drawn round."""
    told = _Explainer(found, drawn)
    return [told.table(board) for board in drawn.boards]


def why_not_in(found: BracketRound, drawn: Round, one: Id, other: Id) -> Message:
    """Return in a sentence why two do not meet in a drawn round; "" stands for the bye."""
    told = _Explainer(found, drawn)
    slot = found.field.slot
    if one in slot and other in slot:
        one, other = sorted((one, other), key=slot.__getitem__)
    return why_apart(drawn, one, other, told.why_not, told.why_no_bye)


def reason_against(found: BracketRound, one: Id, other: Id) -> Message:
    """Return why two do not meet, or one has no bye, nothing where they do or where unknown."""
    why, slot = Why(found), found.even.slot
    if not other:
        verdict = why.not_resting(found.field.slot[one])
    elif one in slot and other in slot:
        high, low = sorted((slot[one], slot[other]))
        verdict = why.not_paired(high, low)
    else:
        verdict = Verdict("", found.handbook.bye_first, BYE_FIRST)
    return NOTHING if verdict is None else verdict.message


BYE_FIRST = say("one of them has the bye, which is given first")


InBrief = Tuple[Message, Message]
"""What is said in full, and in brief."""


def _with(brief: Message, why: Verdict) -> Message:
    """Return what is said in brief, with the criterion or the article."""
    return say("{what} ({criterion})", what=brief, criterion=why.name)


class _Explainer:
    """A round that was paired, in words."""

    def __init__(self, found: BracketRound, drawn: Round) -> None:
        assert drawn.state is not None, "a round by brackets has a state"
        self.found, self.why = found, Why(found)
        self.field = found.even
        self.names: Dict[Id, str] = {e.who: e.display_name for e in drawn.state.entries}
        self.is_small = len(found.field) <= _MOST_EXPLAINED
        self.first: Dict[Slot, Slot] = {}
        for paired in found.brackets:
            self.first.update(found.first_opponents(paired))

    # -- two that do not meet, or no bye -----------------------------------------------------------

    def why_not(self, one: Id, other: Id) -> Message:
        resting = self._holder()
        if self.found.handbook.bye_first and resting in (one, other):
            return say(
                "{who} has the bye, which is given first ({article})",
                who=self.names[resting or one], article=self.found.handbook.bye_first,
            )  # fmt: skip
        verdict = self.why.not_paired(self.field.slot[one], self.field.slot[other])
        assert verdict is not None, "the two do not meet"
        return verdict.message

    def why_no_bye(self, who: Id) -> Message:
        verdict = self.why.not_resting(self.found.field.slot[who])
        assert verdict is not None, "somebody else rests, or nobody"
        return verdict.message

    def _holder(self) -> Optional[Id]:
        resting = self.found.resting
        return None if resting is None else self.found.field.players[resting].who

    # -- table by table ----------------------------------------------------------------------------

    def table(self, board: Board) -> TableReason:
        if board.second is None:
            return self._bye(board)
        high, low = sorted(self.field.slot[who] for who in (board.first, board.second))
        number = self.why.bracket_of(high)
        paired = self.found.brackets[number]
        white, black, why = self.found.seat(high, low)
        floats = [self._float(paired, number, at) for at in (high, low)]
        order, order_brief = self._order(number, high, low)
        return TableReason(
            board.table,
            f"{self.names[board.first]} - {self.names[board.second]}",
            say("bracket of {points}", points=self._points(paired.bracket.residents[0])),
            joined((told for told, _ in floats if told), "; "),
            colours_of_table(self._had(white), self._had(black), why),
            order,
            why,
            joined(filter(None, (*(brief for _, brief in floats), order_brief)), "; "),
        )

    def _bye(self, board: Board) -> TableReason:
        holder = self.found.field.players[self.found.field.slot[board.first]]
        points = Fraction(holder.score, self.found.denominator)
        players = has_bye_with(self.names[board.first], points)
        if self.found.handbook.bye_first:
            order = say(
                "given first: the lowest score, then most games played, then the last in order "
                "({article})",
                article=self.found.handbook.bye_first,
            )
            return TableReason(board.table, players, order=order)
        why = self.why.bye()
        order = say("nobody else is there")
        if why:
            order = say("with a bye for another player: {why}", why=why.message)
        return TableReason(board.table, players, order=order)

    def _float(self, paired: Paired, number: int, slot: Slot) -> InBrief:
        """Say why a player came to the bracket of the table, nothing for a resident."""
        if slot not in paired.movers:
            return NOTHING, NOTHING
        if self.found.handbook.floats_up:
            return self._float_up(paired, number, slot)
        name, points = self._name(slot), self._points(slot)
        brief = say("{who} floats down from {points}", who=name, points=points)
        why = self.why.down(slot) if self.is_small else None
        if why is None:
            return brief, brief
        if not why.name:
            told = say(
                "{who} floats down from {points}: {why}", who=name, points=points, why=why.reason
            )
            return told, told
        told = say(
            "{who} floats down from {points}, as otherwise: {why}",
            who=name, points=points, why=why.message,
        )  # fmt: skip
        return told, _with(brief, why)

    def _float_up(self, paired: Paired, number: int, slot: Slot) -> InBrief:
        """Say why a player came up, and not the first one in order that stayed below."""
        name, points = self._name(slot), self._points(slot)
        earlier = next((at for at in paired.bracket.lower if at not in paired.movers), slot)
        why: Optional[Verdict] = None
        if earlier < slot and self.is_small:
            why = self.why.not_up(earlier, number)
        if why is None:
            told = say("{who} floats up from {points}, first in order", who=name, points=points)
            return told, told
        told = say(
            "{who} floats up from {points}, {other} does not: {why}",
            who=name, points=points, other=self._name(earlier), why=why.message,
        )  # fmt: skip
        return told, _with(say("{who} floats up from {points}", who=name, points=points), why)

    def _order(self, number: int, high: Slot, low: Slot) -> InBrief:
        """Say why one of two does not meet its first opponent in order."""
        for at, opponent in ((high, low), (low, high)):
            first = self.first.get(at)
            if first is None or first == opponent or not self.is_small:
                continue
            one, other = sorted((at, first))
            why = self.why.not_paired(one, other, number)
            if why is not None:
                name, rival = self._name(at), self._name(first)
                brief = _with(say("{who} does not meet {first}", who=name, first=rival), why)
                return does_not_meet(name, rival, why.message), brief
        return NOTHING, NOTHING

    # -- words -------------------------------------------------------------------------------------

    def _name(self, slot: Slot) -> str:
        return self.names[self.field.players[slot].who]

    def _points(self, slot: Slot) -> Fraction:
        return Fraction(self.field.players[slot].score, self.found.denominator)

    def _had(self, player: Player) -> Message:
        return with_colours(self.names[player.who], player.colours)
