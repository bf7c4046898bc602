"""Hand records: in files, on the pages, and from a file of the dealing machine; LIN matches."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import HandRecord
from xltie.exchange import lin, pbn, usebio
from xltie.exchange.pbn.reader import hands

NORTH, EAST = "AKQ.J98765.-.AKQJ".replace("-", ""), "JT9.AKQT.AKQJT9."
SOUTH, WEST = "8765.432.8765.T9", "432..432.8765432"
DEALT = (NORTH, EAST, SOUTH, WEST)
SCORES = """[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]
1 2 3NT N 9 400
3 4 4S E 10 -420
"""
SESSION = f"""[Event "Monday"]
[Board "1"]
[Deal "E:{EAST} {SOUTH} {WEST} {NORTH}"]
{SCORES}[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 10
E  H  3
"""


def a_file(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return str(path)


def page_of(folder: Path, board: int) -> str:
    return re.sub(r"\s*<[^>]+>\s*", " ", (folder / f"board-{board}.html").read_text("utf-8"))


@pytest.mark.parametrize("format", [pbn, usebio])
def test_cards_are_read_and_written(format: object) -> None:
    event = pbn.read(SESSION.encode(), "monday.pbn").event
    assert event.hand_records == (
        HandRecord((0, 1), DEALT, (("N", "NT", 10), ("E", "H", 3))),
    )  # fmt: skip
    module = usebio if format is usebio else pbn
    again = module.read(module.FORMAT.write(event), "again").event
    assert [record.hands for record in again.hand_records] == [DEALT]


def test_a_table_of_tricks_without_its_columns_is_left_out() -> None:
    other = SESSION.replace("Denomination\\2R", "Suit\\2R")
    (record,) = pbn.read(other.encode(), "monday.pbn").event.hand_records
    assert (record.hands, record.makes) == (DEALT, ())


def test_the_page_of_a_board_shows_its_cards_and_what_can_be_made(tmp_path: Path) -> None:
    source = a_file(tmp_path, "monday.pbn", SESSION)
    assert main(["publish", source, "--out", str(tmp_path / "out")]) == 0
    page = page_of(tmp_path / "out", 1)
    assert "Hands: dealer North, vulnerable: –" in page
    assert "North AKQ J98765 – AKQJ 20" in page
    assert re.search(r"Tricks that can be made\s+Seat NT ♠ ♥ ♦ ♣\s+North 10\s+East\s+3", page)


@pytest.mark.slow
def test_the_cards_may_come_from_the_dealing_machine(tmp_path: Path, shell: Shell) -> None:
    results = a_file(tmp_path, "monday.csv", "Board,NS,EW,Score\n1,1,2,400\n1,3,4,-420\n")
    dealt = f'[Board "1"]\n[Deal "N:{" ".join(DEALT)}"]\n'
    machine = a_file(tmp_path, "cards.pbn", dealt)
    out = tmp_path / "out"
    assert main(["publish", results, "--hands", machine, "--out", str(out)]) == 0
    assert "East JT9 AKQT AKQJT9 – 20" in page_of(out, 1)
    said = shell("publish", results, "--hands", results, "--out", out, code=1).err
    assert "there are no hands in this file" in said


@pytest.mark.parametrize(
    ("deal", "wanted"),
    [
        (f"N:{NORTH} {NORTH} {SOUTH} {WEST}", "the card SA is in this deal a second time"),
        (f"N:{NORTH[1:]} {EAST} {SOUTH} {WEST}", "no deal of 13 cards"),
        ("N:AKQX.. - - -", "'AKQX..' is no hand such as"),
    ],
)
def test_what_is_no_deal_is_said_with_its_line(deal: str, wanted: str) -> None:
    with pytest.raises(InputError) as refused:
        hands(f'[Board "1"]\n[Deal "{deal}"]\n'.encode(), "cards.pbn")
    assert str(refused.value).startswith("cards.pbn:2") and wanted in str(refused.value)


MATCH = """vg|Cup,1 of 2,I,5,7,Reds,10,Blues,4|
rs|4SN=,3NN+1,PASS,1CE-1,2HWx-2,|pn|An,Bo,Cy,Di,Ed,Fy,Gil,Hal|pg||
qx|o5|st||md|3S567HA234DC,SJT9,|sv|o|
"""
HAND = "S8765H432D8765CT9,S432HD432C8765432,SAKQHJ98765DCAKQJ"


def test_a_match_in_lin_is_ranked_with_what_it_carries_over(tmp_path: Path) -> None:
    """South, West and North are given, East has the rest; board 7 was not played twice."""
    text = MATCH.replace("md|3S567HA234DC,SJT9,|", f"md|3{HAND},|")
    event = lin.read(text.encode(), "cup.lin").event
    assert event.hand_records == (HandRecord((0, 5), DEALT),)
    assert [(who.name, who.start) for who in event.contestants] == [
        ("Blues", Fraction(-6)), ("Reds", Fraction(6)),
    ]  # fmt: skip
    assert dict(event.contestants[1].more) == {"Players": "An, Cy, Fy, Hal"}
    scores = [
        (line.board, line.table, *line.ns, line.ns_result) for line in event.board_results
    ]  # fmt: skip
    # board 5: NS vulnerable; 6: EW; 7: both
    assert scores == [
        (5, "open", "Reds", 620), (5, "closed", "Blues", 630), (6, "open", "Reds", 0),
        (6, "closed", "Blues", 100), (7, "open", "Reds", 500),
    ]  # fmt: skip


def test_lin_without_a_match_says_what_its_cards_are_for() -> None:
    with pytest.raises(InputError, match="publish shows the cards alone"):
        lin.read(f"pn|An,Bo,Cy,Di|st||md|3{HAND},|ah|Board 1|".encode(), "one.lin")
    with pytest.raises(InputError, match="'4HQ' is not a contract"):
        lin.read(MATCH.replace("4SN=", "4HQ").encode(), "cup.lin")


def test_usebio_of_one_session_is_what_the_sites_of_federations_read() -> None:
    """The Australian site takes these types alone, and looks for pairs, boards and hands here."""
    event = pbn.read(SESSION.encode(), "monday.pbn").event
    root = ElementTree.fromstring(usebio.FORMAT.write(event))
    (held,) = root.findall("EVENT")
    assert held.get("EVENT_TYPE") == "MP_PAIRS"
    assert len(held.findall("PARTICIPANTS/PAIR")) == 4
    assert [found.text for found in held.findall("BOARD/BOARD_NUMBER")] == ["1"]
    assert len(root.findall("HANDSET/BOARD/HAND")) == 4


def test_a_workbook_and_a_file_without_hands_say_so(tmp_path: Path, shell: Shell) -> None:
    source = a_file(tmp_path, "monday.pbn", SESSION)
    said = shell("import", source, tmp_path / "monday.xlsx")
    assert f"publish it with --hands {source}" in said.out + said.err
