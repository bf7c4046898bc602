"""What every value of a player is made of, in the words of ``xltie explain``, each said once.

A large event has ten thousand terms that say ``score of 318``. Where most terms of a value say the
same of their opponents, it stands before the table, and the opponents have a column of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Optional

from xltie.core.messages import Message, say
from xltie.core.numbers import show
from xltie.event import Id, Outcome, Status
from xltie.publish.page_model import Column, Fold, Row, Table
from xltie.publish.results import Results
from xltie.ranking import StandingsLine, by_name, name_of, names_of, text_of_value
from xltie.rules.common.criterion_value import (
    CUTS,
    OF_OPPONENTS,
    CriterionValue,
    Reason,
    Term,
    Whose,
    names,
    product_of,
    taken_apart,
    together,
)

_LONG = 20
"""From how many letters in English on a part of a reason is not said twice, in any language."""


class Values(NamedTuple):
    """Every value of a player, and what each round adds to those made of rounds, by label."""

    folds: list[Fold]
    of_rounds: dict[str, dict[int, str]]


def values_of(results: Results, who: Id, line: StandingsLine, *, has_rounds: bool) -> Values:
    """Return the values on a line of the standings, and what they are made of.

    Where the page has a table of rounds, values that have a term for each of some rounds are
    columns of it, so that a reader sees what one opponent is worth in each. What has been said is
    not said again: the points of the rounds, and the terms of a value that is the one above with
    nothing cut.
    """
    index = results.event_index
    points = [(one.round, one.opponent, index.points(one)) for one in index.rounds_of(who)]
    values = _PageValues(results, {number: met for number, met, _ in points} if has_rounds else {})
    earlier: list[tuple[object, ...]] = []
    found = []
    for criterion, value in zip(results.ranked.criteria, line.values, strict=True):
        title = f"{criterion.label}: {values.total(value)}"
        name = name_of(criterion, results.language)
        table: Table | None = None
        notes: list[str] = []
        terms = () if value is None else value.terms
        parts = [_Part(term, taken_apart(term.why)) for term in terms]
        if value is not None:
            table, notes = values.made_of(criterion.label, value, parts, points, earlier)
        found.append(Fold(title, table, "; ".join([name, *notes])))
        earlier = [part.uncut for part in parts]
    return Values(found, values.of_rounds)


class _Part(NamedTuple):
    """A term with its reason taken apart."""

    term: Term
    why: Reason

    @property
    def uncut(self) -> tuple[object, ...]:
        """Return what a term is, whether it is cut or not."""
        term, why = self
        return term.round, term.opponent, term.value, why.worth, why.parts[0]


_OWN_POINTS = frozenset({Status.PLAYED.message, *(outcome.message for outcome in Outcome)})
"""The reasons of terms that are no more than the player's own points of a game."""


