"""Why so and not otherwise: what was asked for is forced, and the brackets are searched again."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Optional

from xltie.core.messages import say
from xltie.pairing.brackets.bracket_round import MUST_NOT_MEET, BracketRound
from xltie.pairing.brackets.completion import Completion
from xltie.pairing.brackets.criteria import Paired, Verdict, compare
from xltie.pairing.brackets.field import Field, Slot, bits

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
