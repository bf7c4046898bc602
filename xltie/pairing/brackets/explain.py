"""The reasons of a round of brackets in words: table by table, or why two do not meet."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Dict, Optional, Tuple

from xltie.core.messages import NOTHING, Message, joined, say
from xltie.core.records import replace
from xltie.event import Id
from xltie.pairing.brackets.bracket_round import (
    MUST_NOT_MEET,
    BracketRound,
    has_bye_with,
    with_colours,
)
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.criteria import Paired, Verdict, compare
from xltie.pairing.brackets.field import Field, Player, Slot, bits
from xltie.pairing.catalogue import Board, Round, TableReason

ALONE = Verdict("", "", say("nobody else is in the bracket"))
ALL_MET = Verdict("", "", say("nobody in the bracket may be met"))


class Why:
    """The reasons of a round that was paired."""

    def __init__(self, found: BracketRound) -> None:
        self.found = found
        self.book = found.handbook
        self.field = found.even

    # -- where somebody was paired ---------------------------------------------------------------

    def bracket_of(self, slot: Slot) -> int:
        """Return the number of the bracket in which a player was paired, or rests."""
        brackets = self.found.brackets
        numbers = (n for n, paired in enumerate(brackets) if slot in chain(*paired.pairs))
        return next(numbers, len(brackets) - 1)

    def left_first(self, slot: Slot) -> Optional[int]:
        """Return the number of the first bracket that a player floats down from, if any."""
        brackets = enumerate(self.found.brackets)
        return next((number for number, paired in brackets if slot in paired.floaters), None)

    # -- why not otherwise -----------------------------------------------------------------------

    def not_paired(self, one: Slot, other: Slot, start: int = 0) -> Optional[Verdict]:
        """Return why two do not meet; None if they do.

        From the bracket ``start`` on; those above it stay as they are.
        """
        if not self.field.open_to[one] >> other & 1:
            return self.barred(one, other)
        worse = self._compared(self.field.with_couple(one, other), start)
        # What gets worse is no reason of the two, who might meet: it is the round with them.
        return worse and worse._replace(reason=say("with them, {why}", why=worse.reason))

    def down(self, slot: Slot) -> Optional[Verdict]:
        """Return why a player floats down from the first bracket that it leaves."""
        number = self.left_first(slot)
        if number is None:
            return None
        members = bits(self.found.brackets[number].bracket.members) & ~(1 << slot)
        return self._kept_within(slot, members, number)

    def not_up(self, slot: Slot, number: int) -> Optional[Verdict]:
        """Return why a player does not float up to a bracket."""
        return self._kept_within(slot, bits(self.found.brackets[number].bracket.residents), number)

    def _kept_within(self, slot: Slot, others: int, number: int) -> Optional[Verdict]:
        if not others:
            return ALONE
        mates = self.field.open_to[slot] & others
        if not mates:
            return ALL_MET
        return self._compared(self.field.limited({slot: mates}), number)

    def bye(self) -> Optional[Verdict]:
        """Return why the player who rests does, and not another one; None where given first."""
        slot = self.found.resting
        if slot is None or self.book.bye_first:
            return None
        return self._compared(self.field.limited({slot: self.field.open_to[slot]}), 0)

    def not_resting(self, slot: Slot) -> Optional[Verdict]:
        """Return why a player, a slot of the whole field, has no bye; None for who has it."""
        field, book = self.found.field, self.book
        resting = self.found.resting
        if resting is None:
            return book.even
        if not field.players[slot].may_rest:
            return book.no_bye
        if book.bye_first:
            return self._given_to_another(slot, resting)
        limited = field.limited({slot: 0})
        limited.players = [
            replace(player, may_rest=at == slot) for at, player in enumerate(limited.players)
        ]
        return self._compared(limited, 0)

    def _given_to_another(self, slot: Slot, holder: Slot) -> Verdict:
        """Return the first of the rules by which the bye is given that speaks for its holder."""
        field = self.found.field
        own, other = field.players[slot], field.players[holder]
        by_score, unpaired, by_games, by_order = self.book.bye_reasons
        if own.score > other.score:
            return by_score
        if not Completion(field).lets_rest(slot):
            return unpaired
        return by_games if own.games < other.games else by_order

    def _compared(self, field: Field, start: int) -> Optional[Verdict]:
        """Return what gets worse in a limited field, from a bracket on."""
        completion, book = Completion(field), self.book
        if not completion.is_possible:
            return book.completion
        if completion.bye_score != self.found.completion.bye_score:
            return book.by_score
        for chosen in self.found.brackets[start:]:
            movers, left = chosen.before
            if not completion.is_complete([*movers, *left]):
                why = say("{reason} with the brackets above as they are",
                          reason=book.completion.reason)  # fmt: skip
                return book.completion._replace(reason=why)
            trial: Paired = self.found.step(field, completion, movers, left)
            if set(trial.pairs) != set(chosen.pairs):
                return compare(self.found.table, chosen, trial)
        return None

    def barred(self, one: Slot, other: Slot) -> Verdict:
        """Return which absolute criterion keeps two apart."""
        own, theirs = self.field.players[one], self.field.players[other]
        if theirs.who in own.met:
            return self.book.met
        if own.is_absolute and theirs.is_absolute and own.wishes.wish == theirs.wishes.wish:
            return self.book.colour
        return Verdict("", "C.04.2", MUST_NOT_MEET)


_MOST_EXPLAINED = 200
"""In larger fields each table has its bracket and its colours; ask about a couple by name."""


InBrief = Tuple[Message, Message]
"""What is said in full, and in brief."""


def _with(brief: Message, why: Verdict) -> Message:
    """Return what is said in brief, with the criterion or the article."""
    return say("{what} ({criterion})", what=brief, criterion=why.name)


class Explainer(Why):
    """A round that was paired, in words."""

    def __init__(self, found: BracketRound, drawn: Round) -> None:
        assert drawn.state is not None, "a round by brackets has a state"
        super().__init__(found)
        self.names: Dict[Id, str] = {e.who: e.display_name for e in drawn.state.entries}
        self.is_small = len(found.field) <= _MOST_EXPLAINED
        self.first: Dict[Slot, Slot] = {}
        for paired in found.brackets:
            self.first.update(found.first_opponents(paired))

    # -- two that do not meet, or no bye -----------------------------------------------------------

    def against(self, one: Id, other: Id) -> Message:
        """Return why two do not meet, or one has no bye ("" for it); nothing where they do."""
        slot, resting = self.found.field.slot, self.found.resting
        if not other:
            verdict = self.not_resting(slot[one])
        elif self.book.bye_first and resting in (slot[one], slot[other]):
            holder = one if resting == slot[one] else other
            return say(
                "{who} has the bye, which is given first ({article})",
                who=self.names[holder], article=self.book.bye_first,
            )  # fmt: skip
        else:
            verdict = self.not_paired(*self._slots(one, other))
        return NOTHING if verdict is None else verdict.message

    def colour_rule(self, board: Board) -> Message:
        """Return what decides the colours of a table, nothing for the bye."""
        second = board.second
        return NOTHING if second is None else self.found.seat(*self._slots(board.first, second))[2]

    def _slots(self, one: Id, other: Id) -> Tuple[Slot, Slot]:
        high, low = sorted((self.field.slot[one], self.field.slot[other]))
        return high, low

    # -- table by table ----------------------------------------------------------------------------

    def table(self, board: Board) -> TableReason:
        """Return the reasons for a table."""
        if board.second is None:
            return self._bye(board)
        high, low = self._slots(board.first, board.second)
        number = self.bracket_of(high)
        paired = self.found.brackets[number]
        white, black, why = self.found.seat(high, low)
        floats = [self._float(paired, number, at) for at in (high, low)]
        order, order_brief = self._order(number, high, low)
        return TableReason(
            board.table,
            f"{self.names[board.first]} - {self.names[board.second]}",
            say("bracket of {points}", points=self._points(paired.bracket.residents[0])),
            joined((told for told, _ in floats if told), "; "),
            self._seated(white, black, why),
            order,
            (joined(filter(None, (*(brief for _, brief in floats), order_brief)), "; "), why),
        )

    def _bye(self, board: Board) -> TableReason:
        holder = self.found.field.players[self.found.field.slot[board.first]]
        points = Fraction(holder.score, self.found.denominator)
        players = has_bye_with(self.names[board.first], points)
        if self.book.bye_first:
            order = say(
                "given first: the lowest score, then most games played, then the last in order "
                "({article})",
                article=self.book.bye_first,
            )
            return TableReason(board.table, players, order=order)
        why = self.bye()
        order = say("nobody else is there")
        if why:
            order = say("with a bye for another player: {why}", why=why.message)
        return TableReason(board.table, players, order=order)

    def _float(self, paired: Paired, number: int, slot: Slot) -> InBrief:
        """Say why a player came to the bracket of the table, nothing for a resident."""
        if slot not in paired.movers:
            return NOTHING, NOTHING
        if self.book.floats_up:
            return self._float_up(paired, number, slot)
        name, points = self._name(slot), self._points(slot)
        brief = say("{who} floats down from {points}", who=name, points=points)
        why = self.down(slot) if self.is_small else None
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
            why = self.not_up(earlier, number)
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
            why = self.not_paired(one, other, number)
            if why is not None:
                name, rival = self._name(at), self._name(first)
                brief = _with(say("{who} does not meet {first}", who=name, first=rival), why)
                told = say(
                    "{who} does not meet {first}: {why}", who=name, first=rival, why=why.message
                )
                return told, brief
        return NOTHING, NOTHING

    # -- words -------------------------------------------------------------------------------------

    def _name(self, slot: Slot) -> str:
        return self.names[self.field.players[slot].who]

    def _points(self, slot: Slot) -> Fraction:
        return Fraction(self.field.players[slot].score, self.found.denominator)

    def _seated(self, white: Player, black: Player, why: Message) -> Message:
        one, other = (with_colours(self.names[who.who], who.colours) for who in (white, black))
        return say("White {white}, Black {black}: {why}", white=one, black=other, why=why)
