"""Workbooks to send around without xltie functions: their formulas become values."""

from __future__ import annotations

import re
from typing import Iterable

from xltie.core.messages import count
from xltie.recompute.lowering.ir import Site
from xltie.recompute.ooxml.workbook import Workbook
from xltie.recompute.run.report import Report
from xltie.recompute.runs.columns import FilledRun

_OVERRIDE = re.compile(rb"<(?:[\w.-]+:)?Override\b[^>]*?PartName\s*=\s*[\"']([^\"']*)[\"'][^>]*?/>")
_RELATION = re.compile(rb"<(?:[\w.-]+:)?Relationship\b[^>]*?/>")


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


def without_calculation_chain(book: Workbook) -> dict[str, bytes | None]:
    """Return the parts without the calculation chain, which Excel rebuilds.

    A chain that names a cell without a formula would make Excel repair the file.
    """
    package = book.package
    relations = package.relationships(book.part)
    chains = [relation for relation in relations.values() if relation.kind == "calcChain"]
    part = package.find(chains[0].target) if chains else None
    if part is None:
        return {}
    folder, _, base = book.part.replace("\\", "/").rpartition("/")
    listing = package.find(f"{folder}/_rels/{base}.rels".lstrip("/"))
    types = package.find("[Content_Types].xml")
    changed: dict[str, bytes | None] = {part: None}
    if listing is not None:
        changed[listing] = _RELATION.sub(
            lambda match: b"" if b"/calcChain" in match[0] else match[0], package.read(listing)
        )
    if types is not None:
        name = part.encode("utf-8").lower()
        changed[types] = _OVERRIDE.sub(
            lambda match: b"" if match[1].lower().lstrip(b"/") == name else match[0],
            package.read(types),
        )
    return changed
