"""Swiss teams with boards: rounds seated from what both tables typed, by the totals shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.books import hand_made, named, values
from tests.pairing.events import event_index_of, field_of
from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.errors import DomainError, InputError, XltieError
from xltie.pairing.catalogue import Round, system_named, system_of, wants_of
from xltie.pairing.options import DEFAULTS
from xltie.pairing.systems import draw_round
from xltie.ranking import label_in, rank

TEAMS = system_named("swiss-teams")
SETTINGS = "Boards of a match,{of_match}\nBoards,{boards}\nGame,bridge\nCriteria,{criteria}\n"
HEADINGS = "Board,Round,NS,EW,Score,NS adjusted\n"


def sheets_of(
    lines: str, boards: int = 3, criteria: str = "VP", players: str = "", bye: object = None,
    of_match: int = 1,
) -> bytes:  # fmt: skip
    """Return a workbook of four teams with boards as lines of text."""

    def rows(text: str) -> list[list[object]]:
        return [[int(c) if c.lstrip("-").isdecimal() else c or None for c in line.split(",")]
                for line in text.strip().splitlines()]  # fmt: skip

    settings = (
        SETTINGS.format(of_match=of_match, boards=boards, criteria="").strip().rpartition("\n")[0]
    )
    return hand_made({
        "Settings": [["Setting", "Value"], *rows(settings), ["Criteria", criteria],
                     ["Victory points of a bye", bye]],
        "Players": rows(players or "ID,Name,Bonus\n1,A,\n2,B,\n3,C,\n4,D,"),
        "Boards": rows(HEADINGS + lines),
    })  # fmt: skip


def drawn(data: bytes, number: int) -> Round:
    index = open_event(data, name="teams.xlsx").event_index()
    return draw_round(index, number, TEAMS, DEFAULTS)


def couples(found: Round) -> list[tuple[str, ...]]:
    return [tuple(sorted(board.players)) for board in found.boards]


ROUND_1 = "1,1,1,2,600,\n1,1,2,1,-100,\n1,1,3,4,420,\n1,1,4,3,-400,\n"


def test_winners_meet_in_the_second_round_and_nobody_meets_twice() -> None:
    # 1 wins 700 (12 IMPs), 3 wins 820 (13 IMPs)
    assert couples(drawn(sheets_of(ROUND_1), 2)) == [("1", "3"), ("2", "4")]
    second = ROUND_1 + "2,2,1,3,600,\n2,2,3,1,-600,\n2,2,2,4,100,\n2,2,4,2,-100,\n"
    assert couples(drawn(sheets_of(second), 3)) == [("1", "4"), ("2", "3")]


@pytest.mark.parametrize(("criteria", "of_a_match"), [("IMP, VP", 0), ("VP, IMP", 20)])
def test_a_match_is_worth_what_the_first_criterion_gives(criteria: str, of_a_match: int) -> None:
    state = drawn(sheets_of(ROUND_1, criteria=criteria), 2).state
    assert state is not None
    points = {entry.who: state.points(entry) for entry in state.entries}
    assert points["1"] + points["2"] == points["3"] + points["4"] == of_a_match
    assert (points["1"], points["3"]) == (12, 13) or of_a_match == 20


def test_a_bonus_counts_as_it_does_in_the_standings() -> None:
    players = "ID,Name,Bonus\n1,A,\n2,B,20\n3,C,\n4,D,"
    # 2 has now more than 1; neighbours that have not met are 2-3 and 1-4
    assert couples(drawn(sheets_of(ROUND_1, players=players), 2)) == [("2", "3"), ("1", "4")]


@pytest.mark.parametrize(("line", "place"), [("1,1,4,3,,\n", "C5"), ("", "C4")])
def test_a_round_waits_for_both_tables_and_names_the_board(line: str, place: str) -> None:
    waiting = sheets_of(ROUND_1.replace("1,1,4,3,-400,\n", line))
    with pytest.raises(InputError, match=f"Boards!{place}: round 1 has a board without a result"):
        drawn(waiting, 2)


def test_a_board_that_is_not_played_holds_nobody_up() -> None:
    not_played = ROUND_1.replace("1,1,4,3,-400,", "1,1,4,3,NP,")
    assert len(drawn(sheets_of(not_played), 2).boards) == 2


@pytest.mark.parametrize(
    ("lines", "criteria", "told"),
    [
        (ROUND_1.replace("1,1,3,4", "1,,3,4"), "VP", "the board has no round"),
        (ROUND_1 + "2,1,1,3,100,\n2,1,3,1,-100,", "VP", "1 has 2 and 3 as opponents in round 1"),
        (ROUND_1, "MP%", "the places go by MP% first"),
        ("1,1,1,2,600,\n1,1,3,4,420,\n", "VP", "a contest of pairs"),
    ],
)
def test_what_is_no_event_of_teams_is_told(lines: str, criteria: str, told: str) -> None:
    with pytest.raises(XltieError, match=told):
        drawn(sheets_of(lines, criteria=criteria), 2)


def test_a_match_has_no_more_boards_than_are_prepared() -> None:
    with pytest.raises(DomainError, match="a match has 4 boards, but only 3 are prepared"):
        drawn(sheets_of(ROUND_1, of_match=4), 2)


def test_a_contest_of_teams_is_paired_as_one_where_nobody_names_a_system() -> None:
    event = open_event(sheets_of(ROUND_1), name="teams.xlsx").event
    assert system_of(event).name == TEAMS.name


def test_a_system_of_teams_pairs_players_of_chess_from_the_first_round_on() -> None:
    found = draw_round(event_index_of(field_of(6)), 1, TEAMS, DEFAULTS)
    assert sorted(who for board in found.boards for who in board.players) == list("123456")


def test_the_last_round_is_that_of_the_boards() -> None:
    with pytest.raises(DomainError, match="the event has 3 rounds"):
        drawn(sheets_of(ROUND_1), 4)


def typed(path: Path) -> None:
    """Type a result at every table that has none: team 1 makes more than everybody else."""
    book = load_workbook(path)
    sheet: Any = book["Boards"]
    heads = {cell.value: cell.column for cell in sheet[4]}
    for row in range(5, sheet.max_row + 1):
        ns, ew = (sheet.cell(row, heads[side]).value for side in ("NS", "EW"))
        if ns and ew and ew != "BYE" and not sheet.cell(row, heads["Contract"]).value:
            tricks = 8 + (ns < ew)
            for heading, value in (("Contract", "3NT"), ("By", "N"), ("Tricks", tricks)):
                sheet.cell(row, heads[heading]).value = value
    book.save(path)


THREE = "1,1,1,2,600,\n1,1,2,1,-100,\n1,1,3,BYE,,\n2,2,1,3,600,\n2,2,3,1,-600,\n2,2,2,,,\n"
THREE_TEAMS = "ID,Name,Bonus\n1,A,\n2,B,\n3,C,"


def test_who_has_sat_out_does_not_do_so_again() -> None:
    """2 and 3 have sat out, 1 has met both: 2 and 3 meet, and 1 has nobody."""
    third = drawn(sheets_of(THREE, players=THREE_TEAMS), 3)
    assert [board.players for board in third.boards] == [("2", "3"), ("1",)]


def totals(criterion: str, bye: object = None) -> dict[str, Any]:
    data = sheets_of(THREE, criteria=criterion, players=THREE_TEAMS, bye=bye)
    standings = open_event(data, name="teams.xlsx")
    found: Any = rank(standings.event_index(), standings.parsed())
    return {line.who: line.values[0].total for line in found.lines}


@pytest.mark.slow
@pytest.mark.parametrize("criterion", ["VP", "VPD"])
def test_a_round_that_a_team_sits_out_is_worth_what_the_settings_say(criterion: str) -> None:
    """1 beats 2 and draws with 3; each of the others sits out once."""
    plain = totals(criterion)
    for bye in (12, Fraction(21, 2)):
        own = {"1": plain["1"], "2": plain["2"] + bye, "3": plain["3"] + bye}
        assert totals(criterion, float(bye)) == own
        assert totals(f"{criterion}(bye={float(bye)})") == own
    assert totals(criterion, 0) == plain


@pytest.mark.parametrize("bye", ["twelve", -3])
def test_a_bye_worth_nonsense_is_a_fault_of_its_cell(bye: object) -> None:
    with pytest.raises(XltieError, match="Settings!B6"):
        totals("VP", bye)


@pytest.mark.slow
def test_a_director_plays_an_event_of_five_teams(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "teams.xlsx"
    assert not main(["new", str(path), "--game", "bridge", "--players", "5", "--rounds", "16",
                     "--criteria", "VP, IMP"])  # fmt: skip
    named(path, 5)
    for _ in range(2):
        assert "sits out" in shell("pair", path, "--write").err
        typed(path)
        assert main(["recompute", str(path)]) == 0
    checked = shell("pair", path, "--check").out
    assert "2 rounds by Swiss teams" in checked
    assert "0 absolute rules broken, 0 others needlessly" in checked
    assert "the event has 2 rounds" in shell("pair", path, code=2).err
    standings = open_event(path.read_bytes(), name=str(path))
    lines = rank(standings.event_index(), standings.parsed()).lines
    shown = values(path.read_bytes(), "Standings")
    heads = {cell[0]: label_in(str(text)) for cell, text in shown.items() if cell[1:] == "4"}
    (column,) = (at for at, head in heads.items() if head == "VP")
    for row, line in enumerate(lines, 5):
        assert str(shown[f"C{row}"]) == line.who
        assert line.values[0] is not None
        assert Fraction(str(shown[f"{column}{row}"])) == line.values[0].total


@pytest.mark.slow
def test_a_file_that_cannot_hold_matches_of_teams_is_refused_in_one_line(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "teams.xlsx"
    assert not main(["new", str(path), "--game", "bridge", "--players", "4", "--rounds", "16",
                     "--criteria", "VP, IMP"])  # fmt: skip
    named(path, 4)
    shell("pair", path, "--write")
    typed(path)
    assert main(["recompute", str(path)]) == 0
    refused = shell("export", path, tmp_path / "teams.bws", code=1)
    (line,) = refused.err.splitlines()
    assert "would not be read again: 2 plays board 1 a second time" in line
    assert "U+000A" not in line
    assert not (tmp_path / "teams.bws").exists()


@pytest.mark.parametrize("column", ["Absent", "Half bye", "Withdrawn after"])
def test_a_team_that_is_not_there_is_not_seated(column: str) -> None:
    """2 misses the second round: 1 and 3 have won, 4 is left over."""
    players = f"ID,Name,{column}\n1,A,\n2,B,{1 if column == 'Withdrawn after' else 2}\n3,C,\n4,D,"
    event_index = open_event(sheets_of(ROUND_1, players=players), name="t.xlsx").event_index()
    found = draw_round(event_index, 2, TEAMS, wants_of(event_index, 2))
    assert couples(found) == [("1", "3"), ("4",)]
    assert found.resting == ("2",)


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_the_leader_meets_the_second_whatever_the_lot(seed: str) -> None:
    """After a round the totals mirror each other: sums of differences leave 1-2 and 1-3 equal."""
    lines = (
        "1,1,1,6,600,\n1,1,6,1,-100,\n1,1,2,5,300,\n1,1,5,2,-100,\n1,1,3,4,120,\n1,1,4,3,-100,\n"
    )
    players = "ID,Name\n" + "\n".join(f"{n},{name}" for n, name in enumerate("ABCDEF", 1))
    data = sheets_of(lines, criteria="IMP", players=players)
    index = open_event(data, name="teams.xlsx").event_index()
    found = draw_round(index, 2, TEAMS, replace(DEFAULTS, seed=seed))
    assert couples(found) == [("1", "2"), ("3", "5"), ("4", "6")]


@pytest.mark.slow
def test_a_new_event_says_how_many_matches_its_boards_are(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "teams.xlsx"
    said = shell(
        "new", path, "--game", "bridge", "--players", 5, "--rounds", 12, "--criteria", "VP"
    )
    assert "5 teams, 12 boards, 8 boards a round, 1 round" in said.out


def test_an_award_for_both_sides_may_stand_under_ns_adjusted() -> None:
    lines = ROUND_1.replace("600,", "600,A+/A-").replace("-100,", "-100,70/25")
    found = open_event(sheets_of(lines), name="teams.xlsx").event.board_results
    shares = [str(side) for line in found[:2] for side in (line.ns_result, line.ew_result)]
    assert shares == ["A+", "A-", "70%", "25%"]


@pytest.mark.parametrize("suffix", ["pbn", "xml"])
def test_our_own_files_of_teams_come_out(suffix: str, tmp_path: Path, shell: Shell) -> None:
    book, file = tmp_path / "teams.xlsx", tmp_path / f"teams.{suffix}"
    book.write_bytes(sheets_of(ROUND_1))
    shell("export", book, file)
    assert shell("verify", file).out.count("4 of 4 as VP") == 2
