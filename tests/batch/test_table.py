"""``xltie batch table`` over an archive: what it writes, what it says, and how it goes on."""

from __future__ import annotations

import csv
import io
import json
import os
import signal as signals
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import openpyxl
import pytest

from tests.batch.conftest import event
from tests.books import edited, setting_cell
from tests.shell import Shell
from xltie import api
from xltie.batch.inputs import Input, find_inputs
from xltie.batch.outcome import Step
from xltie.batch.parts import Parts, PartWork, chunks_of
from xltie.batch.steps import TableStep
from xltie.cli.main import main

ROOT = Path(__file__).parents[1]


RUN = """\
import sys; from pathlib import Path
from tests.batch.misbehaving import Slow
from xltie.batch.inputs import find_inputs
from xltie.batch.runners import runner
from xltie.batch.run import run
"""
"""The head of a script that runs a slow step over an archive."""


def table(*arguments: object) -> int:
    return main(["batch", "table", *map(str, arguments)])


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8"))))


@pytest.mark.slow
def test_every_player_of_every_event_is_a_row(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    assert table(archive, "--out", out, "--jobs", 1, "--criteria", "points, SB") == 0
    found = rows(out)
    assert len(found) == 12 * 4
    first = [one for one in found if one["file"].endswith("event01.csv")]
    assert [(one["place"], one["id"], one["points"], one["SB"]) for one in first] == [
        ("1", "Ann", "2", "0.5"),
        ("2", "Cid", "0.5", "0.25"),
        ("2", "Dee", "0.5", "0.25"),
        ("4", "Bob", "0", "0"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".sqlite", ".parquet"])
def test_the_same_archive_gives_the_same_bytes(suffix: str, archive: Path, tmp_path: Path) -> None:
    first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"
    assert table(archive, "--out", first, "--jobs", 1) == 0
    assert table(*sorted(archive.iterdir(), reverse=True), "--out", second, "--jobs", 1) == 0
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_other_programs_read_the_tables(archive: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pandas = pytest.importorskip("pandas")
    parquet, sqlite, lines = (tmp_path / f"t.{kind}" for kind in ("parquet", "sqlite", "jsonl"))
    for out in (parquet, sqlite, lines):
        assert table(archive, "--out", out, "--jobs", 1) == 0
    frame = pandas.read_parquet(parquet)
    assert frame.groupby("file").size().tolist() == [4] * 12
    best = duckdb.sql(f"SELECT count(*) FROM '{parquet}' WHERE place = 1 AND points = 2").fetchall()
    assert best == [(len(frame[(frame.place == 1) & (frame.points == 2)]),)] and best[0][0] > 0
    with closing(sqlite3.connect(sqlite)) as database:
        assert database.execute("SELECT sum(points) FROM results").fetchone() == (12 * 3.0,)
    assert len([json.loads(line) for line in lines.read_text("utf-8").splitlines()]) == 48


@pytest.mark.slow
def test_a_broken_file_is_one_line_and_the_run_goes_on(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    (archive / "a.trf").write_bytes(b"\x00\x01 nothing of the kind")
    (archive / "b.xlsx").write_bytes(b"PK\x03\x04 cut short")
    (archive / "c.csv").write_text(
        "Round,White,Black,Result\n1,Ann,Ann,1-0\n2,Bob,Bob,1-0\n", "utf-8"
    )
    out = tmp_path / "results.csv"
    assert table(archive, archive / "gone.trf", "--out", out, "--jobs", 2) == 2
    said = shell.printed()
    lines = said.err.splitlines()
    assert len(lines) == 4, said.err
    assert any(
        "c.csv: B2: player Ann plays against themselves (and 1 more)" in line for line in lines
    )
    assert any("gone.trf: no such file" in line for line in lines)
    assert "Traceback" not in said.err and "4 with faults" in said.out
    assert len(rows(out)) == 48


def test_parts_of_an_archive_make_up_the_whole(archive: Path, tmp_path: Path) -> None:
    parts = [tmp_path / f"part{n}.csv" for n in (1, 2, 3)]
    for number, out in enumerate(parts, 1):
        assert table(archive, "--out", out, "--shard", f"{number}/3", "--jobs", 1) == 0
    found = [row["file"] for out in parts for row in rows(out)]
    assert len(found) == 48 and len(set(found)) == 12


def test_names_come_from_a_list_and_events_from_an_archive_file(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    packed = tmp_path / "old.zip"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("1998/open.csv", event(1))
        file.writestr("1999/open.csv", event(2))
        file.writestr("readme.pdf", "no event")
    listed = tmp_path / "list.txt"
    listed.write_text(
        f"# two of them\n{archive}/season0/event00.csv\n\nzip://*/*.csv::{packed}\n", "utf-8"
    )
    out = tmp_path / "results.csv"
    assert table("--files-from", listed, "--out", out, "--jobs", 1) == 0, shell.printed().err
    assert len({row["file"] for row in rows(out)}) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "t.doc"], "t.doc: xltie writes tables as"),
        (["--out", "nowhere/t.csv"], "nowhere: no such folder"),
        (["--out", "t.csv", "--criteria", "BHH/C1"], "there is no criterion 'BHH'"),
        (["--out", "t.csv", "--rulebook", "fide1924"], "there is no rulebook 'fide1924'"),
        pytest.param(
            ["--out", "t.csv", "--cluster", "local:none"], "local:N needs a number",
            marks=pytest.mark.slow,  # loads dask
        ),
        (["--out", "t.csv", "zip://*.trf::nope.zip"], "zip://*.trf::nope.zip: no such file"),
        (["--out", "t.csv", ""], "a name is empty"),
    ],
)  # fmt: skip
def test_slips_are_found_before_anything_is_done(
    arguments: list[str], said: str, archive: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, shell: Shell,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert table(archive, *arguments) == 2
    assert said in shell.printed().err
    assert not (tmp_path / "t.csv").exists()
    assert not (tmp_path / "t.csv.parts").exists(), "there is nothing to go on with"


def test_names_of_a_list_that_zeros_end_are_what_they_are(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (archive / "season0" / "event00.csv").rename("#.csv")
    Path("list").write_bytes(b"#.csv\0")
    assert table("--files-from", "list", "--out", "results.csv", "--jobs", 1) == 0
    assert {row["file"] for row in rows(Path("results.csv"))} == {"#.csv"}


def test_options_of_another_step_are_refused(archive: Path, tmp_path: Path, shell: Shell) -> None:
    out = ["--out", str(tmp_path / "t.csv")]
    said = shell("batch", "check", archive, "--all", *out, code=2).err
    assert "--all is for recompute, not for check" in said


@pytest.mark.slow
def test_a_refused_workbook_decides_before_one_that_is_out_of_date(tmp_path: Path) -> None:
    books = tmp_path / "books"
    books.mkdir()
    stale = books / "stale.xlsx"
    api.write(api.open_event(next((ROOT / "pairing/dutch/events").glob("players8-*.trf"))), stale)
    openpyxl.load_workbook(stale).save(stale)  # which keeps the formulas and no value
    check = ["batch", "recompute", str(books), "--check", "--jobs", "1"]
    check += ["--out", str(tmp_path / "out.csv")]
    assert main(check) == 3
    (books / "torn.xlsx").write_bytes(stale.read_bytes()[:2000])
    assert main(check) == 2
    assert [row["status"] for row in rows(tmp_path / "out.csv")] == ["stale", "refused"]


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_and_ends_the_same(archive: Path, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "results.csv"
    assert table(archive, "--out", whole, "--jobs", 1) == 0
    code = RUN + (
        "import xltie.batch.steps as steps\n"
        "Slow.__repr__ = lambda self: repr(steps.TableStep())\n"
        "run(Slow(0.2), find_inputs([sys.argv[1]], ('.csv',)), runner(1), Path(sys.argv[2]))\n"
    )
    running = subprocess.Popen([sys.executable, "-c", code, str(archive), str(out)])
    parts = Path(f"{out}.parts")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(list(parts.glob("*.parquet"))) < 4:
        time.sleep(0.05)
    running.kill()
    running.wait()
    done = sorted(parts.glob("*.parquet"))
    assert 4 <= len(done) < 12 and not out.exists()
    done[0].write_bytes(done[0].read_bytes()[:-20])  # as a power cut may leave it
    rows_of_one = bytearray(done[1].read_bytes())
    rows_of_one[100] ^= 1  # as a bad disk may
    done[1].write_bytes(rows_of_one)
    assert table(archive, "--out", out, "--jobs", 1) != 0, "without --resume nothing is thrown away"
    changed = archive / "season0" / "event00.csv"
    changed.write_text(changed.read_text("utf-8"), "utf-8")  # its time is new: it is done again
    result = subprocess.run(
        [sys.executable, "-m", "xltie", "batch", "table", archive, "--out", out,
         "--jobs", "1", "--resume"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "of them done before" in result.stdout
    before = int(result.stdout.split("12 inputs, ")[1].split()[0])
    assert len(done) - 3 <= before <= len(done) - 2  # without the two, and the one with a new time
    assert out.read_bytes() == whole.read_bytes()
    assert not parts.exists()


def left_by(step: Step, out: Path, inputs: list[Input]) -> None:
    """Leave the parts of a run that was stopped before it wrote its table."""
    parts = Parts(Path(f"{out}.parts"), repr(step), resume=False)
    for chunk in chunks_of(inputs, 64):
        parts.add(chunk, PartWork(step)(chunk))
    parts.close(delete=False)


@pytest.mark.slow
def test_faults_of_the_part_done_before_are_named_again(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    (archive / "season0" / "torn.csv").write_text("no event", "utf-8")
    out = tmp_path / "results.csv"
    assert table(archive, "--out", out, "--jobs", 1) == 1
    first = shell.printed().err
    left_by(TableStep(), out, find_inputs([str(archive)], (".csv",)))
    assert table(archive, "--out", out, "--jobs", 1, "--resume") == 1
    assert shell.printed().err == first and "torn.csv: " in first


@pytest.mark.slow
def test_a_second_run_on_one_output_is_refused_while_the_first_is_at_it(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    out = tmp_path / "results.csv"
    code = (
        "import sys; from pathlib import Path; from xltie.batch.parts import Parts\n"
        "parts = Parts(Path(sys.argv[1]), 'first', resume=False); print('begun', flush=True)\n"
        "sys.stdin.read()"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", code, f"{out}.parts"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert first.stdout is not None and first.stdout.readline() == b"begun\n"
    for resume in ((), ("--resume",)):
        assert table(archive, "--out", out, "--jobs", 1, *resume) == 2
        assert "results.csv.parts: another run is writing it" in shell.printed().err
    first.kill()
    first.communicate()
    Path(f"{out}.parts", "run.json").unlink()  # it had other options
    assert table(archive, "--out", out, "--jobs", 1) == 0, "the lock ends with its owner"


@pytest.mark.slow
def test_a_folder_of_parquet_files_is_one_table(archive: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "results"
    assert table(archive, "--out", out, "--jobs", 1) == 0
    found = duckdb.sql(f"SELECT count(*), sum(points) FROM '{out}/*.parquet'").fetchall()
    assert found == [(48, 36.0)]
    assert table(archive, "--out", out, "--jobs", 1) == 0, "it is replaced as a file is"


def test_a_folder_that_holds_something_else_is_not_replaced(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    assert table(archive, "--out", archive, "--jobs", 1) == 2
    assert "which is no table of a run" in shell.printed().err
    assert len(list(archive.rglob("*.csv"))) == 12


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe that nobody writes to")
@pytest.mark.parametrize("command", ["check", "verify", "batch table"])
def test_an_input_that_never_comes_is_refused_in_time(
    command: str, archive: Path, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    more = [archive, "--out", tmp_path / "t.csv", "--jobs", "2"] if command == "batch table" else []
    run = subprocess.run(
        [sys.executable, "-m", "xltie", *command.split(), pipe, "--timeout", "5", *more],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert run.returncode == 2
    assert "took longer than 5 seconds (--timeout)" in run.stderr and run.stderr.count("\n") == 1
    if command == "batch table":
        assert len(rows(tmp_path / "t.csv")) == 48


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc to look into")
@pytest.mark.parametrize("signal", ["SIGKILL", "SIGTERM"])
def test_processes_end_with_the_run_that_started_them(
    signal: str, archive: Path, tmp_path: Path
) -> None:
    code = RUN + (
        "if __name__ == '__main__':\n"
        "    run(Slow(30), find_inputs([sys.argv[1]], ('.csv',)), runner(2), Path(sys.argv[2]))\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code, "utf-8")
    running = subprocess.Popen(
        [sys.executable, script, archive, tmp_path / "out.csv"],
        env={**os.environ, "PYTHONPATH": str(Path.cwd())}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    eventually(lambda: len(children(running.pid)) >= 3)  # two, and the one that tracks them
    started = children(running.pid)
    running.send_signal(getattr(signals, signal))
    running.wait(30)
    eventually(lambda: not any(is_alive(one) for one in started))


def eventually(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def children(pid: int) -> list[int]:
    return [
        int(one)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for one in (task / "children").read_text("utf-8").split()
    ]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_another_run_is_not_taken_for_the_one_that_was_stopped(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    out = tmp_path / "results.csv"
    left_by(TableStep("BH"), out, find_inputs([str(archive)], (".csv",)))
    assert table(archive, "--out", out, "--resume") != 0
    assert "belongs to a run with other options" in shell.printed().err


@pytest.mark.slow
def test_check_has_a_row_for_an_event_of_which_nothing_can_be_made(tmp_path: Path) -> None:
    book, out = tmp_path / "event.xlsx", tmp_path / "faults.csv"
    assert main(["new", str(book), "--game", "chess", "--players", "4", "--rounds", "3"]) == 0
    edited(book, "Settings", {setting_cell(book, "Points for a win"): "one"})
    assert main(["batch", "check", str(book), "--jobs", "1", "--out", str(out)]) == 1
    (row,) = rows(out)
    assert (row["file"], row["faults"]) == (str(book), "1")
    assert row["first fault"].startswith("Settings!B")


def test_a_file_that_is_named_in_two_ways_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.trf").write_text("")
    found = find_inputs(["a.trf", "./a.trf", str(tmp_path), str(tmp_path / "a.trf")], (".trf",))
    assert [one.name for one in found] == ["a.trf"]


@pytest.mark.slow
def test_the_table_of_an_earlier_run_among_the_events_is_none_of_them(
    archive: Path, tmp_path: Path, shell: Shell
) -> None:
    alone = ("--jobs", "1")
    first = shell("batch", "table", archive, "--out", archive / "all.csv", *alone)
    data = (archive / "all.csv").read_bytes()
    again = shell("batch", "table", archive, "--out", archive / "all.csv", *alone)
    assert (again, (archive / "all.csv").read_bytes()) == (first, data)


def test_a_refused_workbook_has_a_row_too(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "bad.xlsx").write_bytes(b"x")
    shell("batch", "check", tmp_path, "--out", tmp_path / "faults.csv", "--jobs", "1", code=2)
    (row,) = rows(tmp_path / "faults.csv")
    assert row["first fault"] == "not an .xlsx or .xlsm file, or a damaged one"
