"""The page of a study: what was asked, how, what was found, with a chart and tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape

from xltie.batch.study.findings import Findings, Interval, OfList, sentences, share
from xltie.batch.study.models import Boards
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

Bars = list[tuple[str, Interval]]
"""What a chart shows: a name, and a figure with its bounds."""

_WIDTH, _LEFT, _LINE, _TOP = 760, 230, 26, 30


def chart(finding: Findings) -> str:
    """Return a chart of what is ordered right with its bounds, a line for each list."""
    return bars(_shares(finding))


def _shares(finding: Findings) -> Bars:
    return [(one.name, one.right.interval()) for one in finding.lists.values()]


def bars(intervals: Bars) -> str:
    """Return a chart of figures with their bounds, a line for each name."""
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
    return stacked(study.title, [(one.setting.said(study), _shares(one)) for one in found])


def stacked(title: str, charts: Sequence[tuple[str, Bars]]) -> str:
    """Return charts below each other, each under its name, as one SVG file."""
    parts, y = [], 0
    for name, intervals in charts:
        drawn = bars(intervals)
        if drawn:
            parts.append(f'<text class="title" x="12" y="{y + 22}">{escape(name)}</text>')
            parts.append(drawn.replace("<svg ", f'<svg y="{y + 30}" ', 1))
            lines = sum(not math.isnan(one.low) for _, one in intervals)
            y += 30 + _TOP + _LINE * lines + 22
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" width="{_WIDTH}" '
        f'height="{y}"><title>{escape(title)}</title><style>{_ON_PAPER}{CHART_STYLE}</style>'
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


_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #c8c8c8; --mark: #0b5fa5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #161616; --line: #555; --mark: #7cc0ff; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
td small { opacity: .75; }
svg { width: 100%; height: auto; }
@media print { body { margin: 0; } }
"""

_FIGURES: tuple[tuple[str, str, Callable[[OfList], Interval]], ...] = (
    ("Ordered right", "share of those tied on points, two by two, whom the list orders by their "
     "strength; a tie that it leaves is half right. In bridge: of all",
     lambda of_list: of_list.right.interval()),
    ("Kendall's tau", "agreement with the true order: 1 is the same, 0 is chance",
     lambda of_list: of_list.kendall.interval()),
    ("Spearman's rho", "the same, weighing large slips more",
     lambda of_list: of_list.spearman.interval()),
    ("Best player first", "how often the strongest player wins the event",
     lambda of_list: of_list.best.interval()),
    ("Ties left", "share of ties on points that the list leaves", lambda of_list: of_list.unbroken),
)  # fmt: skip


def page(study: Study, found: list[Findings]) -> str:
    """Return the whole page; it asks nothing of the network."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(study.title)}</title><style>{_STYLE}{CHART_STYLE}</style></head><body>",
        f"<h1>{escape(study.title)}</h1>",
        f"<p>{escape(study.question)}</p>" if study.question else "",
        "<h2>What was found</h2>",
        *(f"<p>{escape(text)}</p>" for text in sentences(study, found)),
        "<p>Figures in brackets are bounds of 95 % confidence. Lists are compared in the same "
        "events, so that a difference may be sure where the bounds of two lists overlap; the "
        "bounds in these sentences hold for all pairs of lists together, since the best of them "
        "is chosen (Bonferroni). Kendall's tau rewards a list that leaves ties, and is for "
        "comparison with other work.</p>",
    ]
    for finding in found:
        parts.append(f"<h2>{escape(finding.setting.said(study))}</h2>")
        parts += [chart(finding), _lists(finding), _pairs(finding)]
    parts += ["<h2>How it was done</h2>", *_method(study), "</body></html>"]
    return "\n".join(part for part in parts if part) + "\n"


def _lists(finding: Findings) -> str:
    rows = ["<tr><th>List</th>" + "".join(
        f'<th scope="col" title="{escape(what)}">{escape(title)}</th>'
        for title, what, _ in _FIGURES
    ) + '<th scope="col">Ties broken by</th></tr>']  # fmt: skip
    for one in finding.lists.values():
        cells = "".join(f"<td>{_shown(figure(one))}</td>" for _, _, figure in _FIGURES)
        broken = "<br>".join(f"{escape(label)} {_shown(by)}" for label, by in one.broken_by)
        rows.append(f"<tr><td>{escape(one.name)}</td>{cells}<td>{broken or '-'}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _pairs(finding: Findings) -> str:
    titles = (
        "Lists", "Ordered right: the first less the second", "Tau: the first less the second",
        "Tau with each other", "Other winner", "Other prizes (1 to 3)",
    )  # fmt: skip
    rows = ["<tr>" + "".join(f'<th scope="col">{escape(one)}</th>' for one in titles) + "</tr>"]
    for pair in finding.pairs.values():
        cells = (
            escape(" and ".join(pair.names)),
            _shown(pair.right.interval()),
            _shown(pair.kendall.interval()),
            _shown(pair.agreement.interval()),
            _shown(share(pair.other_winner, pair.events)),
            _shown(share(pair.other_prizes, pair.events)),
        )
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table>{''.join(rows)}</table>" if finding.pairs else ""


def _shown(interval: Interval) -> str:
    if math.isnan(interval.middle):
        return "-"
    if math.isnan(interval.low):
        return f"{interval.middle:.4f}"
    return f"{interval.middle:.4f} <small>({interval.low:.4f} to {interval.high:.4f})</small>"


def _method(study: Study) -> list[str]:
    rated = "The field is not rated"
    if study.rating_error is not None:
        rated = f"Ratings are normal about the true strength with deviation {study.rating_error:g}"
    facts = [
        f"{study.events} events of {study.game} in each setting, paired by {study.system}. "
        f"True strengths are normal with mean {study.mean:g} and deviation "
        f"{' or '.join(f'{one:g}' for one in study.deviations)}. "
        f"{rated}.",
        f"Games end as {study.model!r} says.",
        f"In every round a player asks for a half-point bye with chance {study.byes:g} and "
        f"withdraws with chance {study.withdrawals:g}.",
        f'The seed is "{study.seed}": the same file gives the same events on any machine and any '
        "number of processes.",
    ]
    if study.files:
        facts = [f"Real events, their ratings taken for the truth: {', '.join(study.files)}."]
    elif isinstance(study.model, Boards):
        facts[0] = facts[0].replace(f", paired by {study.system}", ", pairs seated anew each board")
        del facts[2]
    lists = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(text)}</td></tr>" for name, text in study.lists
    )
    return [f"<p>{escape(fact)}</p>" for fact in facts] + [f"<table>{lists}</table>"]
