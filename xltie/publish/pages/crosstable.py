"""The cross table: everybody's rounds in the order of the places."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count

from xltie.core.catalogues import translated
from xltie.event import Id, Outcome, RoundRecord, Side, Status
from xltie.publish.page_model import Cell, Column, Content, Page, Row, Table, Text
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.ranking.cells import cross_table_cell


def page(results: Results) -> Page:
    """Return the page of the cross table."""
    text = results.language.text
    sides = [side for match in results.event.matches for side in match.sides]
    if results.event.traits.has_handicap:
        how = text(
            "The opponent's place, + win, = jigo, - loss, / or ! (by default), colour and stones."
        )
    elif not any(side.seat for side in sides):
        how = text("+ win, = draw, - loss; then the opponent and the count.")
    elif any(side.tally is not None for side in sides):
        how = text(
            "+ win, = draw, - loss; then the opponent, b or w for the colour, and the count."
        )
    else:
        how = text("+ win, = draw, - loss; then the opponent, and b or w for the colour.")
    return Page("crosstable", text("Crosstable"), (Text((how,)), table(results)), "crosstable")


def table(results: Results) -> Table:
    """Return the cross table, each game leading to the opponent.

    Players of chess are called by their starting numbers, as in the pairing lists, whatever their
    ids are.
    Where all ids are numbers the program of the page makes the links: a large event has thousands.
    """
    text, index, ranked = results.language.text, results.event_index, results.ranked.lines
    records = chain.from_iterable(map(index.rounds_of, index.ids))
    rounds = sorted({record.round for record in records})
    starting = cells.starting_numbers(results)
    called = results.language.heading("No") if starting else text("ID")
    is_called = bool(starting) or results.has_names
    columns = (
        Column(text("Place"), True), Column(cells.one_of(results)), Column(called, True),
        *(Column(text("R{n}", n=number)) for number in rounds),
        cells.criterion_column(results, 0),
    )  # fmt: skip
    is_go = results.event.traits.has_handicap
    numbers = {line.who: starting.get(line.who, line.who) for line in ranked}
    has_numbers = is_called and not is_go and all(map(str.isdecimal, numbers.values()))
    lines = dict(zip(numbers, count(1)))

    def game(record: RoundRecord | None) -> Content:
        if is_go:
            return _go_game(results, record, lines)
        return _game(results, record, numbers, not has_numbers)

    rows: list[Row] = []
    for line in ranked:
        played = {record.round: record for record in index.rounds_of(line.who)}
        rows.append((
            str(line.place), cells.known_player(results, line.who), numbers[line.who],
            *(game(played.get(number)) for number in rounds),
            cells.value(results, line.values[0]),
        ))  # fmt: skip
    shown = (True, True, is_called, *[True] * len(rounds), True)
    return Table.showing(shown, columns, rows, named=1, can_be_searched=True,
                         ids=3 * has_numbers, is_cross=True)  # fmt: skip


_SIGNS = {Outcome.WIN: "+", Outcome.DRAW: "=", Outcome.LOSS: "-"}


def _go_game(results: Results, record: RoundRecord | None, lines: Mapping[Id, int]) -> Content:
    """Return what a round of Go was, as OpenGotha and result files print it: ``7+/w6``.

    Opponents are called by their lines in the table, from 1: shared places would not tell them.
    """
    if record is None or record.opponent is None or record.opponent not in lines:
        return _game(results, record, {}, has_links=True)
    side, match = record.own, record.match
    colour = f"{side.seat[:1]}{match.handicap}" if side.seat and match is not None else ""
    mark = "!" if side.status.is_forfeit else "/" if colour else ""
    number = lines[record.opponent]
    return Cell(f"{number}{_sign(side)}{mark}{colour}", results.keys.get(record.opponent, ""))


def _sign(side: Side) -> str:
    if side.status is Status.PLAYED and side.outcome is not None:
        return _SIGNS[side.outcome]
    if not side.status.is_forfeit:
        return "?"
    if side.points is not None and 0 < side.points < 1:
        return "="
    return "+" if side.status is Status.FORFEIT_WIN else "-"


def _game(
    results: Results, record: RoundRecord | None, numbers: Mapping[Id, str], has_links: bool
) -> Content:
    """Return what a round was for a player, leading to the opponent where the cells are links."""
    if record is None:
        return ""
    if record.opponent is None:
        return translated("cross table", cross_table_cell(record), results.language.code)
    said = results.language.sentence(cross_table_cell(record, numbers))
    return Cell(said, results.keys.get(record.opponent, "") if has_links else "")
