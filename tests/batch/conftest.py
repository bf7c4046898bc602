"""An archive of small events in several formats, some of them broken."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
Process = subprocess.Popen[bytes]


class Cluster(NamedTuple):
    """A Dask cluster of processes that nobody starts anew."""

    address: str
    scheduler: Process
    workers: list[Process]

    def is_whole(self) -> bool:
        """Tell whether all of its workers have joined it."""
        from distributed import Client

        with Client(self.address, timeout=30) as client:  # type: ignore[no-untyped-call]
            return len(client.scheduler_info()["workers"]) == len(self.workers)


def event(number: int) -> str:
    """Return a small event as a table of games."""
    first = "1-0" if number % 2 else "0-1"
    return f"Round,White,Black,Result\n1,Ann,Bob,{first}\n1,Cid,Dee,1/2-1/2\n2,Ann,Cid,1-0\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    for number in range(12):
        own = folder / f"season{number % 3}" / f"event{number:02}.csv"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(event(number), "utf-8")
    return folder


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A scheduler and two workers as separate processes, ready to be used."""
    pytest.importorskip("distributed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    scheduler = _dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    own = Cluster(address, scheduler, [_dask(*worker) for _ in range(2)])
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not own.is_whole():
            time.sleep(0.2)
        yield own
    finally:
        for process in (*own.workers, scheduler):
            process.kill()
            process.wait()


def _dask(*words: str) -> Process:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words], env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
