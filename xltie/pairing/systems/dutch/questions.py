"""Why not otherwise? What was asked for is forced, and compared with what was chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Optional

from xltie.core.messages import say
from xltie.pairing.systems.dutch.bracket import Bracket
from xltie.pairing.systems.dutch.comparison import Verdict, compare, verdict_of
from xltie.pairing.systems.dutch.completion import Completion
from xltie.pairing.systems.dutch.field import Field, Place, bits
from xltie.pairing.systems.dutch.solver import Solution, pairs_of
from xltie.pairing.systems.wording import EVEN_PLAYERS, HAVE_MET, MUST_NOT_MEET


class Solved:
    """A round that was paired: its field, its completion test, and its brackets."""

    def __init__(self, field: Field, completion: Completion, solution: Solution) -> None:
        self.field, self.completion, self.solution = field, completion, solution

    def bracket_of(self, place: Place) -> int:
        """Return the number of the bracket in which a player was paired, or rests."""
        for number, own in enumerate(self.solution.brackets):
            if any(place in pair for pair in own.pairs):
                return number
        return len(self.solution.brackets) - 1

    def left_first(self, place: Place) -> Optional[int]:
        """Return the number of the first bracket that a player floats out of, if any."""
        for number, own in enumerate(self.solution.brackets):
            if place in own.floaters:
                return number
        return None

    def why_not(self, one: Place, other: Place, start: int = 0) -> Optional[Verdict]:
        """Return why two do not meet; None if they do.

        From the bracket ``start`` on; those above it stay as they are.
        """
        if not self.field.open_to[one] >> other & 1:
            return barred(self.field, one, other)
        return self._forced({one: 1 << other, other: 1 << one}, start)

    def why_down(self, place: Place) -> Optional[Verdict]:
        """Return why a player floats down from the first bracket that it leaves."""
        number = self.left_first(place)
        if number is None:
            return None
        mates = self.field.open_to[place] & bits(self.solution.brackets[number].bracket.members)
        if not mates:
            return Verdict("", "2.1", say("nobody in the bracket may be met"))
        return self._forced({place: mates}, number)

    def why_bye(self, place: Place) -> Optional[Verdict]:
        """Return why a player has the bye, and not another one."""
        return self._forced({place: self.field.open_to[place]}, 0)

    def why_not_resting(self, place: Place) -> Optional[Verdict]:
        """Return why a player has no bye; None for the one who has it."""
        if self.solution.bye is None:
            return Verdict("", "1.5", EVEN_PLAYERS)
        if not self.field.players[place].may_rest:
            return Verdict("C2", "2.1", say("there was a bye, or a win without a game, before"))
        field = self.field.limited({place: 0})
        field.players = [replace(own, may_rest=at == place) for at, own in enumerate(field.players)]
        return self._compared(field, 0)

    def _forced(self, only: Dict[Place, int], start: int) -> Optional[Verdict]:
        """Return what gets worse where some players may meet only some others."""
        return self._compared(self.field.limited(only), start)

    def _compared(self, field: Field, start: int) -> Optional[Verdict]:
        completion = Completion(field)
        if not completion.is_possible:
            return verdict_of("C4")
        if completion.bye_score != self.completion.bye_score:
            return verdict_of("C5")
        for own in self.solution.brackets[start:]:
            chosen = own.bracket
            trial = Bracket(
                field, completion, chosen.movers, chosen.residents, chosen.following, chosen.below
            )
            if not completion.is_complete([*trial.members, *trial.following, *trial.below]):
                return _as_above(verdict_of("C4"))
            pairs = pairs_of(trial)
            if set(pairs) != set(own.pairs):
                return compare(chosen, own.pairs, pairs)
        return None


def _as_above(found: Verdict) -> Verdict:
    """Return a verdict for the case that what is above the bracket stays as it is."""
    return found._replace(
        reason=say("{reason} with the brackets above as they are", reason=found.reason)
    )


def barred(field: Field, one: Place, other: Place) -> Verdict:
    """Return which absolute criterion keeps two apart."""
    own, theirs = field.players[one], field.players[other]
    if theirs.who in own.met:
        return Verdict("C1", "2.1", HAVE_MET)
    if own.is_absolute and theirs.is_absolute and own.wishes.wish == theirs.wishes.wish:
        return Verdict("C3", "2.1", say("both must have the same colour"))
    return Verdict("", "C.04.2", MUST_NOT_MEET)
