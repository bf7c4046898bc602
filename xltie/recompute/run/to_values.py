"""Workbooks to send around without xltie functions: their formulas become values."""

from __future__ import annotations

from typing import Iterable

from xltie.core.messages import count
from xltie.recompute.lowering.template import Site
from xltie.recompute.run.report import Report
from xltie.recompute.runs.columns import FilledRun


def sites_to_values(runs: Iterable[FilledRun], report: Report) -> frozenset[Site]:
    """Return the cells whose formulas call our functions and can become values.

    Cells that share one formula text go together or not at all: without the first, which holds the
    text, the others would be broken.
    """
    ours: set[Site] = set()
    groups: dict[tuple[str, str], set[Site]] = {}
    broken: set[tuple[str, str]] = set()
    for run in runs:
        rows = range(run.first, run.last + 1)
        computed = {
            run.site(row) for row in rows if row not in run.refused.keys() | run.kept.keys()
        }
        if run.template.ours:
            ours |= computed
        if run.shared:
            group = run.sheet, run.shared
            groups.setdefault(group, set()).update(computed)
            if len(computed) < len(rows):
                broken.add(group)
    left = 0
    for group in broken:
        left += len(groups[group] & ours)
        ours -= groups[group]
    if left:
        report.warnings.append(
            count(
                left,
                "{n} formula kept: it shares its text with uncomputable ones",
                "{n} formulas kept: they share their text with uncomputable ones",
            )
        )
    return frozenset(ours)
