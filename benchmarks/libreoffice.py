"""What an event costs in a real Calc: CPU seconds of the program.

Run: ``python benchmarks/libreoffice.py [PLAYERS ROUNDS] [--workbooks]`` where LibreOffice and
python3-uno are installed. First workbooks of 24 players of Othello and 200, 500 and 2,000 of chess:
opening them, after one typed result that makes a new event the lines of the standings that a screen
shows, and all cells, and computing all anew; with ``--workbooks`` no more. Then eight columns of
values for every player, as single cells over the range of the games, as array formulas over it, and
as single cells over one event text; typing all of them, computing all anew, and changing one
result.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.event.test_packed_text import _big
from tests.libreoffice.calc import Book, Calc, missing
from xltie.event import Event, Match
from xltie.hosts.libreoffice.package import build
from xltie.ranking import default_criteria
from xltie.workbooks.from_event import event_workbook

COLUMNS = (
    "POINTS({id};{games})",
    "BQ({id};{games};6)",
    "DISCS({id};{games})",
    "BUCHHOLZ({id};{games})",
    "BUCHHOLZ({id};{games};1)",
    "SONNEBORN({id};{games})",
    "WINS({id};{games})",
    "GAMESWON({id};{games})",
)


def tables(event: Event) -> dict[str, list[list[object]]]:
    games: list[list[object]] = [["Round", "Black", "White", "Black discs", "White discs"]]
    for match in event.matches:
        assert match.b is not None and match.a.tally is not None and match.b.tally is not None
        row = match.round, int(match.a.who), int(match.b.who), int(match.a.tally)
        games.append([*row, int(match.b.tally)])
    players = [["ID", "Name"], *([int(c.id), c.name] for c in event.contestants)]
    return {"Rounds": games, "Players": players}


def forms(players: int, games: int) -> Iterator[tuple[str, dict[str, str]]]:
    area = f"$Rounds.$A$1:$E${games + 1}"
    ids = f"$Players.$A$2:$A${players + 1}"
    text = f"=EVENT($Players.$A$1:$B${players + 1};{area})"
    letters = "ABCDEFGH"
    arrays = {
        f"{letter}1:{letter}{players}": "=" + call.format(id=ids, games=area)
        for letter, call in zip(letters, COLUMNS, strict=True)
    }
    yield "array formulas", arrays
    single = {
        f"{letter}{row}": "=" + call.format(id=f"$Players.$A{row + 1}", games="$K$1")
        for letter, call in zip(letters, COLUMNS, strict=True)
        for row in range(1, players + 1)
    }
    yield "single cells, event text", {"K1": text, **single}
    yield "single cells, range", {cell: own.replace("$K$1", area) for cell, own in single.items()}


def measured(calc: Calc, sheets: dict[str, list[list[object]]], cells: dict[str, str]) -> str:
    with calc.open() as book:
        for name, rows in sheets.items():
            book.sheet(name, rows)
        typed = book.ask("timed", cells=cells)
        again = book.ask("timed_recalculation")
        edited = book.ask("timed", cells={"Rounds!D2": 1, "Rounds!E2": 63})
        assert isinstance(_last(book), float), _last(book)
    return f"{typed:8.2f} s  {again:8.2f} s  {edited:8.2f} s"


def _last(book: Book) -> object:
    return book.value("H2")


TEMPLATES = (
    ("othello", 24, 7, "Black discs"), ("chess", 200, 9, "Result"), ("chess", 500, 9, "Result"),
    ("chess", 2000, 11, "Result"),
)  # fmt: skip
"""Game, players, rounds, and the heading of what is typed."""
SCREEN = "Standings!A1:N40"


def template(game: str, players: int, rounds: int) -> bytes:
    """A workbook of an event of which all rounds but two are played, as the commands write it."""
    event = replace(_big(players, rounds - 2), game=game, rounds=rounds)
    if game != "othello":  # results, no counts
        event = replace(event, matches=tuple(map(_without_counts, event.matches)))
    return event_workbook(event, default_criteria(event))


def _without_counts(match: Match) -> Match:
    assert match.b is not None
    return replace(match, a=replace(match.a, tally=None), b=replace(match.b, tally=None))


def other_result(book: Book, column: str, row: int) -> dict[str, object]:
    """Return the cells of another result than the one that stands there, of discs both counts."""
    cell = f"Rounds!{column}{row}"
    value = book.value(cell)
    if isinstance(value, str):
        return {cell: "'1-0" if value != "1-0" else "'0-1"}
    discs = 64 if value != 64 else 0
    return {cell: discs, f"Rounds!{chr(ord(column) + 1)}{row}": 64 - discs}


def measured_template(calc: Calc, path: Path, heading: str) -> str:
    """CPU seconds: opening, a typed result and the screen of Standings, all cells, computing."""
    before = calc.ask("processor_seconds")
    with calc.open(path) as book:
        book.rows(SCREEN)
        opened = calc.ask("processor_seconds") - before
        heads = [str(cell).partition("\n")[0] for cell in book.rows("Rounds!A4:J4")[0]]
        column, again = "ABCDEFGHIJ"[heads.index(heading)], []
        for row in (6, 7, 8, 9):  # an event that stood there before is kept: each is a new one
            again.append(book.ask("seen", cells=other_result(book, column, row), address=SCREEN))
        edited = book.ask("timed", cells=other_result(book, column, row))
        everything = book.ask("timed_recalculation")
    return f"{opened:8.2f} s  {min(again):8.2f} s  {edited:8.2f} s  {everything:8.2f} s"


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    players, rounds = numbers[:2] if len(numbers) > 1 else (500, 11)
    if missing():
        sys.exit(missing())
    event = _big(players, rounds)
    with tempfile.TemporaryDirectory() as folder:
        extension = Path(folder) / "xltie.oxt"
        extension.write_bytes(build())
        calc = Calc(Path(folder) / "profile", extension)
        warm = Path(folder) / "warm.xlsx"
        warm.write_bytes(template("chess", 8, 3))
        with calc.open(warm) as book:
            book.rows(SCREEN)  # the first start of Python is not that of a workbook
        columns = "".join(f"{name:>8}    " for name in ("opened", "typed", "edited", "computed"))
        print(f"{'workbook':26}{columns.rstrip()}")
        for game, field, many, heading in TEMPLATES:
            path = Path(folder) / f"{game}-{field}.xlsx"
            path.write_bytes(template(game, field, many))
            name = f"{game}, {field} x {many}"
            print(f"{name:<26}{measured_template(calc, path, heading)}", flush=True)
        if "--workbooks" in sys.argv:
            calc.quit()
            return
        print(f"{players} players, {rounds} rounds, {len(COLUMNS)} columns")
        print(f"{'':26}{'typed':>8}    {'computed':>8}    {'edited':>8}")
        sheets = tables(event)
        for name, cells in forms(players, len(event.matches)):
            print(f"{name:<26}{measured(calc, sheets, cells)}", flush=True)
        calc.quit()


if __name__ == "__main__":
    main()
