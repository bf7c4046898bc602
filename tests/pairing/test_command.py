"""``xltie pair`` on real workbooks: print, write, recompute, check."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table

from tests.books import edited, named
from tests.shell import Shell
from xltie.cli.main import main
from xltie.recompute import recompute
from xltie.sheets.functions import callables

pytestmark = pytest.mark.slow


def run(shell: Shell, *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    captured = shell.printed()
    return code, captured.out, captured.err


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--players", "7", "--rounds", "3"]) == 0
    named(path, 7)
    return path


def rows_of(path: Path, sheet: str = "Rounds") -> list[dict[str, Any]]:
    """Return the lines of games by their headings; numbers by the side that they stand on."""
    lines = list(load_workbook(path, data_only=True)[sheet].values)
    head = next(n for n, line in enumerate(lines) if line and line[0] == "Round")
    heads = [str(title) for title in lines[head]]
    if "No" in heads:
        heads[heads.index("No")] = "First"
        heads[heads.index("No")] = "Second"
    return [
        dict(zip(heads, line, strict=True)) for line in lines[head + 1 :] if line[0] is not None
    ]


def fill_in(path: Path, round_number: int) -> None:
    """Type results as a director would: the lower number wins."""
    discs = {
        f"F{at}": 40 if row["First"] < row["Second"] else 24
        for at, row in enumerate(rows_of(path), 5)
        if row["Round"] == round_number and row["First"] and row["Second"]
    }
    edited(path, "Rounds", discs)
    assert main(["recompute", str(path)]) == 0  # the second count is a formula


def is_current(path: Path) -> bool:
    data = path.read_bytes()
    new, report = recompute(data, callables())
    return new == data and not report.faults and not report.uncomputable


def test_a_whole_event_is_paired_written_recomputed_and_clean(book: Path, shell: Shell) -> None:
    for number in (1, 2, 3):
        code, _, err = run(shell, "pair", book, "--write", "--seed", "x", "--system", "swiss")
        assert code == 0
        assert f"round {number} written to lines " in err and " of Rounds" in err
        assert is_current(book)
        played = [row for row in rows_of(book) if row["Round"] == number]
        players = sorted(p for row in played for p in (row["First"], row["Second"]) if p)
        assert players == [1, 2, 3, 4, 5, 6, 7]
        assert [row["Table"] for row in played] == [1, 2, 3, None]
        last = played[-1]
        assert (last["White"], last["Black discs"], last["Second"]) == (
            "bye (1 point)",
            "bye",
            None,
        )
        fill_in(book, number)
    assert run(shell, "check", book)[0] == 0
    code, out, _ = run(shell, "pair", book, "--check", "--system", "swiss")
    assert code == 0
    assert "3 rounds by Swiss: 0 absolute rules broken" in out
    code, _, err = run(shell, "pair", book)
    assert code == 2
    assert "there is no round 4; the event has 3 rounds" in err


def test_writing_changes_sheets_and_no_other_byte(book: Path) -> None:
    before = parts(book)
    assert main(["pair", str(book), "--write"]) == 0
    after = parts(book)
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert "xl/worksheets/sheet2.xml" in changed  # Rounds
    sheets = {name for name in changed if name.startswith("xl/worksheets/sheet")}
    # the looks of the new lines, and the printed area that ends with them
    assert changed - sheets <= {"xl/styles.xml", "xl/workbook.xml"}
    names, grown = (one["xl/workbook.xml"].decode() for one in (before, after))
    # all is computed now: no program need do so when it opens the workbook
    names = names.replace(' fullCalcOnLoad="1"', "")
    names = names.replace("$A$1:$J$5<", "$A$1:$J$8<")
    # the seven players, without the lines that are spare
    printed = re.compile(r"(Standings'?!\$A\$1:\$[A-Z]+\$)\d+<")
    assert printed.sub(r"\g<1>11<", names) == grown
    looks, more = (one["xl/styles.xml"].partition(b"<cellXfs") for one in (before, after))
    assert looks[0] == more[0]
    was, now = (re.findall(rb"<xf .*?(?:/>|</xf>)", one[2].partition(b"</cellXfs>")[0])
                for one in (looks, more))  # fmt: skip
    assert now[: len(was)] == was, "cells that were there look as before"


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_printing_writes_nothing_and_is_what_would_be_written(book: Path, shell: Shell) -> None:
    before = book.read_bytes()
    code, printed, _ = run(shell, "pair", book, "--seed", 5, "--format", "csv")
    assert code == 0
    assert book.read_bytes() == before
    run(shell, "pair", book, "--seed", 5, "--write")
    lines = [line.split(",") for line in printed.splitlines()[1:]]
    assert len(lines) == 4
    assert [(line[2], line[4]) for line in lines] == [
        (str(row["First"]), str(row["Second"] or "BYE")) for row in rows_of(book)
    ]


def test_what_stands_in_the_round_is_kept(book: Path, shell: Shell) -> None:
    edited(book, "Rounds", {"A5": 1, "B5": 2, "C5": 7, "J5": 1})
    assert run(shell, "pair", book, "--write", "--absent", "2")[0] == 0
    played = [row for row in rows_of(book) if row["Round"] == 1]
    assert (played[0]["First"], played[0]["Second"]) == (7, 1)
    tables = [row["Table"] for row in played if row["Second"]]
    assert sorted(tables) == [1, 2, 3]
    assert {p for row in played for p in (row["First"], row["Second"])} == {1, 3, 4, 5, 6, 7}


def test_a_half_point_bye_that_was_asked_for_is_written(book: Path, shell: Shell) -> None:
    assert run(shell, "pair", book, "--write", "--half-bye", "3")[0] == 0
    row = next(row for row in rows_of(book) if row["First"] == 3)
    assert (row["Second"], row["Black discs"]) == (None, "half bye")
    assert run(shell, "check", book)[0] == 0


def test_an_impossible_round_is_refused_and_nothing_is_written(book: Path, shell: Shell) -> None:
    before = book.read_bytes()
    forbid = [word for other in range(2, 8) for word in ("--forbid", f"1-{other}")]
    absent = ["--absent", "7"]
    code, _, err = run(shell, "pair", book, "--write", *forbid, *absent)
    assert code == 1
    assert "round 1 cannot be paired: 1 P1 has met, or must not meet, everybody present" in err
    assert book.read_bytes() == before


def test_a_round_that_is_not_finished_is_named_cell_by_cell(book: Path, shell: Shell) -> None:
    run(shell, "pair", book, "--write")
    before = book.read_bytes()
    code, _, err = run(shell, "pair", book, "--write")
    assert code == 2
    assert "Rounds!C5: round 1 has a game without a result" in err
    assert book.read_bytes() == before


def test_a_round_that_is_paired_already_is_not_written_again(book: Path, shell: Shell) -> None:
    run(shell, "pair", book, "--write")
    before = book.read_bytes()
    code, _, err = run(shell, "pair", book, "--write", "--round", 1)
    assert (code, "round 1 is paired already; nothing is written" in err) == (2, True)
    assert book.read_bytes() == before
    fill_in(book, 1)
    run(shell, "pair", book, "--write")
    before = book.read_bytes()
    code, _, err = run(shell, "pair", book, "--write", "--round", 1)
    assert (code, "round 1 is over: round 2 is paired already" in err) == (2, True)
    assert book.read_bytes() == before


def test_a_repeated_meeting_is_found_by_the_check(book: Path, shell: Shell) -> None:
    typed = {"A5": 1, "C5": 1, "F5": 40, "J5": 2, "A9": 2, "C9": 2, "F9": 40, "J9": 1}
    edited(book, "Rounds", typed)
    code, out, _ = run(shell, "pair", book, "--check")
    assert code == 1
    assert "Rounds!C9: broken: 2 P2 and 1 P1 meet again in round 2; they met in round 1" in out


def test_explain_names_groups_and_colours(book: Path, shell: Shell) -> None:
    run(shell, "pair", book, "--write", "--system", "swiss")
    fill_in(book, 1)
    code, out, _ = run(shell, "pair", book, "--explain", "--system", "swiss", "--absent", "1")
    assert "floats down from 1 to 0" in out
    assert "Not in this round: 1" in out
    code, out, _ = run(shell, "pair", book, "--explain", "--system", "swiss")
    assert code == 0
    assert "both in the group with 1" in out
    assert "(had B)" in out and "(had W)" in out
    assert "has the bye with 0; the lowest score group" in out


# -- workbooks made by hand ----------------------------------------------------------------------


def by_hand(path: Path, *, table: bool = False, below: str = "") -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Games"
    for line in (
        ("Round", "White", "Black", "Result", "Double"),
        (1, "Kim", "Ahn", "1-0", "=LEN(B2)*2"),
        (1, "Lee", "Yoon", "0-1", "=LEN(B3)*2"),
    ):
        sheet.append(line)
    if table:
        sheet.add_table(Table(displayName="Games", ref="A1:E3"))
        choice = DataValidation(type="list", formula1='"1-0,0-1"')
        choice.add("D2:D3")
        sheet.add_data_validation(choice)
    if below:
        sheet["E4"] = below
    book["Games"]["G1"] = "=COUNTA(Games[White])" if table else "=COUNTA(B:B)"
    book.save(path)
    return path


def test_a_round_goes_below_the_games_of_a_workbook_made_by_hand(
    tmp_path: Path, shell: Shell
) -> None:
    path = by_hand(tmp_path / "hand.xlsx")
    assert run(shell, "pair", path, "--write", "--system", "swiss")[0] == 0
    rows = rows_of(path, "Games")
    assert [row["Round"] for row in rows] == [1, 1, 2, 2]
    assert {frozenset((row["White"], row["Black"])) for row in rows[2:]} == {
        frozenset({"Kim", "Yoon"}), frozenset({"Lee", "Ahn"}),
    }  # fmt: skip
    assert rows[2]["Double"] == 2 * len(rows[2]["White"])  # the line's formula came along
    code, out, _ = run(shell, "pair", path, "--check", "--system", "swiss")
    assert code == 0
    assert "0 absolute rules broken" in out


def test_formulas_that_leave_the_new_lines_out_are_named(tmp_path: Path, shell: Shell) -> None:
    path = by_hand(tmp_path / "hand.xlsx")
    opened = load_workbook(path)
    opened.create_sheet("Table")["B2"] = '=POINTS("Kim",Games!$A$1:$E$3)'
    opened["Table"]["B3"] = '=POINTS("Kim",Games!A:E)'
    opened["Table"]["B4"] = '=POINTS("Kim",Games!$A$1:$E$2)+ROWS(Games!$A$1:$E$30)'
    opened.save(path)
    code, _, err = run(shell, "pair", path, "--write", "--system", "swiss")
    assert code == 0
    assert "below the last one that Table!B2 refer to" in err


def test_a_table_grows_with_its_rules_and_what_refers_to_it(tmp_path: Path, shell: Shell) -> None:
    path = by_hand(tmp_path / "table.xlsx", table=True)
    assert run(shell, "pair", path, "--write", "--system", "swiss")[0] == 0
    opened = load_workbook(path)["Games"]
    assert opened.tables["Games"].ref == "A1:E5"
    assert opened.tables["Games"].autoFilter.ref == "A1:E5"
    assert str(opened.data_validations.dataValidation[0].sqref) == "D2:D5"
    assert load_workbook(path, data_only=True)["Games"]["G1"].value == 4


def test_a_table_with_something_below_is_left_alone(tmp_path: Path, shell: Shell) -> None:
    path = by_hand(tmp_path / "table.xlsx", table=True, below="signed: the arbiter")
    before = path.read_bytes()
    code, _, err = run(shell, "pair", path, "--write", "--system", "swiss")
    assert code == 2
    assert "E4 below it is in use" in err
    assert path.read_bytes() == before


def test_only_workbooks_are_written_to(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "games.csv"
    table.write_text("Round,White,Black,Result\n1,a,b,1-0\n1,c,d,0-1\n", "utf-8")
    assert run(shell, "pair", table, "--write")[0] == 2
    code, out, _ = run(shell, "pair", table, "--format", "json", "--system", "swiss")
    assert code == 0
    assert '"round": 2' in out


def test_a_sheet_of_forbidden_couples_is_read(tmp_path: Path, shell: Shell) -> None:
    path = by_hand(tmp_path / "hand.xlsx")
    opened = load_workbook(path)
    sheet = opened.create_sheet("Forbidden")
    sheet.append(("Player", "must not meet"))
    sheet.append(("Kim", "Yoon"))
    opened.save(path)
    _, out, _ = run(shell, "pair", path, "--format", "csv", "--system", "swiss")
    # Kim and Yoon, the winners, must not meet; Kim and Ahn have met
    assert {frozenset(line.split(",")[2:5:2]) for line in out.splitlines()[1:]} == {
        frozenset({"Kim", "Lee"}), frozenset({"Yoon", "Ahn"}),
    }  # fmt: skip


# -- in a cell -----------------------------------------------------------------------------------


def test_pairings_spill_in_a_workbook(book: Path) -> None:
    opened = load_workbook(book)
    sheet = opened.create_sheet("Next")
    sheet["A1"] = '=PAIRINGS(AllPlayers,AllGames,1,"swiss","x",Settings!A:B)'
    opened.save(book)
    data, report = recompute(book.read_bytes(), callables())
    assert not report.faults and not report.uncomputable
    value = load_workbook(io.BytesIO(data), data_only=True)["Next"]["A1"].value
    assert value == "Round"


def test_a_movement_is_written_board_by_board(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "session.xlsx"
    run(shell, "new", path, "--game", "bridge", "--players", "8", "--rounds", "12")
    named(path, 8)
    for number in (1, 2, 3):
        code, _, err = run(shell, "pair", path, "--write", "--system", "mitchell")
        assert code == 0, err
        assert f"round {number} written to lines " in err and " of Boards" in err
    lines = list(load_workbook(path, data_only=True)["Boards"].values)[4:]
    played = [(line[2], line[3], line[11]) for line in lines if line[3]]
    assert len(played) == 3 * 4 * 3  # rounds, tables, boards of a set
    assert len({(board, pair) for board, *both in played for pair in both}) == 2 * len(played)
    assert [line for line in played if line[1] == 1 and line[2] == 5] == [
        (1, 1, 5), (2, 1, 5), (3, 1, 5),
    ]  # fmt: skip
    code, _, err = run(shell, "pair", path, "--system", "mitchell")
    assert code == 2
    assert "of 8 has 3 rounds" in err


# -- the settings of the templates ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "values", "title"),
    [
        ("chess", {"Pairing": "monrad"}, "Monrad"),
        ("chess", {"Format": "round-robin"}, "Round robin"),
        ("othello", {"Pairing": "swiss"}, "Swiss"),
        ("go", {"Format": "swiss"}, "OpenGotha's value"),
        ("go", {}, "OpenGotha's value"),
        ("bridge", {"Pairing": "howell"}, "Howell"),
    ],
)
def test_the_system_of_a_template_is_set_in_its_settings(
    tmp_path: Path,
    shell: Shell,
    game: str,
    values: dict[str, str],
    title: str,
) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", game, "--players", "8", "--rounds", "7"])
    named(path, 8)
    book = load_workbook(path)
    cells = {row[0].value: row[1] for row in book["Settings"].iter_rows(min_row=5)}
    for label, value in values.items():
        cells[label].value = value
        rules = book["Settings"].data_validations.dataValidation
        offered = next(rule for rule in rules if cells[label].coordinate in rule.sqref)
        assert value in str(offered.formula1)
    for row in range(5, 13) if game == "go" else ():
        book["Players"].cell(row, 3).value = f"{row}k"
    book.save(path)
    shell("recompute", path, code=None)
    assert f"Round 1: {title}" in shell("pair", path).out


@pytest.mark.parametrize(("said", "by_start"), [("swiss", False), ("", True)])
def test_start_scores_do_not_overrule_the_format_of_the_settings(
    tmp_path: Path, shell: Shell, said: str, by_start: bool
) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "go", "--players", "8", "--rounds", "3"])
    named(path, 8)
    shell.printed()
    book = load_workbook(path)
    cells = {row[0].value: row[1] for row in book["Settings"].iter_rows(min_row=5)}
    cells["Format"].value = said or None
    for row in range(5, 13):
        book["Players"].cell(row, 4).value = row
    book.save(path)
    code, out, _ = run(shell, "pair", path, "--format", "csv")
    assert code == 0
    met = {frozenset(line.split(",")[2:5:2]) for line in out.splitlines()[1:]}
    assert len(met) == 4
    neighbours = {frozenset((str(number), str(number + 1))) for number in (1, 3, 5, 7)}
    assert (met == neighbours) is by_start


def test_the_seed_of_the_settings_draws_the_lots(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "event.xlsx"
    main([
        "new", str(path), "--game", "chess", "--players", "30", "--rounds", "5", "--all-settings",
    ])  # fmt: skip
    named(path, 30)
    book = load_workbook(path)
    cells = {row[0].value: row[1] for row in book["Settings"].iter_rows(min_row=5)}
    cells["Pairing seed"].value = 2718
    book.save(path)
    shell.printed()
    drawn = [run(shell, "pair", path, "--system", "swiss", "--format", "csv", *more)[1]
             for more in ((), ("--seed", "2718"), ("--seed", "3"))]  # fmt: skip
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_withdrawn_player_is_not_printed_with_a_bye(book: Path, shell: Shell) -> None:
    typed = {"A5": 1, "C5": 4, "F5": "withdrawn", "A6": 1, "C6": 5, "F6": "half bye"}
    edited(book, "Rounds", typed)
    code, printed, _ = run(shell, "pair", book, "--format", "csv")
    lines = [line.split(",") for line in printed.splitlines()[1:]]
    assert code == 0
    assert [(line[2], line[4]) for line in lines[-3:] if line[4].isalpha() or "-" in line[4]] == [
        (lines[-3][2], "BYE"), ("4", "withdrawn"), ("5", "half-point bye")
    ]  # fmt: skip
    assert [line[1] for line in lines] == ["1", "2", "", "", ""]
    korean = shell("pair", book, "--language", "ko").out
    assert "half-point bye" not in korean and "withdrawn" not in korean


def test_a_system_named_at_the_command_is_that_of_the_button_afterwards(
    book: Path, shell: Shell
) -> None:
    code, _, said = run(shell, "pair", book, "--system", "monrad", "--write")
    assert code == 0
    assert "Settings: Pairing is monrad from now on" in said
    settings = {str(line[0]): line[1] for line in load_workbook(book)["Settings"].values}
    assert settings["Pairing"] == "monrad"
    assert is_current(book)
    fill_in(book, 1)
    code, out, said = run(shell, "pair", book, "--write")
    assert (code, "Monrad" in out, "from now on" in said) == (0, True, False)
    assert run(shell, "check", book)[0] == 0


def test_a_seed_and_an_order_of_one_round_are_kept_in_the_settings(
    book: Path, shell: Shell
) -> None:
    before = [list(line) for line in load_workbook(book)["Settings"].values]
    named = ("--system", "swiss", "--seed", "7", "--order", "slide")
    assert run(shell, "pair", book, *named, "--write")[0] == 0
    opened = load_workbook(book)
    after = [list(line) for line in opened["Settings"].values]
    changed = [a for a, b in zip(after, before) if a[:2] != b[:2]]
    assert [line[0] for line in changed] == ["Pairing", "Round 1"]
    head = next(line for line in after if line[0] == "Paired so far")
    assert after[after.index(head) + 1] == changed[1]
    assert changed[1][1] == "Swiss, seed 7" and "order slide, slide" in changed[1][2]


def test_options_that_are_settings_are_read_and_refused_as_settings_are(
    book: Path, shell: Shell
) -> None:
    code, _, said = run(shell, "pair", book, "--avoid", "club, town")
    assert code == 2
    assert "argument --avoid: choose from club, country, team" in said
    code, _, said = run(shell, "pair", book, "--accelerate", "some")
    assert (code, "argument --accelerate: write how many rounds, or Baku" in said) == (2, True)
    _, _, said = run(shell, "pair", book, "--system", "dubov", "--order", "slide")
    assert "order" in said  # a system that has its own says so, as it does of a sheet


def test_divisions_that_meet_are_named_in_the_first_round(tmp_path: Path, shell: Shell) -> None:
    listed, path = tmp_path / "list.csv", tmp_path / "event.xlsx"
    listed.write_text("Name,Rating,Group\nAnn,1900,A\nBo,1800,A\nCy,1700,B\nDi,1600,B\n")
    shell("new", path, "--game", "chess", "--from", listed)
    told = "A, B are paired with each other and have places of their own"
    assert told in shell("pair", path).err
    assert told not in shell("pair", path, "--system", "round-robin").err
