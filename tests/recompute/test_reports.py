"""Reports for continuous integration: where a problem is, and a report that cannot be written."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.recompute.books import sheet
from tests.shell import Shell
from xltie.cli.main import main

STALE = sheet({"A1": 4, "B1": "=A1+1"})
KEPT = sheet({"A1": ("=IFERROR(UNKNOWN(),0)", 9)})


def uris(report: Path) -> list[str]:
    (run,) = json.loads(report.read_bytes())["runs"]
    places = [one["locations"][0]["physicalLocation"] for one in run["results"]]
    return [place["artifactLocation"]["uri"] for place in places]


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("plain.xlsx", "plain.xlsx"),
        ("we,ird 100%:n.xlsx", "we%2Cird%20100%25%3An.xlsx"),
        ("a:b/c#1?.xlsx", "a%3Ab/c%231%3F.xlsx"),
        ("ünï & <x>.xlsx", "%C3%BCn%C3%AF%20%26%20%3Cx%3E.xlsx"),
    ],
)
def test_places_in_sarif_are_references_that_lead_to_the_file(
    name: str, uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(KEPT)
    assert main(["recompute", "-q", name, "--report", "r.sarif"]) == 1
    assert uris(Path("r.sarif")) == [uri]
    parts = urlsplit(uri)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert Path(unquote(parts.path)) == path
    assert main(["recompute", "-q", str(tmp_path / name), "--report", "r.sarif"]) == 1
    assert uris(Path("r.sarif")) == [(tmp_path / name).as_uri()]


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
    shell: Shell,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    Path("a.xlsx").write_bytes(STALE)
    Path("r.xml").mkdir()
    assert shell("recompute", "a.xlsx", "--report", report, code=2) == ("", f"{said}\n")
    assert Path("a.xlsx").read_bytes() == STALE


def test_a_folder_that_cannot_be_written_to_takes_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    path, report = tmp_path / "a.xlsx", tmp_path / "r.xml"
    path.write_bytes(STALE)
    monkeypatch.setattr("os.access", lambda *asked: False)
    told = shell("recompute", path, "--report", report, code=2).err
    assert told.startswith(f"{report}: ") and len(told.splitlines()) == 1
    assert path.read_bytes() == STALE
