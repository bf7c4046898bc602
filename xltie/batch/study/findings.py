"""What all events of a study say together: means with confidence intervals, list against list."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations, groupby
from operator import itemgetter
from statistics import NormalDist
from typing import NamedTuple

from xltie.batch.outcome import Figure, Record
from xltie.batch.study.plan import FieldKind, Study
from xltie.core.records import dataclass, field
from xltie.games import traits_of
from xltie.ranking import parse_criteria

Z = 1.959963984540054
"""Of a normal variable, 95 % lie within this many deviations."""


def _z(compared: int) -> float:
    return Z if compared == 1 else NormalDist().inv_cdf(1 - 0.025 / compared)


class Interval(NamedTuple):
    """A figure and the bounds within which it lies with 95 % confidence."""

    middle: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """The figure is not 0, with that confidence."""
        return self.low > 0 or self.high < 0


@dataclass
class Mean:
    """A mean that is added to in a fixed order, so that it is the same wherever it was counted."""

    values: list[float] = field(default_factory=list)

    def add(self, value: Figure) -> None:
        """Add a value; an undefined one does not count."""
        if value is not None:
            self.values.append(float(value))

    def interval(self, compared: int = 1) -> Interval:
        """Return the mean with the bounds that the spread of the values gives.

        Where so many means are ``compared`` and one of them is chosen for what it shows, all of
        them lie within their bounds with 95 % confidence (Bonferroni).
        """
        count = len(self.values)
        if not count:
            return Interval(math.nan, math.nan, math.nan)
        middle = math.fsum(self.values) / count
        if count == 1:
            return Interval(middle, math.nan, math.nan)
        spread = math.fsum((value - middle) ** 2 for value in self.values) / (count - 1)
        reach = _z(compared) * math.sqrt(spread / count)
        return Interval(middle, middle - reach, middle + reach)


def share(hits: int, count: int) -> Interval:
    """Return a share with Wilson's bounds, which hold near 0 and 1 too (JASA 22, 1927)."""
    if not count:
        return Interval(math.nan, math.nan, math.nan)
    found, square = hits / count, Z * Z
    middle = (found + square / (2 * count)) / (1 + square / count)
    reach = Z * math.sqrt(found * (1 - found) / count + square / (4 * count * count))
    reach /= 1 + square / count
    return Interval(found, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass
class OfList:
    """What a list of criteria does in one setting; ``labels`` are those of the criteria."""

    name: str
    labels: tuple[str, ...]
    right: Mean = field(default_factory=Mean)
    kendall: Mean = field(default_factory=Mean)
    spearman: Mean = field(default_factory=Mean)
    best: Mean = field(default_factory=Mean)
    level: int = 0
    decided: list[int] = field(default_factory=list)

    @property
    def unbroken(self) -> Interval:
        """Return the share of ties on points that the list leaves."""
        return share(self.decided[-1] if self.decided else 0, self.level)

    @property
    def broken_by(self) -> list[tuple[str, Interval]]:
        """Return each criterion after the first with the share of ties that it breaks."""
        counts = self.decided or [0] * len(self.labels)
        later = zip(self.labels[1:], counts[:-1], strict=True)
        return [(label, share(count, self.level)) for label, count in later]


@dataclass
class Against:
    """Two lists in the same events: how far the first is ahead, and how often prizes differ."""

    names: tuple[str, str]
    right: Mean = field(default_factory=Mean)
    kendall: Mean = field(default_factory=Mean)
    best: Mean = field(default_factory=Mean)
    agreement: Mean = field(default_factory=Mean)
    events: int = 0
    other_winner: int = 0
    other_prizes: int = 0


@dataclass
class Findings:
    """All that a setting shows."""

    setting: FieldKind
    lists: dict[str, OfList]
    pairs: dict[tuple[str, str], Against]
    events: int = 0


def findings(study: Study, rows: Iterable[Record]) -> list[Findings]:
    """Return the findings of every setting from the rows of all events, in their order."""
    labels = {
        name: tuple(criterion.label for criterion in parse_criteria(text))
        for name, text in study.lists
    }
    found = {
        setting: Findings(
            setting,
            {name: OfList(name, criteria) for name, criteria in labels.items()},
            {pair: Against(pair) for pair in combinations(labels, 2)},
        )
        for setting in study.settings
    }
    key = itemgetter("players", "rounds", "deviation", "number")
    for (*setting, _), group in groupby(rows, key=key):
        _count(found[FieldKind(*setting)], {str(row["list"]): row for row in group})
    return list(found.values())


def _count(found: Findings, rows: dict[str, Record]) -> None:
    found.events += 1
    for name, row in rows.items():
        _count_list(found.lists[name], row)
    for (one, other), pair in found.pairs.items():
        _count_pair(pair, one, rows[one], rows[other])


def _count_list(of_list: OfList, row: Record) -> None:
    of_list.right.add(_right(row))
    of_list.kendall.add(row["kendall"])
    of_list.spearman.add(row["spearman"])
    of_list.best.add(row["best first"])
    of_list.level += int(row["level"] or 0)
    decided = [int(count) for count in str(row["decided"]).split()]
    before = of_list.decided or [0] * len(decided)
    of_list.decided = [a + b for a, b in zip(before, decided, strict=True)]


def _count_pair(pair: Against, one: str, a: Record, b: Record) -> None:
    pair.events += 1
    pair.right.add(_difference(_right(a), _right(b)))
    pair.agreement.add(b.get(f"tau with {one}"))
    pair.kendall.add(_difference(a["kendall"], b["kendall"]))
    pair.best.add(float(a["best first"] or 0) - float(b["best first"] or 0))
    prizes = [str(row["prizes"]).split() for row in (a, b)]
    winners = [{prize for prize in one if prize.startswith("1:")} for one in prizes]
    pair.other_winner += winners[0] != winners[1]
    pair.other_prizes += set(prizes[0]) != set(prizes[1])


def _difference(one: Figure, other: Figure) -> float | None:
    """Return by how much a figure is above another, None where one of them is undefined."""
    return None if one is None or other is None else float(one) - float(other)


def _right(row: Record) -> float | None:
    """Return the share of an event's pairs that a list orders rightly; None of an event without."""
    pairs = float(row["pairs"] or 0)
    return float(row["right"] or 0) / pairs if pairs else None


def summary_rows(found: list[Findings]) -> list[Record]:
    """Return a row for every setting and list, with the bounds of each figure."""
    rows: list[Record] = []
    for finding in found:
        for of_list in finding.lists.values():
            row: dict[str, Figure] = {
                **finding.setting.columns,
                "events": finding.events,
                "list": of_list.name,
            }
            for title, interval in (
                ("ordered right", of_list.right.interval()),
                ("kendall", of_list.kendall.interval()),
                ("spearman", of_list.spearman.interval()),
                ("best first", of_list.best.interval()),
                ("ties left", of_list.unbroken),
            ):
                row |= {title: interval.middle, f"{title} low": interval.low}
                row[f"{title} high"] = interval.high
            broken = ((label, one) for label, one in of_list.broken_by if of_list.level)
            row["ties broken by"] = "; ".join(f"{label} {one.middle:.4f}" for label, one in broken)
            rows.append(row)
    return rows


def sentences(study: Study, found: list[Findings]) -> list[str]:
    """Return a sentence for every setting: which list is nearest to the truth, and how sure."""
    pairs = "pairs" if traits_of(study.game).is_session else "pairs of players tied on points"
    return [
        _sentence(finding, finding.setting.said(study), pairs)
        for finding in found
        if finding.events and len(finding.lists) > 1
    ]


_ENOUGH = 30
"""Below this many events the bounds, which are those of a normal mean, promise too much."""


def _sentence(finding: Findings, setting: str, pairs: str) -> str:
    if finding.events < _ENOUGH:
        return f"{setting}: {finding.events} events are too few to tell lists apart."
    ranked = sorted(finding.lists.values(), key=lambda one: -one.right.interval().middle)
    best, second = ranked[0], ranked[1]
    ahead = _ahead(finding, best.name, second.name)
    start = f"{setting}, {finding.events} events: "
    right = f"{best.right.interval().middle:.2%} of the {pairs}"
    by = f"{ahead.middle:.2%} ({ahead.low:.2%} to {ahead.high:.2%})"
    if ahead.excludes_zero:
        return f"{start}{best.name} orders most rightly, {right}, ahead of {second.name} by {by}."
    equal = [best.name] + [
        one.name for one in ranked[1:] if not _ahead(finding, best.name, one.name).excludes_zero
    ]
    return (
        f"{start}{'; '.join(equal[:-1])} and {equal[-1]} cannot be told apart ({best.name} orders "
        f"{right} rightly, ahead of {second.name} by {by})."
    )


def _ahead(finding: Findings, one: str, other: str) -> Interval:
    """Return how far a list is ahead of another, where the best of all was chosen."""
    compared = len(finding.pairs)
    if (one, other) in finding.pairs:
        return finding.pairs[one, other].right.interval(compared)
    turned = finding.pairs[other, one].right.interval(compared)
    return Interval(-turned.middle, -turned.high, -turned.low)
