"""The cross table: everybody's rounds in the order of the places."""

from __future__ import annotations

from xltie.core.catalogues import translated
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
    text, code = results.language.text, results.language.code
    rounds = sorted({played_round.round for who in results.event_index.ids
                     for played_round in results.event_index.rounds_of(who)})  # fmt: skip
    first = results.ranked.criteria[0]
    columns = (
        Column(text("Place"), True), Column(text("Name")), Column(text("ID"), True),
        *(Column(text("R{n}", n=number)) for number in rounds),
        cells.criterion_column(results, first),
    )  # fmt: skip
    has_numbers = all(line.who.isdecimal() for line in results.ranked.lines)
    rows: list[Row] = []
    for line in results.ranked.lines:
        played = {
            played_round.round: played_round
            for played_round in results.event_index.rounds_of(line.who)
        }
        games: list[Content] = []
        for number in rounds:
            record = played.get(number)
            if record is None:
                games.append("")
            elif record.opponent is None:
                games.append(translated("cross table", cross_table_cell(record), code))
            else:
                said = results.language.sentence(cross_table_cell(record))
                key = "" if has_numbers else results.keys.get(record.opponent, "")
                games.append(Cell(said, key))
        rows.append((
            str(line.place), cells.player(results, line.who), line.who, *games,
            cells.value(results, line.values[0]),
        ))  # fmt: skip
    return Table(columns, tuple(rows), named=1, can_be_searched=True,
                 ids=3 if has_numbers else 0)  # fmt: skip
