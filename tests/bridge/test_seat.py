"""A whole movement at once, and what is wrong with a movement said before anybody sits down."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from tests.books import edited, named
from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.pairing.catalogue import SYSTEMS
from xltie.settings.declared import PAIRING
from xltie.sheets.round import seat_movement, seated_lines


def club(tmp_path: Path, pairs: int, boards: int) -> str:
    book = str(tmp_path / "club.xlsx")
    made = ["new", book, "--game", "bridge", "--players", str(pairs), "--rounds", str(boards)]
    assert main(made) == 0
    named(book, pairs)
    return book


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "pairs", "boards"),
    [
        ("mitchell", 12, 24),
        ("mitchell", 11, 18),
        ("howell", 8, 14),
        ("mitchell-relay", 12, 24),
        ("mitchell-web", 28, 26),
        ("howell-9", 14, 27),
        ("howell-9", 11, 18),
    ],
)
def test_every_round_of_a_movement_is_written(
    tmp_path: Path, shell: Shell, system: str, pairs: int, boards: int
) -> None:
    book = club(tmp_path, pairs, boards)
    said = shell("seat", book, "--system", system)
    assert ("tables share boards" in said.out) is (system in ("mitchell-relay", "mitchell-web"))
    assert "not used" not in said.err
    assert "Table 1" in said.out
    results = open_event(book).event.board_results
    assert {result.board for result in results} == set(range(1, boards + 1))
    seen = [(result.board, who) for result in results for who in (*result.ns, *result.ew)]
    assert len(seen) == len(set(seen)), "a pair plays a board twice"
    assert "is on the Boards sheet already" in shell("seat", book, "--system", system, code=1).err


@pytest.mark.slow
def test_boards_that_nobody_plays_are_said(tmp_path: Path, shell: Shell) -> None:
    book = club(tmp_path, 28, 26)
    before = Path(book).read_bytes()
    said = shell("seat", book, "--dry-run", "--system", "mitchell").err
    assert "12 of the 26 boards are not used" in said
    assert Path(book).read_bytes() == before
    assert "12 of the 26 boards are not used" in shell("pair", book, "--system", "mitchell").err


@pytest.mark.slow
def test_a_movement_that_would_use_all_boards_is_named(tmp_path: Path, shell: Shell) -> None:
    book = club(tmp_path, 28, 26)
    said = shell("seat", book, "--dry-run", "--system", "mitchell", code=None).err
    assert "mitchell-web or mitchell-appendix would use all of them" in said


@pytest.mark.slow
def test_the_movement_that_suits_the_boards_is_taken_unless_another_is_named(
    tmp_path: Path, shell: Shell
) -> None:
    book = club(tmp_path, 28, 26)
    listed = shell("seat", book, "--compare").out
    assert listed.index("mitchell-web: 13 rounds") < listed.index("mitchell: 13 rounds")
    assert "12 boards are not used" in listed and "after round 7 East-West skip a table" in listed
    assert "tables share boards in every round" in shell("seat", book).out
    event = open_event(book).event
    assert {line.board for line in event.board_results} == set(range(1, 27))
    assert event.settings.text(PAIRING) == "mitchell-web"
    said = shell("seat", book, "--replace", "--system", "mitchell").err
    assert "12 of the 26 boards are not used" in said
    assert len(open_event(book).event.board_results) == 13 * 14


def typed(book: str, rounds: range) -> None:
    """Type the same result into every line of some rounds."""
    opened = openpyxl.load_workbook(book)
    sheet = opened["Boards"]
    for row in range(5, sheet.max_row + 1):
        if sheet.cell(row, 1).value in rounds:
            for column, value in ((6, "3NT"), (8, "S"), (9, 9 + row % 3)):
                sheet.cell(row, column).value = value
    opened.save(book)


def leaving(book: str, pair: int, text: str) -> None:
    """Type in which rounds a pair does not play."""
    headings = [cell.value for cell in openpyxl.load_workbook(book)["Players"][4]]
    at = get_column_letter(headings.index("Not playing in round") + 1)
    edited(Path(book), "Players", {f"{at}{4 + pair}": text})


def lines_of(book: str) -> set[tuple[int, str, str, str, int]]:
    return {
        (line.round, line.table, line.ns[0], line.ew[0], line.board)
        for line in open_event(book).event.board_results
    }


@pytest.mark.slow
@pytest.mark.parametrize(("system", "boards"), [("mitchell", 21), ("howell", 26)])
def test_a_pair_that_comes_late_takes_the_seat_that_is_free(
    tmp_path: Path, shell: Shell, system: str, boards: int
) -> None:
    book = club(tmp_path, 13, boards)
    assert main(["seat", book, "--system", system]) == 0
    typed(book, range(1, 3))
    before = lines_of(book)
    edited(Path(book), "Players", {"B18": "Late"})
    assert len(shell("seat", book, code=1).err.splitlines()) == 1
    assert "Late plays from round 3" in shell("seat", book, "--replace").err
    after = lines_of(book)
    assert before < after and {one[0] for one in after - before} == set(
        range(3, max(one[0] for one in after) + 1)
    )
    assert all("14" in one[2:4] for one in after - before)
    event = open_event(book).event
    assert sum(line.ns_result is not None for line in event.board_results) == sum(
        one[0] in (1, 2) for one in before
    )
    assert main(["check", book]) == 0
    # laid out once more, since another leaves, it has still not played the rounds before it came
    typed(book, range(3, 4))
    leaving(book, 3, "from 5")
    assert main(["seat", book, "--replace"]) == 0
    assert lines_of(book) == {one for one in after if "3" not in one[2:4] or one[0] < 5}


@pytest.mark.slow
def test_a_pair_too_many_for_the_tables_comes_as_a_rover(tmp_path: Path, shell: Shell) -> None:
    book = club(tmp_path, 14, 28)
    assert main(["seat", book]) == 0
    typed(book, range(1, 2))
    before = lines_of(book)
    edited(Path(book), "Players", {"B19": "Late"})
    assert "Mitchell with a rover: 7 rounds" in shell("seat", book, "--replace").out
    after = lines_of(book)
    assert {one for one in after if "15" not in one[2:4]} < before
    assert {one[1] for one in after if one[2] == "15"} == set("123457")
    assert open_event(book).event.settings.text(PAIRING) == "mitchell-rover"


@pytest.mark.slow
def test_a_pair_that_leaves_has_no_lines_and_its_results_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = club(tmp_path, 8, 28)
    assert main(["seat", book, "--system", "howell"]) == 0
    typed(book, range(1, 3))
    before = lines_of(book)
    leaving(book, 5, "from 3")
    assert main(["seat", book, "--replace"]) == 0
    after = lines_of(book)
    assert after < before
    assert before - after == {one for one in before if "5" in one[2:4] and one[0] > 2}
    assert "misses rounds" not in capsys.readouterr().err
    # rounds have no session: it is said where it would be missing in the next one too
    typed(book, range(3, 8))
    assert main(["seat", book, "--session", "2"]) == 0
    assert "P5 misses rounds of session 2 too" in capsys.readouterr().err


@pytest.mark.slow
def test_a_movement_without_room_for_a_result_is_refused_with_its_line(
    tmp_path: Path, shell: Shell
) -> None:
    book = club(tmp_path, 12, 24)
    assert main(["seat", book, "--system", "mitchell"]) == 0
    typed(book, range(1, 2))
    stored = Path(book).read_bytes()
    err = shell("seat", book, "--replace", "--system", "howell", code=1).err.splitlines()
    assert len(err) == 1 and "Boards!D" in err[0] and "do not play in this movement" in err[0]
    assert Path(book).read_bytes() == stored


@pytest.mark.slow
def test_the_cards_of_the_tables_are_a_page_to_print(tmp_path: Path, shell: Shell) -> None:
    page = tmp_path / "cards.html"
    book = club(tmp_path, 8, 28)
    assert main(["seat", book, "--system", "howell", "--cards", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<section") == 4
    assert "NS stay" in text
    assert "go to table" in text


@pytest.mark.slow
def test_the_cards_speak_the_language_of_the_workbook(tmp_path: Path, shell: Shell) -> None:
    book, page = str(tmp_path / "club.xlsx"), tmp_path / "cards.html"
    new = ["new", book, "--game", "bridge", "--players", "8", "--rounds", "14"]
    assert main([*new, "--language", "ru"]) == 0
    named(book, 8, "Участники")
    out, err = shell("seat", book, "--system", "howell", "--cards", page)
    assert "Стол 1" in out and "Сдачи" in out and "NS остаются" in out
    assert "4 карточки" in err and "записано 7 туров" in err
    text = page.read_text("utf-8")
    assert "<html lang=ru>" in text
    assert not set(re.findall("[A-Za-z]{3,}", re.sub("(?s)<style>.*?</style>|<[^>]*>", " ", text)))


@pytest.mark.slow
def test_after_an_arrow_switch_there_is_one_winner(tmp_path: Path, shell: Shell) -> None:
    book = club(tmp_path, 14, 28)
    out = shell("seat", book, "--arrow-switch").out
    assert "In round 7 turn the boards" in out and "one winner" in out
    event = open_event(book).event
    sides = {(who, side) for line in event.board_results for side in ("ns", "ew")
             for who in line.who(side)}  # fmt: skip
    assert len(sides) == 2 * 14, "everybody sat in both directions"
    assert not any(player.division for player in event.contestants)
    assert main(["seat", book, "--arrow-switch", "9", "--dry-run"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_no_system_of_any_game_ends_in_a_traceback(tmp_path: Path, shell: Shell, game: str) -> None:
    book = str(tmp_path / "event.xlsx")
    assert main(["new", book, "--game", game, "--players", "6", "--rounds", "12"]) == 0
    named(book, 6)
    for system in SYSTEMS:
        shell.printed()
        code = main(["pair", book, "--system", system])
        assert code in (0, 1, 2), system
        if code:
            assert len(shell.printed().err.splitlines()) <= 3, system


@pytest.mark.slow
def test_the_paper_of_an_evening(tmp_path: Path, shell: Shell) -> None:
    book = club(tmp_path, 6, 10)
    assert main(["seat", book, "--system", "howell"]) == 0
    typed(book, range(1, 3))
    pages = {}
    for kind in ("pairings", "alphabetical", "slips", "travellers", "scorecards", "recap",
                 "guides", "names"):  # fmt: skip
        out = tmp_path / f"{kind}.html"
        assert main(["print", book, "--what", kind, "--out", str(out)]) == 0
        text = re.sub("(?s)<style>.*?</style>|<[^>]*>", " ", out.read_text("utf-8"))
        pages[kind] = " ".join(text.split())
    assert "Pairings of round 3" in pages["pairings"], "the first round that waits for results"
    assert pages["slips"].count("Round 3, table") == 3
    assert pages["travellers"].count("Board ") == 10
    assert pages["scorecards"].count("place ") == pages["guides"].count("Opponent") == 6
    assert pages["names"].count("Member number") == 3
    event = open_event(book).event
    first = next(line for line in event.board_results if line.round == 1)
    assert f"{first.contract} {first.declarer} {first.tricks}" in pages["travellers"]
    assert main(["print", book, "--what", "slips", "--round", "9", "--out", "x.html"]) == 2
    plain = tmp_path / "plain.csv"
    plain.write_text("Board,NS,EW,Score\n1,1,2,420\n1,3,4,400\n", "utf-8")
    said = shell("print", plain, "--what", "slips", "--out", tmp_path / "y.html", code=2).err
    assert "no rounds and tables" in said


@pytest.mark.parametrize(("boards", "sessions", "sheets"), [(26, 1, 1), (26, 2, 2), (40, 1, 2)])
def test_the_recapitulation_can_be_read_on_paper(
    boards: int, sessions: int, sheets: int, tmp_path: Path
) -> None:
    """52 boards of two sessions stood side by side on one page, in letters of a millimetre."""
    file, out = tmp_path / "evening.csv", tmp_path / "recap.html"
    lines = [
        f"{session},{board},{ns},{ns + 1},{(110, 420)[ns == 3]}"
        for session in range(1, sessions + 1)
        for board in range(1, boards + 1)
        for ns in (1, 3)
    ]
    file.write_text("\n".join(["Session,Board,NS,EW,Score", *lines]), "utf-8")
    assert main(["print", str(file), "--what", "recap", "--out", str(out)]) == 0
    tables = re.findall("(?s)<thead>.*?</thead>", out.read_text("utf-8"))
    heads = [re.findall(r">((?:\d+/)?\d+)<", table) for table in tables]
    assert len(heads) == sheets
    assert sum(map(len, heads)) == boards * sessions
    assert max(map(len, heads)) <= 28


@pytest.mark.slow
def test_the_next_key_goes_to_the_first_board_without_a_result(tmp_path: Path) -> None:
    """Laid out again, the cursor stood on the first board, and a key overwrote its result."""
    book = club(tmp_path, 8, 14)
    assert main(["seat", book, "--system", "howell"]) == 0
    opened = openpyxl.load_workbook(book)
    sheet = opened["Boards"]
    columns = {cell.value: cell.column for cell in sheet[4]}
    sheet.cell(5, columns["Contract"]).value = "PASS"
    sheet.cell(6, columns["NS adjusted"]).value = "60%"
    sheet.cell(6, columns["EW adjusted"]).value = "40%"
    opened.save(book)
    tournament = open_event(book)
    seating = seat_movement(tournament.event_index(), again=True)
    found = seated_lines(tournament.sheets, tournament.event_index(), seating)
    placing = found.placed(0)
    assert found.first_result(placing.rows) == (7, columns["Contract"])


@pytest.mark.slow
def test_the_slips_of_names_have_everybody_at_the_own_seat(tmp_path: Path, shell: Shell) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("Pair\nAnn & Bob\nCid\nDee & Eve\nFay & Gus\n", "utf-8")
    book, out = tmp_path / "club.xlsx", tmp_path / "names.html"
    shell("new", book, "--game", "bridge", "--from", pairs, "--rounds", "6")
    shell("seat", book, "--system", "howell")
    shell("print", book, "--what", "names", "--out", out)
    cells = re.findall("<td[^>]*>([^<]*)</td>", out.read_text("utf-8"))
    found = {(seat, name) for seat, name in zip(cells, cells[2:]) if seat in set("NESW")}
    for one, other in (("Ann", "Bob"), ("Dee", "Eve"), ("Fay", "Gus"), ("Cid", "Cid")):
        seats = {seat for seat, name in found if name == one}
        partners = {{"N": "S", "S": "N", "E": "W", "W": "E"}[seat] for seat in seats}
        assert seats and partners == {seat for seat, name in found if name == other}
