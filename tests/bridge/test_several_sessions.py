"""An event of several sessions: the same pairs, other boards under the same numbers."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.event.bridge import sessions_of

TWO = """Session,Board,NS,EW,Score
1,1,1,2,420
1,1,3,4,-50
2,1,1,4,100
2,1,3,2,450
2,1,5,6,110
"""


def event_in(tmp_path: Path, text: str) -> str:
    path = tmp_path / "event.csv"
    path.write_text(text, "utf-8")
    return str(path)


def values(shell: Shell, file: str, criteria: str, *more: str) -> dict[str, list[float]]:
    said = shell("standings", file, "--criteria", criteria, "--format", "json", *more).out
    told = json.loads(said)
    return {line["id"]: list(line["values"].values()) for line in told["standings"]}


def test_a_board_of_another_session_is_another_deal(tmp_path: Path, shell: Shell) -> None:
    """420 is compared with -50 alone, and 100 with 450 and 110 alone."""
    found = values(
        shell, event_in(tmp_path, TWO), "MP%(session=1), MP%(session=2)", "--session", "2"
    )
    assert sorted(found) == ["1", "2", "3", "4", "5", "6"]
    file = event_in(tmp_path, TWO)
    first, second = (values(shell, file, "MP%", "--session", number) for number in ("1", "2"))
    assert {who: found[0] for who, found in first.items()} == {"1": 100, "2": 0, "3": 0, "4": 100}
    assert {who: found[0] for who, found in second.items()} == {
        "1": 0, "2": 0, "3": 100, "4": 100, "5": 50, "6": 50,
    }  # fmt: skip


def test_sessions_are_factored_to_one_top_or_averaged(tmp_path: Path, shell: Shell) -> None:
    """Pair 3: Neuberg makes 1/2 of 4 of two results instead of three, and 4 of 4: 56.25 %... .

    (0 + 1) x 3/2 - 1 = 1/2 of 4 in the first session, 4 of 4 in the second: 4.5 of 8. Its mean is
    that of 0 % and 100 %.
    """
    file = event_in(tmp_path, TWO)
    both = values(shell, file, "MP%, MP%(sessions=mean), MP%(session=1), BUTLERIMPS(session=2)")
    assert both["3"][:3] == [56.25, 50, 0]
    assert both["5"][1:3] == [50, None], "a session that a pair did not play is no session of its"


def test_a_number_for_every_line_is_one_session(tmp_path: Path) -> None:
    one = TWO.replace("\n2,1", "\n1,2")
    assert sessions_of(open_event(event_in(tmp_path, one)).event) == ()


def test_a_blank_session_is_the_first(tmp_path: Path) -> None:
    event = open_event(event_in(tmp_path, TWO.replace("\n1,1", "\n,1"))).event
    assert sessions_of(event) == (1, 2)


@pytest.mark.parametrize("word", ["0", "x", "1.5"])
def test_a_session_that_is_no_number_is_named(tmp_path: Path, shell: Shell, word: str) -> None:
    said = shell("check", event_in(tmp_path, TWO.replace("\n2,1,5", f"\n{word},1,5")), code=1)
    assert f"{word!r} is not the number of a session" in said.out + said.err


def test_twice_in_a_session_is_still_a_fault(tmp_path: Path, shell: Shell) -> None:
    said = shell("check", event_in(tmp_path, TWO + "2,1,1,6,50\n"), code=1)
    assert "1 plays board 2/1 a second time" in said.out + said.err


def test_boards_are_named_with_their_session(tmp_path: Path, shell: Shell) -> None:
    file = event_in(tmp_path, TWO)
    assert "board 2/1" in shell("explain", file, "board", "2/1").out
    assert main(["explain", file, "board", "1"]) != 0
    assert "name the session" in shell.printed().err
    assert "there is no session 3" in shell("standings", file, "--session", "3", code=2).err


@pytest.mark.slow
def test_carry_over_is_of_the_whole_event(tmp_path: Path, shell: Shell) -> None:
    book = tmp_path / "event.xlsx"
    lists = tmp_path / "pairs.csv"
    lists.write_text("ID,Name,Carry-over\n1,A,5\n2,B,\n3,C,\n4,D,\n5,E,\n6,F,\n", "utf-8")
    assert main(["new", str(book), "--game", "bridge", "--from", str(lists), "--rounds", "2"]) == 0
    opened = openpyxl.load_workbook(book)
    sheet = opened["Boards"]
    columns = {cell.value: cell.column for cell in sheet[4]}
    for row, line in enumerate(TWO.splitlines()[1:], 5):
        cells = dict(zip(("Session", "Board", "NS", "EW", "Score"), line.split(","), strict=True))
        for title, text in cells.items():
            sheet.cell(row, columns[title]).value = int(text)
    opened.save(book)
    found = values(shell, str(book), "MP, MP(session=1), MP(session=2)")
    assert found["1"] == [5 + 3.5 + 0, 2, 0]


@pytest.mark.slow
def test_a_second_session_is_laid_out_below_the_first(tmp_path: Path, shell: Shell) -> None:
    book = str(tmp_path / "two.xlsx")
    lists = tmp_path / "pairs.csv"
    lists.write_text("ID,Name\n" + "".join(f"{n},P{n}\n" for n in range(1, 15)), "utf-8")
    assert main(["new", book, "--game", "bridge", "--from", str(lists), "--rounds", "21"]) == 0
    assert main(["seat", book, "--session", "2"]) != 0
    assert "session 1 has no boards yet" in shell.printed().err
    assert main(["seat", book]) == 0
    assert main(["seat", book, "--session", "2"]) == 0
    event = open_event(book).event
    assert sessions_of(event) == (1, 2)
    lines: dict[int, set[str]] = {1: set(), 2: set()}
    met: dict[int, set[frozenset[str]]] = {1: set(), 2: set()}
    for line in event.board_results:
        lines[line.session].update(line.ns)
        met[line.session].add(frozenset((*line.ns, *line.ew)))
    assert len(lines[1] - lines[2]) == 3, "every other pair of NS sits EW in the second session"
    assert len(met[2] - met[1]) > len(met[2]) // 3, "the second session has other opponents"
    # an earlier session laid out again leaves the other as it was
    second = [line for line in event.board_results if line.session == 2]
    assert main(["seat", book, "--session", "1", "--replace", "--rounds", "5"]) == 0
    again = open_event(book).event.board_results
    assert [one._replace(place=second[0].place) for one in again if one.session == 2] == [
        one._replace(place=second[0].place) for one in second
    ]
    assert max(one.round for one in again if one.session == 1) == 5


@pytest.mark.slow
def test_the_next_session_follows_from_the_settings(tmp_path: Path, shell: Shell) -> None:
    """With Sessions 2 the same command, or button, lays out the second once the first is played."""
    book = tmp_path / "two.xlsx"
    lists = tmp_path / "pairs.csv"
    lists.write_text("ID,Name\n" + "".join(f"{n},P{n}\n" for n in range(1, 9)), "utf-8")
    made = ["new", str(book), "--game", "bridge", "--from", str(lists), "--rounds", "14"]
    assert main(made) == 0
    opened = openpyxl.load_workbook(book)
    for (label,), (cell,) in zip(
        opened["Settings"]["A1:A40"], opened["Settings"]["B1:B40"], strict=True
    ):
        if label.value == "Sessions":
            cell.value = 2
    opened.save(book)
    assert main(["seat", str(book), "--system", "howell"]) == 0
    assert main(["seat", str(book)]) != 0, "the first is not played yet"
    opened = openpyxl.load_workbook(book)
    sheet = opened["Boards"]
    columns = {cell.value: cell.column for cell in sheet[4]}
    for row in range(5, sheet.max_row + 1):
        if sheet.cell(row, columns["NS"]).value is not None:
            sheet.cell(row, columns["Contract"]).value = "PASS"
    opened.save(book)
    shell.printed()
    assert main(["seat", str(book)]) == 0
    event = open_event(book).event
    assert sessions_of(event) == (1, 2)
    assert sum(line.session == 2 for line in event.board_results) == 56
    assert main(["print", str(book), "--what", "pairings", "--out", str(tmp_path / "p.html")]) == 0
    assert (tmp_path / "p.html").read_text("utf-8").count("<tr") >= 4


@pytest.mark.slow
def test_usebio_has_sessions_club_members_and_strata(tmp_path: Path, shell: Shell) -> None:
    """What a federation wants of an upload comes from the workbook, and comes back."""
    book = tmp_path / "event.xlsx"
    lists = tmp_path / "pairs.csv"
    lists.write_text(
        "ID,Name,Handicap,Stratum,Member numbers\n"
        "1,Ann Lee & Bo Oh,2.5,A,0123 & 456\n2,Cy & Di,,B,- & 789\n3,E & F,,,\n4,G & H,,,\n"
        "5,I & J,,,\n6,K & L,,,\n",
        "utf-8",
    )
    made = ["new", str(book), "--game", "bridge", "--from", str(lists), "--rounds", "2"]
    assert main([*made, "--all-settings"]) == 0
    opened = openpyxl.load_workbook(book)
    said = {"Club": "North", "Club number": "0042", "Charge code": 10}
    for row in opened["Settings"].iter_rows(min_row=5):
        if row[0].value in said:
            row[1].value = said[row[0].value]
    sheet = opened["Boards"]
    columns = {cell.value: cell.column for cell in sheet[4]}
    for number, line in enumerate(TWO.splitlines()[1:], 5):
        cells = dict(zip(("Session", "Board", "NS", "EW", "Score"), line.split(","), strict=True))
        for title, text in cells.items():
            sheet.cell(number, columns[title]).value = int(text)
    opened.save(book)
    out = tmp_path / "event.xml"
    told = shell("export", book, out).err
    assert "does not say" not in told
    assert f"{book}: sites of federations may refuse a file without a day: type the" in told
    text = out.read_text("utf-8")
    for part in (
        "<CLUB_NAME>North</CLUB_NAME>", "<CLUB_ID_NUMBER>0042</CLUB_ID_NUMBER>",
        "<P2P_CHARGE_RATE>10</P2P_CHARGE_RATE>", '<SESSION SESSION_ID="1">',
        '<SESSION SESSION_ID="2">', "<NATIONAL_ID_NUMBER>0123</NATIONAL_ID_NUMBER>",
        "<HANDICAP>2.5</HANDICAP>", "<STRATIFICATION>B</STRATIFICATION>", "<PLACE>1</PLACE>",
        "<PLAYER_NAME>Cy</PLAYER_NAME>\n<NATIONAL_ID_NUMBER/>",
    ):  # fmt: skip
        assert part in text
    again = open_event(str(out)).event
    before = open_event(str(book)).event
    assert sessions_of(again) == (1, 2)
    assert [(b.deal, b.ns, b.ew, b.ns_result) for b in again.board_results] == [
        (b.deal, b.ns, b.ew, b.ns_result) for b in before.board_results
    ]
    ann = next(who for who in again.contestants if who.id == "1")
    assert ann.name == "Ann Lee & Bo Oh"
    assert dict(ann.more).items() >= {
        "Member numbers": "0123 & 456", "Handicap": "2.5", "Stratum": "A",
    }.items()  # fmt: skip


def test_numbers_that_change_pairs_between_sessions_are_refused(
    tmp_path: Path, shell: Shell
) -> None:
    def session(number: int, first: str) -> str:
        pairs = "".join(
            f"<PAIR><PAIR_NUMBER>{n}</PAIR_NUMBER><PLAYER><PLAYER_NAME>{name}</PLAYER_NAME>"
            f"</PLAYER></PAIR>"
            for n, name in enumerate((first, "Bo", "Cy", "Di"), 1)
        )
        lines = "".join(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}"
            f"</EW_PAIR_NUMBER><SCORE>{score}</SCORE></TRAVELLER_LINE>"
            for ns, ew, score in ((1, 2, 420), (3, 4, -50))
        )
        return (
            f'<SESSION SESSION_ID="{number}"><PARTICIPANTS>{pairs}</PARTICIPANTS><BOARD>'
            f"<BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD></SESSION>"
        )

    path = tmp_path / "two.xml"
    for first, code in (("Ann", 0), ("Zoe", 1)):
        path.write_text(
            '<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">'
            + session(1, "Ann") + session(2, first) + "</EVENT></USEBIO>",
            "utf-8",
        )  # fmt: skip
        assert main(["standings", str(path)]) == code
    assert "1 is Ann in one session and Zoe in another" in shell.printed().err


def test_pages_have_both_sessions_and_no_file_that_cannot_hold_them(
    tmp_path: Path, shell: Shell
) -> None:
    """The PBN file that visitors are offered cannot be written; the site was refused for it."""
    file = event_in(tmp_path, TWO)
    site = tmp_path / "site"
    assert main(["publish", file, "--out", str(site)]) == 0
    pages = {path.name for path in site.rglob("*.html")}
    assert {"board-1-1.html", "board-2-1.html"} <= pages
    assert not list(site.rglob("*.pbn"))
    assert "PBN has no sessions" in shell("export", file, tmp_path / "x.pbn", code=1).err
    assert main(["export", file, str(tmp_path / "x.pbn"), "--session", "2"]) == 0


@pytest.mark.parametrize("ending", ["xml", "pbn"])
def test_boards_that_wait_for_a_result_are_not_written_as_not_played(
    tmp_path: Path, shell: Shell, ending: str
) -> None:
    """They were, so that the others of a board were factored up to a field that nobody saw."""
    book = tmp_path / "open.csv"
    book.write_text(
        "Board,NS,EW,Score\n1,1,2,620\n1,3,4,600\n1,5,6,\n2,1,4,100\n2,3,6,50\n2,5,2,-50\n", "utf-8"
    )
    out = tmp_path / f"open.{ending}"
    shell("export", book, out)
    told = []
    for path in (book, out):
        told.append(
            sorted(
                line.split(",")[:3]
                for line in shell(
                    "standings", path, "--format", "csv", "--criteria", "MP%"
                ).out.splitlines()
            )
        )
    assert told[0] == told[1]
