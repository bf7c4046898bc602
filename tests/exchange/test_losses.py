"""What a file cannot hold of an event is said when it is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, hand_made, setting_cell
from tests.shell import Shell
from xltie.api import open_event, to_bytes
from xltie.api.unsaid import counterparts, losses
from xltie.cli.main import main
from xltie.event import Contestant
from xltie.games import preset
from xltie.pairing.catalogue import system_of
from xltie.workbooks.build import new_workbook


def _said(source: Path, target: Path, shell: Shell) -> str:
    return shell("export", source, target).err


def test_discs_that_a_report_has_no_place_for_are_counted(tmp_path: Path, shell: Shell) -> None:
    games = tmp_path / "club.csv"
    games.write_text("Round,Black,White,Black discs,White discs\n1,A,B,40,24\n1,C,D,33,31\n")
    assert "discs or margins (4)" in _said(games, tmp_path / "club.trf", shell)
    games.write_text("Round,White,Black,Result\n1,A,B,1-0\n")
    assert _said(games, tmp_path / "chess.trf", shell) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "suffix", "lost"),
    [
        ("chess", "trf", "Club (15)"),
        ("go", "trf", "Format (mcmahon), Grade (15), Club (15), start scores (15)"),
        ("chess", "h9", "Game (Chess), Rating (15)"),
        ("othello", "elo", "Rounds (7), Club (15)"),
    ],
)
def test_what_a_format_cannot_hold_of_an_event_is_said_in_one_line(
    game: str, suffix: str, lost: str, tmp_path: Path, shell: Shell
) -> None:
    book, file = tmp_path / "event.xlsx", tmp_path / f"event.{suffix}"
    shell("new", book, "--example", "--game", game)
    line, *others = _said(book, file, shell).splitlines()
    assert len(others) == (suffix == "elo")  # whose numbers are not the federation's
    assert line.startswith(f"warning: event.{suffix} leaves out or changes: {lost}")
    # What was lost once is not lost again.
    lines = _said(file, tmp_path / f"again.{suffix}", shell).splitlines()
    assert [line for line in lines if "start scores are not known" not in line] == [
        other.replace("event.xlsx", f"event.{suffix}") for other in others
    ]


@pytest.mark.slow
def test_the_games_to_come_are_not_called_games_that_were_lost(
    tmp_path: Path, shell: Shell
) -> None:
    book = tmp_path / "event.xlsx"
    shell("new", book, "--example")
    shell("pair", book, "--write")
    assert "open games of players (14), byes (1)" in _said(book, tmp_path / "event.elo", shell)


@pytest.mark.slow
@pytest.mark.parametrize("colour", ["White", "black", "b"])
def test_the_initial_colour_is_in_a_report_whatever_its_spelling(
    colour: str, tmp_path: Path, shell: Shell
) -> None:
    book = tmp_path / "event.xlsx"
    assert main(["new", str(book), "--game", "chess", "--players", "8", "--rounds", "3"]) == 0
    row = openpyxl.load_workbook(book)["Settings"].max_row + 1
    edited(book, "Settings", {f"A{row}": "Initial colour", f"B{row}": colour})
    edited(book, "Players", {f"B{line}": f"P{line}" for line in range(5, 13)})
    said = _said(book, tmp_path / "event.trf", shell)
    assert f"152 {colour[0].upper()}" in (tmp_path / "event.trf").read_text().splitlines()
    assert "Initial colour" not in said


def test_the_letters_of_one_format_do_not_stand_in_another(tmp_path: Path, shell: Shell) -> None:
    """``1+/w`` of an EGD file stood in the result column of a report, which nobody could read."""
    lines = "1 Ann A 3d KR Club 1 2+/w! 3+\n2 Bob B 2d KR Club 1 1-/b! 4+\n"
    lines += "3 Cid C 1d KR Club 0 4+/b 1-\n4 Dee D 1k KR Club 0 3-/w 2-\n"
    source, target = tmp_path / "club.h9", tmp_path / "club.trf"
    source.write_text(f"; EV[Club]\n{lines}")
    assert "Grade (4)" in _said(source, target, shell)
    games = [line[91:].split() for line in target.read_text().splitlines() if line[:3] == "001"]
    assert games[0] == ["2", "w", "+", "3", "-", "1"]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["trf", "h9", "elo"])
def test_boards_are_not_written_where_no_board_has_a_place(
    suffix: str, tmp_path: Path, shell: Shell
) -> None:
    book, file = tmp_path / "evening.xlsx", tmp_path / f"evening.{suffix}"
    assert main(["new", str(book), "--example", "--game", "bridge"]) == 0
    said = shell("export", book, file, code=1).err
    assert "has no place for the boards" in said or suffix == "elo"
    assert not file.exists()
    assert _said(book, tmp_path / "evening.pbn", shell) == ""


@pytest.mark.parametrize("suffix", ["pbn", "bws"])
def test_a_column_that_reads_like_a_number_or_a_place_is_missed(
    suffix: str, tmp_path: Path, shell: Shell
) -> None:
    listed, book = tmp_path / "pairs.csv", tmp_path / "evening.xlsx"
    listed.write_text("No,Name,Handicap\n1,Ann & Bo,1\n2,Cy & Di,2\n3,Ed & Flo,4\n4,Gus & Hal,1\n")
    shell("new", book, "--game", "bridge", "--from", listed, "--rounds", 3)
    shell("seat", book)
    assert "Handicap (4)" in _said(book, tmp_path / f"evening.{suffix}", shell)


def test_an_event_without_games_makes_no_result_file(tmp_path: Path, shell: Shell) -> None:
    book, file = tmp_path / "club.xlsx", tmp_path / "club.elo"
    assert main(["new", str(book), "--game", "othello"]) == 0
    said = shell("export", book, file, code=1).err
    assert said.strip() == f"{book}: this event has no games with results to report"
    assert not file.exists()


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["csv", "txt"])
def test_no_file_of_terminals_is_called_a_table(suffix: str, tmp_path: Path, shell: Shell) -> None:
    book, file = tmp_path / "evening.xlsx", tmp_path / f"evening.{suffix}"
    assert main(["new", str(book), "--example", "--game", "bridge"]) == 0
    assert "Bridgemate" not in shell("export", book, file, code=2 if suffix == "csv" else 1).err
    assert not file.exists()


@pytest.mark.slow
def test_letters_of_every_alphabet_stand_in_a_result_file(tmp_path: Path, shell: Shell) -> None:
    names = tmp_path / "names.csv"
    names.write_text("ID,Name,Rating\n1,Łukasz,1500\n2,Zoë,1400\n", "utf-8")
    book = tmp_path / "club.xlsx"
    assert main(["new", str(book), "--from", str(names), "--game", "othello"]) == 0
    assert main(["pair", str(book), "--write"]) == 0
    edited(book, "Rounds", {"F5": 40, "G5": 24})
    assert "Name" not in _said(book, tmp_path / "club.elo", shell)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["othello", "chess", "go", "bridge"])
def test_an_imported_workbook_holds_what_the_players_of_a_file_have(
    game: str, tmp_path: Path
) -> None:
    book = tmp_path / "event.xlsx"
    assert main(["new", str(book), "--example", "--game", game]) == 0
    event = open_event(book).event
    listed = [
        replace(one, club="Club", country="KR", team="Team", title="FM", rating=1500 + number)
        for number, one in enumerate(event.contestants)
    ]
    event = replace(event, contestants=tuple(listed))
    again = open_event(to_bytes(event, "again.xlsx"), name="again.xlsx").event
    assert losses(event, again, counterparts(event, again)) == []


def test_a_name_that_opengotha_would_not_read_is_said(tmp_path: Path, shell: Shell) -> None:
    names = [Contestant("1", "An", grade="3d"), Contestant("2", "Bo Lee", grade="2d")]
    book = tmp_path / "go.xlsx"
    book.write_bytes(new_workbook(preset("go"), 2, 1, names))
    said = shell("export", book, tmp_path / "go.xml").err
    assert "'An' is written with the first name 'x'" in said and "Lee" not in said


def test_points_leave_out_the_games_that_do_not_count_and_a_warning_says_so(
    tmp_path: Path, shell: Shell
) -> None:
    """The fourth player left a round robin of five after one game, which the first had won."""
    games = "Round,White,Black,Result\n1,1,4,1-0\n1,2,3,1-0\n2,1,2,1-0\n2,3,5,0-1\n3,1,3,1-0\n"
    names = [Contestant(str(number), f"Nr {number}") for number in range(1, 6)]
    book = tmp_path / "robin.xlsx"
    left = [
        ["4", "Nr 4", 1] if player.id == "4" else [player.id, player.name, None] for player in names
    ]
    book.write_bytes(hand_made({
        "Settings": [["Setting", "Value"], ["Game", "chess"], ["Format", "round-robin"]],
        "Players": [["ID", "Name", "Withdrawn after"], *left],
        "Rounds": [line.split(",") for line in games.split()],
    }))  # fmt: skip
    shown = {}
    for suffix in ("trf", "elo"):
        file = tmp_path / f"robin.{suffix}"
        said = shell("export", book, file).err
        assert "the games of Nr 4 are in the file, but do not count" in said
        shown[suffix] = file.read_text("latin-1").splitlines()
    first = next(line for line in shown["trf"] if line.startswith("001    1"))
    assert first[80:84] == " 2.0"
    first = next(line for line in shown["elo"] if line.startswith("%_%       1,"))
    assert first.split(",")[4].strip() == "2"
    told = shell("standings", tmp_path / "robin.trf", "--format", "csv")
    assert "\n1,1,2," in told.out
    assert "points column" not in told.err


@pytest.mark.slow
@pytest.mark.parametrize("system", ["fide-dutch", "keizer"])
def test_a_report_keeps_how_the_event_is_paired(system: str, tmp_path: Path, shell: Shell) -> None:
    """By its code where FIDE has one, else in a comment."""
    players, book, report = tmp_path / "players.csv", tmp_path / "club.xlsx", tmp_path / "club.trf"
    players.write_text("Name,Rating\nAnn,2000\nBob,1900\nCid,1800\nDee,1700\n")
    assert main(["new", str(book), "--from", str(players), "--rounds", "3", "--game", "chess"]) == 0
    shell("pair", book, "--system", system, "--write")
    assert f"Pairing ({system})" not in shell("export", book, report).err
    assert system_of(open_event(report).event).name == system


def test_colours_that_nobody_wrote_of_forfeits_are_no_loss(tmp_path: Path, shell: Shell) -> None:
    """A sheet has to put one of two first; the report is what it was, to the byte."""
    file, book, again = (tmp_path / name for name in ("club.trf", "club.xlsx", "again.trf"))
    cells = ("   2 - +     3 w 1", "   1 - -     4 w =", "   4 w 1     1 b 0", "   3 b 0     2 b =")
    lines = ["012 Club", "142 2"]
    for number, (cell, points) in enumerate(zip(cells, ("2.0", "0.5", "1.0", "0.5")), 1):
        lines.append(f"001    {number}      P{number}".ljust(81) + f"{points}    {number}  {cell}")
    file.write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    assert main(["import", str(file), str(book)]) == 0
    assert _said(book, again, shell) == ""
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.slow
def test_forbidden_pairs_are_those_of_the_same_people(tmp_path: Path, shell: Shell) -> None:
    """Players who get other numbers in a report were said to be left out of its pairs."""
    listed, book, report = (tmp_path / name for name in ("p.csv", "e.xlsx", "e.trf"))
    listed.write_text("Name,Rating\nAnn,1500\nBob,1600\nCid,1700\nDee,1800\n")
    shell("new", book, "--game", "chess", "--from", listed, "--rounds", "3")
    edited(book, "Settings", {setting_cell(book, "Forbidden pairs"): "Ann-Bob; 2-4"})
    told = shell("export", book, report)
    assert [line for line in report.read_text().splitlines() if line.startswith("260")] == [
        "260   1   3    4    3", "260   1   3    3    1",
    ]  # fmt: skip
    assert "Forbidden pairs" not in told.err
