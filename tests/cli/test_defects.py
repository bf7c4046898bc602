"""An error that nobody foresaw is told in a line, and no traceback meets a director."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shell import Shell
from xltie import api


def test_a_defect_is_named_as_one(monkeypatch: pytest.MonkeyPatch, shell: Shell, tmp_path) -> None:
    def broken(*given: object, **named: object) -> None:
        raise ZeroDivisionError("Fraction(1, 0)")

    monkeypatch.delenv("XLTIE_TRACEBACK")
    monkeypatch.setattr(api, "standings", broken)
    table = tmp_path / "club.csv"
    table.write_text("Round,Black,White,Black discs,White discs\n1,Rose,Hayashi,40,24\n")
    said = shell("standings", table, code=2)
    assert said.out == ""
    assert said.err.splitlines() == [
        "a defect of xltie: ZeroDivisionError: Fraction(1, 0)",
        "please report it, with the file; XLTIE_TRACEBACK=1 shows where it happened",
    ]


def recompute(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "xltie", "recompute", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "given", "code", "said"),
    [
        ([""], "", 2, "a path is empty: a workbook, a folder or a pattern is expected"),
        (["--files-from", "-"], "", 0, "-: no names, so nothing to do"),
        (["--cluster", "", "book.xlsx"], "", 2, "an address is missing, such as local:4"),
        (["--cluster", "local:x", "book.xlsx"], "", 2, "local:N needs a number of processes"),
    ],
)
def test_names_that_are_missing_are_told(
    arguments: list[str], given: str, code: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "book.xlsx").write_bytes(b"not to be looked at")
    ended = recompute(*arguments, input=given, cwd=tmp_path)
    assert said in ended.stderr and ended.returncode == code


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XLTIE_TRACEBACK")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "xltie", "functions"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert ended.stderr.splitlines() == ["what is printed or written: No space left on device"]
    assert ended.returncode == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently there")
def test_who_stops_reading_does_not_make_it_a_success() -> None:
    printing = subprocess.Popen(
        [sys.executable, "-m", "xltie", "functions"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert printing.stdout is not None and printing.stderr is not None
    printing.stdout.close()
    assert printing.wait(60) == 141
    assert printing.stderr.read() == b""
    printing.stderr.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("words", [["check"], ["batch", "check", "--out", "rows.csv"]])
def test_a_line_end_in_the_name_of_a_file_ends_no_line(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    shell: Shell,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("a\nb.trf").write_text("012 Nobody\n")
    (line,) = shell(*words, "a\nb.trf", code=None).err.splitlines()
    assert line.startswith("a<U+000A>b.trf")
