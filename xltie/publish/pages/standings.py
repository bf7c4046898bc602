"""The places: now, and after every earlier round."""

from __future__ import annotations

from collections.abc import Iterator

from xltie.core.messages import count, word
from xltie.core.records import replace
from xltie.publish.page_model import Column, Page, Row, Table
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.ranking import Standings, StandingsLine, strata_of, why_here
from xltie.ranking.groups import group_lines


def key(results: Results, number: int) -> str:
    """Return the key of the standings after a round; those of now are the first page."""
    return "index" if number >= results.last_result else f"standings-{number}"


def title(results: Results, number: int) -> str:
    """Return the heading of the standings after a round, 0 where the event has none."""
    text = results.language.text
    if not number or not results.after:
        return text("Standings")
    if number == results.last_result and results.still_open:
        return results.language.say(
            count(results.still_open, "Standings, round {round} in progress ({n} game open)",
                  "Standings, round {round} in progress ({n} games open)", round=number)
        )  # fmt: skip
    return text("Standings after round {n}", n=number)


def pages(results: Results) -> list[Page]:
    """Return a page with the standings after every round, the newest first."""
    if not results.after:
        name = title(results, 0)
        return [Page("index", name, tuple(tables(results, results.ranked)), "index")]
    keys = {number: key(results, number) for number in results.after}
    return [
        Page(
            key(results, number),
            title(results, number),
            (*cells.rounds(results, keys, number), *tables(results, found)),
            "index",
        )
        for number, found in sorted(results.after.items(), reverse=True)
    ]


def tables(results: Results, found: Standings) -> list[Table]:
    """Return the standings as a table for every division of the field, and for every group."""
    divisions: dict[str, list[Row]] = {}
    shown = _Lines(results, found)
    for position, line in enumerate(found.lines):
        divisions.setdefault(found.division(line.who), []).append(shown.row(position, line))
    text = results.language.text
    whole = Table(shown.columns, (), named=1, can_be_searched=True, decided=shown.decided)
    return [
        replace(whole, rows=tuple(rows), title=text("Division {name}", name=name) if name else "")
        for name, rows in divisions.items()
    ] + [_of_group(results, found, group) for group in results.groups]


def _of_group(results: Results, found: Standings, group: str) -> Table:
    """Return the list of a group, by their places in it, or that of the countries."""
    lines = group_lines(found, group)
    text = results.language.text
    values = [cells.criterion_column(results, at) for at in range(len(found.criteria))]
    columns = (Column(text("Place"), True), Column(text("Name")), *values)
    rows = tuple(
        (str(place), cells.player(results, line.who) if line else name, *values)
        for place, line, name, values in lines
    )
    return Table(columns[: len(rows[0])] if rows else columns, rows, group, named=1)


class _Lines:
    """Makes the rows of the standings after one round; those of now say more of everybody."""

    def __init__(self, results: Results, found: Standings) -> None:
        self.results = results
        self.found = found
        text = results.language.text
        self.is_now = found is results.ranked
        strata = strata_of(found) if self.is_now else {}
        self.strata = list(strata.values())
        about = cells.about_columns(results) if self.is_now else []
        self.about = [texts for _, texts in about]
        self.has_ids = self.is_now and results.has_names
        ids = (Column(text("ID"), True, is_minor=True),) if self.has_ids else ()
        self.decided = 3 + len(found.criteria) if self.is_now else 0
        self.columns = (
            Column(text("Place"), True),
            Column(cells.one_of(results)),
            *self._value_columns(),
            *(
                Column(results.language.say(word("heading", "Stratum {name}", name=name)), True)
                for name in strata
            ),
            *ids,
            *(column for column, _ in about),
        )

    def _value_columns(self) -> Iterator[Column]:
        for at in range(len(self.found.criteria)):
            yield cells.criterion_column(self.results, at, is_minor=self.is_now and at > 0)
        if self.is_now:
            yield Column(self.results.language.text("Decided by"))

    def row(self, position: int, line: StandingsLine) -> Row:
        """Return the cells of a line."""
        results, who = self.results, line.who
        return (
            str(line.place),
            cells.player(results, who),
            *(cells.value(results, value) for value in line.values),
            *((self._decided(position),) if self.is_now else ()),
            *(str(places.get(who, "")) for places in self.strata),
            *((who,) if self.has_ids else ()),
            *(texts[who] for texts in self.about),
        )

    def _decided(self, position: int) -> str:
        """Return what separates a line from the one above, as ``xltie standings`` says it."""
        language = self.results.language
        return language.number(language.say(why_here(self.found, position)))
