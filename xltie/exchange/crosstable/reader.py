"""Cross tables as arbiters paste them: one line per player, one cell per round.

A cell names the opponent, the colour and the result: ``26b0`` and ``161w1`` as on result servers,
``+W7`` and ``=B13`` as in exercise books; ``12w+`` and ``12b-`` are forfeits. Without an opponent
``+``, ``-1`` and ``+BYE`` are a bye that the pairing gave, ``½``, ``-½`` and ``=BYE`` one of half a
point, ``-``, ``-0`` and ``-BYE`` none. Cells are separated by tabs, semicolons or commas.
"""

from __future__ import annotations

from typing import Dict, List

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event import Contestant, Event
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import decode
from xltie.exchange.crosstable.cells import (
    SURE,
    CellLine,
    ColumnMap,
    cell_of,
    columns_of,
    lines_of,
    read_cell,
)
from xltie.exchange.registry import Format, ReadResult
from xltie.exchange.trf.header import Header
from xltie.exchange.trf.matches import Pairer, is_round_robin
from xltie.exchange.trf.players import TrfCell, TrfLine
from xltie.exchange.trf.scoring import check_points, infer, tallies


def looks_like(data: bytes) -> bool:
    """Tell whether a text holds cells of a cross table, in at least two lines."""
    lines = decode(data[:20000]).lines
    return sum(SURE.search(line) is not None for line, _ in lines) >= 2


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the event in a cross table and the warnings about it.

    Raises:
        InputError: every fault of the table, with line and column (of cells).
    """
    notes = Notes(name)
    lines = lines_of(decode(data).lines, name)
    at, columns = columns_of(lines)
    if not columns.rounds or not columns.ids:
        raise InputError.of(
            say("there are no columns of rounds with entries such as 12w1 or +W7"), notes.place(1)
        )
    tried = [_rows(lines[at:], columns, who, Notes(name)) for who in columns.ids]
    best = max(range(len(tried)), key=lambda index: (_agreements(tried[index]), -index))
    rows = _rows(lines[at:], columns, columns.ids[best], notes)
    begun = max((row.last_round for row in rows.values()), default=0)
    header = Header()
    matches = Pairer(rows, header, notes, lambda number, _: columns.rounds[number - 1] + 1).matches(
        begun
    )
    notes.refuse()
    tally = tallies(rows, matches, begun)
    scoring = infer(rows, tally, notes)
    check_points(rows, tally, scoring, notes)
    robin = is_round_robin(matches, len(rows), begun)
    event = Event(
        "", "chess", "round-robin" if robin else "swiss", begun, "",
        tuple(row.contestant for row in rows.values()), matches, scoring,
    )  # fmt: skip
    return ReadResult(event, tuple(notes.warnings))


def _rows(
    lines: List[CellLine], columns: ColumnMap, id_column: int, notes: Notes
) -> Dict[str, TrfLine]:
    rows: Dict[str, TrfLine] = {}
    for line in lines:
        number = cell_of(line, id_column).rstrip(".")
        if not number.isdecimal():
            if any(SURE.search(cell_of(line, column)) for column in columns.rounds):
                notes.fault(
                    say("the player's number is {number!r}", number=number),
                    line.number,
                    id_column + 1,
                )
            continue  # a line of text between the players
        who = str(int(number))
        if who in rows:
            first = rows[who].place.line
            twice = say("player {who} is listed twice, first in line {line}", who=who, line=first)
            notes.fault(twice, line.number, id_column + 1)
            continue
        rating = cell_of(line, columns.rating)
        cells = _cells(line, columns, who, notes)
        contestant = Contestant(
            who, cell_of(line, columns.name), place=notes.place(line.number),
            rating=int(rating) if rating.isdecimal() and int(rating) else None,
        )  # fmt: skip
        points = cell_of(line, columns.points).replace("½", ".5")
        rows[who] = TrfLine(contestant, cells, points, contestant.place, max(cells, default=0))
    return rows


def _cells(line: CellLine, columns: ColumnMap, who: str, notes: Notes) -> Dict[int, TrfCell]:
    found: Dict[int, TrfCell] = {}
    for number, column in enumerate(columns.rounds, 1):
        text = cell_of(line, column)
        if not text:
            continue
        cell = read_cell(text)
        if cell is None:
            notes.fault(
                say(
                    "round {round} of player {who} is {text!r}; "
                    "expected 12w1, 12b0, 12w½, +W12, -BYE and the like",
                    round=number,
                    who=who,
                    text=text,
                ),
                line.number,
                column + 1,
            )
        else:
            found[number] = cell
    return found


def _agreements(rows: Dict[str, TrfLine]) -> int:
    """Return how many cells name an opponent who names the player back."""
    return sum(
        cell[0] in rows and rows[cell[0]].cells.get(number, ("",))[0] == who
        for who, row in rows.items()
        for number, cell in row.cells.items()
    )


FORMAT = Format("crosstable", say("Cross table (text)"), looks_like, read)
