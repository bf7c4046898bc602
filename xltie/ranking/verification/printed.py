"""Which criterion, by which edition of the rules, gives each column that a table prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import XltieError
from xltie.event import EventIndex, Id
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import rank
from xltie.ranking.tournament import PrintedColumn
from xltie.ranking.verification.candidates import numbers_of
from xltie.rules.common.rulebooks import RULEBOOKS

_ENOUGH = Fraction(3, 5)
"""A column is taken for a criterion where this part of its cells agrees."""
_PLAIN = ("points", "WON", "WIN", "BC", "KS", "PS", "PS/C1", "RTNG")
_BY_EDITION = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "FB", "AOB", "ARO", "ARO/C1", "TPR",
    "PTP", "APRO", "APPO", "REP", "BQ", "SOS", "SOSOS", "SODOS",
)  # fmt: skip


class PrintedMatch(NamedTuple):
    """What a column turned out to be: a criterion as a list has it, None where it is none.

    ``others`` are more criteria that give the same column; ``computed`` are the values of all
    players, ``unlike`` those whose cells differ.
    """

    column: PrintedColumn
    criterion: Optional[str]
    others: Tuple[str, ...]
    computed: Mapping[Id, Fraction]
    unlike: Tuple[Id, ...]


def verify_printed(event_index: EventIndex, columns: Sequence[PrintedColumn]) -> List[PrintedMatch]:
    """Return what each printed column is; places are compared by the columns before them."""
    tried = list(_candidates(event_index))
    figures = [column for column in columns if not column.is_place]
    found = [
        _best(column, [*tried, *_direct(event_index, figures[:at])])
        for at, column in enumerate(figures)
    ]
    order = [match.criterion for match in found if match.criterion and match.criterion != "points"]
    criteria = ", ".join(["points", *dict.fromkeys(order)])
    places = [
        _compared(column, criteria, _places(event_index, criteria))
        for column in columns
        if column.is_place
    ]
    return [*found, *places]


def _candidates(event_index: EventIndex) -> Iterator[Tuple[str, Mapping[Id, Fraction]]]:
    for text in _PLAIN:
        yield from _values(event_index, text)
    for text in _BY_EDITION:
        own = dict(_values(event_index, text))
        yield from own.items()
        seen = list(own.values())
        for edition in RULEBOOKS:
            for name, values in _values(event_index, f"{text}@{edition}"):
                if values not in seen:
                    seen.append(values)
                    yield name, values


def _direct(
    event_index: EventIndex, before: Sequence[PrintedColumn]
) -> Iterator[Tuple[str, Mapping[Id, Fraction]]]:
    """Yield the direct encounters of those whom the columns before leave level."""
    groups: Dict[Tuple[Optional[Fraction], ...], List[Id]] = {}
    for who in event_index.ids:
        groups.setdefault(tuple(column.values.get(who) for column in before), []).append(who)
    values: Dict[Id, Fraction] = {}
    for group in groups.values():
        for _, numbers in _values(event_index, "DE", group):
            values.update(numbers)
    if before:
        yield "DE", {**dict.fromkeys(event_index.ids, Fraction(0)), **values}


def _values(
    event_index: EventIndex, text: str, group: Sequence[Id] = ()
) -> Iterator[Tuple[str, Mapping[Id, Fraction]]]:
    """Yield the numbers of a criterion of all players or of a group."""
    try:
        numbers = numbers_of(event_index, text, group)
    except XltieError:
        return
    if numbers:
        yield text, numbers


def _best(
    column: PrintedColumn, tried: Sequence[Tuple[str, Mapping[Id, Fraction]]]
) -> PrintedMatch:
    is_zero = not any(column.values.values())  # anything may be, but direct encounters often are
    matches = [
        _compared(column, name, values) for name, values in tried if name == "DE" or not is_zero
    ]
    best = min(matches, key=lambda match: len(match.unlike), default=None)
    total = len(column.values)
    if best is None or (total - len(best.unlike)) < _ENOUGH * total:
        return PrintedMatch(column, None, (), {}, ())
    others = tuple(
        match.criterion
        for match in matches
        if match.criterion != best.criterion and match.criterion and match.unlike == best.unlike
    )
    return best._replace(others=others)


def _compared(column: PrintedColumn, name: str, values: Mapping[Id, Fraction]) -> PrintedMatch:
    unlike = tuple(
        who for who, value in column.values.items() if not _is_printed(value, values.get(who))
    )
    return PrintedMatch(column, name, (), values, unlike)


def _is_printed(shown: Fraction, value: Optional[Fraction]) -> bool:
    """Tell whether a number is printed so, to as many places behind the point as it has."""
    if value is None:
        return False
    digits = next(n for n in range(12) if (shown * 10**n).denominator == 1 or n == 11)
    return shown == value or (digits > 0 and abs(shown - value) * 2 * 10**digits <= 1)


def _places(event_index: EventIndex, criteria: str) -> Mapping[Id, Fraction]:
    found = rank(event_index, parse_criteria(criteria, event=event_index.event))
    return {line.who: Fraction(line.place) for line in found.lines}
