"""An evening at the table: whole events typed cell by cell, and the sheet is right at every key.

After every cell that is typed the standings of the sheet are those that ``xltie standings`` prints
of the file as it stands then, and no cell of the sheet is an error; #N/A stands only where the
command shows no value either (BQ after a game without counts). ``XLTIE_EVENTS=100 pytest ...``
types that many random events; a failing one is repeated by its seed.
"""

from __future__ import annotations

import csv
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from openpyxl import load_workbook

from tests.libreoffice.calc import Book, Calc
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import column_name
from xltie.event import Contestant
from xltie.games import preset
from xltie.workbooks.build import new_workbook

TOP = 4
GAMES = ("othello", "chess", "go", "bridge")
COUNT = int(os.environ.get("XLTIE_EVENTS", str(len(GAMES))))
FIRST = int(os.environ.get("XLTIE_FIRST_EVENT", "0"))
Typed = Iterator[tuple[str, Any]]


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_the_sheet_is_right_after_every_cell(
    calc: Calc, tmp_path: Path, shell: Shell, seed: int
) -> None:
    chance = random.Random(f"evening {seed}")
    game = GAMES[seed % len(GAMES)]
    players = chance.choice((4, 6)) if game == "bridge" else chance.randint(4, 7)
    path, saved = tmp_path / f"{game}.xlsx", tmp_path / "saved.xlsx"
    field = [Contestant(str(number), f"P{number}") for number in range(1, players + 1)]
    path.write_bytes(new_workbook(preset(game), players, 2, field))
    history = []
    with calc.open(path) as book:
        evening = _Evening(book, players, chance)
        for cell, value in evening.boards() if game == "bridge" else evening.rounds():
            book.put({cell: value})
            history.append((cell, value))
            book.save(saved)
            shown = _shown(book, players)
            code = main(["standings", str(saved), "--format", "csv"])
            said = shell.printed()
            lines = list(csv.DictReader(said.out.splitlines()))
            undefined = {line["id"] for line in lines if "" in line.values()}
            assert set(shown.errors) <= undefined, (game, history, shown.errors)
            there = [(line["id"], int(line["place"])) for line in lines]
            assert shown.places == there, (game, history)
            named = said.err.replace(f"{saved}: ", "").splitlines()
            assert bool(code) == bool(shown.notice), (game, history, said.err)
            first = re.sub(r" \(and \d+ more faults?\)$", "", shown.notice.partition(": ")[2])
            assert not shown.notice or first in named, (game, history, shown.notice)


def test_a_rank_that_nobody_understands_costs_only_what_hangs_on_it(
    calc: Calc, tmp_path: Path, shell: Shell
) -> None:
    path, saved = tmp_path / "go.xlsx", tmp_path / "saved.xlsx"
    field = [Contestant(str(n), f"P{n}", grade=f"{n}d") for n in range(1, 6)]
    path.write_bytes(new_workbook(preset("go"), 5, 2, field))
    cells = {"Rounds!A5": 1, "Rounds!C5": 1, "Rounds!L5": 3, "Rounds!G5": "B+", "Rounds!A6": 1,
             "Rounds!C6": 2, "Rounds!L6": 4, "Rounds!G6": "W+", "Players!C7": "insei"}  # fmt: skip
    with calc.open(path) as book:
        book.put(cells)
        book.save(saved)
        said = shell("standings", saved, "--format", "csv", code=1)
        lines = list(csv.DictReader(said.out.splitlines()))
        assert [(line["id"], line["MMS"]) for line in lines][-1] == ("3", "")
        shown = book.ask("data", address="Standings!A5:H9")
        told = [[_number(row[at]) for at in (0, 3, 4)] for row in shown]
        assert told == [[_number(line[one]) for one in ("place", "MMS", "SOS")] for line in lines]
        assert "insei" in str(book.value("Standings!A3"))


def _number(cell: Any) -> float | None:
    return None if cell in ("-", "") else float(cell)


class _Shown(NamedTuple):
    """The players and places of the standings, the line above them, and who has an error cell."""

    places: list[tuple[str, int]]
    notice: str
    errors: list[str]


def _shown(book: Book, players: int) -> _Shown:
    rows = book.ask("data", address=f"Standings!A3:Z{TOP + players + 8}")
    lines = [row for row in rows[2:] if row[2] != ""]
    places = [(f"{row[2]:g}", int(row[0])) for row in lines]
    errors = [f"{row[2]:g}" for row in lines if None in row]
    assert None not in rows[0]
    line = str(rows[0][0])
    is_fault = line.startswith(("Provisional", "No places", "No standings"))
    return _Shown(places, line if is_fault else "", errors)


