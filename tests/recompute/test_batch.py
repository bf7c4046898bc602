"""Many workbooks: the command, its exit codes and its reports, and processes that die."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.recompute.books import FUNCTIONS, edit, sheet, values
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.cli.recompute import add_arguments, run
from xltie.core.cells import CellError
from xltie.core.exit_codes import worst
from xltie.core.messages import say
from xltie.recompute import recompute
from xltie.recompute.ooxml.files import own_prefix
from xltie.recompute.run.batch import WRITTEN, FileResult, Job, run_batch
from xltie.recompute.run.report import Report, Trusted

STUBS = "tests.recompute.books:FUNCTIONS"
STALE = sheet({"A1": 4, "B1": "=BQ(A1)"})
CURRENT = recompute(STALE, FUNCTIONS)[0]
KEPT = sheet({"A1": ("=IFERROR(UNKNOWN(),0)", 9)})
FAULTY = sheet({"A1": "P", "B1": "W", "A2": 1, "B2": 2, "C3": "=FAULTY(A1:B3)"})

DOUBTED = edit(
    sheet({"A1": 5, "B1": ("=DEC2BIN(A1)", "111")}),
    "xl/workbook.xml",
    lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""),
)


def kills(_):
    os.kill(os.getpid(), signal.SIGKILL)


DEADLY = {**FUNCTIONS, "KILL": kills}


def command(*arguments, functions=STUBS):
    """Run the command; return its exit code and what it printed."""
    parser = Parser()
    add_arguments(parser)
    args = parser.parse_args([*map(str, arguments)])
    args.functions = functions
    out, err = io.StringIO(), io.StringIO()
    return run(args, Console(out, err, "en")), out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path):
    for name, data in (("a", STALE), ("b", CURRENT), ("c", KEPT)):
        (tmp_path / f"{name}.xlsx").write_bytes(data)
    return tmp_path


def test_files_are_written_and_then_current(folder):
    path = folder / "a.xlsx"
    code, out, err = command(path)
    assert (code, err) == (0, "") and out.startswith("written ") and "1 changed" in out
    assert values(path.read_bytes())["B1"] == 40
    code, out, _ = command(path)
    assert code == 0 and out.startswith("current ")


def test_a_file_and_a_link_to_it_are_one_workbook(folder):
    (folder / "link.xlsx").symlink_to("a.xlsx")
    (folder / "sub").mkdir()
    again = folder / "sub" / ".." / "a.xlsx"
    code, out, err = command(folder / "link.xlsx", folder / "a.xlsx", again, "--jobs", 2)
    assert (code, err) == (0, "") and out.count("written") == 1
    assert (folder / "link.xlsx").is_symlink()
    assert values((folder / "a.xlsx").read_bytes())["B1"] == 40


def test_check_writes_nothing(folder):
    path = folder / "a.xlsx"
    code, out, err = command(path, "--check")
    assert code == 3 and path.read_bytes() == STALE and out.startswith("stale")
    assert err == f"{path}: 1 value is not up to date\n"
    assert command(folder / "b.xlsx", "--check")[0] == 0


def test_check_ignores_the_clock(tmp_path):
    path = tmp_path / "clock.xlsx"
    path.write_bytes(sheet({"A1": "=TODAY()", "B1": "=A1*2", "C1": "=RAND()"}))
    assert command(path, "--check")[0] == 0
    assert command(path, "--now", "2026-01-02")[0] == 0
    assert values(path.read_bytes())["B1"] == 2 * 46024


def test_the_source_date_pins_the_clock(tmp_path, monkeypatch):
    path = tmp_path / "clock.xlsx"
    path.write_bytes(sheet({"A1": "=TODAY()"}))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767312000")
    command(path)
    assert values(path.read_bytes())["A1"] == 46024


def test_uncomputable_formulas_fail_unless_they_are_allowed(folder):
    path = folder / "c.xlsx"
    code, _, err = command(path)
    assert code == 1
    assert err == f"{path}: Sheet1!A1: UNKNOWN() is not known to the engine\n"
    assert command(path, "--allow-uncomputable")[0] == 0
    assert path.read_bytes() == KEPT


def test_faults_are_listed_and_the_cells_show_an_error(tmp_path):
    path = tmp_path / "f.xlsx"
    path.write_bytes(FAULTY)
    code, out, err = command(path)
    assert code == 1 and out.startswith("faulty")
    assert values(path.read_bytes())["C3"] == "#VALUE!"
    assert err.splitlines() == [
        f"{path}: Sheet1!A2: no such player",
        f"{path}: Sheet1!B3: the score is not a number",
    ]


def test_one_bad_file_never_stops_the_rest(folder):
    (folder / "0.xlsx").write_bytes(b"not a workbook")
    (folder / "~$b.xlsx").write_bytes(b"owner")
    code, out, err = command(folder, "--jobs", "1")
    assert code == 2
    assert values((folder / "a.xlsx").read_bytes())["B1"] == 40
    assert "refused" in out and "4 workbooks" in out
    assert "0.xlsx: not an .xlsx" in err and "b.xlsx: open in another program" in err


def test_the_worst_file_decides():
    assert [worst(codes) for codes in ([], [0, 0], [0, 3], [3, 1], [1, 2, 3, 0])] == [0, 0, 3, 1, 2]


def test_json_and_junit(folder):
    (folder / "0.xlsx").write_bytes(b"not a workbook")
    report = folder / "report.xml"
    code, out, _ = command(folder, "--json", "--report", report, "--jobs", "1")
    assert code == 2
    results = [json.loads(line) for line in out.splitlines()]
    assert [result["status"] for result in results] == ["refused", "written", "current", "current"]
    assert results[1]["changed"] == [{"cell": "Sheet1!B1", "old": 0.0, "new": 40.0}]
    assert results[3]["uncomputable"][0]["place"] == "Sheet1!A1"
    suite = ElementTree.fromstring(report.read_bytes())
    counts = {key: suite.get(key) for key in ("tests", "failures", "errors")}
    assert counts == {"tests": "4", "failures": "1", "errors": "1"}
    assert [len(case) for case in suite] == [1, 0, 0, 1]
    assert [problem.get("type") for case in suite for problem in case] == [
        "refused",
        "uncomputable",
    ]


@pytest.mark.slow
def test_sarif_has_a_result_for_each_problem(folder):
    report = folder / "report.sarif"
    assert command(folder, "-q", "--report", report, "--jobs", "1")[0] == 1
    (run,) = json.loads(report.read_bytes())["runs"]
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == (folder / "c.xlsx").as_uri()
    assert result["ruleId"] == "uncomputable" == run["tool"]["driver"]["rules"][0]["id"]
    assert result["message"]["text"].startswith("Sheet1!A1: UNKNOWN()")


def test_annotations_for_github(folder):
    doubted = folder / "d,1.xlsx"
    doubted.write_bytes(DOUBTED)
    code, out, err = command(folder, "--github", "-q", "--jobs", "1")
    assert (code, err) == (1, "")
    first, second = out.splitlines()
    assert first.startswith(f"::error file={(folder / 'c.xlsx').as_posix()}::Sheet1!A1: UNKNOWN()")
    name = doubted.as_posix().replace(",", "%2C")
    assert second.startswith(f"::notice file={name}::Sheet1!B1: the stored")


@pytest.mark.slow
def test_patterns_are_expanded_without_a_shell(folder):
    (folder / "~$a.xlsx").write_bytes(b"owner")
    code, out, _ = command(folder / "[ab~]*.xlsx", "--check", "--jobs", "1")
    assert code == 3 and "2 workbooks" in out
    code, _, err = command(folder / "z*.xlsx")
    assert (code, err) == (2, f"{folder / 'z*.xlsx'}: no such file\n")


@pytest.mark.slow
@pytest.mark.parametrize("end", ["\n", "\0"])
def test_paths_from_a_file_or_standard_input(folder, monkeypatch, end):
    listed = folder / "list.txt"
    text = "".join(f"{folder / name}.xlsx{end}" for name in ("a", "b"))
    listed.write_text(text)
    assert "2 workbooks" in command("--files-from", listed, "--check", "--jobs", "1")[1]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert "2 workbooks" in command("--files-from", "-", "--check", "--jobs", "1")[1]
    code, _, err = command("--files-from", folder / "none")
    assert code == 2 and "none: no such file" in err
    code, _, err = command()
    assert code == 2 and err.startswith("nothing to recompute")


def test_progress_says_how_much_time_is_left(folder):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    parser = Parser()
    add_arguments(parser)
    args = parser.parse_args([str(folder), "--check", "--jobs", "1"])
    args.functions = STUBS
    err = Terminal()
    run(args, Console(io.StringIO(), err, "en"))
    assert "1 of 3, 1 s left" in err.getvalue()


def test_leftovers_of_killed_runs_are_removed_and_nothing_else(folder):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    _, computer, _, _ = own_prefix().split("-")
    dead = folder / f".xltie-{computer}-{process.pid}-abcdefgh.xlsx"
    old = folder / ".xltie-abcdefgh.xlsm"
    alive = folder / f".xltie-{computer}-{os.getpid()}-abcdefgh.xlsx"
    elsewhere = folder / f".xltie-00000000-{process.pid}-abcdefgh.xlsx"
    foreign = folder / ".xltie-notes.xlsx"
    for path in (dead, old, alive, elsewhere, foreign):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    assert command(folder / "a.xlsx", "-q")[0] == 0
    assert [path.exists() for path in (dead, old)] == [False, False]
    assert [path.exists() for path in (alive, elsewhere, foreign)] == [True, True, True]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not show it")
def test_a_process_that_nobody_has_waited_for_is_dead(folder):
    process = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    leftover = folder / f"{own_prefix().rsplit('-', 2)[0]}-{process.pid}-abcdefgh.xlsx"
    leftover.write_bytes(b"half")
    assert command(folder / "a.xlsx", "-q")[0] == 0
    process.wait()
    assert not leftover.exists()


def test_nothing_to_do_is_a_mistake(tmp_path):
    code, _, err = command(tmp_path)
    assert code == 2 and "no workbooks" in err
    code, _, err = command(tmp_path / "none.xlsx")
    assert code == 2 and "no such file" in err


def test_full_calculation_reaches_the_file(folder):
    path = folder / "a.xlsx"
    assert command(path, "--full-calc", "-q") == (0, "", "")
    assert b"fullCalcOnLoad" in zipfile.ZipFile(path).read("xl/workbook.xml")


@pytest.mark.slow
def test_processes_give_the_same_results(folder):
    code, out, err = command(folder, "--jobs", "2")
    assert code == 1 and "c.xlsx: Sheet1!A1" in err and "3 workbooks, 1 value changed" in out
    assert values((folder / "a.xlsx").read_bytes())["B1"] == 40


@pytest.mark.slow
def test_a_process_that_dies_takes_only_its_own_file_along(folder):
    victim = folder / "b.xlsx"
    data = sheet({"A1": "=KILL(1)"})
    victim.write_bytes(data)
    jobs = [Job(folder / f"{name}.xlsx", "tests.recompute.test_batch:DEADLY") for name in "abc"]
    results = {result.path.name: result for result in run_batch(jobs, 2)}
    assert results["b.xlsx"].status == "refused" and "died" in results["b.xlsx"].reason
    assert victim.read_bytes() == data
    # a file may have been written just before its pool was lost, and be found current after
    assert results["a.xlsx"].status in ("written", "current")
    assert values((folder / "a.xlsx").read_bytes())["B1"] == 40
    assert results["c.xlsx"].status == "current"
    assert results["a.xlsx"].renamed == results["c.xlsx"].foreign == 0


@pytest.mark.slow
def test_many_files_behind_one_that_kills_are_each_done_once(tmp_path):
    """More than the processes were at when they died: those wait and are done after it."""
    names = ["0", *"abcdefghij"]
    for name in names:
        formula = "=KILL(1)" if name == "0" else "=BQ(4)"
        (tmp_path / f"{name}.xlsx").write_bytes(sheet({"B1": (formula, 0)}))
    jobs = [Job(tmp_path / f"{name}.xlsx", "tests.recompute.test_batch:DEADLY") for name in names]
    results = list(run_batch(jobs, 2))
    assert sorted(result.path.stem for result in results) == names
    assert [result.path.stem for result in results if result.status == "refused"] == ["0"]
    for name in names[1:]:
        assert values((tmp_path / f"{name}.xlsx").read_bytes())["B1"] == 40


BATCH = """
import sys
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.cli.recompute import add_arguments, run
if __name__ == "__main__":
    parser = Parser()
    add_arguments(parser)
    args = parser.parse_args([sys.argv[1], "--jobs", "2"])
    args.functions = "tests.recompute.books:FUNCTIONS"
    run(args, Console(open(sys.argv[2], "w", buffering=1), sys.stderr, "en"))
