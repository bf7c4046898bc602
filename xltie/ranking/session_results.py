"""A bridge session with its figures filled in: what a results file publishes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Optional, Tuple

from xltie.event.index import Ledger
from xltie.event.model import Event, Id
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.standings import Standings, rank
from xltie.rules.bridge.board_scores import Marks, marks_of, method_with

_TOTALS = {
    "MPSCORE": "TotalPercentage", "MPTOTAL": "TotalMP", "BUTLERTOTAL": "TotalIMP",
    "CROSSTOTAL": "TotalIMP", "TEAMIMPS": "TotalIMP",
}  # fmt: skip


def published(event: Event, criteria: str = "MP%") -> Event:
    """Return a session whose deals have the points, and whose pairs the places, of its scoring.

    The first criterion says how boards are scored; team matches have no points of their own.

    Raises:
        InputError: a criterion that cannot be understood.
    """
    ledger = Ledger(event)
    found = rank(ledger, parse_criteria(criteria, event=event))
    first = found.criteria[0]
    method = method_with(first.function.name, dict(first.options))
    deals = event.deals
    if method is not None:
        marks = marks_of(ledger, method)
        deals = tuple(
            replace(
                deal,
                ns_points=_value(marks, index, "ns"),
                ew_points=_value(marks, index, "ew"),
            )
            for index, deal in enumerate(deals)
        )
    contestants = tuple(
        replace(own, more=(*own.more, *_figures(found, first, own.id))) for own in event.contestants
    )
    return replace(event, deals=deals, contestants=contestants)


def _value(marks: Marks, index: int, side: str) -> Optional[Fraction]:
    mark = marks.get((index, side))
    return None if mark is None else mark.value


def _figures(found: Standings, first: Criterion, who: Id) -> Tuple[Tuple[str, str], ...]:
    line = found.line(who)
    working = line.values[0]
    figures = [("Published place", str(line.place))]
    if working is not None and isinstance(working.total, (int, Fraction)):
        name = _TOTALS.get(first.function.name, "TotalScore")
        figures.append((f"Published {name}", f"{float(working.total):.2f}"))
    return tuple(figures)