class _Evening:
    """What a director types: pairings, results, slips put right, late entries, withdrawals."""

    def __init__(self, book: Book, players: int, chance: random.Random) -> None:
        self.chance = chance
        self.players = players
        self.field = list(range(1, players + 1))
        self.players_columns = self._columns(book, "Players")
        sheets = book.ask("sheets")
        self.sheet = "Boards" if "Boards" in sheets else "Rounds"
        self.columns = self._columns(book, self.sheet)
        self.below = 0

    @staticmethod
    def _columns(book: Book, sheet: str) -> dict[str, str]:
        headings = book.ask("data", address=f"{sheet}!A{TOP}:P{TOP}")[0]
        titles = [str(heading).split("\n")[0] for heading in headings]
        sides = iter([heading for heading in titles if heading in ("Black", "White")])
        # The numbers stand beside the names, under No; no line is prepared.
        named = [
            f"{next(sides)} No" if heading == "No" and sheet == "Rounds" else heading
            for heading in titles
        ]
        return {name: column_name(number) for number, name in enumerate(named, 1) if name}

    def _put(self, row: int, heading: str, value: Any) -> tuple[str, Any]:
        return f"{self.sheet}!{self.columns[heading]}{row}", value

    def _slip(self, row: int, heading: str, value: Any, wrong: Any) -> Typed:
        """Type a value, sometimes a wrong one before."""
        if self.chance.random() < 0.15:
            yield self._put(row, heading, wrong)
        yield self._put(row, heading, value)

    def _late_entry(self) -> Typed:
        """A player below the prepared lines."""
        self.players += 1
        row = TOP + self.players
        yield f"Players!A{row}", self.players
        yield f"Players!B{row}", f"Late {self.players}"
        self.field.append(self.players)

    def _withdrawal(self, after: int) -> Typed:
        who = self.chance.choice(self.field)
        self.field.remove(who)
        column = self.players_columns["Not playing in round"]
        if self.chance.random() < 0.3:
            yield f"Players!{column}{TOP + who}", "soon"
        yield f"Players!{column}{TOP + who}", f"from {after + 1}"

    # -- Othello, chess, Go ------------------------------------------------------------------------

    def rounds(self) -> Typed:
        tables = (self.players + 1) // 2
        below = TOP + 2 * tables
        for number in (1, 2):
            if number == 2:
                if self.chance.random() < 0.7:
                    yield from self._late_entry()
                if self.chance.random() < 0.5:
                    yield from self._withdrawal(1)
            self.chance.shuffle(self.field)
            rows = list(range(TOP + 1 + (number - 1) * tables, TOP + 1 + number * tables))
            needed = (len(self.field) + 1) // 2
            while len(rows) < needed:
                below += 1
                rows.append(below)
            for row in rows[:needed]:
                yield self._put(row, "Round", number)
            games = []
            for table in range(needed):
                pair = self.field[2 * table : 2 * table + 2]
                yield from self._pairing(rows[table], pair)
                if len(pair) == 2:
                    games.append(rows[table])
            self.chance.shuffle(games)
            for row in games:
                yield from self._result(row)
            if games and self.chance.random() < 0.4:
                yield from self._result(self.chance.choice(games))

    def _pairing(self, row: int, pair: list[int]) -> Typed:
        sides = [column for column in self.columns if column in ("Black No", "White No")]
        for side, who in zip(sides, pair):
            yield from self._slip(row, side, who, self.chance.choice((99, pair[0], 1)))
        if len(pair) == 1 and self.chance.random() < 0.8:
            word = self.chance.choice(("bye", "half bye", "absent"))
            yield from self._slip(row, self._first_typed, word, "buy")

    @property
    def _first_typed(self) -> str:
        return "Result" if "Result" in self.columns else "Black discs"

    def _result(self, row: int) -> Typed:
        counts = [column for column in self.columns if column.endswith("discs")]
        if counts:
            discs = self.chance.randint(0, 64)
            order = list(zip(counts, (discs, 64 - discs)))
            self.chance.shuffle(order)
            for heading, count in order:
                yield from self._slip(row, heading, count, self.chance.choice((70, "x", -3)))
            return
        wrong = self.chance.choice(("won", "40-24", "1:0", "'1"))
        words = ("'1-0", "'0-1", "'1/2-1/2", "1-0F", "0-1F", "0-0F")
        yield from self._slip(row, "Result", self.chance.choice(words), wrong)

    # -- bridge ------------------------------------------------------------------------------------

    def boards(self) -> Typed:
        tables = self.players // 2
        for board in (1, 2):
            if board == 2 and self.chance.random() < 0.5:
                yield from self._late_entry()
                yield from self._late_entry()
            self.chance.shuffle(self.field)
            rows = list(range(TOP + 1 + (board - 1) * tables, TOP + 1 + board * tables))
            for table in range(len(self.field) // 2):
                if table == len(rows):
                    self.below += 1
                    rows.append(TOP + 2 * tables + self.below)
                    yield self._put(rows[-1], "Board", board)
                yield from self._table(rows[table], self.field[2 * table : 2 * table + 2])

    def _table(self, row: int, pair: list[int]) -> Typed:
        for side, who in zip(("NS", "EW"), pair):
            yield from self._slip(row, side, who, self.chance.choice((99, pair[0])))
        if self.chance.random() < 0.2:
            yield from self._slip(row, "Score", self.chance.choice((420, -50, 110)), 421)
            return
        contract = self.chance.choice(("3NT", "4H", "2C", "4SX", "Pass", "NP"))
        yield from self._slip(row, "Contract", contract, "8H")
        if contract in ("Pass", "NP"):
            return
        yield from self._slip(row, "By", self.chance.choice("NESW"), "Q")
        yield from self._slip(row, "Tricks", self.chance.choice((8, 9, 10, "'=", "'+1")), 14)


@pytest.mark.parametrize("game", ["chess", "bridge"])
def test_no_line_and_no_yellow_where_nothing_is(calc: Calc, tmp_path: Path, game: str) -> None:
    """What a mark asks of a blank line and of an open board is so in Calc."""
    path = tmp_path / "new.xlsx"
    made = ["new", str(path), "--game", game, "--players", "4", "--rounds", "3"]
    assert main([*made, "--language", "en"]) == 0
    sheet = "Standings" if game == "chess" else "Boards"
    area = next(
        one for one in load_workbook(path)[sheet].conditional_formatting
        if any("LEN(" in rule.formula[0] for rule in one.rules)
    )  # fmt: skip
    test = next(rule.formula[0] for rule in area.rules if "LEN(" in rule.formula[0])
    with calc.open(path) as book:
        if game == "bridge":
            book.put({"Boards!D5": 1, "Boards!L5": 2})
        book.put({f"{sheet}!Z5": "=" + test.replace(",", ";")})
        assert book.value(f"{sheet}!Z5") == (game == "bridge")
