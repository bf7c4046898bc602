"""Files as club programs and terminals write what was not played in the normal way."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import NOT_PLAYED, Award, EventIndex
from xltie.exchange import bridgemate, pbn, usebio
from xltie.ranking import parse_criteria, rank

HEAD = (
    '<USEBIO Version="1.2"><CLUB><CLUB_NAME>Monday &amp; Co</CLUB_NAME>'
    '<CLUB_ID_NUMBER>77</CLUB_ID_NUMBER></CLUB><EVENT EVENT_TYPE="PAIRS">'
)


def line(pair: int, contract: str, score: str, ns: str, ew: str) -> str:
    by = "<PLAYED_BY>N</PLAYED_BY>" if contract else "<PLAYED_BY></PLAYED_BY>"
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{pair}NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{pair}EW"
        f"</EW_PAIR_NUMBER><CONTRACT>{contract}</CONTRACT>{by}<SCORE>{score}</SCORE>"
        f"<NS_MATCH_POINTS>{ns}</NS_MATCH_POINTS><EW_MATCH_POINTS>{ew}</EW_MATCH_POINTS>"
        "</TRAVELLER_LINE>"
    )


def board(*lines: str) -> bytes:
    text = "".join(lines)
    return (f"{HEAD}<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{text}</BOARD></EVENT></USEBIO>").encode()


PLAYED = (line(2, "3NT", "430", "4", "0"), line(3, "3NT", "400", "2", "2"),
          line(4, "3NT", "-50", "0", "4"))  # fmt: skip


@pytest.mark.parametrize(
    ("score", "ns", "ew", "wanted"),
    [
        ("0", "3.6", "2.4", (Award(Fraction(3, 5)), Award(Fraction(2, 5)))),
        ("0", "3.6", "3.6", (Award(Fraction(3, 5)), Award(Fraction(3, 5)))),
        ("0", "4", "2", (Award(Fraction(3, 5)), Award(Fraction(2, 5)))),
        ("Adj", "3", "3", (Award(Fraction(1, 2)), Award(Fraction(1, 2)))),
        ("0", "0", "0", (NOT_PLAYED, NOT_PLAYED)),
        ("0", "", "", (NOT_PLAYED, NOT_PLAYED)),
    ],
)
def test_a_line_without_contract_and_score_is_an_award_or_not_played(
    score: str, ns: str, ew: str, wanted: tuple[object, object]
) -> None:
    noted = usebio.FORMAT.read
    found = noted(board(line(1, "", score, ns, ew), *PLAYED), "club.xml")
    own = found.event.board_results[0]
    assert (own.ns_result, own.ew_result) == wanted
    assert len(found.warnings) == 1
    assert "board 1, 1NS against 1EW: no contract" in found.warnings[0].text


def test_such_a_line_is_not_in_the_field() -> None:
    data = board(line(1, "", "0", "3.6", "2.4"), *PLAYED)
    lines = rank(EventIndex(usebio.read(data, "a.xml").event), parse_criteria("MP%")).lines
    totals = {row.who: row.values[0].total for row in lines if row.values[0]}
    assert (totals["1NS"], totals["1EW"], totals["3NS"]) == (60, 40, 50)


def test_a_passed_out_board_stays_a_score_of_nothing() -> None:
    for data in (board(line(1, "PASS", "0", "1", "1"), *PLAYED),
                 board(line(1, "", "0", "", ""), line(2, "", "50", "", ""))):  # fmt: skip
        assert usebio.read(data, "a.xml").event.board_results[0].ns_result == 0


def test_the_club_comes_back_from_a_file() -> None:
    event = usebio.read(board(*PLAYED), "a.xml").event
    text = usebio.FORMAT.write(event).decode()  # type: ignore[misc]
    assert "<CLUB_NAME>Monday &amp; Co</CLUB_NAME>\n<CLUB_ID_NUMBER>77</CLUB_ID_NUMBER>" in text
    assert "<DATE/>" in text
    assert "<BOARDS_PLAYED>1</BOARDS_PLAYED>" in text


def test_one_line_of_a_team_match_takes_the_imps_of_its_board() -> None:
    one = (
        "<BOARD><BOARD_NUMBER>{}</BOARD_NUMBER><IMPS>{}</IMPS><TRAVELLER_LINE>"
        "<DIRECTION>{}</DIRECTION><SCORE>420</SCORE></TRAVELLER_LINE></BOARD>"
    )
    data = (
        '<USEBIO><EVENT EVENT_TYPE="SWISS_TEAMS"><MATCH><TEAM>11</TEAM><OPPOSING_TEAM>2'
        f"</OPPOSING_TEAM>{one.format(6, 10, 'NS')}{one.format(7, -3, 'EW')}</MATCH></EVENT>"
        "</USEBIO>"
    ).encode()
    lines = rank(EventIndex(usebio.read(data, "teams.xml").event), parse_criteria("IMP")).lines
    assert [(row.who, row.values[0].total) for row in lines if row.values[0]] == [
        ("11", 7), ("2", -7),
    ]  # fmt: skip


def test_np_in_the_contract_column_survives_pbn(tmp_path: Path) -> None:
    table = tmp_path / "np.csv"
    table.write_text("Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,3NT,N,9,\n1,3,4,NP,,,\n"
                     "1,5,6,,,,0\n1,7,8,,,,A+/A-\n")  # fmt: skip
    assert main(["export", str(table), str(tmp_path / "np.pbn")]) == 0
    back = pbn.FORMAT.read((tmp_path / "np.pbn").read_bytes(), "np.pbn").event
    assert [row.ns_result for row in back.board_results] == [
        400, NOT_PLAYED, 0, Award(Fraction(3, 5), average="+"),
    ]  # fmt: skip


@pytest.mark.parametrize(("places", "said"), [("3 2 1", False), ("1 2 3", True), ("", False)])
def test_a_file_that_prints_other_places_is_not_ranked_otherwise_without_a_word(
    places: str, said: bool, tmp_path: Path, shell: Shell
) -> None:
    pairs = "".join(
        f"<PAIR><PAIR_NUMBER>{number}EW</PAIR_NUMBER><DIRECTION>EW</DIRECTION><PLACE>{place}</PLACE></PAIR>"
        for number, place in zip((2, 3, 4), places.split() or ("", "", ""))
    )
    file = tmp_path / "club.xml"
    file.write_bytes(
        board(*PLAYED).replace(
            b"<BOARD>", f"<PARTICIPANTS>{pairs}</PARTICIPANTS><BOARD>".encode(), 1
        )
    )
    assert ("prints other places for 2 of 3" in shell("standings", file).err) == said


RECEIVED = """ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,\
Remarks,DateLog,Erased
1,1,1,1,1,1,15,1,"N","4 S","-1","SA","","2025",0
2,1,2,1,1,2,16,16,"E","3 NT","+1","","","",0
3,1,3,1,1,3,17,17,"S","1 NT x","-1","","Wrong direction","",0
4,1,4,1,1,4,18,0,"","PASS","","","","",0
5,1,5,1,1,5,19,0,"","","","","60%-40%","",0
6,1,6,1,1,6,20,0,"","","","","Not played","",0
7,1,1,1,1,1,15,1,"N","4 S","=","SA","","2025",0
8,1,2,1,1,2,16,2,"N","7 NT","=","","","",1
"""


def test_the_results_that_terminals_sent() -> None:
    event = bridgemate.read(RECEIVED.encode(), "bws.csv").event
    found = [(row.ns, row.contract, row.ns_result, row.ew_result) for row in event.board_results]
    sixty, forty = Award(Fraction(3, 5)), Award(Fraction(2, 5))
    assert sorted(found, key=str) == sorted(
        [
            (("1",), "4S", 420, -420), (("2",), "3NT", -430, 430), (("17",), "1NTX", -100, 100),
            (("4",), "Pass", 0, 0), (("5",), "", sixty, forty),
            (("6",), "", NOT_PLAYED, NOT_PLAYED),
        ],
        key=str,
    )  # fmt: skip


def test_a_wrong_row_of_a_terminal_is_named() -> None:
    bad = RECEIVED.replace('2,16,16,"E"', '2,16,16,"X"').replace('"4 S","="', '"8 S","="')
    with pytest.raises(InputError) as refused:
        bridgemate.read(bad.encode(), "bws.csv")
    said = [str(fault) for fault in refused.value.faults]
    assert len(said) == 2
    assert all(sentence.startswith("bws.csv:") for sentence in said)


@pytest.mark.slow
def test_the_terminals_go_into_a_workbook(tmp_path: Path) -> None:
    table, book = tmp_path / "bws.csv", tmp_path / "club.xlsx"
    table.write_text(RECEIVED)
    assert main(["import", str(table), str(book)]) == 0
    assert main(["check", str(book)]) == 0


@pytest.mark.parametrize("data", [b"\x8f\r\x01nonsense", b"", b"Board,NS\r\n1,2"])
def test_what_is_no_file_of_terminals_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "club.bws"
    file.write_bytes(data)
    with pytest.raises(InputError, match="neither an Access database nor its table ReceivedData"):
        bridgemate.read(data, "club.bws")
    assert main(["check", str(file)]) == 1


def test_lines_may_end_as_on_an_old_mac() -> None:
    event = bridgemate.read(RECEIVED.replace("\n", "\r").encode(), "bws.csv").event
    assert len(event.board_results) == 6
