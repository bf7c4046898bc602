"""Whether formulas can refer to themselves at all, seen by columns and not by cells.

A formula that stands in a column once or was filled down in it is one group, from its first row to
its last. Where no group reads itself, directly or through others, no cell does.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xltie.recompute.lowering.formulas import Template
from xltie.recompute.ooxml.references import Bounds, Reference
from xltie.recompute.run.plan import Plan


@dataclass(eq=False)
class _Group:
    """The cells of a column that say the same."""

    sheet: str
    column: int
    template: Template
    first: int
    last: int
    reads: list[_Group] = field(default_factory=list)
    seen: bool = False
    done: bool = False


def free_of_circles(plan: Plan) -> bool:
    """Tell whether it is certain that no formula depends on itself, computed or not."""
    groups = _groups(plan)
    columns: dict[str, dict[int, list[_Group]]] = {}
    for group in groups:
        columns.setdefault(group.sheet, {}).setdefault(group.column, []).append(group)
    for group in groups:
        for reference in group.template.lowered.references:
            read = _read(group, reference)
            within = columns.get(reference.sheet or group.sheet, {})
            for column, others in within.items():
                if read.left <= column <= read.right:
                    group.reads += (
                        other
                        for other in others
                        if other.first <= read.bottom and other.last >= read.top
                        if other is not group or not _looks_up(reference)
                    )
    return not any(_leads_back(group) for group in groups)


def _groups(plan: Plan) -> list[_Group]:
    found: dict[tuple[int, str, int], _Group] = {}
    for site, formula in plan.formulas.items():
        key = id(formula.template), site.sheet, site.column
        group = found.get(key)
        if group is None:
            found[key] = _Group(site.sheet, site.column, formula.template, site.row, site.row)
        elif site.row > group.last:
            group.last = site.row
        elif site.row < group.first:
            group.first = site.row
    return list(found.values())


def _read(group: _Group, reference: Reference) -> Bounds:
    """Return the cells that a reference means in any cell of a group."""
    top, left, bottom, right = reference.bounds(group.first, group.column)
    last = reference.bounds(group.last, group.column)
    return Bounds(min(top, last.top), left, max(bottom, last.bottom), right)


def _looks_up(reference: Reference) -> bool:
    """Tell whether a reference means cells above the formula's own, wherever that stands."""
    ends = (reference.top, reference.bottom) if reference.ranged else (reference.top,)
    return all(not end.fixed and end.number < 0 for end in ends)


def _leads_back(start: _Group) -> bool:
    """Tell whether a group is reached again from itself; groups that are done need no look."""
    if start.done:
        return False
    start.seen = True
    work = [(start, iter(start.reads))]
    while work:
        group, rest = work[-1]
        following = next(rest, None)
        if following is None:
            group.done = True
            work.pop()
        elif following.seen and not following.done:
            return True
        elif not following.done:
            following.seen = True
            work.append((following, iter(following.reads)))
    return False
