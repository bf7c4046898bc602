"""Bridgemate's .bws files: what is written is a database, and says what the session says."""

import random
import shutil
import struct
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

from xltie.core.errors import DomainError, InputError
from xltie.event import NOT_PLAYED, Award, BoardResult, Contestant, Event
from xltie.event.bridge import session
from xltie.exchange import bridgemate
from xltie.exchange.bridgemate.jet_reader import Column, Index, Table, table_rows
from xltie.exchange.bridgemate.jet_writer import database, header
from xltie.exchange.bridgemate.reader import rows_of_csv
from xltie.exchange.common.bridge_session import MEMBERS
from xltie.settings import Settings
from xltie.settings.declared import CONTEST, CRITERIA

SIXTY, FORTY = Award(Fraction(3, 5)), Award(Fraction(2, 5))


def _played(board: int, round: int, table: str, ns: str, ew: str, **more: Any) -> BoardResult:
    return BoardResult(board, (ns,), (ew,), round=round, table=table)._replace(**more)


LINES = (
    _played(1, 1, "1", "1", "4", contract="4S", declarer="N", tricks=11, lead="SA",
            ns_result=Fraction(450), ew_result=Fraction(-450)),
    _played(2, 1, "1", "1", "4", contract="3NTX", declarer="W", tricks=7,
            ns_result=Fraction(300), ew_result=Fraction(-300)),
    _played(3, 1, "2", "3", "2", contract="Pass", ns_result=Fraction(0), ew_result=Fraction(0)),
    _played(4, 1, "2", "3", "2", ns_result=SIXTY, ew_result=FORTY),
    _played(5, 2, "1", "1", "2", ns_result=NOT_PLAYED, ew_result=NOT_PLAYED),
    _played(7, 2, "1", "1", "2"),
    _played(6, 2, "2", "4", "3", contract="1CXX", declarer="E", tricks=7,
            ns_result=Fraction(-230), ew_result=Fraction(230)),
)  # fmt: skip
NAMES = (
    Contestant("1", "Ada Stone & Ben Frost", more=((MEMBERS, "1001 & 1002"),)),
    Contestant("2", "Cleo Hart & Dan Vale", more=((MEMBERS, "- & 1004"),)),
    Contestant("3", "Eve Marsh & Юрий Пак"), Contestant("4", "김하나 & 이두리"),
)  # fmt: skip


def _session(lines: Tuple[BoardResult, ...] = LINES, **settings: str) -> Event:
    texts = {CONTEST: "pairs", CRITERIA: settings.get("criteria", "MP%")}
    base = Event(game="bridge", name="Thursday pairs", start_date="2026-11-26",
                 settings=Settings.of(texts))  # fmt: skip
    return session(lines, NAMES, base)


def test_a_session_comes_back_as_it_went() -> None:
    back = bridgemate.read(bridgemate.write(_session()), "club.bws").event
    assert (back.name, back.start_date) == ("Thursday pairs", "2026-11-26")
    assert {player.id: player.name for player in back.contestants} == {
        player.id: player.name for player in NAMES
    }
    assert dict(back.contestants[1].more)[MEMBERS] == "- & 1004"
    plain = [line._replace(place=LINES[0].place) for line in back.board_results]
    assert sorted(plain, key=str) == sorted(LINES, key=str)


def test_both_lines_of_a_mitchell_have_the_numbers_from_one() -> None:
    lines = tuple(
        _played(board, 1, str(table), f"NS {table}", f"EW {table}", contract="Pass",
                ns_result=Fraction(0), ew_result=Fraction(0))
        for table, board in ((1, 1), (2, 2), (3, 3))
    )  # fmt: skip
    base = Event(game="bridge", settings=Settings.of({CONTEST: "pairs"}))
    data = bridgemate.write(session(lines, None, base))
    assert [row["EWPair"] for row in table_rows(data, "RoundData", "x")] == ["1", "2", "3"]
    assert table_rows(data, "Section", "x")[0]["Winners"] == "2"
    back = bridgemate.read(data, "x.bws").event
    assert {player.id for player in back.contestants} == {
        f"{side} {number}" for side in ("NS", "EW") for number in (1, 2, 3)
    }


