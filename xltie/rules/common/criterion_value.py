"""What a rule returns: its terms, and the total that follows from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Iterable, NamedTuple, Optional, Sequence, Tuple, Union

from xltie.core.messages import NOTHING, Message
from xltie.core.numbers import Number, exact_sum
from xltie.event import Id, RoundRecord
from xltie.rules.common.reasons import CUT_HIGHEST, CUT_LOWEST, together

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


def cut_terms(terms: Sequence[Term], lowest: int, highest: int = 0) -> Tuple[Term, ...]:
    """Return the terms with the lowest and then the highest ones marked as not counted.

    Of equal values the earlier round is cut first. Cutting more terms than there are leaves none.
    """
    order = sorted(range(len(terms)), key=lambda i: (terms[i].value, i))
    gone = set(order[:lowest])
    rest = [i for i in order if i not in gone]
    gone.update(rest[max(0, len(rest) - highest) :] if highest else ())
    highs = gone.difference(order[:lowest])
    return tuple(
        term._replace(counted=False, why=together((term.why, _cut_as(i in highs))))
        if i in gone
        else term
        for i, term in enumerate(terms)
    )


def _cut_as(is_highest: bool) -> Message:
    return CUT_HIGHEST if is_highest else CUT_LOWEST
