"""Charts of an event as SVG, drawn without any library: race, distribution, the terms of a value.

Colours and fonts come from the page that a chart stands in; :func:`alone` puts them inside for a
file of its own. Everything that comes from the event is escaped here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from xltie.core.language import Language
from xltie.core.numbers import show
from xltie.event import Id
from xltie.rules.common.criterion_value import Term

WIDTH, HEIGHT = 480, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 150, 16, 34
_ROOM = 15
"""The least height from one name beside the lines to the next: that of letters on a phone."""
_LETTERS_ACROSS = 64
"""How many letters the names of the bars may have together, to be told apart on a phone."""
_LINEAR_PLACES = 40
"""Up to how many places the axis is even; with more, those in front get more room."""
COLOURS = ("#0b62a8", "#b3400e", "#1a7a3c", "#8a2a8f", "#7a5c00", "#00707a", "#a81e4f", "#4a4f9c",
           "#5b6b12", "#6b4a36")  # fmt: skip
"""Ten colours of at least 4.5 : 1 on white; a page in the dark lightens them."""


class RaceLine(NamedTuple):
    """A player's line: name, the key of the player's page, a value for each round (None: none yet).

    ``colour`` is None for a line that is drawn but hidden until a reader asks for it.
    """

    name: str
    key: str
    values: Sequence[float | None]
    colour: int | None


def race(lines: Sequence[RaceLine], rounds: Sequence[str], title: str, *, is_places: bool) -> str:
    """Return a chart of points (upwards) or places (the first on top) after every round."""
    known = [value for line in lines for value in line.values if value is not None]
    top = max(known, default=1) or 1
    scale = _places(top) if is_places else _Heights(_foot(min(known, default=0)), top)
    parts = [_open(title)]
    parts += _grid(scale, _ticks(scale))
    across = (WIDTH - _LEFT - _RIGHT) / max(1, len(rounds) - 1)
    for at, name in enumerate(rounds):
        parts.append(f'<text class="tick" x="{_LEFT + at * across:.0f}" y="{HEIGHT - 12}" '
                     f'text-anchor="middle">{escape(name)}</text>')  # fmt: skip
    in_order = sorted(lines, key=lambda line: line.colour is None)
    shown = sum(line.colour is not None for line in lines)
    heights: list[float | None] = [*_spread([_height(line, scale) for line in in_order[:shown]])]
    heights += [None] * (len(in_order) - shown)
    parts += [_line(line, scale, across, at) for line, at in zip(in_order, heights, strict=True)]
    return "".join(parts) + "</svg>"


def distribution(
    values: Sequence[float], title: str, unit: str, figure: Callable[[str], str] = str
) -> str:
    """Return a chart of how many players have each value, or each range of values.

    ``figure`` writes a value as the reader's language does.
    """
    found = bars(values)
    most = max((count for _, count in found), default=1)
    scale = _Heights(0, most)
    parts = [_open(title), *_grid(scale, _ticks(scale))]
    wide = (WIDTH - _LEFT - 16) / max(1, len(found))
    for at, (name, count) in enumerate(found):
        x, y = _LEFT + at * wide, scale(count)
        parts.append(f'<rect class="bar" x="{x + wide * 0.1:.1f}" y="{y:.1f}" '
                     f'width="{wide * 0.8:.1f}" height="{HEIGHT - _BOTTOM - y:.1f}"/>')  # fmt: skip
        if count:
            parts.append(_label(x + wide / 2, y - 4, str(count)))
        if sum(len(bar) for bar, _ in found) <= _LETTERS_ACROSS or at % 2 == 0:
            parts.append(_label(x + wide / 2, HEIGHT - 18, figure(name)))
    parts.append(f'<text class="tick" x="{WIDTH - 16}" y="{HEIGHT - 3}" text-anchor="end">'
                 f"{escape(unit)}</text>")  # fmt: skip
    return "".join(parts) + "</svg>"


def alone(svg: str) -> str:
    """Return a chart as a file of its own, on white, with the styles that pages have."""
    colours = "".join(f".c{at}{{color:{colour}}}" for at, colour in enumerate(COLOURS))
    style = (
        "svg{background:#fff}text{font:11px sans-serif;fill:#222}.tick{fill:#555}"
        ".grid{stroke:#ddd;stroke-width:1}.bar{fill:#0b62a8}.cut{fill:none;stroke:#a3100f;"
        "stroke-dasharray:4 3}.terms text{font-size:14px}path{fill:none;stroke:currentColor;"
        "stroke-width:2}.leader{stroke-width:.7}circle,.line text{fill:currentColor}"
        ".off{display:none}"
    )
    start = svg.index(">") + 1
    return f"{svg[:start]}<style>{style}{colours}</style>{svg[start:]}\n"


def _open(title: str, width: int = WIDTH, height: int = HEIGHT, marks: str = "") -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {marks}viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">'
    )


class _Heights(NamedTuple):
    """From a value to a height in the drawing."""

    low: float
    high: float
    is_places: bool = False

    def __call__(self, value: float) -> float:
        room = HEIGHT - _TOP - _BOTTOM
        if not self.is_places:
            return _TOP + room * (self.high - value) / ((self.high - self.low) or 1)
        below, most = value - 1, max(1.0, self.high - 1)
        if self.high > _LINEAR_PLACES:
            below, most = math.sqrt(below), math.sqrt(most)
        return _TOP + room * below / most


def _places(most: float) -> _Heights:
    return _Heights(1, most, is_places=True)


def _foot(least: float) -> float:
    """Return where an axis of points begins: at 0, or where McMahon scores do."""
    return least if least < 0 else math.floor(least / 5) * 5


def _step(span: float, most: int, powers: range) -> float:
    """Return the least 1, 2 or 5 times a power of ten that divides a span into so many parts."""
    steps: Iterator[float] = (factor * 10**power for power in powers for factor in (1, 2, 5))
    return next(step for step in steps if span / step <= most)


def _ticks(scale: _Heights) -> list[float]:
    low, top = max(0.0, scale.low), scale.high
    if scale.is_places and top > _LINEAR_PLACES:
        return [place for place in (1, 10, 25, 50, 100, 200, 300, 500, 1000, 2000) if place <= top]
    if top < 1:
        return [0, top]
    step = int(_step(top - low or 1, 10, range(9)))
    if scale.is_places:
        return [max(1.0, float(place)) for place in range(0, int(top) + 1, step)]
    return list(map(float, range(math.ceil(low / step) * step, int(top) + 1, step)))


def _grid(scale: _Heights, ticks: Sequence[float]) -> list[str]:
    right = WIDTH - 16
    return [
        f'<path class="grid" d="M{_LEFT} {scale(tick):.1f}H{right}"/>'
        f'<text class="tick" x="{_LEFT - 8}" y="{scale(tick) + 4:.1f}" text-anchor="end">'
        f"{tick:g}</text>"
        for tick in ticks
    ]


def _height(line: RaceLine, scale: _Heights) -> float:
    """Return at which height a line ends; the top for one without any value."""
    known = [value for value in line.values if value is not None]
    return scale(known[-1]) if known else 0.0


def _line(line: RaceLine, scale: _Heights, across: float, label: float | None) -> str:
    """Return a line with its name at the height of ``label``, None for one that is hidden."""
    points = [(_LEFT + at * across, scale(value)) for at, value in enumerate(line.values)
              if value is not None]  # fmt: skip
    if not points:
        return ""
    colour = "off c9" if line.colour is None else f"c{line.colour % len(COLOURS)}"
    x, y = points[-1]
    end = y if label is None else label
    drawn = _path([(round(along), round(high)) for along, high in points])
    dots = "" if label is None else "".join(
        f'<circle cx="{along:.0f}" cy="{high:.0f}" r="3"/>' for along, high in points
    )  # fmt: skip
    away = f'<path class="leader" d="M{x:.0f} {y:.0f}L{x + 10:.0f} {end:.0f}"/>'
    leader = "" if label is None else away
    return (
        f'<g class="line {colour}" data-player="{escape(line.key)}">'
        f'<path d="{drawn}"/>{leader}{dots}'
        f'<text x="{x + 12:.0f}" y="{end + 4:.0f}" data-y="{y + 4:.0f}">'
        f"{escape(_short(line.name))}</text></g>"
    )


def _path(points: Sequence[tuple[int, int]]) -> str:
    """Return a line through points, each but the first as steps from the one before."""
    steps = [(x - a, y - b) for (a, b), (x, y) in pairwise(points)]
    return "m" + " ".join(f"{x} {y}" for x, y in [points[0], *steps]).replace(" -", "-")


def _spread(wanted: Sequence[float]) -> list[float]:
    """Return heights near those wanted, in their order, at which no name hides another."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    found = [0.0] * len(wanted)
    above = _TOP - _ROOM * 1.0
    for at in order:
        above = found[at] = max(wanted[at], above + _ROOM)
    below = HEIGHT - _BOTTOM + _ROOM * 1.0
    for at in reversed(order):
        below = found[at] = min(found[at], below - _ROOM)
    return found