def test_boards_that_are_no_row_are_listed() -> None:
    lines = tuple(_played(board, 1, "1", "1", "2") for board in (1, 2, 9))
    data = bridgemate.write(_session(lines))
    (row,) = table_rows(data, "RoundData", "x")
    assert (row["LowBoard"], row["HighBoard"], row["CustomBoards"]) == ("1", "9", "1,2,9")
    assert [line.board for line in bridgemate.read(data, "x.bws").event.board_results] == [1, 2, 9]


def test_what_terminals_cannot_know_is_said() -> None:
    bare = _played(1, 1, "1", "1", "2", ns_result=Fraction(420), ew_result=Fraction(-420))
    event = _session((bare, _played(2, 1, "1", "1", "2")))
    assert bridgemate.FORMAT.remarks is not None
    (said,) = bridgemate.FORMAT.remarks(event)
    assert "board 1, 1 against 2" in str(said)
    assert not table_rows(bridgemate.write(event), "ReceivedData", "x")


def test_what_was_adjusted_is_not_written_as_it_was_played() -> None:
    plus, minus = Award(Fraction(3, 5), average="+"), Award(Fraction(2, 5), average="-")
    game = {"contract": "3NT", "declarer": "N", "tricks": 10}
    averages = _played(1, 1, "1", "1", "2", ns_result=plus, ew_result=minus, **game)
    assigned = _played(2, 1, "1", "1", "2", ns_result=Fraction(430), ew_result=Fraction(620),
                       **game)  # fmt: skip
    other = _played(3, 1, "1", "1", "2", ns_result=Fraction(630), ew_result=Fraction(-630),
                    vulnerable="All", **game)  # fmt: skip
    event = _session((averages, assigned, other))
    assert bridgemate.FORMAT.remarks is not None
    said = [str(fault) for fault in bridgemate.FORMAT.remarks(event)]
    assert [(text[:7], "60%-40%" in text) for text in said] == [
        ("board 1", True), ("board 2", False), ("board 3", False)
    ]  # fmt: skip
    back = bridgemate.read(bridgemate.write(event), "x.bws").event.board_results
    assert (back[0].ns_result, back[0].ew_result) == (SIXTY, FORTY)
    assert [line.ns_result for line in back[1:]] == [None, None]


@pytest.mark.parametrize(
    ("criteria", "scoring"), [("MP%", "1"), ("BUTLERIMPS", "2"), ("BAM, MP", "3")]
)
def test_the_terminals_are_told_the_scoring(criteria: str, scoring: str) -> None:
    data = bridgemate.write(_session(criteria=criteria))
    assert table_rows(data, "Section", "x")[0]["ScoringType"] == scoring


def test_a_session_without_tables_is_refused() -> None:
    bare = BoardResult(1, ("1",), ("2",), Fraction(50), Fraction(-50))
    with pytest.raises(DomainError, match="no boards with rounds and tables"):
        bridgemate.write(_session((bare,)))


# -- the database ----------------------------------------------------------------------------------

SAMPLE = Table(
    "Sample",
    (Column("Id", "long", counts=True), Column("Small", "short"), Column("Yes", "yes/no"),
     Column("Word", "text", 100), Column("Day", "date")),
    [(number, None if number % 3 == 0 else -number, number % 2, "é토" * (number % 20) or None,
      45000.5 + number) for number in range(1, 400)],
)  # fmt: skip


def test_rows_of_many_pages_are_read_back() -> None:
    rows = table_rows(database([SAMPLE]), "sample", "x")
    assert len(rows) == 399
    assert rows[0] == {"Id": "1", "Small": "-1", "Yes": "1", "Word": "é토",
                       "Day": "2023-03-16 12:00:00"}  # fmt: skip
    assert rows[2]["Small"] == rows[19]["Word"] == ""


