"""Results files for the site BridgeWebs, made by hand after its guide and a program's output."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import NOT_PLAYED, Award, EventIndex
from xltie.exchange import bridgewebs, format_of
from xltie.ranking.verification.bridge_findings import verify_session

FILE = """#Version;std1
#Title;Tuesday Pairs;
#source;Another Scorer, 1.2
#Date;21/04/2026
#Boards;2
#Winners;2
#Comment;nobody reads this
#Scores
Position;Pair;Name1;Name2;Score;Tops;Percent;Boards
1;1;Ann;Amy;7;8;87.5;4;3
2;2;Bob;Ben;5;8;62.5;2;3
3;3;Cid;;0;8;0;0;0
#Scores
Position;Pair;Name1;Name2;Score;Tops;Percent;Boards
1;3;Fay;Flo;5;8;62.5;4;1
2;1;Dee;Dot;4;8;50;0;4
3;2;Eve;Eli;3;8;37.5;2;1
#Travellers
NS;EW;NSScore;EWScore;NSPts;EWPts;Contract;Tricks;Declarer;Lead
#Board;1
1;1;430;;4;0;3N;10;N;D4
2;2;400;;2;2;3N;9;S;-
3;3;;50;0;4;3N;8;N;
#Board;2
1;2;110;;3;1;2H;8;S;CA
2;3;110;;3;1;3C;9;N;
3;1;0;;0;4;Pass;-;-;-
"""


def test_a_session_with_its_names_and_published_figures() -> None:
    noted = bridgewebs.read(FILE.encode(), "bw.csv")
    event = noted.event
    assert (event.name, event.start_date, noted.warnings) == ("Tuesday Pairs", "2026-04-21", ())
    names = {player.id: player.name for player in event.contestants}
    assert names["NS 1"] == "Ann & Amy"
    assert names["NS 3"] == "Cid"
    assert names["EW 3"] == "Fay & Flo"
    first = event.board_results[0]
    assert (first.contract, first.declarer, first.tricks, first.lead) == ("3NT", "N", 10, "D4")
    assert [line.ns_result for line in event.board_results] == [430, 400, -50, 110, 110, 0]
    found = verify_session(EventIndex(event))
    assert [(one.criterion, one.count) for one in found] == [("MP", 12), ("MP%", 6), ("MP", 6)]
    assert not any(one.differences for one in found)


@pytest.mark.parametrize("mark", ["\t", ","])
def test_other_marks_between_fields_and_capitals(mark: str) -> None:
    text = FILE.replace(", 1.2", "").replace(";", mark).replace("#Version", "#VERSION")
    found = format_of("results.csv", text.encode())
    assert found is not None
    assert found.name == "bridgewebs"
    told = found.read(text.encode(), "results.csv").event
    plain = bridgewebs.read(FILE.encode(), "results.csv").event
    assert [line.ns_result for line in told.board_results] == [
        line.ns_result for line in plain.board_results
    ]


def changed(old: str, new: str) -> bytes:
    assert FILE.count(old) == 1
    return FILE.replace(old, new).encode()


def test_adjusted_scores_and_boards_that_were_not_played() -> None:
    data = changed("3;3;;50;0;4;3N;8;N;", "3;3;60%;40%;2.4;1.6;;;;")
    third = bridgewebs.read(data, "bw.csv").event.board_results[2]
    assert (third.ns_result, third.ew_result) == (Award(Fraction(3, 5)), Award(Fraction(2, 5)))
    data = changed("3;3;;50;0;4;3N;8;N;", "3;3;;;;;;;;")
    assert bridgewebs.read(data, "bw.csv").event.board_results[2].ns_result == NOT_PLAYED


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1;1;430;;4", "1;1;430;50;4", "bw.csv:21:1: NSScore '430' and EWScore '50' do not say"),
        ("1;1;430;;4", "1;1;40;;4", "bw.csv:21:1: 40 is not a possible score at bridge"),
        ("1;1;430;;4", "1;1;430;40%;4", "bw.csv:21:1: NSScore '430' and EWScore '40%'"),
        ("3N;10;N", "9N;10;N", "bw.csv:21:1: '9N' is not a contract"),
        ("#Board;2", "#Board;two", "bw.csv:25:1: 'two' is not a board number"),
        ("#Winners;2", "#SwissTeams;1", "an event of Swiss teams; of BridgeWebs' files those of"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        bridgewebs.read(changed(old, new), "bw.csv")
    assert said in str(caught.value)


@pytest.mark.slow
def test_the_file_goes_into_a_workbook(tmp_path: Path, shell: Shell) -> None:
    file, book = tmp_path / "bw.csv", tmp_path / "club.xlsx"
    file.write_text(FILE, "utf-8")
    assert main(["import", str(file), str(book)]) == 0
    shell("check", book)
    assert "points of the tables: 12 of 12 as MP" in shell("verify", file).out
