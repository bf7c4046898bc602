"""EGD files of McMahon events that do not tell the start scores: none is made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.shell import Shell
from xltie.cli.main import main

HEAD = "; EV[Club]\n; Pl Name Rk Co Club {columns}\n"
LINES = (
    "1 A B 5d FR Pa {} 2+ 3+ 4+\n2 C D 4d FR Pa {} 1- 4+ 3-\n"
    "3 E F 2k FR Pa {} 4+ 1- 2+\n4 G H 9k FR Pa {} 3- 2- 1-\n"
)  # fmt: skip


def written(folder: Path, columns: str, *values: str) -> str:
    path = folder / "club.h9"
    head = HEAD.format(columns=columns) if columns else ""
    path.write_text(head + LINES.format(*(values or ("",) * 4)), "utf-8")
    return str(path)


def said(shell: Shell, *words: str) -> tuple[int, str, list[str]]:
    code = main(list(words))
    out, err = shell.printed()
    return code, out, err.splitlines()


@pytest.mark.parametrize("columns", ["MMS SOS", "MMS SOSM SOSM-1", "Start NBW SOSM"])
def test_no_place_goes_by_start_scores_that_are_not_in_the_file(
    tmp_path: Path, shell: Shell, columns: str
) -> None:
    name = written(tmp_path, columns)
    for asked in ([], ["--criteria", "MMS, SOS"], ["--criteria", "SOS(basis=mms)"]):
        code, out, err = said(shell, "standings", name, *asked)
        assert (code, out) == (2 if asked else 1, "")
        fault = next(line for line in err if "start scores" in line)
        assert "club.h9:2" in fault and "MMS" not in out


def test_a_column_that_is_not_understood_gives_no_places_by_wins(
    tmp_path: Path, shell: Shell
) -> None:
    name = written(tmp_path, "MMS", "37", "34", "99", "21")
    code, out, err = said(shell, "standings", name)
    assert (code, out) == (1, "")
    assert "club.h9:2: the column headed MMS" in err[0]


def test_wins_rank_such_a_file_when_they_are_asked_for(tmp_path: Path, shell: Shell) -> None:
    name = written(tmp_path, "MMS SOS")
    code, out, err = said(shell, "standings", name, "--criteria", "NBW, SOS", "--format", "csv")
    assert code == 0
    assert out.splitlines()[:2] == ["id,place,NBW,SOS,name", "1,1,3,3,A B"]
    assert any("club.h9:2" in line and "start scores" in line for line in err)


@pytest.mark.parametrize(
    ("columns", "values", "line"), [("MMS SOS", (), 2), ("", (), 1), ("MMS", ("90",) * 4, 2)]
)
def test_check_and_import_say_that_the_start_scores_are_not_told(
    tmp_path: Path, shell: Shell, columns: str, values: tuple[str], line: int
) -> None:
    name = written(tmp_path, columns, *values)
    for words in (["check", name], ["import", name, str(tmp_path / "club.xlsx")]):
        _, _, err = said(shell, *words)
        told = [warning for warning in err if "colours are not in the file" not in warning]
        assert len(told) == 1
        assert f"club.h9:{line}:" in told[0] and "start scores" in told[0]


@pytest.mark.parametrize(
    ("columns", "values"),
    [
        ("MMS SOS", ("37 90", "34 91", "30 92", "21 93")),
        ("MMS", ("3", "1", "2", "0")),
        ("NBW SOS", ("3 3", "1 4", "2 4", "0 6")),
    ],
)
def test_nothing_is_said_of_a_file_that_tells_them(
    tmp_path: Path, shell: Shell, columns: str, values: tuple[str]
) -> None:
    name = written(tmp_path, columns, *values)
    code, _, err = said(shell, "check", name)
    assert (code, err) == (0, [])
    assert said(shell, "standings", name, "--criteria", "MMS")[0] == 0


@pytest.mark.parametrize(("columns", "has_places"), [("MMS SOS", False), ("", True)])
def test_the_doubt_ends_check_and_goes_into_the_workbook(
    tmp_path: Path, shell: Shell, columns: str, has_places: bool
) -> None:
    name, book = written(tmp_path, columns), str(tmp_path / "club.xlsx")
    code, out, _ = said(shell, "check", name)
    assert code == 1 and "no faults" not in out
    said(shell, "import", name, book)
    code, _, err = said(shell, "check", book)
    assert code == 1 and "Settings!B" in err[0] and "start scores" in err[0]
    code, out, _ = said(shell, "standings", book, "--format", "csv")
    assert code == 1
    assert bool(out) is has_places
    sheet = load_workbook(book, data_only=True)["Standings"]
    assert "start scores" in str(sheet["A3"].value)
    assert (sheet["A5"].value == 1) is has_places


REPORT = "\n".join(
    [
        "012 Club", "092 McMahon", "142 3", "212 MMS,SOS,NBW",
        *(
            f"001 {number:4}      {name:66}{points:2}.0 {place:4}  {games}"
            for number, (name, points, place, games) in enumerate(
                [("Ann", 1, 3, "   2 b 1     3 w 0"), ("Bob", 0, 4, "   1 w 0     4 b 0"),
                 ("Cid", 2, 1, "   4 b 1     1 b 1"), ("Dee", 1, 2, "   3 w 0     2 w 1")], 1,
            )
        ), "",
    ]
)  # fmt: skip


def test_a_report_of_fide_with_a_mcmahon_event_has_no_numbers_by_start_scores(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "club.trf"
    path.write_text(REPORT, "utf-8")
    code, out, err = said(shell, "standings", str(path))
    assert (code, out) == (1, "")
    assert "club.trf:2" in err[0] and "start scores are not known" in err[0]
    # It is paired, judged and compared by what it says alone: not at all.
    code, out, err = said(shell, "pair", str(path))
    assert (code, out) == (2, "") and err[-1] == "the start scores are not known"
    assert not any("the file ranks" in line for line in said(shell, "check", str(path))[2])
    code, out, _ = said(shell, "standings", str(path), "--criteria", "NBW", "--format", "csv")
    assert (code, out.splitlines()[1]) == (0, "3,1,2,Cid")
    # A workbook made of it asks for them, and what is written of it again is the same.
    book, again = tmp_path / "club.xlsx", tmp_path / "again.trf"
    shell("import", path, book)
    assert "Start scores known" in shell("standings", book, code=1).err
    shell("export", path, again)
    assert again.read_bytes() == path.read_bytes()
