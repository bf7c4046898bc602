"""Contracts and results in the spellings of clubs and programs."""

from __future__ import annotations

import pytest

from tests.bridge.test_sessions import event_index, faults
from xltie.core.errors import DomainError
from xltie.event.bridge import read_contract, read_tricks


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3N", "3NT"), ("3 sa", "3NT"), ("3 No Trumps doubled", "3NTX"), ("4♠️", "4S"),
        ("4 spades", "4S"), ("2♥×", "2HX"), ("4S**", "4SXX"), ("4S redoubled", "4SXX"),
        ("４S", "4S"), ("3БК", "3NT"), ("4п", "4S"), ("2ч", "2H"), ("5т", "5C"), ("1бХ", "1DX"),
        ("passed-out", "Pass"), ("All Pass", "Pass"), ("passe", "Pass"), ("пас", "Pass"),
    ],
)  # fmt: skip
def test_spellings_of_a_contract(text: str, meant: str) -> None:
    assert str(read_contract(text)) == meant


@pytest.mark.parametrize(
    ("text", "declarer", "tricks"),
    [
        ("4H by North =", "N", 10), ("4HXN-2", "N", 8), ("3NN+1", "N", 10), ("4S (E) +1", "E", 11),
        ("3NT/W", "W", 9), ("4S N 9", "N", 9), ("6♦ by S -1", "S", 11),
    ],
)  # fmt: skip
def test_declarer_and_result_may_follow(text: str, declarer: str, tricks: int) -> None:
    read = read_contract(text)
    assert read.declarer == declarer
    assert read_tricks(read, None if read.result is not None else "=") == tricks


@pytest.mark.parametrize("text", ["8S", "4", "4S N 9 =", "4Q", "S4", "3NTXXX", "4SQ"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        read_contract(text)


def test_a_score_that_no_result_of_the_contract_makes_is_a_fault() -> None:
    boards = "Board|NS|EW|Contract|By|Tricks|Score\n"
    assert faults(f"{boards}1|1|2|4S||10|400\n1|3|4|4S|N||-420\n1|5|6|PASS|||50") == [
        "Boards!G2: the score is 400, but 4S with 10 tricks on board 1 is -420 or 420 for NS",
        "Boards!G3: the score is -420, but 4S by N on board 1 is never that for NS",
        "Boards!G4: the score is 50, but Pass on board 1 is 0 for NS",
    ]
    kept = event_index(f"{boards}1|1|2|4S||10|-420\n1|3|4|4S|N||450").event.board_results
    assert [board_result.ns_result for board_result in kept] == [-420, 450]


def test_scores_of_both_sides_must_be_opposites() -> None:
    heads = "Board|NS|EW|NS score|EW score\n"
    read = event_index(f"{heads}1|1|2|420|-420\n1|3|4||50").event
    assert [line.ns_result for line in read.board_results] == [420, -50]
    assert "one is not the other's opposite" in faults(f"{heads}1|1|2|420|420")[0]


def test_a_column_result_holds_scores_where_there_is_no_other() -> None:
    board_results = event_index("Board|NS|EW|Result\n1|1|2|420\n1|3|4|-50").event.board_results
    assert [board_result.ns_result for board_result in board_results] == [420, -50]


def test_a_column_vulnerable_overrules_the_number_of_the_board() -> None:
    boards = (
        "Board|Vul|NS|EW|Contract|By|Tricks\n1|Both|1|2|4S|N|10\n2|-|3|4|4S|N|10\n2||5|6|4S|N|="
    )
    assert [board_result.ns_result for board_result in event_index(boards).event.board_results] == [
        620,
        420,
        620,
    ]
    assert faults(boards.replace("Both", "some")) == [
        "Boards!B2: 'some' is not None, NS, EW or All"
    ]
