"""Why not otherwise? What was asked for is forced, and compared with what was chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.messages import NOTHING, Message, say
from xltie.pairing.systems.dutch.bracket import Bracket, PackedCriteria
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.criteria import NAMES
from xltie.pairing.systems.dutch.field import Field, Slot, bits
from xltie.pairing.systems.dutch.first_candidate import Pair
from xltie.pairing.systems.dutch.solver import Solution, left_over, pairs_of
from xltie.pairing.systems.wording import EVEN_PLAYERS, HAVE_MET, MUST_NOT_MEET

_NAMED = {name.code: name for name in NAMES}
_OF_EVERY_PAIR = ("C10", "C11", "C12", "C13", "C15", "C17")
"""Criteria that every pair of a bracket keeps or breaks."""

_OTHER_MOVERS = say(
    "equally good by all criteria, but later in the order of the candidates: another choice of the "
    "players moved down"
)
_OTHER_OPPONENTS = say(
    "equally good by all criteria, but later in the order of the candidates: other opponents for "
    "the players moved down"
)
_OTHER_EXCHANGE = say(
    "equally good by all criteria, but later in the order of the candidates: another exchange "
    "between the halves of the bracket"
)
_OTHER_LOWER_HALF = say(
    "equally good by all criteria, but later in the order of the candidates: another order of the "
    "lower half"
)

Kept = Tuple[str, Tuple[int, ...]]
"""A criterion and how well it is kept, the greater the better."""


class Verdict(NamedTuple):
    """Why a pairing is not chosen: the criterion, "" for the order, its article, and in words."""

    code: str
    article: str
    reason: Message

    @property
    def message(self) -> Message:
        """Return the reason with the criterion and the article."""
        if not self.code:
            return say("{reason} (article {article})", reason=self.reason, article=self.article)
        return say(
            "{reason} ({criterion}, article {article})",
            reason=self.reason, criterion=self.code, article=self.article,
        )  # fmt: skip


def verdict_of(code: str) -> Verdict:
    """Return the verdict that a criterion gets worse."""
    named = _NAMED[code]
    return Verdict(code, named.article, named.worse)


def compare(bracket: Bracket, chosen: Sequence[Pair], other: Sequence[Pair]) -> Verdict:
    """Return why a bracket is paired as chosen, by the first best candidate, and not otherwise."""
    for (code, own), (_, theirs) in zip(values_of(bracket, chosen), values_of(bracket, other)):
        if theirs < own:
            more = _counted(bracket, code, (chosen, own), (other, theirs))
            found = verdict_of(code)
            return found._replace(reason=more) if more else found
        assert theirs == own, f"the pairs chosen are not the best ones by {code}"
    return _by_order(bracket, chosen, other)


def values_of(bracket: Bracket, pairs: Sequence[Pair]) -> Iterator[Kept]:
    """Yield how well pairs keep the criteria of their bracket, in order."""
    players = bracket.field.players
    floaters = left_over(bracket, pairs)
    kept: Dict[str, List[int]] = {}
    for digit in PackedCriteria(bracket, len(bracket.members)).digits:
        of_code = kept.setdefault(digit.code, [])
        of_code.append(sum(digit.inside(players[high], players[low]) for high, low in pairs))
    for code, values in kept.items():
        if code == "C9":
            yield code, tuple(players[at].games for at in floaters)
        else:
            yield code, tuple(values)
        if code == ("C7" if "C7" in kept else "C6") and bracket.following:
            yield "C8", _out_of_the_next(bracket, floaters)


def _out_of_the_next(bracket: Bracket, floaters: List[Slot]) -> Tuple[int, ...]:
    """Return the best value of C8 that floaters leave: how many float on, with what scores."""
    field, completion = bracket.field, bracket.completion
    players = field.players
    score = players[bracket.below[0]].score if bracket.below else 0
    following = [at for at in bracket.below if players[at].score == score]
    below = bracket.below[len(following) :]
    after = Bracket(field, completion, floaters, bracket.following, following, below)
    over = left_over(after, pairs_of(after))
    return (-len(over), *(-players[at].score for at in over))


def _counted(
    bracket: Bracket, code: str, chosen: Tuple[Sequence[Pair], Tuple[int, ...]],
    other: Tuple[Sequence[Pair], Tuple[int, ...]],
) -> Message:  # fmt: skip
    """Say how often a criterion is broken, as far as that is a number."""
    numbers = []
    for pairs, values in (other, chosen):
        if code == "C6":
            numbers.append(len(bracket.members) - 2 * len(pairs))
        elif code in _OF_EVERY_PAIR:
            numbers.append(len(pairs) - values[0])
    if not numbers:
        return NOTHING
    worse, (times, chosen_times) = _NAMED[code].worse, numbers
    return say(
        "{reason}: {times} instead of {chosen}", reason=worse, times=times, chosen=chosen_times
    )


def _by_order(bracket: Bracket, chosen: Sequence[Pair], other: Sequence[Pair]) -> Verdict:
    """Return where the order of candidates puts other pairs after equally good chosen ones."""
    movers = set(bracket.movers)

    def of_movers(pairs: Sequence[Pair]) -> Dict[Slot, Slot]:
        return {high: low for high, low in pairs if high in movers}

    def upper(pairs: Sequence[Pair]) -> Set[Slot]:
        return {high for high, _ in pairs if high not in movers}

    if set(of_movers(chosen)) != set(of_movers(other)):
        return Verdict("", "4.4", _OTHER_MOVERS)
    if of_movers(chosen) != of_movers(other):
        return Verdict("", "4.2", _OTHER_OPPONENTS)
    if upper(chosen) != upper(other):
        return Verdict("", "4.3", _OTHER_EXCHANGE)
    return Verdict("", "4.2", _OTHER_LOWER_HALF)


# --------------------------------------------------------------------------------------------------


class Solved(NamedTuple):
    """A round that was paired: its field, its completion test, and its brackets."""

    field: Field
    completion: Completion
    solution: Solution

    def bracket_of(self, slot: Slot) -> int:
        """Return the number of the bracket in which a player was paired, or rests."""
        brackets = self.solution.brackets
        numbers = (n for n, solved in enumerate(brackets) if slot in chain(*solved.pairs))
        return next(numbers, len(brackets) - 1)

    def left_first(self, slot: Slot) -> Optional[int]:
        """Return the number of the first bracket that a player floats out of, if any."""
        brackets = enumerate(self.solution.brackets)
        return next((number for number, solved in brackets if slot in solved.floaters), None)

    def why_not(self, one: Slot, other: Slot, start: int = 0) -> Optional[Verdict]:
        """Return why two do not meet; None if they do.

        From the bracket ``start`` on; those above it stay as they are.
        """
        if not self.field.open_to[one] >> other & 1:
            return barred(self.field, one, other)
        return self._compared(self.field.with_couple(one, other), start)

    def why_down(self, slot: Slot) -> Optional[Verdict]:
        """Return why a player floats down from the first bracket that it leaves."""
        number = self.left_first(slot)
        if number is None:
            return None
        mates = self.field.open_to[slot] & bits(self.solution.brackets[number].bracket.members)
        if not mates:
            return Verdict("", "2.1", say("nobody in the bracket may be met"))
        return self._compared(self.field.limited({slot: mates}), number)

    def why_bye(self, slot: Slot) -> Optional[Verdict]:
        """Return why a player has the bye, and not another one."""
        return self._compared(self.field.limited({slot: self.field.open_to[slot]}), 0)

    def why_not_resting(self, slot: Slot) -> Optional[Verdict]:
        """Return why a player has no bye; None for the one who has it."""
        if self.solution.bye is None:
            return Verdict("", "1.5", EVEN_PLAYERS)
        if not self.field.players[slot].may_rest:
            return Verdict("C2", "2.1", say("there was a bye, or a win without a game, before"))
        field = self.field.limited({slot: 0})
        field.players = [
            replace(player, may_rest=at == slot) for at, player in enumerate(field.players)
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


def barred(field: Field, one: Slot, other: Slot) -> Verdict:
    """Return which absolute criterion keeps two apart."""
    own, theirs = field.players[one], field.players[other]
    if theirs.who in own.met:
        return Verdict("C1", "2.1", HAVE_MET)
    if own.is_absolute and theirs.is_absolute and own.wishes.wish == theirs.wishes.wish:
        return Verdict("C3", "2.1", say("both must have the same colour"))
    return Verdict("", "C.04.2", MUST_NOT_MEET)
