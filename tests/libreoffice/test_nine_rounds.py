"""An event of 23 paired by the button, nine rounds, as bbpPairings 6.0.0 pairs it (FIDE Dutch)."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.books import edited
from tests.libreoffice.calc import Book, Calc
from tests.shell import Shell
from xltie.event import Contestant, Event, Id, Match, Outcome, Status
from xltie.exchange.trf.reader import read
from xltie.games import PRESETS
from xltie.workbooks.build import new_workbook

TOP = 4
PAIRED = Path(__file__).parents[1] / "pairing" / "dutch" / "events" / "players23-button.trf"
"""Accents, equal ratings with titles, two unrated; byes asked for, absences, two who leave, two
forfeits."""


def workbook(path: Path, event: Event) -> None:
    """The event before its first round, in the order of entry, which is not that of the ratings."""
    entries = [Contestant(entry_of(player.id), player.name, player.rating, title=player.title)
               for player in reversed(event.contestants)]  # fmt: skip
    path.write_bytes(new_workbook(PRESETS["chess"], len(entries), event.rounds, entries))
    cells: dict[str, Any] = {}
    for player in event.contestants:
        row = TOP + int(entry_of(player.id))
        out = defaultdict(list)
        for match in event.matches:
            if match.b is None and match.a.who == player.id:
                out[match.a.status].append(match.round)
        missed = out[Status.ZERO_BYE]
        left = missed and missed[-1] == event.rounds
        said = [f"from {missed[0]}"] if left else [str(number) for number in missed]
        said += [f"½ {number}" for number in out[Status.HALF_BYE]]
        cells[f"G{row}"] = ", ".join(said) or None
    edited(path, "Players", cells)
    edited(path, "Settings", {"A21": "Initial colour", "B21": "White"})


def entry_of(number: Id) -> Id:
    """The number in the workbook of a player of the file, and the other way round."""
    return str(24 - int(number))


def lines_of(book: Book, number: int) -> dict[int, tuple[str, str]]:
    """White and Black of a round by the row of their line, without byes that were asked for."""
    rows = book.rows(f"Rounds!A{TOP + 1}:I160")
    return {
        at: (_number(row[2]), _number(row[8]) if row[8] else "BYE")
        for at, row in enumerate(rows, TOP + 1)
        if row[0] == number and row[2] and row[5] != "half bye"
    }


def _number(cell: Any) -> str:
    return entry_of(str(int(cell))) if isinstance(cell, float) else str(cell)


def result(match: Match) -> str:
    if match.a.status is not Status.PLAYED:
        return "1-0F" if match.a.status is Status.FORFEIT_WIN else "0-1F"
    if match.a.outcome is Outcome.DRAW:
        return "½-½"
    return "1-0" if match.a.outcome is Outcome.WIN else "0-1"


def test_nine_rounds_by_the_button_equal_those_of_the_program(
    calc: Calc, tmp_path: Path, shell: Shell
) -> None:
    event = read(PAIRED.read_bytes(), PAIRED.name).event
    path = tmp_path / "event.xlsx"
    workbook(path, event)
    with calc.open(path) as book:
        for number in range(1, event.rounds + 1):
            own = [match for match in event.matches if match.round == number]
            games = {(m.a.who, m.b.who): m for m in own if m.b is not None}
            resting = {(m.a.who, "BYE") for m in own if m.a.status is Status.PAIRING_BYE}
            said = book.ask("dispatch", command="pair")
            assert f"round {number} (" in said, said
            lines = lines_of(book, number)
            assert set(lines.values()) == {*games, *resting}, number
            book.put({f"Rounds!F{at}": result(games[pair])
                      for at, pair in lines.items() if pair in games})  # fmt: skip
        book.save(path)
    said = shell("pair", path, "--check").out
    assert "9 rounds by FIDE Dutch: 0 absolute rules broken, 0 others needlessly" in said
