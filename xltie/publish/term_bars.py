"""The terms of a value as bars: what each round or opponent adds, and what is cut.

Colours come from the page that the picture stands in; :func:`xltie.publish.drawing.alone` puts
them inside for a file of its own. Everything that comes from the event is escaped here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from xltie.core.language import Language
from xltie.core.numbers import show
from xltie.event import Id
from xltie.rules.common.criterion_value import Term

_ROW, _NAMES, _ACROSS, _FIGURE = 26, 150, 420, 70
_LETTERS = 18


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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="terms" viewBox="0 0 {_ACROSS} {height}" '
        f'width="{_ACROSS}" height="{height}" role="img" aria-label="{label} {figure}">{bars}'
        f'<text x="{_NAMES - 8}" y="{y}" text-anchor="end">{label}</text>'
        f'<text x="{_NAMES}" y="{y}">{figure}</text></svg>'
    )


def _bar(term: Term, opponent: str, at: int, most: float, language: Language) -> str:
    y = 6 + _ROW * at
    wide = max((_ACROSS - _NAMES - _FIGURE) * abs(float(term.value)) / most, 1)
    number = "" if term.round is None else str(term.round)
    said = " ".join(filter(None, (number, opponent))) or language.say(term.why)
    name = said if len(said) <= _LETTERS else said[: _LETTERS - 1] + "…"
    figure = language.number(show(term.value))
    if not term.counted:
        figure = f"{figure} ({language.text('cut')})"
    return (
        f'<text x="{_NAMES - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'
        f'<rect class="{"bar" if term.counted else "cut"}" x="{_NAMES}" y="{y + 2}" '
        f'width="{wide:.0f}" height="{_ROW - 8}"/>'
        f'<text x="{_NAMES + wide + 6:.0f}" y="{y + 15}">{escape(figure)}</text>'
    )