def _short(name: str) -> str:
    return name if len(name) <= 18 else name[:17] + "…"


def _label(x: float, y: float, text: str) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(text)}</text>'


def bars(values: Sequence[float]) -> list[tuple[str, int]]:
    """Return the points that occur, or at most nine even ranges of values, with how many each."""
    different = sorted(set(values))
    if not different:
        return []
    if len(different) <= 24 and all((2 * figure).is_integer() for figure in different):
        return [(f"{figure:g}", values.count(figure)) for figure in different]
    low, high = different[0], different[-1]
    step = _step(high - low or 1, 8, range(-2, 9))
    start = math.floor(low / step)
    counts: dict[int, int] = {}
    for value in values:
        at = math.floor(value / step)
        counts[at] = counts.get(at, 0) + 1
    return [
        (f"{at * step:g}–{(at + 1) * step:g}", counts.get(at, 0))
        for at in range(start, math.floor(high / step) + 1)
    ]


_ROW, _NAMES, _ACROSS, _FIGURE = 26, 150, 420, 70


def term_bars(
    terms: Sequence[Term], total: tuple[str, str], names: Mapping[Id, str], language: Language
) -> str:
    """Return the terms as an SVG picture, those that are cut with a dashed edge.

    ``total`` is what stands below them: the label of the criterion, and its value.
    """
    most = max((abs(float(term.value)) for term in terms), default=1) or 1
    height = _ROW * (len(terms) + 1) + 8
    bars = "".join(
        _bar(term, names.get(term.opponent or "", term.opponent or ""), at, most, language)
        for at, term in enumerate(terms)
    )
    label, figure = map(escape, total)
    y = _ROW * len(terms) + 21
    start = _open(" ".join(total), _ACROSS, height, 'class="terms" ')
    return (
        f"{start}{bars}"
        f'<text x="{_NAMES - 8}" y="{y}" text-anchor="end">{label}</text>'
        f'<text x="{_NAMES}" y="{y}">{figure}</text></svg>'
    )


def _bar(term: Term, opponent: str, at: int, most: float, language: Language) -> str:
    y = 6 + _ROW * at
    wide = max((_ACROSS - _NAMES - _FIGURE) * abs(float(term.value)) / most, 1)
    number = "" if term.round is None else str(term.round)
    said = " ".join(filter(None, (number, opponent))) or language.say(term.why)
    figure = language.number(show(term.value))
    if not term.counted:
        figure = f"{figure} ({language.text('cut')})"
    return (
        f'<text x="{_NAMES - 8}" y="{y + 15}" text-anchor="end">{escape(_short(said))}</text>'
        f'<rect class="{"bar" if term.counted else "cut"}" x="{_NAMES}" y="{y + 2}" '
        f'width="{wide:.0f}" height="{_ROW - 8}"/>'
        f'<text x="{_NAMES + wide + 6:.0f}" y="{y + 15}">{escape(figure)}</text>'
    )
