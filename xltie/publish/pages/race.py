"""The charts of an event: points and places round by round, and how a value is spread."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from xltie.core.errors import InputError
from xltie.event import Id
from xltie.publish import drawing
from xltie.publish.page_model import Chart, Page
from xltie.publish.results import Results

KINDS = ("race", "places", "distribution")
LEADERS = 10
_MOST_HIDDEN = 100
"""With more players the lines that a reader may choose are in the chart of places only."""


def page(results: Results) -> Page | None:
    """Return the page of charts; None where nothing was played in rounds."""
    kinds = KINDS if len(results.after) > 1 else KINDS[2:]
    many = len(results.event.contestants) > _MOST_HIDDEN
    charts = tuple(
        chart(results, kind, everybody=kind == "places" or (kind == "race" and not many))
        for kind in kinds
    )
    if not results.ranked.lines:
        return None
    return Page("race", results.language.text("Charts"), charts, "race")


def chart(
    results: Results, kind: str, chosen: Collection[Id] = (), *, everybody: bool = False
) -> Chart:
    """Return a chart: of the leaders, or of those chosen; ``everybody`` else is drawn but hidden.

    Raises:
        InputError: a race of an event without rounds.
    """
    if kind == "distribution":
        return _distribution(results)
    if not results.after:
        raise InputError.say("this event has no rounds that a race could be drawn of")
    text, is_places = results.language.text, kind == "places"
    title = text("Places round by round") if is_places else text("Points round by round")
    ranked = [line.who for line in results.ranked.lines]
    shown = {who: at for at, who in enumerate(list(chosen) or ranked[:LEADERS])}

    def is_drawn(who: Id) -> bool:
        return (everybody or who in shown) and (is_places or results.event_index.has_start(who))

    lines = [
        drawing.RaceLine(results.name(who), results.keys[who], _values(results, who, kind),
                         shown.get(who))
        for who in filter(is_drawn, ranked)
    ]  # fmt: skip
    rounds = [text("R{n}", n=number) for number in sorted(results.after)]
    return Chart(drawing.race(lines, rounds, title, is_places=is_places), title)


def _values(results: Results, who: Id, kind: str) -> list[float]:
    rounds = sorted(results.after)
    if kind == "places":
        return [results.after[number].line(who).place for number in rounds]
    return [float(results.points_after(who, number)) for number in rounds]


def _distribution(results: Results) -> Chart:
    """Return how the values of the first criterion are spread."""
    label = results.ranked.criteria[0].label
    found = [line.values[0] for line in results.ranked.lines]
    values = [
        float(value.total) for value in found
        if value is not None and isinstance(value.total, (int, Fraction))
    ]  # fmt: skip
    title = results.language.text("Distribution of {criterion}", criterion=label)  # fmt: skip
    return Chart(drawing.distribution(values, title, label, results.language.sentence), title)
