"""How long recomputing takes, as ratios to reading the same workbook with openpyxl.

Run ``python benchmarks/recompute.py [PLAYERS ...]`` in the project's folder. Every line comes from
one run on one machine, so the ratios can be compared and the seconds cannot.
"""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Callable

import openpyxl
import xlsxwriter

from xltie.recompute import recompute
from xltie.sheets.evaluation import callables

ROUNDS = 11
REPEATS = 5
CRITERIA = (
    *("WINS", "POINTS", "BQ", "BUCHHOLZ"),
    *("SONNEBORN", "PROGRESSIVE", "DISCS", "GAMESWON"),
)


def workbook(players: int) -> bytes:
    """Return a tournament with ranks, rounding and lookups around the criteria."""
    chance = random.Random(players)
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    roster, rounds = book.add_worksheet("Players"), book.add_worksheet("Rounds")
    standings = book.add_worksheet("Standings")
    roster.write_row(0, 0, ["ID", "Name", "Club", "Rating"])
    for number in range(1, players + 1):
        line = [number, f"Player {number}", f"Club {number % 12}", 1000 + number]
        roster.write_row(number, 0, line)
    rounds.write_row(0, 0, ["Round", "Table", "Black", "White", "Black score", "White score"])
    row = 0
    for round_number in range(1, ROUNDS + 1):
        order = list(range(1, players + 1))
        chance.shuffle(order)
        for table, (black, white) in enumerate(zip(order[::2], order[1::2]), 1):
            row += 1
            score = chance.randint(0, 64)
            rounds.write_row(row, 0, [round_number, table, black, white, score, 64 - score])
    for number in range(1, players + 1):
        write_standing(standings, number, players)
    book.close()
    return stream.getvalue()


def write_standing(sheet: Any, number: int, players: int) -> None:
    """Write the formulas of one player."""
    cell = number + 1
    sheet.write_number(number, 0, number)
    sheet.write_formula(number, 1, f"=VLOOKUP(A{cell},Players!$A$2:$D${players + 1},2,FALSE)")
    for column, name in enumerate(CRITERIA, 2):
        call = f"{name}($A{cell},Rounds!$A$1:$F${players * ROUNDS // 2 + 1})"
        sheet.write_formula(number, column, f"=ROUND({call},1)" if column % 2 else f"={call}")
    sheet.write_formula(number, 10, f"=RANK(C{cell},C$2:C${players + 1})")


def seconds(action: Callable[[], object]) -> float:
    """Return the median time of the processor that an action takes."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return median(times)


def office(data: bytes) -> float | None:
    """Return how long LibreOffice takes to convert the workbook, or None without it."""
    program = shutil.which("soffice")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        path.write_bytes(data)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        command = [program, profile, "--headless", "--convert-to", "ods", "--outdir", folder]
        subprocess.run([*command, str(path)], check=True, capture_output=True)
        start = time.perf_counter()
        subprocess.run([*command, str(path)], check=True, capture_output=True)
        return time.perf_counter() - start


def main() -> None:
    """Print a line for each size."""
    ours = callables()
    for players in [int(text) for text in sys.argv[1:]] or [200, 500]:
        data = workbook(players)
        base = seconds(lambda data=data: openpyxl.load_workbook(io.BytesIO(data)))
        own = seconds(lambda data=data: recompute(data, ours))
        _, report = recompute(data, ours)
        stages = " ".join(f"{name} {spent:.2f}" for name, spent in report.timing.items())
        print(f"{players} players, {report.formulas} formulas, {len(report.changed)} changed")
        print(f"  openpyxl load   {base:6.2f} s   1.00")
        print(f"  recompute       {own:6.2f} s   {own / base:.2f}   ({stages})")
        current, _ = recompute(data, ours)
        again = seconds(lambda current=current: recompute(current, ours))
        print(f"  nothing to do   {again:6.2f} s   {again / base:.2f}")
        converted = office(data)
        if converted is not None:
            print(f"  soffice convert {converted:6.2f} s   {converted / base:.2f}")


if __name__ == "__main__":
    main()
