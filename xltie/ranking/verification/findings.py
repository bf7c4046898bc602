"""Which criterion, under which convention, reproduces each column that a result file prints."""

from __future__ import annotations

from fractions import Fraction
from operator import eq
from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie import rules
from xltie.core.cells import printed_number
from xltie.core.messages import NOTHING, Message, Said
from xltie.core.numbers import Number, as_whole
from xltie.core.records import dataclass, replace
from xltie.event import EventIndex
from xltie.functions.registry import find
from xltie.ranking.verification.candidates import (
    SCORINGS,
    Candidate,
    FileColumn,
    before_play_off,
    candidates,
    direct,
    label_of,
    own_scoring,
    without_handicaps,
)
from xltie.settings.declared import EGD_COLUMNS

_ENOUGH = Fraction(3, 5)
"""A column is taken for a criterion where this part of its rows agrees."""
_DIRECT = ("DC", "DC:opengotha", "SDC")
_WHOLE_ONLY = frozenset({"CAT", "RANK", "place"})
"""What most rows may agree with by chance."""


class OddRow(NamedTuple):
    """A printed number that a criterion does not reproduce."""

    where: Said
    """The player or the pair; at a board what is said of the table."""
    published: Optional[Number]
    computed: Optional[Fraction]


@dataclass(frozen=True)
class TotalsMatch:
    """A printed column, the criterion that gives most of it, and the lines that differ."""

    title: Said
    criterion: str
    """As a list of criteria has it, "" where none gives half of the lines."""
    count: int
    differences: Tuple[OddRow, ...]
    kind: Message = NOTHING
    """What the differences are, where there are any."""
    is_place: bool = False
    remark: Message = NOTHING
    """What the totals count otherwise than the criterion does."""


@dataclass(frozen=True)
class ColumnMatch:
    """What a column of a file turned out to be.

    ``heading`` is its heading in the file, if any. ``found`` is the criterion that it holds, None
    where it holds none; ``nearest`` then is the closest candidate. ``same`` names the other
    conventions that give the same column.
    """

    number: int
    heading: str
    column: FileColumn
    found: Optional[Candidate] = None
    nearest: Optional[Candidate] = None
    same: Tuple[str, ...] = ()

    @property
    def is_zero(self) -> bool:
        """The column is padding: all 0."""
        return all(value == 0 for value in self.column.values())

    @property
    def is_foreign(self) -> bool:
        """The column holds text, or its heading is not a criterion of Go."""
        if self.found is not None or self.is_zero:
            return False
        return not any(self.column.values()) or _is_named_otherwise(self.heading)

    @property
    def differences(self) -> Tuple[OddRow, ...]:
        """The rows that the criterion found does not reproduce."""
        if self.found is None:
            return ()
        values = self.found.values
        return tuple(
            OddRow(who, value, Fraction(values[who]))
            for who, value in self.column.items()
            if values[who] != value
        )

    @property
    def is_reproduced(self) -> bool:
        """Tell whether every row is reproduced, or there is nothing to reproduce."""
        if self.found is None:
            return self.is_zero or self.is_foreign
        return not self.differences


def columns_of(event_index: EventIndex) -> List[FileColumn]:
    """Return the criterion columns that a file printed, in order."""
    more = {who: dict(event_index.contestant(who).more) for who in event_index.ids}
    found: List[FileColumn] = []
    while any(f"Criterion {len(found) + 1}" in text for text in more.values()):
        title = f"Criterion {len(found) + 1}"
        numbers = {who: printed_number(more[who].get(title, "")) for who in event_index.ids}
        found.append({who: n if n is None else as_whole(n) for who, n in numbers.items()})
    return found


def _best_of_each(
    columns: Sequence[FileColumn], labels: Sequence[str], tried: Sequence[Candidate]
) -> List[Optional[Candidate]]:
    return [_best(column, name, tried) for column, name in zip(columns, labels)]


def verify(event_index: EventIndex) -> List[ColumnMatch]:
    """Return what each printed column is, under the convention that explains most of them."""
    columns = columns_of(event_index)
    if not columns:
        return []
    names = event_index.event.settings.text(EGD_COLUMNS).split(";")
    names += [""] * (len(columns) - len(names))
    usual = own_scoring(event_index)
    labels = [label_of(event_index, name) for name in names]
    tried = list(candidates(event_index, usual, names=labels))
    best = _best_of_each(columns, labels, tried)
    if not _are_as_named(columns, labels, best):
        tried = list(candidates(event_index, usual, is_usual=True))
        best = _best_of_each(columns, labels, tried)
    if not _are_whole(columns, best):
        compared = _by_tied_players(event_index, columns, labels, best)
        if _are_whole(columns, compared):
            best = compared
    if not _are_whole(columns, best):
        for scoring in SCORINGS:
            tried.extend(candidates(event_index, scoring) if scoring != usual else ())
        tried.extend(without_handicaps(event_index, usual))
        tried.extend(before_play_off(event_index, usual))
        best = list(map(_better, columns, best, _best_of_each(columns, labels, tried)))
        best = _by_tied_players(event_index, columns, labels, best)
    chosen = _joint_convention(columns, best, tried)
    return [
        _finding(ColumnMatch(number, name, column), candidate, tried, chosen)
        for number, (name, column, candidate) in enumerate(zip(names, columns, best), 1)
    ]


