"""Reports for continuous integration: a report that cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recompute.books import sheet
from xltie.cli.main import main

STALE = sheet({"A1": 4, "B1": "=A1+1"})


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("nodir/r.xml", "nodir: no such folder"),
        ("a.xlsx/r.sarif", "a.xlsx: no such folder"),
        ("r.xml", "r.xml: this is a folder, not a file"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_before_anything_is(
    report: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    Path("a.xlsx").write_bytes(STALE)
    Path("r.xml").mkdir()
    assert main(["recompute", "a.xlsx", "--report", report]) == 2
    assert capsys.readouterr() == ("", f"{said}\n")
    assert Path("a.xlsx").read_bytes() == STALE


def test_a_folder_that_cannot_be_written_to_takes_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, report = tmp_path / "a.xlsx", tmp_path / "r.xml"
    path.write_bytes(STALE)
    monkeypatch.setattr("os.access", lambda *asked: False)
    assert main(["recompute", str(path), "--report", str(report)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{report}: ") and len(told.splitlines()) == 1
    assert path.read_bytes() == STALE
