"""Why not otherwise? What was asked for is forced, and compared with what was chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import NamedTuple, Optional

from xltie.core.messages import say
from xltie.pairing.systems.dutch.comparison import Verdict, compare, verdict_of
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.field import Field, Place, bits
from xltie.pairing.systems.dutch.solver import Solution, pairs_of
from xltie.pairing.systems.wording import EVEN_PLAYERS, HAVE_MET, MUST_NOT_MEET


class Solved(NamedTuple):
    """A round that was paired: its field, its completion test, and its brackets."""

    field: Field
    completion: Completion
    solution: Solution

    def bracket_of(self, place: Place) -> int:
        """Return the number of the bracket in which a player was paired, or rests."""
        brackets = self.solution.brackets
        numbers = (n for n, solved in enumerate(brackets) if place in chain(*solved.pairs))
        return next(numbers, len(brackets) - 1)

    def left_first(self, place: Place) -> Optional[int]:
        """Return the number of the first bracket that a player floats out of, if any."""
        brackets = enumerate(self.solution.brackets)
        return next((number for number, solved in brackets if place in solved.floaters), None)

    def why_not(self, one: Place, other: Place, start: int = 0) -> Optional[Verdict]:
        """Return why two do not meet; None if they do.

        From the bracket ``start`` on; those above it stay as they are.
        """
        if not self.field.open_to[one] >> other & 1:
            return barred(self.field, one, other)
        return self._compared(self.field.with_couple(one, other), start)

    def why_down(self, place: Place) -> Optional[Verdict]:
        """Return why a player floats down from the first bracket that it leaves."""
        number = self.left_first(place)
        if number is None:
            return None
        mates = self.field.open_to[place] & bits(self.solution.brackets[number].bracket.members)
        if not mates:
            return Verdict("", "2.1", say("nobody in the bracket may be met"))
        return self._compared(self.field.limited({place: mates}), number)

    def why_bye(self, place: Place) -> Optional[Verdict]:
        """Return why a player has the bye, and not another one."""
        return self._compared(self.field.limited({place: self.field.open_to[place]}), 0)

    def why_not_resting(self, place: Place) -> Optional[Verdict]:
        """Return why a player has no bye; None for the one who has it."""
        if self.solution.bye is None:
            return Verdict("", "1.5", EVEN_PLAYERS)
        if not self.field.players[place].may_rest:
            return Verdict("C2", "2.1", say("there was a bye, or a win without a game, before"))
        field = self.field.limited({place: 0})
        field.players = [
            replace(player, may_rest=at == place) for at, player in enumerate(field.players)
        ]
        return self._compared(field, 0)

    def _compared(self, field: Field, start: int) -> Optional[Verdict]:
        """Return what gets worse in a limited field, from a bracket on."""
        completion = Completion(field)
        if not completion.is_possible:
            return verdict_of("C4")
        if completion.bye_score != self.completion.bye_score:
            return verdict_of("C5")
        for bracket, chosen, _ in self.solution.brackets[start:]:
            trial = bracket.within(field, completion)
            if trial is None:
                found = verdict_of("C4")
                why = say("{reason} with the brackets above as they are", reason=found.reason)
                return found._replace(reason=why)
            pairs = pairs_of(trial)
            if set(pairs) != set(chosen):
                return compare(bracket, chosen, pairs)
        return None


def barred(field: Field, one: Place, other: Place) -> Verdict:
    """Return which absolute criterion keeps two apart."""
    own, theirs = field.players[one], field.players[other]
    if theirs.who in own.met:
        return Verdict("C1", "2.1", HAVE_MET)
    if own.is_absolute and theirs.is_absolute and own.wishes.wish == theirs.wishes.wish:
        return Verdict("C3", "2.1", say("both must have the same colour"))
    return Verdict("", "C.04.2", MUST_NOT_MEET)
