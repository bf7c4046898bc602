"""How long recomputing takes, as ratios to reading the same workbook with openpyxl.

Run ``python benchmarks/recompute.py [PLAYERS ...]`` in the project's folder. The workbooks are
those that ``xltie import`` makes of a chess event. Times are those of the processor, the least of
several. What is compared runs in turn, and a ratio is the median of those of each round: a moment
in which the machine is busy hits both sides of it. Ratios can be compared between machines, seconds
cannot.
"""

from __future__ import annotations

import io
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median
from typing import Callable, Mapping

import openpyxl

from xltie.cli.main import main as xltie
from xltie.recompute import recompute
from xltie.sheets.functions import callables

ROUNDS = 9
REPEATS = 5
SIZES = (40, 200, 500, 2000)
BATCH, SMALL = 60, 40
"""So many workbooks of so many players are computed one after another."""
POINTS = {"1": 2, "=": 1, "0": 0}
"""Of a result as the report has it, in halves."""
TURNED = {"1": "0", "=": "=", "0": "1"}
CLUB = '=COUNTIF(Standings!$D$5:$D$44,">4")'
"""A formula that a club writes on a sheet of its own."""


def report_file(players: int) -> str:
    """Return a played event of chess as a report in the format of FIDE (TRF)."""
    chance = random.Random(players)
    games: dict[int, list[str]] = {number: [] for number in range(1, players + 1)}
    points = dict.fromkeys(games, 0)
    for _ in range(ROUNDS):
        order = list(games)
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2]):
            result = chance.choice("1=0")
            games[white].append(f"{black:4d} w {result}")
            games[black].append(f"{white:4d} b {TURNED[result]}")
            points[white] += POINTS[result]
            points[black] += POINTS[TURNED[result]]
    lines = ["012 Benchmark", f"XXR {ROUNDS}"]
    for number, own in games.items():
        name = f"Player{number}, Name"
        head = (
            f"001 {number:4d} m    {name:33s} {2000 + number % 500:4d} FRA {number:11d} 1990/01/01"
        )
        lines.append(f"{head} {points[number] / 2:4.1f} {number:4d}  " + "  ".join(own))
    return "\n".join(lines) + "\n"


def workbook(players: int) -> bytes:
    """Return a workbook of ours, its values up to date."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "event.xlsx")
        source.write_text(report_file(players), encoding="utf-8")
        with redirect_stdout(io.StringIO()):
            xltie(["import", str(source), str(target)])
        return target.read_bytes()


def rewritten(data: bytes, formula: str = "") -> bytes:
    """Return a workbook as openpyxl saves it, without values; with a club's sheet for a formula."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    if formula:
        book.create_sheet("Club")["A1"] = formula
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def seconds(action: Callable[[], object]) -> float:
    """Return the time of the processor that an action takes."""
    start = time.process_time()
    action()
    return time.process_time() - start


def whole_process(compiled: str, *command: str) -> float:
    """Return the time of the processor that Python takes for a command, from start to end.

    Modules are kept compiled in a folder, as those of an installed package are.
    """
    given = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=True, capture_output=True, env=given)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show_in_turn(measures: Mapping[str, Callable[[], float]]) -> None:
    """Print for each measure its least time, and its ratio to the first one."""
    for measure in measures.values():
        measure()  # modules are compiled, caches filled
    rounds = [[measure() for measure in measures.values()] for _ in range(REPEATS)]
    for at, name in enumerate(measures):
        least = min(times[at] for times in rounds)
        ratio = median(times[at] / times[0] for times in rounds)
        print(f"  {name:25} {least:7.3f} s   {ratio:.2f}", flush=True)


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


def of_size(players: int) -> None:
    """Print how long workbooks of so many players take."""
    ours = callables()
    current = workbook(players)
    blank = rewritten(current)
    club, _ = recompute(rewritten(current, CLUB), ours)
    _, report = recompute(current, ours)
    print(f"{players} players, {report.formulas} formulas, load {os.getloadavg()[0]:.1f}")
    show_in_turn({
        "openpyxl load": lambda: seconds(lambda: openpyxl.load_workbook(io.BytesIO(current))),
        "current": lambda: seconds(lambda: recompute(current, ours)),
        "without values": lambda: seconds(lambda: recompute(blank, ours)),
        "with a club's sheet": lambda: seconds(lambda: recompute(club, ours)),
    })  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "event.xlsx")
        path.write_bytes(current)
        load = f"import openpyxl; openpyxl.load_workbook({str(path)!r})"
        show_in_turn({
            "process: openpyxl": lambda: whole_process(folder, "-c", load),
            "process: xltie recompute": lambda: whole_process(
                folder, "-m", "xltie", "recompute", str(path)
            ),
        })  # fmt: skip
    converted = office(current)
    if converted is not None:
        print(f"  {'soffice convert (clock)':25} {converted:7.3f} s")


def batch() -> None:
    """Print how many small workbooks are computed in a second."""
    ours = callables()
    small = workbook(SMALL)
    recompute(small, ours)
    times = [seconds(lambda: recompute(small, ours)) for _ in range(BATCH)]
    mean, load = BATCH / sum(times), os.getloadavg()[0]
    print(
        f"{mean:.1f} workbooks of {SMALL} players in a second of the processor"
        f" ({1 / min(times):.1f} at its best), load {load:.1f}"
    )


def main() -> None:
    """Print the figures of every size, and of many small workbooks."""
    os.environ["LC_ALL"] = "C"
    for players in [int(text) for text in sys.argv[1:]] or SIZES:
        of_size(players)
    batch()


if __name__ == "__main__":
    main()
