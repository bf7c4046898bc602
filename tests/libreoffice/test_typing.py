"""An evening at the table: whole events typed cell by cell, and the sheet is right at every key.

After every cell that is typed the standings of the sheet are those that ``xltie standings`` prints
of the file as it stands then, and no cell of the sheet is an error.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.libreoffice.calc import Book, Calc
from xltie.cli.main import main
from xltie.event.model import Contestant
from xltie.games import preset
from xltie.templates import new_workbook

TOP = 4
PLAYERS = 6
LATE = 7
"""The row of the sheet Players below the prepared ones: TOP + PLAYERS + 1, on a line of its own."""


@pytest.mark.parametrize("game", ["othello", "chess", "go"])
@pytest.mark.parametrize("seed", [1])
def test_the_sheet_is_right_after_every_cell(
    calc: Calc, tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, seed: int
) -> None:
    path = tmp_path / f"{game}.xlsx"
    field = [Contestant(str(number), f"P{number}") for number in range(1, PLAYERS + 1)]
    path.write_bytes(new_workbook(preset(game), PLAYERS, 2, field))
    saved = tmp_path / "saved.xlsx"
    with calc.open(path) as book:
        headings = [str(cell) for cell in book.rows(f"Rounds!A{TOP}:J{TOP}")[0]]
        for cell, value in _typed(game, headings, random.Random(f"{game} {seed}")):
            book.put({cell: value})
            book.save(saved)
            shown, notice = _shown(book)
            code = main(["standings", str(saved), "--format", "csv"])
            said = capsys.readouterr()
            lines = list(csv.DictReader(said.out.splitlines()))
            assert shown == [(line["id"], int(line["place"])) for line in lines], (cell, value)
            named = said.err.replace(f"{saved}: ", "").splitlines()
            assert bool(code) == bool(notice), (cell, value, said.err)
            assert not notice or notice in named, (cell, value, notice)


def _shown(book: Book) -> tuple[list[tuple[str, int]], str]:
    """The players and places of the standings, and the line above them; no cell is an error."""
    rows = book.rows(f"Standings!A3:Z{TOP + PLAYERS + 8}")
    errors = [cell for row in rows for cell in row if re.match(r"#|Err:", str(cell))]
    assert not errors, errors
    found = [(f"{row[2]:g}", int(row[0])) for row in rows[2:] if row[2]]
    return found, str(rows[0][0] or "")


def _typed(game: str, headings: list[str], chance: random.Random) -> Iterator[tuple[str, Any]]:
    """Cells as a director types them: pairings, results, slips that are put right, a late entry."""
    letters = {heading: "ABCDEFGHIJ"[index] for index, heading in enumerate(headings)}
    sides = [h for h in headings if h in ("Black", "White")]
    counts = [h for h in headings if h.endswith("discs")]
    field = list(range(1, PLAYERS + 1))
    row = TOP
    for number in (1, 2):
        if number == 2:
            late = TOP + PLAYERS + 1
            yield f"Players!A{late}", LATE
            yield f"Players!B{late}", "Late"
            field.append(LATE)
        chance.shuffle(field)
        pairs = list(zip(field[::2], field[1::2]))
        own = range(TOP + 1 + (number - 1) * 3, TOP + 1 + number * 3)
        rows = [*own]
        for row, pair in zip(rows, pairs, strict=True):
            for side, who in zip(sides, pair, strict=True):
                if chance.random() < 0.2:
                    yield f"Rounds!{letters[side]}{row}", 99
                yield f"Rounds!{letters[side]}{row}", who
        if len(field) % 2:
            below = TOP + 7  # a line below the table
            yield f"Rounds!A{below}", number
            yield f"Rounds!{letters[sides[0]]}{below}", field[-1]
            yield f"Rounds!{letters[sides[1]]}{below}", "BYE"
            yield f"Rounds!{letters['Result']}{below}", "bye"
        for row in rows:
            if counts:
                discs = chance.randint(0, 64)
                if chance.random() < 0.4:
                    yield f"Rounds!{letters[counts[0]]}{row}", 70
                yield f"Rounds!{letters[counts[1]]}{row}", 64 - discs
                yield f"Rounds!{letters[counts[0]]}{row}", discs
            else:
                if chance.random() < 0.4:
                    yield f"Rounds!{letters['Result']}{row}", "won"
                yield (
                    f"Rounds!{letters['Result']}{row}",
                    chance.choice(["'1-0", "'0-1", "'1/2-1/2"]),
                )
