"""What an evening does to the memory of the programs that answer cells: Calc, and Python for Excel.

    python -m benchmarks.evening [--times 500] [--players 40] [--calc] [--excel]

In a real Calc results of one round are typed in turn into a workbook, and all cells computed anew
after each; then the same into one that holds values and formulas of Calc's own alone, since Calc
itself grows. For Excel the server of ``xltie excel install`` is asked over COM, in Wine
(``python scripts/setup_wine.py``), as the bridge asks it: the event once after each change, then
six values of every player. Printed is the memory that is held after each twentieth of the times.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import openpyxl

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from benchmarks.excel_calls import games
from benchmarks.libreoffice import template
from tests.excel import wine
from tests.libreoffice.calc import Book, Calc, missing
from xltie.cli.main import main as main_of_xltie
from xltie.core.cells import Grid
from xltie.hosts.libreoffice.package import build
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

ROUNDS = 9
VALUES = ("POINTS", "BUCHHOLZ", "SONNEBORN", "PROGRESSIVE", "WINS", "PLACE")


def held_by(process: int) -> float:
    """Return the memory of a process and of those that it started, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    size = next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024
    tasks = Path(f"/proc/{process}/task").iterdir()  # any thread may have started others
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return size + sum(map(held_by, children))


def curve(times: int, once: Callable[[int], object], held: Callable[[], float]) -> None:
    """Do something so many times and print what is held after each twentieth of them."""
    every = max(1, times // 20)
    for number in range(times):
        once(number)
        if number == 0 or (number + 1) % every == 0:
            print(f"  {number + 1:6} {held():7.1f} MB", flush=True)


def make_of_calc_alone(path: Path) -> None:
    """Leave a workbook values in place of our functions, and 760 formulas of Calc's own."""
    for words in (["recompute", str(path)], ["convert", str(path), "--to", "values"]):
        assert main_of_xltie(words) == 0
    book = openpyxl.load_workbook(path)
    sheet = book.create_sheet("Own")
    for row, column in product(range(1, 41), range(1, 20)):
        sheet.cell(row, column, f'=COUNTIF(Rounds!A5:J200,{column})&"x"&RAND()')
    book.save(path)


def in_calc(times: int, players: int) -> None:
    """Type results into workbooks of an event and compute all of each, again and again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        extension, path = folder / "xltie.oxt", folder / "evening.xlsx"
        extension.write_bytes(build())
        path.write_bytes(template("chess", players, ROUNDS))
        for title in ("with xltie's functions", "with Calc's own alone"):
            calc = Calc(folder / "profile", extension)
            with calc.open(path) as book:
                print(f"Calc, a workbook {title}, {players} players x {ROUNDS} rounds")
                curve(times, partial(typed, book), partial(held_by, calc.process_id))
            calc.quit()
            make_of_calc_alone(path)


def typed(book: Book, number: int) -> None:
    """Type one result into a workbook and compute all of it."""
    heads = [str(cell).partition("\n")[0] for cell in book.rows("Rounds!A4:J4")[0]]
    cell = f"Rounds!{'ABCDEFGHIJ'[heads.index('Result')]}{6 + number % 15}"
    book.put({cell: ("'1-0", "'0-1", "'½-½")[number // 15 % 3]})
    book.ask("timed_recalculation")


def event_text(players: int, number: int) -> str:
    """Return an event as the cell named ``Event`` holds it, with the result of one game changed."""
    rows = list(games(players, ROUNDS))
    at = 1 + number % (len(rows) - 1)
    rows[at] = (*rows[at][:4], float(number % 65), 64.0 - number % 65)
    listed = [("ID",), *((float(who),) for who in range(1, players + 1))]
    return str(evaluate_call(REGISTRY["EVENT"], [Grid(listed), Grid(rows)]))


def in_excel(times: int, players: int) -> None:
    """Ask Python for Excel for all values of an event, again and again."""
    with wine.installed(), wine.Client() as client:

        def once(number: int) -> None:
            text = event_text(players, number)
            kept = f"1\t{client.keep(text)}\n"
            calls = [[name, [float(who), None], kept]
                     for name in VALUES for who in range(1, players + 1)]  # fmt: skip
            told = client.ask(*calls)
            assert all(isinstance(value, (int, float)) for value in told), told[:3]

        print(f"Python for Excel, {players} players x {ROUNDS} rounds, {len(VALUES)} values each")
        curve(times, once, lambda: sum(map(held_by, wine.servers())))


def main() -> None:
    """Print the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--calc", action="store_true")
    parser.add_argument("--excel", action="store_true")
    args = parser.parse_args()
    both = args.calc == args.excel
    for is_asked, reason, evening in (
        (args.calc or both, missing(), in_calc),
        (args.excel or both, wine.reason_against(), in_excel),
    ):
        if is_asked:
            if reason:
                sys.exit(reason)
            evening(args.times, args.players)


if __name__ == "__main__":
    main()
