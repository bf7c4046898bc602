"""The cross table: everybody's rounds in the order of the places."""

from __future__ import annotations

from xltie.core.catalogues import translated
from xltie.event import RoundRecord
from xltie.publish.page_model import Cell, Column, Content, Page, Row, Table, Text
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.ranking.cells import cross_table_cell


def page(results: Results) -> Page:
    """Return the page of the cross table."""
    text = results.language.text
    how = text("+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.")
    return Page("crosstable", text("Crosstable"), (Text((how,)), table(results)), "crosstable")


def table(results: Results) -> Table:
    """Return the cross table, each game leading to the opponent.

    Where all ids are numbers the program of the page makes the links: a large event has thousands.
    """
    text = results.language.text
    index = results.event_index
    rounds = sorted({record.round for who in index.ids for record in index.rounds_of(who)})
    first = results.ranked.criteria[0]
    columns = (
        Column(text("Place"), True), Column(text("Name")), Column(text("ID"), True),
        *(Column(text("R{n}", n=number)) for number in rounds),
        cells.criterion_column(results, first),
    )  # fmt: skip
    has_numbers = all(line.who.isdecimal() for line in results.ranked.lines)
    rows: list[Row] = []
    for line in results.ranked.lines:
        played = {record.round: record for record in index.rounds_of(line.who)}
        games = [_game(results, played.get(number), not has_numbers) for number in rounds]
        rows.append((
            str(line.place), cells.player(results, line.who), line.who, *games,
            cells.value(results, line.values[0]),
        ))  # fmt: skip
    return Table(columns, tuple(rows), named=1, can_be_searched=True,
                 ids=3 if has_numbers else 0)  # fmt: skip


def _game(results: Results, record: RoundRecord | None, has_links: bool) -> Content:
    """Return what a round was for a player, leading to the opponent where the cells are links."""
    if record is None:
        return ""
    if record.opponent is None:
        return translated("cross table", cross_table_cell(record), results.language.code)
    said = results.language.sentence(cross_table_cell(record))
    return Cell(said, results.keys.get(record.opponent, "") if has_links else "")
