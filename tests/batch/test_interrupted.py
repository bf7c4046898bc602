"""Ctrl-C in the middle of a run: one line that says how to go on, and nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.batch.conftest import event

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="signals of a terminal are those of Unix"),
]


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "xltie", "batch", "table", *arguments]


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many that a run of them can be stopped in the middle."""
    folder = tmp_path_factory.mktemp("archive")
    for number in range(700):
        (folder / f"event{number:04}.csv").write_text(event(number), "utf-8")
    return folder


@pytest.fixture(scope="module")
def whole(events: Path) -> bytes:
    """The table of a run that nobody stopped."""
    out = events.with_name("whole.csv")
    subprocess.run(_command(str(events), "--out", str(out)), check=True)
    return out.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_one_line_and_the_run_goes_on(
    jobs: str, events: Path, whole: bytes, tmp_path: Path
) -> None:
    out = tmp_path / "out.csv"
    begun = subprocess.Popen(
        _command(str(events), "--out", str(out), "--jobs", jobs),
        stderr=subprocess.PIPE, start_new_session=True, text=True,
    )  # fmt: skip
    parts = tmp_path / "out.csv.parts"
    until = time.monotonic() + 60
    while len(list(parts.glob("*.parquet"))) < 5 and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(begun.pid, signal.SIGINT)  # as a terminal does: to all of its processes
    said = begun.communicate(timeout=60)[1]
    assert begun.returncode == 130
    assert said.splitlines()[-1] == "stopped; --resume goes on with what is left"
    assert "Traceback" not in said
    assert not out.exists()
    subprocess.run(_command(str(events), "--out", str(out), "--resume"), check=True)
    assert out.read_bytes() == whole


def test_a_pipe_in_a_folder_is_no_event(tmp_path: Path) -> None:
    """Nobody writes to it, so that reading it would never end."""
    (tmp_path / "event.csv").write_text(event(1), "utf-8")
    os.mkfifo(tmp_path / "pipe.csv")
    out = tmp_path / "table.jsonl"
    subprocess.run(_command(str(tmp_path), "--out", str(out)), timeout=60, check=True)
    assert "event.csv" in out.read_text("utf-8")
    assert "pipe.csv" not in out.read_text("utf-8")
