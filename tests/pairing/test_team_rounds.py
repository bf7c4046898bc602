"""Rounds of teams by C.04.6 in files and workbooks, and events that another program paired."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.books import edited, named, values
from tests.shell import Shell
from xltie.cli.main import main

FOLDER = Path(__file__).parent / "team_swiss"
EVENTS = sorted(FOLDER.glob("events/*.trf"))


@pytest.mark.parametrize("path", EVENTS, ids=[event.stem for event in EVENTS])
def test_every_round_is_paired_as_the_other_program_pairs_it(path: Path, shell: Shell) -> None:
    out = shell("pair", path, "--check").out
    assert "by FIDE Swiss Team" in out
    assert ": 0 absolute rules broken, 0 others needlessly, 0 warnings" in out


def paired(path: Path, *options: str) -> int:
    return main(["pair", str(path), "--language", "en", *options])


def lines_of(path: Path, number: int) -> dict[int, dict[str, Any]]:
    """The cells of a round by row, under the letters of their columns."""
    cells = values(path.read_bytes(), "Rounds")
    rows = [row for row in range(5, 60) if cells.get(f"A{row}") == number and f"C{row}" in cells]
    return {row: {at: cells.get(f"{at}{row}") for at in "ABCDFGHIMN"} for row in rows}


def matches_of(path: Path, number: int) -> dict[str, tuple[str, str]]:
    """The teams of a round by match; who has a bye stands without a number of a match."""
    return {
        str(line["B"] or ""): (str(line["C"]), str(line["M"] or "BYE"))
        for line in lines_of(path, number).values()
    }


def new_book(path: Path, *options: str) -> Path:
    assert main(["new", str(path), "--game", "chess", "--language", "en", *options]) == 0
    if "--teams" in options:
        named(path, int(options[options.index("--teams") + 1]), "Teams")
    return path


def type_results(path: Path, number: int, boards: str = "11½0") -> None:
    """Team A wins every match of a round over four boards."""
    edited(path, "Rounds", {
        f"{column}{row}": result
        for row, line in lines_of(path, number).items() if line["M"]
        for column, result in zip("FGHI", boards)
    })  # fmt: skip


@pytest.mark.slow
def test_a_workbook_of_teams_is_paired_round_after_round(tmp_path: Path, shell: Shell) -> None:
    path = new_book(tmp_path / "t.xlsx", "--teams", "7", "--rounds", "3")
    for number in (1, 2, 3):
        assert paired(path, "--write") == 0
        lines = matches_of(path, number)
        assert len(lines) == 4
        assert sum(second == "BYE" for _, second in lines.values()) == 1
        assert paired(path) == 2  # its results are not there yet
        type_results(path, number)
    met = [frozenset(two) for n in (1, 2, 3) for two in matches_of(path, n).values()]
    assert len(set(met)) == len(met)
    shell.printed()
    assert paired(path, "--check") == 0
    assert "3 rounds by FIDE Swiss Team: 0 absolute rules broken, 0 others" in shell.printed().out


@pytest.mark.slow
def test_a_round_is_paired_again_unless_a_board_has_a_result(tmp_path: Path, shell: Shell) -> None:
    path = new_book(tmp_path / "t.xlsx", "--teams", "6", "--rounds", "3")
    assert paired(path, "--write") == 0
    before = matches_of(path, 1)
    assert paired(path, "--replace", "--write", "--forbid", "1-4") == 0
    assert {frozenset(two) for two in before.values()} == {
        frozenset("14"), frozenset("25"), frozenset("36")
    }  # fmt: skip
    assert frozenset("14") not in {frozenset(two) for two in matches_of(path, 1).values()}
    edited(path, "Rounds", {"F5": "1"})
    assert paired(path, "--replace", "--write") == 2
    assert "Rounds!C5: round 1 has a result" in shell.printed().err


@pytest.mark.slow
def test_the_first_team_of_a_line_has_the_colours_of_the_settings(tmp_path: Path) -> None:
    """The initial colour is White: team 1 has it on board 1, as Team B where Team A has Black."""
    words = ("--teams", "4", "--rounds", "3", "--all-settings")
    plain, other = new_book(tmp_path / "w.xlsx", *words), new_book(tmp_path / "b.xlsx", *words)
    for path, colours in ((plain, "WBWB"), (other, "BWBW")):
        cells = values(path.read_bytes(), "Settings")
        row = {value: cell[1:] for cell, value in cells.items() if cell[0] == "A"}
        edited(path, "Settings", {
            f"B{row['Colours']}": colours, f"A{row['Lot']}": "Initial colour",
            f"B{row['Lot']}": "White",
        })  # fmt: skip
        assert paired(path, "--write") == 0
    assert matches_of(plain, 1)["1"] == ("1", "3")
    assert matches_of(other, 1)["1"] == ("3", "1")


@pytest.mark.slow
def test_a_requested_bye_and_an_absence_stand_in_the_list_of_teams(tmp_path: Path) -> None:
    path = new_book(tmp_path / "t.xlsx", "--teams", "7", "--rounds", "3")
    edited(path, "Teams", {"E6": "1", "E8": "½ 1"})  # team 2 is absent, team 4 has a half bye
    assert paired(path, "--write") == 0
    lines = lines_of(path, 1).values()
    assert {str(who) for line in lines for who in (line["C"], line["M"] or "BYE")} == {
        "1", "3", "4", "5", "6", "7", "BYE"
    }  # fmt: skip
    results = {str(line["C"]): line["N"] for line in lines if line["N"]}
    assert results == {"4": "half bye", "7": "bye"}


@pytest.mark.slow
def test_a_report_keeps_its_type_of_colours_in_the_workbook(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "t.xlsx"
    shell("import", FOLDER / "events" / "11x7-typeb_mp.trf", path)
    assert paired(path, "--check") == 0
    title = "FIDE Swiss Team, colours of type B, colours by the first score"
    assert f"7 rounds by {title}: 0 absolute rules broken, 0 others" in shell.printed().out


@pytest.fixture
def report() -> Path:
    """Four rounds of 11 teams; teams 3 and 4 miss the fifth, as announced (240)."""
    return FOLDER / "announced-byes.trf"


def test_announced_byes_of_teams_are_kept_out_of_the_next_round(report: Path, shell: Shell) -> None:
    assert paired(report, "--format", "csv") == 0
    lines = [line.split(",") for line in shell.printed().out.splitlines()]
    assert {line[0] for line in lines[1:]} == {"5"}
    assert [line[2] for line in lines if "zero-point bye" in line[4]] == ["3", "4"]
    assert len([line for line in lines[1:] if line[4].isdecimal()]) == 4


def test_a_round_is_explained_by_bracket_and_article(report: Path, shell: Shell) -> None:
    assert paired(report, "--explain") == 0
    out = shell.printed().out
    tables = [line for line in out.splitlines() if line.startswith("table ")]
    assert len(tables) == 5
    assert all("bracket of" in line for line in tables[:-1])
    assert out.count("(4.3.") == 4
    assert "floats up from" in out
    told = "given first: the lowest score, then most games played, then the last in order (3.4)"
    assert out.splitlines()[-1].strip() == told


@pytest.mark.slow
def test_why_two_teams_do_not_meet(report: Path, shell: Shell) -> None:
    assert paired(report, "--format", "csv") == 0
    lines = [line.split(",") for line in shell.printed().out.splitlines()[1:]]
    there = [who for line in lines if line[4].isdecimal() for who in (line[2], line[4])]
    pairs = {frozenset((line[2], line[4])) for line in lines}
    said = []
    for one, other in combinations(there, 2):
        assert paired(report, "--why-not", one, other) == 0
        last = shell.printed().out.splitlines()[-1]
        assert ("do meet in this round" in last) == (frozenset((one, other)) in pairs)
        said.append(last)
    assert all("do meet" in sentence or sentence.endswith(")") for sentence in said)
    assert any("(C1, article 2.1.1)" in sentence for sentence in said) and any(
        "with them, " in sentence for sentence in said
    )


def test_systems_of_individuals_are_not_for_teams(
    report: Path, tmp_path: Path, shell: Shell
) -> None:
    assert paired(report, "--system", "dutch") == 2
    assert "FIDE Dutch is for individuals" in shell.printed().err
    book = new_book(tmp_path / "p.xlsx", "--players", "6")
    assert paired(book, "--system", "fide-team") == 2
    assert "FIDE Swiss Team is for teams" in shell.printed().err


@pytest.mark.slow
def test_a_round_robin_of_teams_is_that_of_the_tables(tmp_path: Path) -> None:
    path = new_book(tmp_path / "t.xlsx", "--teams", "4", "--rounds", "3")
    assert paired(path, "--system", "round-robin", "--write") == 0
    assert matches_of(path, 1) == {"1": ("1", "4"), "2": ("2", "3")}
    type_results(path, 1)
    assert paired(path, "--write") == 0  # the sheet knows the system now
    assert matches_of(path, 2) == {"1": ("4", "3"), "2": ("1", "2")}
    assert paired(path, "--check") == 0
