"""Many events: workbooks a second through processes and through Dask, and events of a study.

    python -m benchmarks.batch [--books 400] [--players 40] [--events 200] [--waits 0.2]

Every figure is a ratio of one run, so that machines can be compared: Dask to the pool of
processes, two workers to one, and what 10,000 events of 64 players x 7 rounds would take. Workers
that only wait, as for a store or for another machine's processor, show how a run grows with more
of them than this machine has cores; what 100 would do is reckoned from these figures.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.chess import tournament
from xltie import api
from xltie.batch.inputs import Input, find_inputs
from xltie.batch.outcome import Figure, Step, StepOutcome, in_columns
from xltie.batch.parts import PartWork
from xltie.batch.run import run
from xltie.batch.runners import runner
from xltie.batch.steps import TableStep
from xltie.batch.study.measures import StudyStep, blocks_of
from xltie.batch.study.models import Davidson
from xltie.batch.study.plan import FieldKind, Study
from xltie.batch.workbooks import RecomputeStep

LISTS = tuple(
    (text, text)
    for text in ("points, BH", "points, BH/C1", "points, BH/M1", "points, SB", "points, PS")
)


def books(folder: Path, count: int, players: int) -> list[Input]:
    """Write workbooks that have never been computed; return them."""
    import openpyxl

    report, first = folder / "event.trf", folder / "book.xlsx"
    report.write_bytes(tournament(players, 7))
    api.write(api.open_event(report), first)
    openpyxl.load_workbook(first).save(first)
    data = first.read_bytes()
    (folder / "books").mkdir(exist_ok=True)
    for number in range(count):
        (folder / "books" / f"{number:05}.xlsx").write_bytes(data)
    return find_inputs([str(folder / "books")], (".xlsx",))


def seconds(step: Step, inputs: list[Input], workers: int, cluster: str, folder: Path) -> float:
    """Return how long a run takes."""
    started = time.perf_counter()
    run(step, inputs, runner(workers, cluster), folder / "out.csv")
    return time.perf_counter() - started


@dataclass(frozen=True)
class Wait:
    """A step that takes its time elsewhere: what a worker of another machine is to this one."""

    seconds: float

    def __call__(self, source: Input) -> StepOutcome:
        """Return nothing, after a while."""
        time.sleep(self.seconds)
        return StepOutcome(source)


@dataclass(frozen=True)
class Ready:
    """A step that has its 40 rows at once: what is left is what the driver does for an event."""

    def __call__(self, source: Input) -> StepOutcome:
        """Return the rows of an event of 40 players."""
        row: dict[str, Figure] = {
            "event": "Spring Open",
            "game": "chess",
            "place": 1,
            "name": "A. Player",
        }
        row |= {"rating": 2000, "points": 4.5, "BH": 21.5, "SB": 14.25}
        rows = [{"file": source.name, "id": str(number), **row} for number in range(40)]
        return StepOutcome(source, in_columns(rows))


def serial_part(count: int, folder: Path) -> None:
    """Print the processor time of the driver for an event, and what that makes of many workers."""
    print(f"the driver's own work for {count} events of 40 rows, two processes")
    inputs = [Input(f"{number:06}.trf") for number in range(count)]
    run(Ready(), inputs[:2], runner(1), folder / "imports.parquet")
    for out in ("folder", "table.parquet", "table.csv", "table.sqlite", "table.jsonl"):
        started = time.process_time()
        run(Ready(), inputs, runner(2), folder / out, at_once=64)
        spent = (time.process_time() - started) / count
        hours = spent * 10**7 / 3600
        print(f"  {out:14} {spent * 1000:6.3f} ms an event, 10 million in {hours:.1f} h")


def worker_part(count: int, folder: Path) -> None:
    """Print the processor time of a worker for an event of 100 players x 9 rounds."""
    (folder / "events").mkdir()
    for number in range(count + 3):
        path = folder / "events" / f"{number:04}.trf"
        path.write_bytes(tournament(100, 9, number))
    inputs = tuple(find_inputs([str(folder / "events")], (".trf",)))
    work = PartWork(TableStep(), 300)
    work(inputs[:3])  # modules are imported
    started = time.process_time()
    for first in range(3, len(inputs), 64):
        work(inputs[first : first + 64])
    spent = (time.process_time() - started) / count
    hours = spent * 10**7 / 3600
    print(f"a worker's part of {count} events of 100 players x 9 rounds: {spent * 1000:.1f} ms")
    print(f"  {1 / spent:.0f} events a CPU second; 10 million in {hours:.0f} h of one worker")


def growth(wait: float, most: int, folder: Path) -> None:
    """Print how a run grows with workers that only wait, and what that makes of a hundred.

    Handing an input over takes this machine ``cost`` seconds, which is all that it does itself: so
    no number of workers does more than one input in that time.
    """
    from distributed import LocalCluster

    def rate(step: Step, count: int, cluster: LocalCluster) -> float:
        inputs = [Input(f"{number:06}") for number in range(count)]
        return count / seconds(step, inputs, 0, cluster.scheduler_address, folder)

    cost = alone = 0.0
    for workers in (1, 2, 4, most):
        with LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers, threads_per_worker=1, dashboard_address=None
        ) as own:
            rate(Wait(0), 16 * workers, own)  # the workers import what they need
            cost = cost or 1 / rate(Wait(0), 4000, own)
            found = rate(Wait(wait), 64 * workers, own)
        alone = alone or found
        print(f"  {workers:3} workers {found:8.1f} a second, {found / alone:6.2f} times one")
    paper = min(100 / (wait + cost), 1 / cost)
    print(
        f"  100 workers {paper:8.1f} a second on paper, {paper / alone:6.2f} times one: an input "
        f"takes {wait} s there and {cost * 1000:.2f} ms here"
    )


def main() -> None:
    """Print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", type=int, default=400)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--waits", type=float, default=0.2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"recompute {args.books} workbooks of {args.players} players")
        spent = {}
        for title, workers, cluster in (
            ("1 process", 1, ""), ("2 processes", 2, ""), ("Dask, 2 processes", 2, "local:2"),
        ):  # fmt: skip
            inputs = books(folder, args.books, args.players)
            spent[title] = seconds(RecomputeStep(), inputs, workers, cluster, folder)
            print(f"  {title:20} {spent[title]:8.1f} s {args.books / spent[title]:8.1f} a second")
        print(
            f"  2 processes to 1:    {spent['1 process'] / spent['2 processes']:8.2f} times as fast"
        )
        print(f"  Dask to 2 processes: {spent['Dask, 2 processes'] / spent['2 processes']:8.2f}")
        study = Study(
            "speed", "", "chess", args.events, "speed", (FieldKind(64, 7, 250),), "fide-dutch",
            Davidson(), LISTS,
        )  # fmt: skip
        print(f"play {args.events} events of 64 players x 7 rounds, FIDE Dutch, five lists")
        for workers in (1, 2):
            own = seconds(StudyStep(study, 25), blocks_of(study, 25), workers, "", folder)
            whole = own / args.events * 10_000 / 60
            print(f"  {workers} process(es)        {own:8.1f} s; 10,000 events {whole:6.1f} min")
        worker_part(320, folder)
        serial_part(20_000, folder)
        print("inputs that wait, on a Dask cluster")
        growth(args.waits, 16, folder)


if __name__ == "__main__":
    main()
