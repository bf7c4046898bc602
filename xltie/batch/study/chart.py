"""Charts of a study: for each list what it orders rightly, with its bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from xltie.batch.study.findings import Findings
from xltie.batch.study.plan import Study

CHART_STYLE = """
svg text { fill: var(--ink); font-size: 13px; }
svg line { stroke: var(--line); } svg .reach { stroke: var(--mark); stroke-width: 3; }
svg circle { fill: var(--mark); }
"""
_ON_PAPER = """
:root { --ink: #1b1b1b; --line: #c8c8c8; --mark: #0b5fa5; }
text { font-family: system-ui, sans-serif; } .title { font-weight: bold; }
"""
"""A picture by itself has its own paper: what shows it may be light or dark."""

_WIDTH, _LEFT, _LINE, _TOP = 760, 230, 26, 30


def chart(finding: Findings) -> str:
    """Return a chart of what is ordered right with its bounds, a line for each list."""
    intervals = [(one.name, one.right.interval()) for one in finding.lists.values()]
    drawn = [one for one in intervals if not math.isnan(one[1].low)]
    if not drawn:
        return ""
    low, high = min(one.low for _, one in drawn), max(one.high for _, one in drawn)
    margin = (high - low) / 10 or 0.01
    low, high = low - margin, high + margin

    def x(value: float) -> float:
        return _LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - 20)

    height = _TOP + _LINE * len(drawn) + 10
    parts = [
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" role="img" '
        'aria-label="Ordered right by each list">'
    ]
    parts += [
        f'<line x1="{x(at):.1f}" y1="{_TOP - 6}" x2="{x(at):.1f}" y2="{height - 8}"/>'
        f'<text x="{x(at):.1f}" y="{_TOP - 12}" text-anchor="middle">{at:.4g}</text>'
        for at in _ticks(low, high)
    ]
    for line, (name, one) in enumerate(drawn):
        y = _TOP + _LINE * line + 12
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(_short(name))}</text>'
            f'<line class="reach" x1="{x(one.low):.1f}" y1="{y}" x2="{x(one.high):.1f}" y2="{y}"/>'
            f'<circle cx="{x(one.middle):.1f}" cy="{y}" r="4.5"/>'
        )
    return "".join([*parts, "</svg>"])


def picture(study: Study, found: list[Findings]) -> str:
    """Return the charts of all settings below each other, as one SVG file."""
    parts, y = [], 0
    for finding in found:
        drawn = chart(finding)
        if drawn:
            title = escape(finding.setting.said(study))
            parts.append(f'<text class="title" x="12" y="{y + 22}">{title}</text>')
            parts.append(drawn.replace("<svg ", f'<svg y="{y + 30}" ', 1))
            lines = sum(not math.isnan(one.right.interval().low) for one in finding.lists.values())
            y += 30 + _TOP + _LINE * lines + 22
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" width="{_WIDTH}" '
        f'height="{y}"><title>{escape(study.title)}</title><style>{_ON_PAPER}{CHART_STYLE}</style>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _short(name: str) -> str:
    return name if len(name) <= 30 else f"{name[:29]}…"


def _ticks(low: float, high: float) -> Iterator[float]:
    step = 10 ** math.floor(math.log10((high - low) / 2))
    while (high - low) / step > 6:
        step *= 2
    at = math.ceil(low / step) * step
    while at <= high:
        yield at
        at += step