def _are_whole(columns: Sequence[FileColumn], best: Sequence[Optional[Candidate]]) -> bool:
    return all(_score(column, candidate) == len(column) for column, candidate in zip(columns, best))


def _are_as_named(
    columns: Sequence[FileColumn], names: Sequence[str], best: Sequence[Optional[Candidate]]
) -> bool:
    """Tell whether each column is what its heading says, row by row, so that no other is nearer."""
    are_named = (one is not None and one.name == name for one, name in zip(best, names))
    return all(are_named) and _are_whole(columns, best)


def _score(column: FileColumn, candidate: Optional[Candidate]) -> int:
    """Return the number of rows that agree."""
    if candidate is None:
        return len(column) if not any(column.values()) else 0
    return sum(map(eq, column.values(), map(candidate.values.__getitem__, column)))


def _is_near(column: FileColumn, candidate: Candidate) -> bool:
    """Tell whether most rows agree, of those in which anything but 0 stands."""
    if candidate.name in _WHOLE_ONLY:
        return _score(column, candidate) == len(column)
    told = [who for who, value in column.items() if value or candidate.values[who]]
    agree = sum(1 for who in told if candidate.values[who] == column[who])
    return agree >= _ENOUGH * max(1, len(told))


def _best(column: FileColumn, name: str, tried: Sequence[Candidate]) -> Optional[Candidate]:
    """Return the candidate with most rows; of equals the one the file names, then the first."""
    if not any(column.values()) or not tried:
        return None
    return max(
        tried,
        key=lambda candidate: (
            _score(column, candidate),
            candidate.name == name,
            candidate.is_plain,
        ),
    )


def _better(
    column: FileColumn, usual: Optional[Candidate], other: Optional[Candidate]
) -> Optional[Candidate]:
    """Return an unusual scoring only where it explains every row, or the usual one explains few."""
    if usual is None or other is None or _score(column, other) == len(column):
        return other
    return usual if _is_near(column, usual) else other


def _by_tied_players(
    event_index: EventIndex,
    columns: Sequence[FileColumn],
    names: Sequence[str],
    best: Sequence[Optional[Candidate]],
) -> List[Optional[Candidate]]:
    """Try the direct comparisons on columns that nothing else reproduces."""
    found = list(best)
    known = [
        candidate is not None and _is_near(column, candidate)
        for column, candidate in zip(columns, best)
    ]
    for index, (column, candidate) in enumerate(zip(columns, best)):
        if candidate is None or _score(column, candidate) == len(column):
            continue
        criteria = [earlier for earlier, is_known in zip(columns[:index], known) if is_known]
        tries = [
            direct(event_index, text, columns[:index], columns[index + 1 :]) for text in _DIRECT
        ]
        for before in (criteria, criteria[:1]):  # not of a number that orders nothing
            others = [direct(event_index, text, before, columns[index + 1 :]) for text in _DIRECT]
            tries += [other for other in others if _score(column, other) == len(column)]
        found[index] = _best(column, names[index], [candidate, *tries])
    return found


def _joint_convention(
    columns: Sequence[FileColumn], best: Sequence[Optional[Candidate]], tried: Sequence[Candidate]
) -> str:
    """Return the convention under which the columns, as what they are taken for, agree most."""
    kinds = [
        (c, candidate)
        for c, candidate in zip(columns, best)
        if candidate is not None and candidate.unplayed
    ]
    order = dict.fromkeys(candidate.unplayed for candidate in tried if candidate.unplayed)

    def agreeing(unplayed: str) -> int:
        return sum(
            _score(column, other)
            for column, candidate in kinds
            for other in _alike(candidate, tried)
            if other.unplayed == unplayed
        )

    return max(order, key=agreeing, default="")


def _alike(candidate: Candidate, tried: Sequence[Candidate]) -> List[Candidate]:
    """Return the same criterion, scoring and scale under every convention."""
    kind = (candidate.name, candidate.scoring, candidate.scale)
    return [other for other in tried if (other.name, other.scoring, other.scale) == kind]


def _finding(
    blank: ColumnMatch, candidate: Optional[Candidate], tried: Sequence[Candidate], chosen: str
) -> ColumnMatch:
    column = blank.column
    if candidate is None:
        return blank
    is_whole = _score(column, candidate) == len(column)
    if not is_whole and not _is_near(column, candidate):
        return replace(blank, nearest=None if candidate.name == "place" else candidate)
    if not candidate.unplayed:
        return replace(blank, found=candidate)
    score = _score(column, candidate)
    equal = [other for other in _alike(candidate, tried) if _score(column, other) == score]
    candidate = next((other for other in equal if other.unplayed == chosen), candidate)
    same = tuple(other.unplayed for other in equal if other.unplayed != candidate.unplayed)
    return replace(blank, found=candidate, same=same)


def _is_named_otherwise(heading: str) -> bool:
    rules.load()
    entry = find(heading) if heading else None
    return bool(heading) and heading != "START" and (entry is None or not entry.is_criterion)
