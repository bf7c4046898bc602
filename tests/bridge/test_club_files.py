"""Files as the programs of clubs write them, and the figures that they print."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from tests.bridge.test_sessions import _big_session, event_index
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import Award, Event, EventIndex
from xltie.exchange import format_of, pbn, usebio
from xltie.ranking.ranked_event import published
from xltie.ranking.verification.bridge_findings import verify_session
from xltie.settings.declared import CRITERIA

CONTEST = Path(__file__).parent.parent / "pbn" / "magic-contest-board.pbn"
HEAD = '<?xml version="1.0"?><USEBIO Version="1.2">'


def swiss(kind: str, participants: str, matches: str) -> Event:
    text = (
        f'{HEAD}<EVENT EVENT_TYPE="{kind}"><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>'
        f'<SESSION><SECTION SECTION_ID="A"><PARTICIPANTS>{participants}</PARTICIPANTS>{matches}'
        "</SECTION></SESSION></EVENT></USEBIO>"
    )
    return usebio.FORMAT.read(text.encode(), "swiss.xml").event


def line(score: int, more: str = "") -> str:
    return f"<TRAVELLER_LINE>{more}<SCORE>{score}</SCORE></TRAVELLER_LINE>"


def test_the_pairs_of_a_swiss_match_may_be_named_once() -> None:
    match = (
        "<MATCH><ROUND_NUMBER>2</ROUND_NUMBER><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER>"
        "<EW_PAIR_NUMBER>{}</EW_PAIR_NUMBER><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{}</BOARD></MATCH>"
    )
    matches = match.format(3, 12, line(400)) + match.format(4, 5, line(-50))
    board_results = swiss("SWISS_PAIRS", "", matches).board_results
    assert [(d.round, d.ns, d.ew, d.ns_result) for d in board_results] == [
        (2, ("3",), ("12",), 400), (2, ("4",), ("5",), -50),
    ]  # fmt: skip


def test_teams_may_have_their_names_as_attributes() -> None:
    teams = '<TEAM TEAM_ID="11" TEAM_NAME="Sharks"/><TEAM TEAM_ID="2" TEAM_NAME="Dragons"/>'
    board = line(420, "<DIRECTION>NS</DIRECTION>") + line(-50, "<DIRECTION>EW</DIRECTION>")
    matches = (
        "<MATCH><TEAM>11</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><BOARD>"
        f"<BOARD_NUMBER>6</BOARD_NUMBER>{board}</BOARD></MATCH>"
    )
    event = swiss("SWISS_TEAMS", teams, matches)
    assert {player.id: player.name for player in event.contestants} == {
        "11": "Sharks",
        "2": "Dragons",
    }
    assert event.settings.text(CRITERIA) == "VP"
    assert [(d.ns, d.ns_result) for d in event.board_results] == [(("11",), 420), (("2",), -50)]


@pytest.mark.parametrize(
    ("kind", "criterion"),
    [("BUTLER_PAIRS", "BUTLERIMPS"), ("CROSS_IMP", "XIMPS"), ("MP_PAIRS", "MP%")],
)
def test_the_type_of_an_event_says_its_scoring(kind: str, criterion: str) -> None:
    text = (
        f'{HEAD}<EVENT EVENT_TYPE="{kind}"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>'
        "<NS_PAIR_NUMBER>1NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>1EW</EW_PAIR_NUMBER><SCORE>50</SCORE>"
        "<NS_BUTLER_POINTS>-3</NS_BUTLER_POINTS></TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
    )
    event = usebio.FORMAT.read(text.encode(), "club.xml").event
    assert event.settings.text(CRITERIA) == criterion
    assert event.board_results[0].ns_points == -3


BOTH_VULNERABLE = r"""[Event "x"]
[Board "1"]
[Vulnerable "All"]
[Scoring "Cross-IMP"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]
1 2 4S N 10 620
3 4 3NT N 9 420
5 6 3NT N - 400
7 8 - - - 90
"""


def test_the_vulnerability_that_a_file_gives_travels_with_it() -> None:
    event = pbn.FORMAT.read(BOTH_VULNERABLE.encode(), "x.pbn").event
    assert event.settings.text(CRITERIA) == "XIMPS"
    data = pbn.FORMAT.write(event)
    assert b'[Vulnerable "All"]' in data
    assert b'[Scoring "Cross-IMP"]' in data
    assert [d.vulnerable for d in pbn.FORMAT.read(data, "x.pbn").event.board_results] == ["All"] * 4


@pytest.mark.slow
def test_a_score_that_its_contract_contradicts_becomes_an_assigned_one(tmp_path: Path) -> None:
    (tmp_path / "x.pbn").write_text(BOTH_VULNERABLE)
    book = tmp_path / "x.xlsx"
    assert main(["import", str(tmp_path / "x.pbn"), str(book)]) == 0
    assert main(["check", str(book)]) == 0
    rows = list(openpyxl.load_workbook(book, data_only=True)["Boards"].iter_rows(values_only=True))
    at = {str(title): column for column, title in enumerate(rows[3])}
    found = [
        tuple(row[at[title]] for title in ("Vulnerable", "Score", "NS adjusted", "EW adjusted"))
        for row in rows[4:]
    ]
    assert found == [
        ("All", 620, None, None), ("All", 600, "+420", "-420"), ("All", None, "+400", "-400"),
        ("All", 90, None, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("Whiskey-Yankee Ann and Ben", ["Whiskey-Yankee", "Ann and Ben"]),
        ("Ann and Ben   Cy and Di", ["Ann and Ben", "Cy and Di"]),
        ("Alpha-Bravo   Charlie-Delta", ["Alpha-Bravo", "Charlie-Delta"]),
    ],
)
def test_a_name_may_be_longer_than_its_column(names: str, found: list[str]) -> None:
    text = (
        '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Names_NS\\13;Names_EW"]\n'
        f'1 2 "420" {names}\n'
    )
    event = pbn.FORMAT.read(text.encode(), "x.pbn").event
    assert [player.name for player in event.contestants] == found


# -- printed figures -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_matchpoints_of_a_national_final_come_out(shell: Shell) -> None:
    assert shell("verify", CONTEST).out == "points of the tables: 44 of 44 as MP\n"


@pytest.mark.slow
def test_a_figure_that_does_not_come_out_is_named(tmp_path: Path, shell: Shell) -> None:
    spoilt = tmp_path / "spoilt.pbn"
    spoilt.write_text(CONTEST.read_text("utf-8").replace("38.0  4.0", "37.0  4.0"), "utf-8")
    assert shell("verify", spoilt, code=1).out == (
        "points of the tables: 43 of 44 as MP\n  board 28, NS 20: published 37, computed 38\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "criteria",
    ["MP%", "MP(scaling=1/0.5)", "MP(groups=small; decimals=1)", "BUTLERIMPS(trim=quarter)",
     "BUTLERIMPS(trim=1; rounding=half-up)", "XIMPS", "XIMPS(divisor=total)"],
)  # fmt: skip
def test_what_we_publish_is_verified(criteria: str) -> None:
    boards = "Board|NS|EW|Score|NS adjusted|EW adjusted\n1|1|2|420||\n1|3|4|-50||\n1|5|6||A+|A-\n"
    boards += "2|1|3|170||\n2|2|5|-620||\n2|4|6|130||\n3|1|4|90||\n3|2|6|800||\n3|3|5|140||"
    event = published(event_index(boards).event, criteria)
    for found in verify_session(EventIndex(event)):
        if found.title != "places":
            assert found.differences == (), found.title


def test_imps_are_published_as_imps() -> None:
    event = event_index("Board|NS|EW|Score\n1|1|2|420\n1|3|4|-50", criteria="XIMPS").event
    text = pbn.FORMAT.write(published(event, "XIMPS")).decode()
    assert "IMP_NS" in text
    assert "TotalIMP" in text
    assert "MP_NS\\" not in text.replace("IMP_NS", "")
    back = pbn.FORMAT.read(text.encode(), "x.pbn").event
    assert [board_result.ns_points for board_result in back.board_results] == [10, -10]


def test_awards_of_a_file_are_kept() -> None:
    text = (
        '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW"]\n'
        "1 2 420 - -\n3 4 - ^60.0 ^40.0\n"
    )
    event = pbn.FORMAT.read(text.encode(), "x.pbn").event
    assert event.board_results[1].ew_result == Award(Fraction(2, 5))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("1 2 3NT N 9 425", "425 is not a possible score at bridge"),
        ("1 2 3NT N 9 4e999", "4e999 is not a possible score at bridge"),
        ("1 2 3NT - 9 -", "'' is not a seat; the declarer is N, E, S or W"),
        ("1 2 9NT N 9 400", "'9NT' is not a contract such as 3NT, 4SX, 6HXX or PASS"),
    ],
)
def test_what_a_row_says_wrong_is_named(row: str, said: str) -> None:
    columns = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"
    text = f'[Board "1"]\n[ScoreTable "{columns}"]\n{row}\n'
    with pytest.raises(InputError) as refused:
        pbn.FORMAT.read(text.encode(), "x.pbn")
    assert [str(fault) for fault in refused.value.faults] == [f"x.pbn:3:1: {said}"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("<SCORE>425</SCORE>", "425 is not a possible score at bridge"),
        ("<CONTRACT>3NT</CONTRACT><PLAYED_BY>Z</PLAYED_BY><TRICKS>9</TRICKS>", "'Z' is not a seat"),
    ],
)
def test_what_a_line_says_wrong_is_named(fields: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        usebio.FORMAT.read(_club(fields).encode(), "x.xml")
    assert said in str(refused.value.faults[0])


def _club(fields: str, encoding: str = "utf-8") -> str:
    return (
        f'<?xml version="1.0" encoding="{encoding}"?><USEBIO><EVENT EVENT_TYPE="PAIRS"><BOARD>'
        "<BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>{fields}</TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
    )


def test_files_in_utf_16_are_read() -> None:
    data = _club("<SCORE>420</SCORE><TRICKS>-</TRICKS>", "utf-16").encode("utf-16")
    assert format_of("club.xml", data) is usebio.FORMAT
    assert usebio.FORMAT.read(data, "club.xml").event.board_results[0].ns_result == 420
    table = BOTH_VULNERABLE.encode("utf-16")
    assert format_of("club.pbn", table) is pbn.FORMAT
    assert len(pbn.FORMAT.read(table, "club.pbn").event.board_results) == 4


@pytest.mark.slow
def test_what_a_file_publishes_otherwise_is_said_on_import(tmp_path: Path, shell: Shell) -> None:
    rows = _big_session().split("\n")
    event = event_index("\n".join([*rows[:2], *rows[3:40]])).event  # a board short of a result
    for criteria, said in (("MP%", False), ("MP%(groups=manual)", True)):
        file = tmp_path / "club.xml"
        file.write_bytes(usebio.FORMAT.write(published(event, criteria)))
        told = shell("import", file, tmp_path / "club.xlsx", "--force").err
        assert ("differs from the file: points of the tables: " in told) is said
        assert ("come out as MP%, " in told and "as MP(groups=manual)" in told) is said