"""


@pytest.mark.slow
def test_a_batch_survives_being_killed(tmp_path):
    """After kill -9 in the midst of it every file is the old one or the new one, and readable."""
    books = tmp_path / "books"
    books.mkdir()
    for number in range(100):
        (books / f"{number:03}.xlsx").write_bytes(STALE)
    script, log = tmp_path / "batch.py", tmp_path / "log"
    script.write_text(BATCH)
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, str(script), str(books), str(log)],
        env={**os.environ, "PYTHONPATH": str(root)},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while process.poll() is None and not (log.exists() and log.read_text().count("written") >= 5):
        pass
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _wait_until_gone(process.pid)
    states = {path.name: path.read_bytes() for path in books.glob("[0-9]*.xlsx")}
    assert len(states) == 100 and set(states.values()) <= {STALE, CURRENT}
    assert CURRENT in states.values()
    code, _, err = command(books, "--jobs", "1", "-q")
    assert (code, err) == (0, "")
    assert {path.read_bytes() for path in books.glob("[0-9]*.xlsx")} == {CURRENT}
    assert [path.name for path in books.iterdir() if path.name.startswith(".xltie-")] == []


def _wait_until_gone(group: int, seconds: float = 30) -> None:
    """Wait until the system has forgotten a group of killed processes, which takes its time."""
    end = time.monotonic() + seconds
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(group, 0)
            time.sleep(0.05)


def test_a_stored_value_that_stays_is_told_and_is_no_failure(tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_bytes(DOUBTED)
    code, out, err = command(path)
    assert code == 0 and out.startswith("current ") and path.read_bytes() == DOUBTED
    reason = "nothing that it reads is new"
    assert err == f'{path}: Sheet1!B1: the stored "111" stays, not "101": {reason}\n'
    found = json.loads(command(path, "--json")[1])["trusted"]
    assert found == [{"cell": "Sheet1!B1", "stored": "111", "computed": "101", "reason": reason}]
    assert command(path, "--all", "--check")[0] == 3
    assert command(path, "--all")[0] == 0
    assert values(path.read_bytes())["B1"] == "101"


def test_a_remark_says_a_value_once_where_it_stands_for_an_array():
    error = CellError("#DIV/0!")
    why = say("the order of texts")
    trusted = [Trusted("S!A1", error, error, why), Trusted("S!A2", 1.0, 2.0, why)]
    remarks = FileResult(Path("x.xlsx"), WRITTEN, Report(trusted=trusted)).remarks()
    assert [str(remark) for remark in remarks] == [
        "S!A1: the stored #DIV/0! stays: the order of texts",
        "S!A2: the stored 1 stays, not 2: the order of texts",
    ]


def test_what_the_engine_does_not_know_is_said_in_words():
    data = sheet({"A1": 1, "C2": '=SUM(INDIRECT("R1C1:R3C2",0))'})
    _, report = recompute(data, {}, everything=True)
    assert [one.reason for one in report.uncomputable] == [
        "a formula of a kind that the engine does not compute"
    ]
