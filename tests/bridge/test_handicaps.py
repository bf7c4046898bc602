"""Handicaps and strata of a club, in a table as a club types them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.books import hand_made, recomputed, values
from tests.shell import Shell
from xltie.cli.main import main

BOARDS: list[list[object]] = [
    ["Board", "NS", "EW", "Score"], [1, 1, 2, 420], [1, 3, 4, 400], [2, 3, 2, 50], [2, 1, 4, 100],
]  # fmt: skip


def event(path: Path, handicaps: list[object]) -> str:
    players: list[list[object]] = [
        ["ID", "Name", "Handicap"],
        *([n, f"P{n}", h] for n, h in enumerate(handicaps, 1)),
    ]
    path.write_bytes(hand_made({"Players": players, "Boards": BOARDS}))
    return str(path)


def test_places_go_by_percentage_and_handicap(tmp_path: Path, shell: Shell) -> None:
    file = event(tmp_path / "club.xlsx", [-5, 2.5, "+4%", 0])
    lines = shell("standings", file, "--criteria", "MP%H", "--format", "csv").out.splitlines()
    assert lines == [
        "id,place,MP%H,name", "1,1,95,P1", "3,2,4,P3", "2,1,52.5,P2", "4,2,50,P4",
    ]  # fmt: skip


def test_a_percentage_with_a_handicap_has_two_decimals(tmp_path: Path, shell: Shell) -> None:
    file = event(tmp_path / "club.xlsx", [-5.125, 2.5, "+4%", 0])
    lines = shell("standings", file, "--criteria", "MP%H").out.splitlines()
    places = [line.split() for line in lines if "P" in line][1:]
    assert [line[3] for line in places] == ["94.88", "4.00", "52.50", "50.00"]
    assert places[1][-4:] == ["MP%H", "94.88", ":", "4"]


def test_a_handicap_that_is_no_percentage_is_told(tmp_path: Path, shell: Shell) -> None:
    file = event(tmp_path / "club.xlsx", [0, "scratch", 0, 0])
    assert main(["standings", file, "--criteria", "MP%H"]) != 0
    assert "the handicap of 2 is 'scratch', not a percentage" in shell.printed().err


def test_strata_are_printed_as_the_table_function_gives_them(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "club.xlsx"
    players: list[list[object]] = [["ID", "Name", "Stratum"], [1, "P1", "b"], [2, "P2", "A"],
                                   [3, "P3", "A"], [4, "P4", "C"]]  # fmt: skip
    formula = '=STANDINGS(Players!A1:C5, Boards!A1:D5, "MP%", , Settings!A1:B2)'
    settings: list[list[object]] = [["Setting", "Value"], ["Winners", "1"]]
    cells = [[f"=INDEX({formula[1:]},{row},{column})" for column in (2, 5, 6, 7)]
             for row in range(1, 6)]  # fmt: skip
    sheets: dict[str, list[list[Any]]] = {
        "Players": players, "Boards": BOARDS, "Settings": settings, "Shown": [*cells],
    }  # fmt: skip
    data, report = recomputed(hand_made(sheets))
    assert not report.faults
    path.write_bytes(data)
    said = shell("standings", path, "--criteria", "MP%", "--format", "csv").out
    lines = [line.split(",") for line in said.splitlines()]
    assert lines[0] == ["id", "place", "MP%", "Stratum A", "Stratum B", "Stratum C", "name"]
    assert [line.pop() for line in lines[1:]] == ["P1", "P2", "P4", "P3"]
    assert [line[:2] + line[3:] for line in lines[1:]] == [
        ["1", "1", "1", "1", ""], ["2", "2", "2", "", ""], ["4", "2", "2", "2", "1"],
        ["3", "4", "4", "", ""],
    ]  # fmt: skip
    shown = values(data, "Shown")
    assert [str(shown.get(f"{c}{r}", "")) for r in range(2, 6) for c in "ABCD"] == [
        cell for line in lines[1:] for cell in (line[0], *line[3:])
    ]


def test_a_place_in_the_own_stratum_by_the_criteria_of_the_event() -> None:
    listed = "ID,Name,Stratum\n1,P1,b\n2,P2,A\n3,P3,\n4,P4,C"
    players: list[list[object]] = [list(line.split(",")) for line in listed.splitlines()]
    settings: list[list[object]] = [["Setting", "Value"], ["Winners", "1"], ["Criteria", "MP%"]]
    cells: list[list[Any]] = [
        [f'=IFNA(STRATUMPLACE({who},Boards!A1:D5,,{stratum},Players!A1:C5,Settings!A1:B3),"-")'
         for stratum in ("", '"A"')] for who in (1, 2, 3, 4)
    ]  # fmt: skip
    sheets: dict[str, list[list[Any]]] = {
        "Players": players, "Boards": BOARDS, "Settings": settings, "Shown": cells,
    }  # fmt: skip
    data, report = recomputed(hand_made(sheets))
    assert not report.faults
    shown = values(data, "Shown")
    assert [(shown[f"A{row}"], shown[f"B{row}"]) for row in range(1, 5)] == [
        (1, 1), (2, 2), ("-", "-"), (1, 2),
    ]  # fmt: skip
