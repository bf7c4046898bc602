"""What the criteria of an event are, each with the value of somebody in it and its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xltie.publish.page_model import Chart, Glossary, Meaning
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.publish.term_bars import term_bars
from xltie.ranking import StandingsLine, names_of
from xltie.rules.common.criterion_value import Term

_MOST_TERMS = 32
"""Of how many terms a picture is: the boards of an evening, the rounds of any event."""


def explained(results: Results) -> Glossary:
    """Return every criterion in sentences, with an example from the event where there is one."""
    return Glossary(tuple(
        _with_example(results, at, meaning) for at, meaning in enumerate(cells.glossary(results))
    ))  # fmt: skip


def _with_example(results: Results, at: int, meaning: Meaning) -> Meaning:
    """Return a criterion with the value of the first in the standings of whom it can be drawn.

    Who has something cut is taken first: the cut is what a reader asks about.
    """
    found = list(_drawable(results, at))
    with_a_cut = [line for line in found if not all(term.counted for term in _terms(line, at))]
    line = next(iter(with_a_cut or found), None)
    if line is None:
        return meaning
    figure = cells.value(results, line.values[at])
    said = results.language.text(
        "For example {who}: {value}", who=results.name(line.who), value=figure
    )
    names = names_of(results.event_index)
    drawn = term_bars(_terms(line, at), (meaning.label, figure), names, results.language)
    return meaning._replace(example=Chart(drawn, said))


def _drawable(results: Results, at: int) -> Iterator[StandingsLine]:
    for line in results.ranked.lines:
        terms = _terms(line, at)
        if terms and len(terms) <= _MOST_TERMS and any(term.value for term in terms):
            yield line


def _terms(line: StandingsLine, at: int) -> Sequence[Term]:
    value = line.values[at]
    return () if value is None or value.total is None else value.terms
