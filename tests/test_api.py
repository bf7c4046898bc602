"""The door for programs: what it opens, ranks, explains and writes is what the commands say."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path

import pytest

import xltie
from tests.books import typed_into, workbook_grids
from tests.shell import Shell
from xltie import InputError, UnknownPlayer, WorkbookRefused, api
from xltie.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
TRF = ROOT / "tests" / "trf" / "held_swiss5_2024.trf"
TABLE = (
    b"Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Cid,Dee,1/2-1/2\n2,Ann,Cid,0-1\n2,Bob,Dee,1-0\n"
)


FILES = [*sorted((ROOT / "tests" / "trf").iterdir()), *sorted((ROOT / "tests" / "h9").iterdir())]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["xltie", "xltie.api"])
def test_the_examples_of_the_docstrings_run(
    name: str, our_workbooks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(our_workbooks)
    found = doctest.testmod(xltie if name == "xltie" else api)
    assert found.attempted >= 4 and found.failed == 0


@pytest.mark.slow
def test_the_examples_of_the_page_run(our_workbooks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(our_workbooks)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert found.attempted > 10 and found.failed == 0


@pytest.mark.parametrize("path", FILES, ids=lambda own: own.name)
def test_a_path_and_its_bytes_are_the_same_event(path: Path) -> None:
    try:
        opened = api.open_event(path)
    except InputError as error:
        with pytest.raises(InputError) as other:
            api.open_event(path.read_bytes(), name=str(path))
        assert other.value.faults == error.faults
        return
    assert api.open_event(path.read_bytes(), name=str(path)) == opened
    assert api.open_event(str(path)) == opened


@pytest.mark.parametrize(
    ("data", "source"),
    [
        (TRF.read_bytes(), "trf"),
        (TABLE, ""),
        (TABLE.replace(b",", b";"), ""),
    ],
    ids=["trf", "table", "semicolons"],
)
def test_bytes_without_a_name_are_told_by_what_they_hold(data: bytes, source: str) -> None:
    opened = api.open_event(data)
    assert opened.source == source
    assert opened.event.matches


@pytest.mark.slow
def test_bytes_of_a_workbook_are_told_as_one(our_workbooks: Path) -> None:
    opened = api.open_event((our_workbooks / "autumn-open.xlsx").read_bytes())
    assert (opened.source, opened.event.game, len(opened.sheets) > 3) == ("", "othello", True)


def test_faults_name_the_file_and_the_cell() -> None:
    with pytest.raises(InputError) as error:
        api.open_event(TABLE + b"3,Ann,Ann,1-0\n3,Bob,Cid,x\n", name="club.csv")
    assert [str(fault)[:13] for fault in error.value.faults] == ["club.csv: B6:", "club.csv: D7:"]
    with pytest.raises(WorkbookRefused, match=r"gone\.xlsx: no such file"):
        api.open_event("gone.xlsx")
    with pytest.raises(WorkbookRefused, match=r"club\.xlsx: "):
        api.open_event(TABLE, name="club.xlsx")


def test_standings_are_those_of_the_command(shell: Shell) -> None:
    criteria = "PTS, BH/C1, SB"
    said = shell("standings", TRF, "--criteria", criteria, "--format", "csv").out
    printed = [line.split(",")[:2] for line in said.splitlines()[1:]]
    found = api.standings(api.open_event(TRF), criteria)
    assert [[line.who, str(line.place)] for line in found.lines] == printed


def test_standings_take_an_edition_and_a_lot() -> None:
    opened = api.open_event(TABLE, name="club.csv")
    assert api.standings(opened, "points", rulebook="fide2024").event_index.event.rulebook == (
        "fide2024"
    )
    places = [line.place for line in api.standings(opened, "points").lines]
    drawn = [line.place for line in api.standings(opened, "points", lot="7").lines]
    assert len(set(places)) < len(places) and drawn == [1, 2, 3, 4]
    with pytest.raises(InputError, match="there is no criterion"):
        api.standings(opened, "NONSENSE")


@pytest.mark.parametrize("what", ["", "2", "BH"])
def test_explanations_are_those_of_the_command(what: str, shell: Shell) -> None:
    said = shell("explain", TRF, "1", *([what] if what else [])).out
    assert api.explain(api.open_event(TRF), "1", what) + "\n" == said
    with pytest.raises(UnknownPlayer):
        api.explain(api.open_event(TRF), "nobody")


def test_an_event_is_enough_where_the_file_does_not_matter() -> None:
    opened = api.open_event(TABLE, name="club.csv")
    found, other = api.standings(opened.event), api.standings(opened)
    assert [(line.place, line.who) for line in found.lines] == [
        (line.place, line.who) for line in other.lines
    ]
    assert api.explain(opened.event, "Ann") == api.explain(opened, "Ann")


@pytest.mark.slow
def test_a_report_comes_back_byte_for_byte_also_by_way_of_a_workbook(tmp_path: Path) -> None:
    opened = api.open_event(TRF)
    api.write(opened, tmp_path / "event.trf")
    api.write(opened, tmp_path / "event.xlsx")
    api.write(api.open_event(tmp_path / "event.xlsx"), tmp_path / "again.trf")
    first = (tmp_path / "event.trf").read_bytes()
    assert (tmp_path / "again.trf").read_bytes() == first
    assert main(["export", str(TRF), str(tmp_path / "command.trf")]) == 0
    assert (tmp_path / "command.trf").read_bytes() == first


def test_players_who_have_only_names_keep_them(tmp_path: Path) -> None:
    api.write(api.open_event(TABLE, name="club.csv"), tmp_path / "club.trf")
    names = {player.name for player in api.open_event(tmp_path / "club.trf").event.contestants}
    assert names == {"Ann", "Bob", "Cid", "Dee"}


def test_a_changed_event_is_written_changed() -> None:
    opened = api.open_event(TRF)
    changed = replace(opened, event=replace(opened.event, name="Another Open"))
    assert b"012 Another Open" in api.to_bytes(changed, "event.trf")


def test_an_ending_without_a_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"no format for this extension can be written; choose from \.trf"
    ):
        api.write(api.open_event(TRF), tmp_path / "event.docx")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_recompute_writes_only_where_it_is_asked_to(tmp_path: Path, our_workbooks: Path) -> None:
    from xltie.recompute.run.edit import CellEdits

    path = tmp_path / "event.xlsx"
    data = (our_workbooks / "autumn-open.xlsx").read_bytes()
    rows = workbook_grids(data)["Rounds"].rows
    row = next(i for i, line in enumerate(rows, 1) if line[:2] == (7, 2))
    stale = typed_into(data, CellEdits("Rounds", {(row, 7): 33, (row, 8): 31}))
    path.write_bytes(stale)
    new, report = api.recompute(path)
    assert report.changed and path.read_bytes() == stale
    assert api.recompute(stale)[0] == new
    api.recompute(path, in_place=True)
    assert path.read_bytes() == new
    assert [path.name for path in tmp_path.iterdir()] == ["event.xlsx"]


@pytest.mark.parametrize(
    ("name", "data", "where"),
    [
        ("a.csv", "Round,Black,White,Result\n1,Rose,Brian,1-0\n{long},Kim,Lee,0-1\n", "a.csv:3:1"),
        ("a.trf", "012 Open\nXXR {long}\n001    1      Rose\n", "a.trf:2:5"),
        ("a.elo", "%%Round {long}\n", "a.elo:1:9"),
        ("a.pbn", '[Event "Club"]\n[Board "{long}"]\n', "a.pbn:2:9"),
        ("a.h9", "1 Rose Anna 1d FR Par 0 {long}+/b\n", "a.h9:1:25"),
        ("a.xml", '<Tournament>\n <Game tableNumber="{long}"/>\n</Tournament>', "a.xml:2:21"),
    ],
)
def test_a_number_without_end_is_one_line_with_its_place(name: str, data: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        api.open_event(data.format(long="9" * 5000).encode(), name=name)
    assert str(caught.value) == f"{where}: a number of more than 300 digits cannot be read"
