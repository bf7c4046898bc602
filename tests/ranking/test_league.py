"""A league over weeks: who is who, what counts, who has a place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shell import Shell
from xltie.cli.main import main


def bridge_week(folder: Path, number: int, pairs: list[tuple[str, str]], scores: str) -> str:
    """Write an evening of four pairs, names with the numbers of both members, two boards."""
    people = "".join(
        f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER>"
        + "".join(
            f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME><NATIONAL_ID_NUMBER>{member}"
            "</NATIONAL_ID_NUMBER></PLAYER>"
            for name, member in zip(names.split("/"), members.split("/"), strict=True)
        )
        + "</PAIR>"
        for n, (names, members) in enumerate(pairs, 1)
    )
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
        + "".join(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}"
            f"</EW_PAIR_NUMBER><SCORE>{score}</SCORE></TRAVELLER_LINE>"
            for ns, ew, score in ((1, 2, one), (3, 4, other))
        )
        + "</BOARD>"
        for board, (one, other) in enumerate((part.split(":") for part in scores.split()), 1)
    )
    path = folder / f"evening{number}.xml"
    path.write_text(
        '<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><WINNER_TYPE>1</WINNER_TYPE>'
        f"<PARTICIPANTS>{people}</PARTICIPANTS>{boards}</EVENT></USEBIO>",
        "utf-8",
    )
    return str(path)


def table(shell: Shell, *args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shell("league", *args, "--format", "json").out)
    return found


ONE = [("Ann/Bo", "1/2"), ("Cy/Di", "3/4"), ("Ed/Flo", "5/6"), ("Gus/Hal", "7/8")]
TWO = [("Bo/Ann", "2/1"), ("Ed/Di", "5/4"), ("Cy/Flo", "3/6"), ("Gus/Hal", "7/8")]


@pytest.fixture
def evenings(tmp_path: Path) -> list[str]:
    """1 and 4 win both boards of the first evening; 1 one and a half of the second."""
    return [
        bridge_week(tmp_path, 1, ONE, "420:50 100:-50"),
        bridge_week(tmp_path, 2, TWO, "420:50 100:100"),
    ]


def test_percentages_of_pairs_are_averaged(evenings: list[str], shell: Shell) -> None:
    found = table(shell, *evenings)
    assert [(line["place"], line["name"], line["total"]) for line in found[:2]] == [
        (1, "Ann & Bo", 87.5), (1, "Gus & Hal", 87.5),
    ]  # fmt: skip
    assert found[0]["results"] == {"evening1": 100, "evening2": 75}, "Bo & Ann are Ann & Bo"


def test_players_have_the_results_of_their_pairs(evenings: list[str], shell: Shell) -> None:
    found = {line["name"]: line for line in table(shell, *evenings, "--by", "players")}
    assert found["Ann"]["total"] == found["Bo"]["total"] == 87.5
    assert found["Cy"]["results"] == {"evening1": 0, "evening2": 25}
    assert found["Cy"]["total"] == 12.5


def test_the_best_results_count_and_too_few_have_no_place(
    evenings: list[str], shell: Shell
) -> None:
    found = table(shell, *evenings, "--best", "1", "--least", "2")
    assert (found[0]["total"], found[0]["counted"]) == (100, ["evening1"])
    places = {line["name"]: line["place"] for line in found}
    assert places["Ann & Bo"] == 1
    assert places["Cy & Di"] is None, "one evening together"


def test_places_are_worth_points_and_those_tied_share_them(
    evenings: list[str], shell: Shell
) -> None:
    found = {line["name"]: line for line in table(shell, *evenings, "--points", "10 6 3")}
    assert found["Ann & Bo"]["results"] == {"evening1": 8, "evening2": 8}
    assert found["Ann & Bo"]["total"] == 16


def test_evenings_ranked_by_different_things_are_refused(
    tmp_path: Path, evenings: list[str], shell: Shell
) -> None:
    other = tmp_path / "butler.xml"
    other.write_text(
        Path(evenings[0]).read_text("utf-8").replace('"PAIRS"', '"BUTLER_PAIRS"'), "utf-8"
    )
    assert "name one thing by --criteria" in shell("league", evenings[0], other, code=1).err
    assert main(["league", evenings[0], str(other), "--criteria", "BUTLERIMPS"]) == 0


def test_one_name_with_two_numbers_is_refused(
    tmp_path: Path, evenings: list[str], shell: Shell
) -> None:
    strangers = [("Ann/Zoe", "99/98"), *ONE[1:]]
    third = bridge_week(tmp_path, 3, strangers, "420:50 100:-50")
    said = shell("league", *evenings, third, code=1).err.splitlines()[-1]
    assert said.startswith(f"{third}:")
    assert "Ann & Zoe has the numbers 1 and 99; two of a name are told apart where" in said


def test_two_of_a_name_are_told_apart_where_an_event_lists_both(
    tmp_path: Path, shell: Shell
) -> None:
    first = bridge_week(
        tmp_path, 1, [("Ann/Bo", "1/2"), ("Ann/Di", "9/4"), *ONE[2:]], "420:50 100:-50"
    )
    second = bridge_week(tmp_path, 2, [("Bo/Ann", "2/1"), *ONE[1:]], "420:50 100:100")
    found = {line["name"]: line["results"] for line in table(
        shell, first, second, "--by", "players"
    )}  # fmt: skip
    assert found["Ann (1)"] == {"evening1": 100, "evening2": 75}
    assert found["Ann (9)"] == {"evening1": 0, "evening2": None}, "not there"
    bare = [("Ann/Bo", "/"), *ONE[1:]]
    third = bridge_week(tmp_path, 3, bare, "420:50 100:-50")
    assert "Ann & Bo has the numbers 1 and 9" in shell("league", first, third, code=1).err


def test_a_wrong_list_of_points_is_a_wrong_call(evenings: list[str], shell: Shell) -> None:
    said = shell("league", *evenings, "--points", "10 x", code=2).err
    assert "write the points of places" in said


def test_events_of_other_games_add_up_too(tmp_path: Path, shell: Shell) -> None:
    games = ("1,Rose,Lee,1-0\n2,Lee,Rose,0-1\n", "1,Rose,Lee,0-1\n")
    for number, lines in enumerate(games, 1):
        path = tmp_path / f"week{number}.csv"
        path.write_text("Round,White,Black,Result\n" + lines, "utf-8")
    found = table(shell, str(tmp_path))
    assert {line["name"]: line["total"] for line in found} == {"Rose": 2, "Lee": 1}


def test_one_event_in_two_files_is_said(tmp_path: Path, shell: Shell) -> None:
    """As in the folder of a club that keeps each workbook beside the report made of it."""
    workbook, report = str(tmp_path / "event.xlsx"), str(tmp_path / "report.trf")
    assert main(["new", workbook, "--example", "--game", "chess"]) == 0
    assert main(["export", workbook, report]) == 0
    said = shell("league", workbook, report).err
    assert f"{report} holds the results of {workbook}; both count" in said
    assert "both count" not in shell("league", workbook).err


def test_a_league_may_be_divided_by_a_column(shell: Shell, evenings: list[str]) -> None:
    for path, strata in zip(evenings, ("1122", "1221"), strict=True):
        text = Path(path).read_text("utf-8")
        for stratum in strata:  # one after another
            told = f"<STRATIFICATION>{stratum}</STRATIFICATION></PAIR>"
            text = text.replace("</PLAYER></PAIR>", f"</PLAYER>{told}", 1)
        Path(path).write_text(text, "utf-8")
    lines = table(shell, *evenings, "--divide", "stratum")
    told = [(line["division"], line["place"], line["name"]) for line in lines]
    assert told == [
        ("1", 1, "Ann & Bo"), ("1", 1, "Gus & Hal"), ("1", 3, "Cy & Di"),
        ("2", 1, "Cy & Flo"), ("2", 1, "Ed & Di"), ("2", 3, "Ed & Flo"),
    ]  # fmt: skip
    text = shell("league", *evenings, "--divide", "Stratum").out
    assert text.index("\n1\n") < text.index("Gus & Hal") < text.index("\n2\n")
    assert "Division" not in shell("league", *evenings, "--format", "csv").out
