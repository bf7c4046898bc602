"""What a system of brackets asks of a pairing: a table of criteria and orders of candidates."""

from __future__ import annotations

from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import Message, say
from xltie.core.records import dataclass
from xltie.pairing.brackets.field import Slot

Pair = Tuple[Slot, Slot]
Value = Tuple[int, ...]
"""How badly something is kept: the less the better, the first number before the next."""


class Paired(NamedTuple):
    """A bracket that is paired.

    ``bracket`` is what was searched, ``movers`` came to it from other scoregroups, ``floaters``
    leave it unpaired, ``rest`` are those below it afterwards. ``before`` are the movers and the
    players left with which the search began.
    """

    bracket: Any
    movers: Sequence[Slot]
    pairs: List[Pair]
    floaters: List[Slot]
    rest: List[Slot]
    before: Tuple[List[Slot], List[Slot]]


@dataclass(frozen=True)
class Criterion:
    """A rule that chooses among the pairings of a bracket.

    ``code`` and ``article`` name it in reports, ``worse`` says what is worse where it is broken. An
    order of generation has no code: it decides between pairings that are equally good.
    ``measure(paired)`` tells how badly a pairing keeps it, None where it asks for nothing;
    ``digits(bracket)`` are what the search adds up over pairs for it, see the two searches.
    ``kind`` is the code of the criterion of another system that asks for the same.
    """

    code: str
    article: str
    worse: Message
    measure: Callable[[Paired], Optional[Value]]
    digits: Callable[[Any], Sequence[Any]] = lambda bracket: ()
    is_counted: bool = False
    kind: str = ""

    @property
    def key(self) -> str:
        """The code under which the search knows the criterion."""
        return self.kind or self.code


Table = Tuple[Criterion, ...]
"""The criteria of a system in their order, with the orders of generation where they decide."""


class Verdict(NamedTuple):
    """Why a pairing is not chosen: the criterion, "" for an order, its article, and in words."""

    code: str
    article: str
    reason: Message

    @property
    def name(self) -> str:
        """The criterion, or the article of an order; "" where neither has a name."""
        return self.code or self.article

    @property
    def message(self) -> Message:
        """Return the reason with the criterion and the article, as far as they have a name."""
        code, article, reason = self.code, self.article, self.reason
        if code and article:
            return say(
                "{reason} ({criterion}, article {article})",
                reason=reason, criterion=code, article=article,
            )  # fmt: skip
        if article:
            return say("{reason} (article {article})", reason=reason, article=article)
        return say("{reason} ({criterion})", reason=reason, criterion=code) if code else reason


def compare(table: Table, chosen: Paired, other: Paired) -> Verdict:
    """Return why a bracket is paired as chosen, and not in another way that was forced."""
    other = other._replace(bracket=chosen.bracket)
    for criterion in table:
        kept, theirs = criterion.measure(chosen), criterion.measure(other)
        if kept is None or theirs is None or kept == theirs:
            continue
        assert not criterion.code or theirs > kept, f"not the best pairs by {criterion.code}"
        reason = criterion.worse
        if criterion.is_counted:
            reason = say(
                "{reason}: {times} instead of {chosen}",
                reason=reason, times=theirs[0], chosen=kept[0],
            )  # fmt: skip
        return Verdict(criterion.code, criterion.article, reason)
    raise AssertionError("the same pairs")


def pairs_in_order(found: Paired) -> Value:
    """Return the pairs one after the other: what an order of candidates has left to decide."""
    return tuple(slot for pair in sorted(found.pairs) for slot in pair)
