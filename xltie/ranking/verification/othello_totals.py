"""Which convention reproduces points, totals and places that a result file of Othello prints."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

from xltie.core.cells import printed_number
from xltie.core.messages import Message, say, word
from xltie.event import EventIndex, Id
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import rank
from xltie.ranking.verification.file_criteria import misplaced
from xltie.ranking.verification.findings import OddRow
from xltie.settings.declared import EMPTY_SQUARES

Figures = Mapping[Id, Fraction]
Computed = Mapping[Id, Optional[Fraction]]

_BYES = ("none", "plus32", "33-31", "40-24", "64-0")
_CONSTANTS = ("wof", "even", "wide", "narrow", "exact", "12", "10", "8", "4")
_ENOUGH = Fraction(1, 2)
"""A column is taken for what reproduces this part of it."""


@dataclass(frozen=True)
class TotalsMatch:
    """A printed column, the criterion that gives most of it, and the lines that it does not give."""

    title: Message
    criterion: str
    """As a list of criteria has it, "" where none gives half of the lines."""
    count: int
    differences: Tuple[OddRow, ...]
    kind: Message
    """What the differences are, where there are any."""


def verify_totals(event_index: EventIndex) -> List[TotalsMatch]:
    """Return what points, totals and places of a result file are, as far as it prints them."""
    points = _printed(event_index, "Published points")
    found: List[TotalsMatch] = []
    criteria = "points"
    odd: Tuple[OddRow, ...] = ()
    if any(points.values()):
        computed = {who: event_index.score(who) for who in points}
        odd = _odd(points, computed)
        kind = _kind_of_points(event_index, odd)
        found.append(TotalsMatch(word("heading", "Points"), "points", len(points), odd, kind))
    totals = _printed(event_index, "Published tie-break")
    if any(totals.values()):
        match = _total(event_index, totals, {row.who for row in odd})
        found.append(match)
        if match.criterion:
            criteria = f"points, {match.criterion}"
    if any(points.values()):
        found.append(_places(event_index, criteria))
    return found


def criteria_of_totals(found: List[TotalsMatch]) -> str:
    """Return the list of criteria by which the places were compared."""
    return next((match.criterion for match in found[::-1] if match.criterion), "points")


def _printed(event_index: EventIndex, title: str) -> Dict[Id, Fraction]:
    """Return a printed column; those who are listed without a game are left out."""
    found: Dict[Id, Fraction] = {}
    for who in event_index.ids:
        text = dict(event_index.contestant(who).more).get(title, "")
        value = printed_number(text.partition("+")[0].strip())
        if value is not None and event_index.games_of(who):
            found[who] = value
    return found


def _candidates(event_index: EventIndex) -> Iterator[Tuple[str, Computed]]:
    tried = [f"DISCS(bye={bye})" for bye in _BYES]
    tried += [f"BQ(c={c}; bye={bye})" for c in _CONSTANTS for bye in ("wof", "papp", "plus32", "none")]
    tried += ["DISCDIFF", "BH"]
    for text in tried:
        yield text, _values(event_index, text)
    event = event_index.event
    if event.settings[EMPTY_SQUARES] == "nobody":
        filled = EventIndex(replace(event, matches=tuple(map(_filled, event.matches))))
        yield "DISCS(bye=none)", _values(filled, "DISCS(bye=none)")


def _filled(match):  # type: ignore[no-untyped-def]
    return match


def _values(event_index: EventIndex, text: str) -> Computed:
    (criterion,) = parse_criteria(text, event=event_index.event)
    found = criterion.values(event_index, event_index.ids)
    return {
        who: Fraction(value.total) if isinstance(value.total, (int, Fraction)) else None
        for who, value in found.items()
    }


def _odd(printed: Figures, computed: Computed) -> Tuple[OddRow, ...]:
    return tuple(
        OddRow(who, value, computed.get(who))
        for who, value in printed.items()
        if not _is_shown(value, computed.get(who))
    )


def _is_shown(printed: Fraction, value: Optional[Fraction]) -> bool:
    """Tell whether a value is printed so: BQ is printed whole, or with a half."""
    if value is None:
        return False
    return printed == value or (value.denominator > 2 and abs(printed - value) * 2 < 1)


def _total(event_index: EventIndex, totals: Figures, odd_points: set[Id]) -> TotalsMatch:
    title = say("disc total or BQ")
    best, odd = "", tuple(OddRow(who, value, None) for who, value in totals.items())
    for text, computed in _candidates(event_index):
        differing = _odd(totals, computed)
        if not best or len(differing) < len(odd):
            best, odd = text, differing
        if not odd:
            break
    if len(totals) - len(odd) < _ENOUGH * len(totals):
        return TotalsMatch(title, "", len(totals), odd, _kind_of_total(event_index, odd, odd_points))
    return TotalsMatch(title, best, len(totals), odd, _kind_of_total(event_index, odd, odd_points))


def _kind_of_points(event_index: EventIndex, odd: Tuple[OddRow, ...]) -> Message:
    printed = sum((row.published or Fraction(0) for row in odd), Fraction(0))
    computed = sum((row.computed or Fraction(0) for row in odd), Fraction(0))
    if printed > computed:
        return say("games or byes that the file does not hold")
    if printed < computed:
        return say("games that the printed points leave out")
    return say("results that differ from the printed points")


def _kind_of_total(
    event_index: EventIndex, odd: Tuple[OddRow, ...], odd_points: set[Id]
) -> Message:
    if any(
        side.tally is None
        for match in event_index.event.matches if match.b is not None
        for side in match.sides
    ):  # fmt: skip
        return say("games without discs")
    players = {row.who for row in odd}
    if players & odd_points:
        return say("players whose points differ as well")
    alone = {
        who for who in players
        if len(event_index.games_of(who)) < event_index.begun
    }  # fmt: skip
    if alone == players:
        return say("players with byes or rounds missed")
    if len(odd) <= 2:
        return say("a misprint in one game or line")
    return say("no convention that is known")


def _places(event_index: EventIndex, criteria: str) -> TotalsMatch:
    found = rank(event_index, parse_criteria(criteria, event=event_index.event))
    wrong = misplaced(event_index, found)
    rows = tuple(OddRow(row.who, Fraction(row.line), Fraction(row.first)) for row in wrong)
    kind = say("lines that stand elsewhere")
    return TotalsMatch(word("heading", "Place"), criteria, len(event_index.ids), rows, kind)
