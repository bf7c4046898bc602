"""What a rule returns: its terms, why they have their values, and the total that follows from them.

Reasons are data. Pages say once what many terms share, so they take a reason apart again.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from xltie.core.messages import NOTHING, Message, Said, joined, say
from xltie.core.numbers import Number, exact_sum
from xltie.event import Id, RoundRecord

_MARK = "; "
CUT_LOWEST = say("cut as the lowest")
CUT_LOWEST_SCORE = say("cut, as this opponent has the lowest score")
CUT_HIGHEST = say("cut as the highest")
BELOW_LIMIT = say("below the limit, does not count")
CUT_MISSED = say("cut first: missed by choice (16.5)")
CUTS = frozenset({CUT_LOWEST, CUT_LOWEST_SCORE, CUT_HIGHEST, CUT_MISSED, BELOW_LIMIT})
"""Why a term does not count."""


class Reason(NamedTuple):
    """The parts of a reason; ``worth`` is the product that it begins with, if it does."""

    worth: Message
    parts: Tuple[Message, ...]


def together(parts: Iterable[Message]) -> Message:
    """Return several reasons as one, without those that say nothing."""
    kept = tuple(filter(None, parts))
    return kept[0] if len(kept) == 1 else joined(kept, _MARK)


def product_of(worth: Message, whose: Message) -> Message:
    """Return the reason of a term that is a product: its factors, and whose score is one."""
    return say("{worth}, {whose}", worth=worth, whose=whose)


def taken_apart(why: Message) -> Reason:
    """Return what a reason was put together from."""
    values = tuple(value for _, value in why.values if isinstance(value, Message))
    if len(values) > 1 and why == joined(values, _MARK):
        found = [taken_apart(value) for value in values]
        return Reason(found[0].worth, tuple(part for reason in found for part in reason.parts))
    if len(values) == 2 and why == product_of(*values):
        return Reason(values[0], taken_apart(values[1]).parts)
    return Reason(NOTHING, (why,))


def names(message: Message, what: Said) -> bool:
    """Tell whether a message has a value, or a part of it has."""
    return any(
        value == what or (isinstance(value, Message) and names(value, what))
        for _, value in message.values
    )


def ended(record: RoundRecord) -> Message:
    """Return how a round ended for a player: the outcome of a game, else why there was none."""
    side = record.own
    return side.outcome.message if record.is_played and side.outcome else side.status.message


Whose = Callable[[Optional[Id]], Message]
"""Says of an opponent whose score a term is."""

# -- what is said of one opponent, and of all of them ----------------------------------------------


def score_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the score of an opponent."""
    return say("score of {opponent}", opponent=opponent)


def mms_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the McMahon score of an opponent."""
    return say("MMS of {opponent}", opponent=opponent)


def sos_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the SOS of an opponent."""
    return say("SOS of {opponent}", opponent=opponent)


def buchholz_of(opponent: Optional[Id]) -> Message:
    """Return that a term is the Buchholz of an opponent."""
    return say("Buchholz of {opponent}", opponent=opponent)


OF_OPPONENTS: Mapping[Whose, Message] = {
    score_of: say("score of the opponent"),
    mms_of: say("MMS of the opponent"),
    sos_of: say("SOS of the opponent"),
    buchholz_of: say("Buchholz of the opponent"),
}
"""What terms say of their opponents, and how it is said of all of them at once."""


Total = Union[int, Fraction, Tuple[Union[int, Fraction], ...], None]


class Term(NamedTuple):
    """One part of a value: the round and the opponent that it comes from, how much, and why."""

    round: Optional[int]
    opponent: Optional[Id]
    value: Number
    why: Message
    counted: bool = True
    """False for a part that was cut; it is shown, but not added."""

    @classmethod
    def of(cls, record: RoundRecord, value: Number, why: Message, counted: bool = True) -> Term:
        """Return what a round brings."""
        return cls(record.round, record.opponent, value, why, counted)

    @classmethod
    def alone(cls, value: Number, why: Message) -> Term:
        """Return what belongs to no round."""
        return cls(None, None, value, why)


class CriterionValue:
    """A value and how it was computed.

    ``total`` is the exact value, a tuple of values for a criterion that is applied in steps (empty
    where it was not applied), or None where the rule leaves it undefined; ``why`` then says so. The
    terms, and a ``why`` given as a function, are made when they are asked for, from the same
    figures as the total: standings need totals only. It is written with so many
    ``decimals``, None as it is.
    """

    __slots__ = ("_terms", "_why", "decimals", "total")

    def __init__(
        self,
        total: Total,
        terms: Union[Sequence[Term], Callable[[], Sequence[Term]]] = (),
        why: Union[Message, Callable[[], Message]] = NOTHING,
        decimals: Optional[int] = None,
    ) -> None:
        self.total = total
        self.decimals = decimals
        self._terms = terms
        self._why = why

    @property
    def why(self) -> Message:
        """Return how the total came about, nothing where the terms say it all."""
        if callable(self._why):
            self._why = self._why()
        return self._why

    @property
    def terms(self) -> Sequence[Term]:
        """Return the terms in order."""
        if callable(self._terms):
            self._terms = self._terms()
        return self._terms

    @classmethod
    def later(cls, total: Total, whole: Callable[[], CriterionValue]) -> CriterionValue:
        """Return a value whose total is known, and whose terms are made when they are asked for."""
        return cls(total, lambda: whole().terms, lambda: whole().why)

    @classmethod
    def of(cls, terms: Iterable[Term]) -> CriterionValue:
        """Return the sum of the terms that count."""
        kept = tuple(terms)
        return cls(exact_sum(term.value for term in kept if term.counted), kept)

    @classmethod
    def undefined(cls, why: Message, terms: Sequence[Term] = ()) -> CriterionValue:
        """Return a value that the rule does not define, and why."""
        return cls(None, terms, why)

    def __repr__(self) -> str:
        return f"CriterionValue({self.total})"


def cut_terms(terms: Sequence[Term], lowest: int) -> Tuple[Term, ...]:
    """Return the terms with the lowest ones marked as not counted.

    Of equal values the earlier round is cut first. Cutting more terms than there are leaves none.
    """
    gone = sorted(range(len(terms)), key=lambda i: (terms[i].value, i))[:lowest]
    return tuple(
        term._replace(counted=False, why=together((term.why, CUT_LOWEST))) if i in gone else term
        for i, term in enumerate(terms)
    )