@pytest.mark.skipif(not shutil.which("mdb-export"), reason="mdb-tools are not installed")
def test_mdb_tools_read_the_same(tmp_path: Path) -> None:
    data = bridgemate.write(_session())
    file = tmp_path / "club.bws"
    file.write_bytes(data)
    names = subprocess.run(["mdb-tables", "-1", file], capture_output=True, text=True, check=True)
    assert {"ReceivedData", "RoundData", "PlayerNumbers"} <= set(names.stdout.split())
    for table in names.stdout.split():
        run = subprocess.run(["mdb-export", "-D", "%Y-%m-%d %H:%M:%S", "-T",
                              "%Y-%m-%d %H:%M:%S", file, table],
                             capture_output=True, text=True, check=True)  # fmt: skip
        wanted = [dict(row) for row in table_rows(data, table, "x")]
        assert rows_of_csv(run.stdout.encode(), "x") == wanted, table


def _pages(data: bytes) -> List[bytes]:
    return [data[at : at + 4096] for at in range(0, len(data), 4096)]


def test_the_header_is_that_of_a_database_which_access_made() -> None:
    page = header()
    assert page[:20] == b"\x00\x01\x00\x00Standard Jet DB\x00"
    # the first bytes that Access itself writes enciphered, by mdb-tools' key
    assert page[0x18:0x20].hex() == "b56e03626009c255"


def test_indexes_hold_every_row_in_order_and_maps_every_page() -> None:
    pages = _pages(database([SAMPLE]))
    catalog = pages[2]
    (rows,) = struct.unpack_from("<I", catalog, 16)
    leaves = [page for page in pages if page[0] == 4 and page[4:8] == b"\x02\x00\x00\x00"]
    for leaf in leaves:
        ends = [bit for bit in range(3616) if leaf[27 + bit // 8] >> bit % 8 & 1]
        entries = [leaf[480 + a : 480 + b] for a, b in zip([0, *ends], ends)]
        assert len(entries) == rows == 9
        assert entries == sorted(entries)
        assert {pages[int.from_bytes(entry[-4:-1], "big")][0] for entry in entries} == {1}
    free = pages[1][-69:]
    assert [free[5 + page // 8] >> page % 8 & 1 for page in range(len(pages) + 1)] == [
        *[0] * len(pages), 1
    ]  # fmt: skip


def test_a_table_or_index_that_does_not_fit_is_not_written() -> None:
    with pytest.raises(ValueError, match="Wide"):
        database([Table("Wide", tuple(Column(f"Column{n}", "text", 510) for n in range(120)))])
    rows = [(number,) for number in range(900)]
    index = (Index("Id", (0,), 0x81),)
    with pytest.raises(ValueError, match="900"):
        database([Table("Long", (Column("Id", "long"),), rows, index)])


def test_the_same_session_is_the_same_file() -> None:
    assert bridgemate.write(_session()) == bridgemate.write(_session())


@pytest.mark.slow
def test_a_broken_database_is_refused_and_nothing_else() -> None:
    whole, source = bridgemate.write(_session()), random.Random(35)
    refused = 0
    for _ in range(150):
        data = bytearray(whole[: source.choice([len(whole), 4096 * source.randint(1, 40)])])
        for _ in range(source.randint(1, 30)):
            data[source.randrange(64, len(data))] = source.randrange(256)
        try:
            bridgemate.read(bytes(data), "broken.bws")
        except InputError:
            refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [(20, 0, "Access 97 or older"), (4096 * 2 + 45, 0, "no table ReceivedData|is broken")],
)
def test_a_database_that_cannot_be_read_says_why(at: int, value: int, said: str) -> None:
    data = bytearray(bridgemate.write(_session()))
    data[at] = value
    with pytest.raises(InputError, match=said):
        bridgemate.read(bytes(data), "old.bws")


def test_compressed_text_and_deleted_rows_as_access_writes_them() -> None:
    table = Table("ReceivedData", (Column("Word", "text", 100),), [("qv",), ("cd",)])
    data = bytearray(database([table]))
    at = data.index("qv".encode("utf-16-le"))
    data[at : at + 4] = b"\xff\xfexy"
    page = at // 4096 * 4096
    rows: List[Dict[str, str]] = table_rows(bytes(data), "ReceivedData", "x")
    assert [row["Word"] for row in rows] == ["xy", "cd"]
    data[page + 17] |= 0x80  # the second row, deleted
    assert [row["Word"] for row in table_rows(bytes(data), "ReceivedData", "x")] == ["xy"]