class _PageValues:
    """The values of one page, and which reasons were said on it."""

    def __init__(self, results: Results, met: Mapping[int, Optional[Id]]) -> None:
        self.language = results.language
        self.names = names_of(results.event_index)
        self.met = met
        self.said: set[tuple[Optional[int], Message]] = set()
        self.of_rounds: dict[str, dict[int, str]] = {}

    def total(self, value: CriterionValue | None) -> str:
        """Return a value as a heading says it."""
        if value is None:
            return self.language.text("not needed")
        if value.total is None:
            return self.language.text("undefined")
        return self.language.number(text_of_value(value))

    def name(self, who: Optional[Id]) -> str:
        """Return what an opponent is called, "" for none."""
        return self.names.get(who or "", who or "")

    def _in_rounds(
        self, label: str, parts: Sequence[_Part], values: Sequence[str], reasons: Sequence[str]
    ) -> bool:
        """Give a value its column in the table of rounds, if its terms are of the games there."""
        met = [(part.term.round, part.term.opponent) for part in parts]
        numbers = {number for number, _ in met if number in self.met}
        if len(numbers) < len(met) or any(who not in (None, self.met[n or 0]) for n, who in met):
            return False
        self.of_rounds[label] = {
            number or 0: _with_reason(value, why)
            for (number, _), value, why in zip(met, values, reasons, strict=True)
        }
        return True

    def table(
        self, label: str, parts: Sequence[_Part], whose: Optional[Whose]
    ) -> tuple[Table | None, str]:
        """Return the terms of a value, and the reason that all of them share, "" if none.

        ``whose`` is what the sentence of the value says of them. None where the terms stand in the
        table of the rounds.
        """
        text, language = self.language.text, self.language
        terms = [part.term for part in parts]
        values = [language.number(show(term.value)) for term in terms]
        reasons = [self._reason(part, whose) for part in parts]
        shared = ""
        if len(set(reasons)) == 1:
            shared, reasons = reasons[0], [""] * len(reasons)
        if self._in_rounds(label, parts, values, reasons):
            return None, shared
        says_opponents = not whose and all(map(_names_opponent, terms))
        has_round = any(term.round is not None for term in terms)
        shown = (has_round, not says_opponents, True, any(reasons))
        columns = (Column(text("Round"), True), Column(text("Opponent")),
                   Column(text("Value"), True), Column(text("Why")))  # fmt: skip
        rows: list[Row] = [
            (str(term.round or ""), self.name(term.opponent), value, why)
            for term, value, why in zip(terms, values, reasons, strict=True)
        ]
        return Table.showing(shown, columns, rows, named=-1), shared

    def made_of(
        self,
        label: str,
        value: CriterionValue,
        parts: list[_Part],
        points: list[tuple[int, str | None, Fraction]],
        earlier: list[tuple[object, ...]],
    ) -> tuple[Table | None, list[str]]:
        """Return the terms of a value as a table, None where they were said, and what to note."""
        language = self.language
        notes = [language.say(by_name(value.why, self.names))] if value.why else []
        terms = [part.uncut for part in parts]
        told = self._without_table(value.terms, terms, points, earlier)
        if told is not None:
            return None, notes + told
        whose = _whose(parts)
        if whose:
            notes.append(language.say(OF_OPPONENTS[whose]))
        table, shared = self.table(label, parts, whose)
        return table, [*notes, shared] if shared else notes

    def _without_table(
        self,
        every: Sequence[Term],
        uncut: list[tuple[object, ...]],
        points: list[tuple[int, str | None, Fraction]],
        earlier: list[tuple[object, ...]],
    ) -> list[str] | None:
        """Return what to note where terms were said before, None where a table has to say them."""
        if uncut and all(term.counted for term in every):
            if [term[:3] for term in uncut] == points:
                return []
            if uncut == earlier:
                return [self.language.text("as above, nothing is cut")]
        if _are_of_rounds(every, points):
            listed = "; ".join(map(self._game, every))
            return [self.language.text("rounds: {rounds}", rounds=listed)]
        return None if uncut else []

    def _game(self, term: Term) -> str:
        """Return a round whose points a term is: its number, the opponent and the points."""
        points = self.language.number(show(term.value))
        return " ".join(filter(None, (str(term.round), self.name(term.opponent), points)))

    def _said_or_above(self, number: Optional[int], reason: Message) -> Message:
        """Return a reason, or where it was said if it is long and of the same round."""
        is_said = len(str(reason)) >= _LONG and (number, reason) in self.said
        self.said.add((number, reason))
        return say("as above") if is_said else reason

    def _reason(self, part: _Part, whose: Optional[Whose]) -> str:
        """Return why a term has its value, without what stands above its table or was said."""
        term, (worth, parts) = part
        shared = whose and whose(term.opponent)
        left = [reason for reason in parts if reason != shared]
        told = [self._said_or_above(term.round, reason) for reason in left]
        if not term.counted and parts[-1] not in CUTS:
            told.append(say("cut"))
        if worth and left[:1] == list(parts[:1]):
            told[0] = product_of(worth, told[0])
        elif worth:
            told.insert(0, worth)
        return self.language.say(by_name(together(dict.fromkeys(told)), self.names))


def _names_opponent(term: Term) -> bool:
    return not term.opponent or names(term.why, term.opponent)


def _with_reason(value: str, why: str) -> str:
    """Return a value with its reason beside it: a product as such, words in brackets."""
    if not why:
        return value
    return f"{why} = {value}" if not any(map(str.isalpha, why)) else f"{value} ({why})"


def _whose(parts: Sequence[_Part]) -> Optional[Whose]:
    """Return what most terms say of their opponents, None where no two say the same."""
    said = {(part.term.opponent, reason.template) for part in parts for reason in part.why.parts
            if part.term.opponent}  # fmt: skip
    found = Counter(template for _, template in said)
    known = [(found[whose(None).template], whose) for whose in OF_OPPONENTS]
    count, whose = max(known, key=lambda pair: pair[0])
    return whose if count > 1 else None


def _are_of_rounds(terms: Sequence[Term], points: Sequence[tuple[object, ...]]) -> bool:
    """Tell whether terms are no more than the own points of some games."""
    return bool(terms) and all(
        term.why in _OWN_POINTS
        and term.counted
        and (term.round, term.opponent, term.value) in points
        for term in terms
    )
