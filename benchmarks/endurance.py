"""What many events do to a process, and what ten deaths do to a run.

    python -m benchmarks.endurance [--events 20000] [--batch 5000] [--deaths 10] [--seed 1]

Either of the two parts is left out by ``--events 0`` or ``--batch 0``.

First, tables of events of 12 to 100 players, one after the other in one process: the memory that
it holds after each twentieth of them. Then a run of two processes that is killed at random times
(the driver, a worker, and with a Dask cluster of real processes the scheduler too) and gone on with
by ``--resume`` each time; in the end its folder of Parquet files has to be, byte by byte, that of a
run which nobody disturbed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.chess import tournament
from xltie.batch.inputs import find_inputs
from xltie.batch.outcome import StepOutcome
from xltie.batch.run import run
from xltie.batch.runners import runner
from xltie.batch.steps import TableStep

DIFFERENT = 200
"""Events that differ; the others are the same bytes by other names, which no part knows."""
EVENTS_OF_A_PART = 64
"""On average, in a large run."""
SCHEDULER = "tcp://127.0.0.1:18786"


def archive(folder: Path, count: int, seed: int) -> list[str]:
    """Write an archive of reports; return the words that name it."""
    folder.mkdir()
    chance, first = random.Random(seed), []
    for number in range(min(count, DIFFERENT)):
        first.append(folder / f"{number:06}.trf")
        first[-1].write_bytes(tournament(chance.randrange(12, 101), 7, number))
    for number in range(len(first), count):
        os.link(first[number % len(first)], folder / f"{number:06}.trf")
    return [str(folder)]


def held() -> float:
    """Return the memory of this process in MB."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def memory(words: list[str], folder: Path) -> None:
    """Print the memory of one process over all events."""
    inputs = find_inputs(words, (".trf",))
    every, seen = max(1, len(inputs) // 20), 0
    print(f"{len(inputs)} events in one process: MB after each {every}")

    def told(_: StepOutcome) -> None:
        nonlocal seen
        seen += 1
        if seen % every == 0:
            print(f"  {seen:6} {held():6.0f}", flush=True)

    started = time.process_time()
    run(TableStep(), inputs, runner(1), folder / "alone", at_once=64, told=told)
    print(f"  {len(inputs) / (time.process_time() - started):.0f} events a CPU second")


def sums(folder: Path) -> dict[str, str]:
    """Return what the files of a folder sum up to."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in listed.read_text().split()] if listed.exists() else []


@contextmanager
def cluster() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start a scheduler and two workers of Dask, as processes of their own."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    python = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", SCHEDULER, "--no-dashboard"]
    host = ["--host", "127.0.0.1", "--port", SCHEDULER.rpartition(":")[2], "--no-dashboard"]
    started = [subprocess.Popen([*python, *host], **quiet)]  # type: ignore[call-overload]
    started += [
        subprocess.Popen([*worker, "--nthreads", "1", "--no-nanny"], **quiet)  # type: ignore[call-overload]
        for _ in range(2)
    ]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()


def killed(words: list[str], out: Path, deaths: int, each: int, chance: random.Random) -> list[str]:
    """Kill a run so many times, going on each time; return who was killed, and finish it.

    Before each death it gets on by 1 to ``each`` parts, however long that takes.
    """
    victims: list[str] = []
    while len(victims) < deaths:
        more = chance.randint(1, each)
        is_on_cluster = len(victims) % 3 == 2
        where = ["--cluster", SCHEDULER] if is_on_cluster else ["--jobs", "2"]
        if is_on_cluster:
            with cluster() as started:
                run_for_a_while(words, out, where, more, chance, started[:2], victims)
        else:
            run_for_a_while(words, out, where, more, chance, [], victims)
    to_the_end(words, out)
    return victims


def going_on(words: list[str], out: Path, where: list[str]) -> subprocess.Popen[bytes]:
    """Start the run, or go on with it."""
    command = [sys.executable, "-m", "xltie", "batch", "table", *words, "--resume"]
    command += ["--out", str(out)]
    return subprocess.Popen([*command, *where], stderr=subprocess.DEVNULL)


def to_the_end(words: list[str], out: Path) -> None:
    """Start the run, or go on with it, and let it end; it has to find no fault."""
    if code := going_on(words, out, ["--jobs", "2"]).wait():
        sys.exit(f"the run ended with {code}")


def parts_of(out: Path) -> int:
    """Return how many parts of a run there are."""
    return len(list(out.with_name(out.name + ".parts").glob("*.parquet")))


def run_for_a_while(
    words: list[str], out: Path, where: list[str], more: int, chance: random.Random,
    others: list[subprocess.Popen[bytes]], victims: list[str],
) -> None:  # fmt: skip
    """Let the run work for a while; kill it, one of its workers, or the cluster's processes."""
    enough = parts_of(out) + more
    driver = going_on(words, out, where)
    while parts_of(out) < enough and driver.poll() is None:
        time.sleep(0.05)
    time.sleep(chance.uniform(0, 0.3))  # in the middle of a part
    if driver.poll() is not None:
        sys.exit("the run was over before it could be killed: more events, please")
    if others:
        which = chance.randrange(len(others))
        others[which].kill()
        victims.append(("scheduler", "worker of the cluster")[which])
        if which:  # the run goes on with what is left; it is stopped to be killed again
            time.sleep(1)
            driver.kill()
    elif (workers := children(driver.pid)) and chance.random() < 0.5:
        os.kill(chance.choice(workers), signal.SIGKILL)
        victims.append("worker")
        time.sleep(1)
        driver.kill()
    else:
        driver.kill()
        victims.append("driver")
    driver.wait()
    print(f"  {victims[-1]}: {parts_of(out)} parts", flush=True)


def main() -> None:
    """Print the memory, and whether the killed run is the undisturbed one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=5_000)
    parser.add_argument("--deaths", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if args.events:
            memory(archive(folder / "events", args.events, args.seed), folder)
        if not args.batch:
            return
        words = archive(folder / "batch", args.batch, args.seed)
        whole, broken = folder / "whole", folder / "broken"
        to_the_end(words, whole)
        each = max(1, args.batch // EVENTS_OF_A_PART // max(1, 2 * args.deaths))
        victims = killed(words, broken, args.deaths, each, random.Random(args.seed))
        print(f"killed: {', '.join(victims)}")
        is_same = sums(whole) == sums(broken)
        print(f"{len(sums(whole))} files, {'the same' if is_same else 'NOT the same'} to the byte")
        sys.exit(not is_same)


if __name__ == "__main__":
    main()
