"""Which convention reproduces points, totals and places that a result file of Othello prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, Optional, Set, Tuple

from xltie.core.cells import printed_number
from xltie.core.messages import NOTHING, Message, say, word
from xltie.event import Event, EventIndex, Id, Outcome, after_round
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import rank
from xltie.ranking.verification.candidates import numbers_of
from xltie.ranking.verification.file_criteria import Misplaced, misplaced
from xltie.ranking.verification.findings import OddRow, TotalsMatch

Figures = Mapping[Id, Fraction]

_BYES = ("none", "plus32", "33-31", "40-24", "64-0")
_BQ_BYES = ("wof", "papp", "plus32", "33-31", "40-24", "64-0", "none")
_CONSTANTS = ("wof", "even", "wide", "narrow", "exact", "12", "10", "8", "4")
_ENOUGH = Fraction(1, 2)
"""A column is taken for what reproduces this part of it."""


def verify_totals(event_index: EventIndex) -> List[TotalsMatch]:
    """Return what points, totals and places of a result file are, as far as it prints them."""
    points = _printed(event_index, "Published points")
    found: List[TotalsMatch] = []
    criteria = "points"
    odd: Tuple[OddRow, ...] = ()
    if any(points.values()):
        event_index, odd, remark = _as_listed(event_index, points)
        kind = _kind_of_points(odd)
        title = word("heading", "Points")
        found.append(TotalsMatch(title, "points", len(points), odd, kind, remark=remark))
    totals = _printed(event_index, "Published tie-break")
    if any(totals.values()):
        match = _total(event_index, totals, {str(row.where) for row in odd})
        found.append(match)
        if match.criterion:
            criteria = f"points, {match.criterion}"
    if any(points.values()):
        found.append(_places(event_index, criteria))
    return found


def _as_listed(
    event_index: EventIndex, points: Figures
) -> Tuple[EventIndex, Tuple[OddRow, ...], Message]:
    """Return the event as the list has it, the points that differ and what is to be said of it.

    Some lists were printed before the last round: they are taken for that where nearly every line
    stands as it did after an earlier one.
    """
    odd = _odd(points, {who: event_index.score(who) for who in points})
    best, said = event_index, NOTHING
    for number in range(1, event_index.event.last_round) if odd else ():
        earlier = EventIndex(after_round(event_index.event, number))
        differing = _odd(points, {who: earlier.score(who) for who in points})
        if len(differing) < len(odd) and len(differing) * _SELDOM <= len(points):
            odd, best = differing, earlier
            said = say("as it stood after round {round}", round=number)
    return best, odd, said


_SELDOM = 20
"""One of so many lines may differ in a list of an earlier round."""


def _printed(event_index: EventIndex, title: str) -> Dict[Id, Fraction]:
    """Return a printed column; those who are listed without a game are left out."""
    found: Dict[Id, Fraction] = {}
    for who in event_index.ids:
        text = dict(event_index.contestant(who).more).get(title, "")
        value = printed_number(text.partition("+")[0].strip())
        if value is not None and event_index.games_of(who):
            found[who] = value
    return found


def _candidates(event_index: EventIndex) -> Iterator[Tuple[str, Figures]]:
    tried = [f"DISCS(bye={bye})" for bye in _BYES]
    tried += [f"BQ(c={c}; bye={bye})" for c in _CONSTANTS for bye in _BQ_BYES]
    tried += ["DISCDIFF", "BH"]
    for text in tried:
        yield text, numbers_of(event_index, text)


def _odd(printed: Figures, computed: Figures) -> Tuple[OddRow, ...]:
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


def _total(event_index: EventIndex, totals: Figures, odd_points: Set[Id]) -> TotalsMatch:
    best, remark = "", NOTHING
    found: Figures = {}
    odd = tuple(OddRow(who, value, None) for who, value in totals.items())
    for text, computed in _candidates(event_index):
        differing = _odd(totals, computed)
        if not best or len(differing) < len(odd):
            best, found, odd = text, computed, differing
        if not odd:
            break
    if odd and best.startswith("DISCS"):
        odd, remark = _counted_otherwise(event_index, totals, found, odd)
    if len(totals) - len(odd) < _ENOUGH * len(totals):
        best = ""
    kind = _kind_of_total(event_index, odd, odd_points)
    return TotalsMatch(say("disc total or BQ"), best, len(totals), odd, kind, remark=remark)


def _otherwise(event_index: EventIndex) -> Iterator[Tuple[Message, Figures]]:
    """Yield what some count otherwise in the disc total, and the difference that it makes."""
    empty = dict.fromkeys(event_index.ids, Fraction(0))
    walkover = dict.fromkeys(event_index.ids, Fraction(0))
    for who in event_index.ids:
        for record in event_index.games_of(who):
            own, other = record.own.tally, None if record.other is None else record.other.tally
            if own is None or other is None:
                continue
            if record.own.outcome is not Outcome.LOSS:
                share = 2 if record.own.outcome is Outcome.WIN else 1
                empty[who] += (_SQUARES - own - other) * Fraction(share, 2)
            if {own, other} == {0, _SQUARES}:
                walkover[who] += _HALF - own
    yield say("empty squares count for the winner"), empty
    yield say("a game of 64 to 0 counts as 32 each"), walkover


def _kind_of_points(odd: Tuple[OddRow, ...]) -> Message:
    printed = sum((row.published or Fraction(0) for row in odd), Fraction(0))
    computed = sum((row.computed or Fraction(0) for row in odd), Fraction(0))
    if printed > computed:
        return say("games or byes that the file does not hold")
    if printed < computed:
        return say("games that the printed points leave out")
    return say("results that differ from the printed points")


def _counted_otherwise(
    event_index: EventIndex, totals: Figures, found: Figures, odd: Tuple[OddRow, ...]
) -> Tuple[Tuple[OddRow, ...], Message]:
    """Return the fewest rows that differ if some discs are counted otherwise, and which."""
    remark = NOTHING
    for why, shift in _otherwise(event_index):
        moved = {who: value + shift[who] for who, value in found.items()}
        differing = _odd(totals, moved)
        if len(differing) < len(odd):
            odd, remark = differing, why
    return odd, remark


def _kind_of_games(event: Event) -> Message:
    """Return what is unusual in the games of an event, NOTHING where nothing is."""
    games = [m for m in event.matches if m.b is not None and m.a.outcome]
    known = [m for m in games if None not in (side.tally for side in m.sides)]
    if len(known) < len(games):
        return say("games without discs")
    if 4 * sum(match.fewer_won is True for match in known) > len(known):
        return say("the fewer discs win in some of the games")
    return NOTHING


def _kind_of_total(
    event_index: EventIndex, odd: Tuple[OddRow, ...], odd_points: Set[Id]
) -> Message:
    if not odd:
        return NOTHING
    of_games = _kind_of_games(event_index.event)
    if of_games:
        return of_games
    players = {str(row.where) for row in odd}
    if players & odd_points:
        return say("players whose points differ as well")
    if all(len(event_index.games_of(who)) < event_index.begun for who in players):
        return say("players with byes or rounds missed")
    if len(odd) <= _FEW:
        return say("a misprint in one game or line")
    return say("no convention that is known")


_SQUARES = 64
_HALF = 32
_FEW = 2


_ORDERS = ("points, BQ(c=wof; bye=wof), discs", "points, BQ(c=exact; bye=wof), discs", "points")


def _places(event_index: EventIndex, criteria: str) -> TotalsMatch:
    """Return by which criteria the lines stand in their order, with and without the finals."""
    best: Optional[Tuple[str, List[Misplaced]]] = None
    for order in dict.fromkeys((criteria, *_ORDERS)):
        for text in (order, f"{order}, FINALS") if event_index.finals else (order,):
            found = rank(event_index, parse_criteria(text, event=event_index.event))
            wrong = misplaced(event_index, found)
            if best is None or len(wrong) < len(best[1]):
                best = text, wrong
        if best is not None and not best[1]:
            break
    assert best is not None  # there is always one list of criteria
    rows = tuple(OddRow(row.who, Fraction(row.line), Fraction(row.first)) for row in best[1])
    kind = say("lines that stand elsewhere")
    title = word("heading", "Place")
    return TotalsMatch(title, best[0], len(event_index.ids), rows, kind, is_place=True)
