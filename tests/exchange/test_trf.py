"""Tournament reports: read with tolerance, every fault in its place, written without loss."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.chess.events import as_trf, robin, swiss
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import Contestant, Event, EventIndex, Outcome, Scoring, Status
from xltie.exchange import trf
from xltie.settings import Settings
from xltie.settings.declared import CRITERIA

FOLDER = Path(__file__).parent.parent / "trf"
FILES = sorted(FOLDER.glob("*.trf"))
SOME = settings(max_examples=40)


def player(number: int, cells: str, points: str = "", name: str = "", more: str = "") -> str:
    """A player record; ``cells`` are separated by a bar."""
    line = f"001 {number:>4} {more or ' ':<4} {name or f'Player {number}':<33} 2000"
    line = line.ljust(80) + f"{points:>4}".ljust(11)
    return (line + "".join(f"{cell:<10}" for cell in cells.split("|"))).rstrip()


def report(*lines: str, end: str = "\n") -> bytes:
    return "".join(line + end for line in lines).encode()


TWO = (player(1, "   2 w 1|0000 - U", " 2.0"), player(2, "   1 b 0|0000 - Z", " 0.0"))


def faults_of(*lines: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        trf.read(report(*lines), "e.trf")
    return [str(fault) for fault in caught.value.faults]


def warnings_of(*lines: str) -> list[str]:
    return [str(warning) for warning in trf.read(report(*lines), "e.trf").warnings]


# -- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends(end: str) -> None:
    event = trf.read(report("012 Open", *TWO, end=end)).event
    assert event.name == "Open"
    assert len(event.matches) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_names_in_any_encoding_come_back_in_the_same(encoding: str) -> None:
    text = report("012 Zürich – Köln", player(1, "0000 - U", name="Müller, Änne")).decode()
    data = text.encode(encoding)
    event = trf.read(data).event
    assert event.contestants[0].name == "Müller, Änne"
    assert event.name == "Zürich – Köln"
    assert trf.write(event) == data


def test_bytes_that_no_encoding_knows_are_kept() -> None:
    data = report("012 Open").replace(b"Open", b"Op\x81n\x9d") + report(*TWO)
    assert trf.write(trf.read(data).event) == data


def test_columns_counted_in_bytes_are_read_as_meant() -> None:
    name = "Müller, Jürgen"
    line = player(1, "   2 w 1", " 1.0", name=name)
    shifted = line.replace(name + "  ", name)  # two letters of two bytes each
    found = trf.read(report(shifted, player(2, "   1 b 0", " 0.0")))
    assert found.event.contestants[0].name == name
    assert found.event.contestants[0].rating == 2000
    assert found.event.matches[0].a.outcome is Outcome.WIN
    assert "bytes" in str(found.warnings[0])
    assert trf.write(found.event) == report(shifted, player(2, "   1 b 0", " 0.0"))


@pytest.mark.parametrize(
    ("written", "title"),
    [(" g", "GM"), ("  g", "GM"), (" m", "IM"), ("GM", "GM"), ("wf", "WFM"), ("WIM", "WIM")],
)
def test_titles_of_both_formats(written: str, title: str) -> None:
    line = player(1, "0000 - U")
    line = line[:10] + f"{written:<3}" + line[13:]
    assert trf.read(report(line)).event.contestants[0].title == title


def test_a_player_record_in_full() -> None:
    line = player(1, "0000 - U", " 1.0", "Doe, Jane", "w  m")
    line = line[:53] + "NOR" + " 12345678901".rjust(12) + " 1990/02/28" + line[79:]
    who = trf.read(report(line)).event.contestants[0]
    assert (who.name, who.rating, who.country, who.title) == ("Doe, Jane", 2000, "NOR", "IM")
    assert dict(who.more) == {"Sex": "w", "FIDE ID": "12345678901", "Birth": "1990/02/28"}


def test_byes_forfeits_and_blank_rounds() -> None:
    event = trf.read(
        report(
            player(1, "0000 - U|   2 - +|   2 w W|0000 - H|          |0000 - F"),
            player(2, "0000 - z|   1   -|   1 b l|     - h|          |   3 w ="),
            player(3, "          |0000|0000 - -|0000 - =|0000 - +|   2 b ="),
        )
    ).event
    own = {who: [o.own.status for o in EventIndex(event).rounds_of(who)] for who in "123"}
    bye, half, zero, absent = (
        Status.PAIRING_BYE, Status.HALF_BYE, Status.ZERO_BYE, Status.ABSENT,
    )  # fmt: skip
    assert own["1"] == [bye, Status.FORFEIT_WIN, Status.PLAYED, half, absent, Status.FULL_BYE]
    assert own["2"] == [zero, Status.FORFEIT_LOSS, Status.PLAYED, half, absent, Status.PLAYED]
    assert own["3"] == [absent, absent, zero, half, bye, Status.PLAYED]


def test_a_game_paired_but_not_played_is_open() -> None:
    event = trf.read(report(player(1, "   2 w"), player(2, "   1 b"))).event
    assert event.matches[0].a.status is Status.PENDING
    assert EventIndex(event).score("1") == 0


def test_an_adjourned_game_counts_what_the_point_system_says() -> None:
    lines = ("162  W 1.0    D 0.5    X 0.0", player(1, "   2 w X"), player(2, "   1 b ?"))
    assert EventIndex(trf.read(report(*lines)).event).score("1") == 0
    assert EventIndex(trf.read(report(*lines[1:])).event).score("1") == Fraction(1, 2)


@pytest.mark.parametrize(
    ("date", "edition"),
    [
        ("2023/08/31", "fide2009"), ("2023/09/01", "fide2024"), ("2026/02/28", "fide2024"),
        ("2026/03/01", "fide2026"), ("", "fide2026"),
    ],
)  # fmt: skip
def test_the_start_date_chooses_the_edition(date: str, edition: str) -> None:
    from xltie.rules.common.rulebooks import edition_of

    assert edition_of(trf.read(report(f"042 {date}".strip(), *TWO)).event) == edition


@pytest.mark.parametrize(
    ("line", "format"),
    [
        ("092 Individual: Round-Robin", "round-robin"), ("092 Double Round Robin", "round-robin"),
        ("092 Individual: Swiss-System", "swiss"), ("192 FIDE_DUTCH_2025", "swiss"),
        ("192 FIDE_ROUNDROBIN", "round-robin"), ("092 Rundenturnier", "round-robin"),
        ("092 Individual: DRR", "round-robin"), ("192 BERGER_ROUNDROBIN_G2", "round-robin"),
        ("092 Sistema suizo", "swiss"), ("092 Torneo Svizzero", "swiss"),
    ],
)  # fmt: skip
def test_the_format_is_named(line: str, format: str) -> None:
    assert trf.read(report(line, *TWO)).event.format == format


@pytest.mark.slow
@SOME
@given(event=robin())
def test_a_complete_cycle_is_a_round_robin_without_being_named(event: dict[str, Any]) -> None:
    data = as_trf(event).replace(b"092 Individual: Round-Robin\n", b"")
    met = {m.b is not None for m in trf.read(data).event.matches}
    full = all(
        cell[0] for one in event["cells"].values() for cell in one
    ) and len(event["players"]) % 2 == 0  # fmt: skip
    if full and met == {True}:
        assert trf.read(data).event.format == "round-robin"


@pytest.mark.parametrize(("line", "rounds"), [("XXR 9", 9), ("142 7", 7), ("142 007", 7), ("", 2)])
def test_the_number_of_rounds(line: str, rounds: int) -> None:
    assert trf.read(report(line, *TWO)).event.rounds == rounds


def test_tie_breaks_of_the_file_are_its_criteria() -> None:
    event = trf.read(report("202 DE,BH/C1", *TWO)).event
    assert event.settings.text(CRITERIA) == "PTS, DE, BH/C1"
    event = trf.read(report("202 DE", "212 PTS, BH:GP/C1, SB", *TWO)).event
    assert event.settings.text(CRITERIA) == "PTS, BH:GP/C1, SB"


# -- points --------------------------------------------------------------------------------------


def test_a_point_system_that_is_named() -> None:
    line = "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.5"
    scoring = trf.read(report(line, *TWO)).event.scoring
    assert (scoring.win, scoring.draw, scoring.pairing_bye) == (3, 1, Fraction(3, 2))
    assert (scoring.full_bye, scoring.half_bye, scoring.forfeit_win) == (3, 1, 3)


@pytest.mark.parametrize("lines", [("BBW  3.0", "BBD  1.0", "BBU  1.0"), ("XXS W=3 D=1 PAB=1",)])
def test_point_systems_of_pairing_programs(lines: tuple[str, ...]) -> None:
    scoring = trf.read(report(*lines, *TWO)).event.scoring
    assert (scoring.win, scoring.draw, scoring.pairing_bye) == (3, 1, 1)


@pytest.mark.slow
@SOME
@given(event=swiss())
def test_a_point_system_is_found_from_the_points(event: dict[str, Any]) -> None:
    """Whatever is found gives every player the points of the column."""
    assume(not any(cell[2] == "X" for one in event["cells"].values() for cell in one))
    found = trf.read(as_trf(event)).event
    event_index = EventIndex(found)
    lines = []
    for line in as_trf(event).decode().splitlines():
        if line.startswith("001"):
            points = float(event_index.score(str(int(line[4:8]))))
            lines.append(f"{line[:80].ljust(80)}{points:4.1f}{line[84:]}")
        elif not line.startswith("162"):
            lines.append(line)
    again = EventIndex(trf.read(report(*lines)).event)
    assert [again.score(who) for who in again.ids] == [
        event_index.score(who) for who in event_index.ids
    ]


def test_wrong_points_are_a_warning_and_the_results_count() -> None:
    right = [player(n, f"{n + 1:>4} w 1" if n % 2 else f"{n - 1:>4} b 0", f" {n % 2}.0")
             for n in range(1, 31)]  # fmt: skip
    right[4] = right[4][:80] + " 7.5" + right[4][84:]
    found = trf.read(report(*right), "e.trf")
    assert [str(w) for w in found.warnings] == [
        "e.trf:5:81: player 5 has 7.5 points in the points column, but 1 by the results; the "
        "results count"
    ]
    assert EventIndex(found.event).score("5") == 1


def test_points_of_record_299() -> None:
    event = trf.read(
        report("299 W        0.5   001    1", TWO[0].replace("2.0", "1.5"), TWO[1])
    ).event
    assert EventIndex(event).score("1") == Fraction(3, 2)


def test_points_of_record_299_for_everybody_and_for_nothing() -> None:
    """A record without players is for all of them, as the note of TRF-2026 writes it."""
    games = (player(1, "   2 w +"), player(2, "   1 b -"))
    event = trf.read(report("299 +    2.0      2.5", "299 -    0.0      1.5", *games)).event
    assert [EventIndex(event).score(who) for who in ("1", "2")] == [Fraction(5, 2), Fraction(3, 2)]
    assert warnings_of("299     0.0  -1.0  000 0001", *TWO) == [
        "e.trf:1: -1.0 points for no kind of result are not counted"
    ]


# -- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("012 Open",), ["e.trf:1: there are no player records (001)"]),
        ((player(1, "   9 w 1"),),
         ["e.trf:1:92: player 1 meets player 9 in round 1, who is not in the file"]),
        ((player(1, "   1 w 1"),), ["e.trf:1:92: player 1 plays against themselves in round 1"]),
        ((player(1, "   2 w 1"), player(2, "0000 - H")),
         ["e.trf:1:92: player 1 meets player 2 in round 1, but player 2 meets nobody"]),
        ((player(1, "   2 w 1"), player(2, "   1 b 1")),
         ["e.trf:1:99: the results of players 1 and 2 in round 1 contradict each other: 1 and 1"]),
        ((player(1, "   2 w 1"), player(2, "   1 b")),
         ["e.trf:1:99: the results of players 1 and 2 in round 1 contradict each other: 1 and "
          "blank"]),
        ((player(1, "   2 w 1"), player(2, "   1 w 0")),
         ["e.trf:1:97: players 1 and 2 in round 1 both have white"]),
        ((player(1, "   2 w U"), player(2, "   1 b 0")),
         ["e.trf:1:99: players 1 and 2 in round 1: U is a bye, but there is an opponent"]),
        ((player(1, "   2 w Q"), player(2, "   1 b 0")),
         ["e.trf:1:99: the result of player 1 in round 1 is 'Q'; expected one of "
          "1 = 0 + - W D L U F H Z"]),
        ((player(1, "   x w 1"), player(2, "   1 b 0")),
         ["e.trf:1:92: the opponent of player 1 in round 1 is 'x', not a start number"]),
        ((player(1, "0000 - U|   x w 1"),),
         ["e.trf:1:102: the opponent of player 1 in round 2 is 'x', not a start number"]),
        ((player(1, "0000 q U"),),
         ["e.trf:1:97: the colour of player 1 in round 1 is 'q'; expected w, b or -"]),
        ((player(1, "0000 - U"), player(1, "0000 - U")),
         ["e.trf:2:5: player 1 is listed twice, first in line 1"]),
        ((player(1, "0000 - U").replace("      2000", "\t2000"),),
         ["e.trf:1:43: there is a tab, but a record has fixed columns; use spaces",
          "e.trf:1: there are no player records (001)"]),
        (("001  abc",), ["e.trf:1:5: the start number is 'abc', not a number from 1",
                         "e.trf:1: there are no player records (001)"]),
    ],
)  # fmt: skip
def test_faults_name_line_and_column(lines: tuple[str, ...], said: list[str]) -> None:
    assert sorted(faults_of(*lines)) == sorted(said)


def test_all_faults_come_together_in_their_order() -> None:
    found = faults_of(
        player(1, "   2 w 1|   7 w 1"), player(2, "   1 b 1|0000 - K"), player(3, "0000 ! U")
    )
    assert [fault.split(": ")[0] for fault in found] == [
        "e.trf:1:99", "e.trf:1:102", "e.trf:2:109", "e.trf:3:97",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((player(1, "   2 w +", " 1.0"), player(2, "   1 b 0", " 0.0")), "read as a forfeit"),
        ((player(1, "   2 w 0", " 0.0"), player(2, "   1 b 0", " 0.0")), "both players lost"),
        ((player(1, "   2 w =", " 0.5"), player(2, "   1 b 0", " 0.0")), "a draw for one"),
        ((player(1, "0000 - 1", " 1.0"),), "read as U"),
        ((player(1, "   2   1", " 1.0"), player(2, "   1   0", " 0.0")), "have no colour"),
        (("042 tomorrow", *TWO), "is not understood"),
        (("XXR nine", *TWO), "not a number of rounds"),
        ((f"{TWO[0]}  0000 - H", TWO[1]), "round 3 has byes but no game yet"),
        (("162  W 1.0  Q 7.0", *TWO), "not a kind of result"),
        (("XXR 1", *TWO), "1 round, but there are 2"),
        ((TWO[0].replace(" 2.0", " two"), TWO[1]), "are not a number"),
        ((TWO[0].replace("2000", "2OOO"), TWO[1]), "rating"),
        ((TWO[0][:14] + "Player 1".ljust(34, "x") + TWO[0][48:], TWO[1]), "should be blank"),
    ],
)  # fmt: skip
def test_what_is_clear_is_a_warning(lines: tuple[str, ...], said: str) -> None:
    found = warnings_of(*lines)
    assert any(said in warning for warning in found), found
    assert all(warning.startswith("e.trf:") for warning in found)


# -- whatever comes ------------------------------------------------------------------------------


@st.composite
def damaged(draw: Any) -> bytes:
    """A report with some of its bytes changed, taken out or put in."""
    data = bytearray(as_trf(draw(swiss())))
    for _ in range(draw(st.integers(0, 8))):
        at = draw(st.integers(0, len(data) - 1))
        piece = draw(st.sampled_from([b"", b" ", b"0", b"9", b"x", b"-", b"\r", b"\xe9", b"="]))
        data[at : at + draw(st.integers(0, 2))] = piece
    return bytes(data)


@pytest.mark.slow
@settings(max_examples=300)
@given(data=st.one_of(damaged(), st.binary(max_size=300)))
def test_a_damaged_file_is_read_or_refused_with_places(data: bytes) -> None:
    try:
        event = trf.read(data, "e.trf").event
    except InputError as error:
        assert all(fault.place.line for fault in error.faults)
    else:
        assert event.contestants
        assert trf.write(event) == data


# -- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_comes_back_byte_for_byte(path: Path) -> None:
    assert trf.write(trf.read(path.read_bytes(), path.name).event) == path.read_bytes()


UNKNOWN = [
    "### a comment", "013 Team A                          1    2",
    "250      02.0 001 003    1    4",
    "260 001 002    1    2", "ITA    1 m    Rossi", "DAT 0001 EMAIL none", "", "310   1 Team",
    "XXZ 1 2", "XXP 1 2", "132" + " " * 88 + "24/04/01  24/04/02", "802   1 ABC", "  ", "\x1a",
]  # fmt: skip


@pytest.mark.slow
@SOME
@given(
    event=st.one_of(swiss(), robin()),
    more=st.lists(st.tuples(st.integers(0, 20), st.sampled_from(UNKNOWN)), max_size=6),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    last=st.booleans(),
)
def test_every_record_and_line_end_survives(
    event: dict[str, Any], more: list[tuple[int, str]], end: str, last: bool
) -> None:
    lines = as_trf(event).decode().splitlines()
    for position, line in more:
        lines.insert(position, line)
    data = (end.join(lines) + (end if last else "")).encode()
    assert trf.write(trf.read(data).event) == data


@pytest.mark.slow
@SOME
@given(event=st.one_of(swiss(), robin()))
def test_an_event_without_lines_is_written_and_read_as_the_same(event: dict[str, Any]) -> None:
    before = trf.read(as_trf(event)).event
    after = trf.read(trf.write(replace(before, records=()))).event
    one, two = EventIndex(before), EventIndex(after)
    assert after.format == before.format
    assert after.rounds == before.rounds
    assert after.scoring == before.scoring
    for who in one.ids:
        assert one.score(who) == two.score(who)
        assert [(o.opponent, o.own.seat) for o in one.rounds_of(who) if o.is_played] == [
            (o.opponent, o.own.seat) for o in two.rounds_of(who) if o.is_played
        ]


def _with_result(event: Event, index: int, left: Outcome, right: Outcome) -> Event:
    match = event.matches[index]
    assert match.b is not None
    changed = replace(match, a=replace(match.a, outcome=left), b=replace(match.b, outcome=right))
    return replace(event, matches=(*event.matches[:index], changed, *event.matches[index + 1 :]))


def test_a_corrected_result_changes_its_two_lines_only() -> None:
    data = (FOLDER / "held_swiss5_2024.trf").read_bytes()
    event = _with_result(trf.read(data).event, 0, Outcome.DRAW, Outcome.DRAW)  # 1 and 9, round 1
    before, after = data.splitlines(), trf.write(event).splitlines()
    changed = [(b, a) for b, a in zip(before, after, strict=True) if a != b]
    assert [b[4:8].strip() for b, _ in changed] == [b"1", b"9"]
    assert changed[0][1] == changed[0][0].replace(b" 3.5 ", b" 3.0 ").replace(b"9 w 1", b"9 w =")
    assert EventIndex(trf.read(trf.write(event)).event).score("1") == 3


def test_new_criteria_are_records_202_and_212_and_the_old_ones_a_comment() -> None:
    event = trf.read(report("012 Open", "202 DE,SB", "212 PTS,DE,SB", *TWO)).event
    options = {**event.settings.texts, "criteria": "PTS, BH/C1"}
    lines = trf.write(replace(event, settings=Settings.by_key(options))).decode().splitlines()
    assert lines[:4] == [
        "012 Open", "202 BH/C1", "212 PTS,BH/C1", "### Standings were by PTS, DE, SB",
    ]  # fmt: skip


def test_header_records_of_a_new_file() -> None:
    event = Event(
        "Open", "chess", "swiss", 5, contestants=(Contestant("1", "Doe, Jane", 2000),),
        scoring=Scoring(win=Fraction(3), draw=Fraction(1), full_bye=Fraction(3),
                        half_bye=Fraction(1), forfeit_win=Fraction(3)),
        start_date="2026-04-01",
        settings=Settings.by_key(
            {"criteria": "PTS, DE", "encoded_type": "FIDE_DUTCH_2025", "city": "Oslo"}
        ),
    )  # fmt: skip
    assert trf.write(event).decode().splitlines() == [
        "012 Open", "022 Oslo", "042 2026/04/01", "062 1", "072 1",
        "092 Individual: Swiss-System", "142 5", "152 B",  # by lot, before there is a game
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0",
        "192 FIDE_DUTCH_2025", "202 DE", "212 PTS,DE",
        "001    1      Doe, Jane                         2000" + " " * 28 + " 0.0",
    ]  # fmt: skip


def test_a_player_added_and_one_taken_out() -> None:
    event = trf.read(report("012 Open", *TWO, "### end")).event
    new = (event.contestants[0], Contestant("Zoe", "Zoe"))
    changed = replace(event, contestants=new, matches=event.matches[1:2])
    lines = trf.write(changed).decode().splitlines()
    assert [line[:8] for line in lines if line[:3] == "001"] == ["001    1", "001    2"]
    assert "Zoe" in lines[-2]
    assert lines[-1] == "### end"


# -- through a workbook --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_round_trip_through_a_workbook_keeps_every_byte(path: Path, tmp_path: Path) -> None:
    book, back = tmp_path / "event.xlsx", tmp_path / "back.trf"
    assert main(["import", str(path), str(book)]) == 0
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_a_difficult_file_through_a_workbook(tmp_path: Path) -> None:
    source, book, back = tmp_path / "e.trf", tmp_path / "e.xlsx", tmp_path / "b.trf"
    lines = [
        "012 Größe", "092 Individual: Swiss-System", "162  W 3.0    D 1.0    P 1.0", *UNKNOWN,
        player(1, "   2 w W|   3 - +|0000 - H|   4 w X", name="  Müller"),
        player(2, "   1 b L|   4 w ="), player(3, "   4   1|   1 - -|0000 - F|"),
        player(4, "   3   0|   2 b =|0000 - Z|   1 b X"),
    ]  # fmt: skip
    source.write_bytes("\r".join(lines).encode("cp1252"))
    assert main(["import", str(source), str(book)]) == 0
    assert main(["export", str(book), str(back)]) == 0
    assert back.read_bytes() == source.read_bytes()
    assert main(["import", str(source), str(book)]) == 2  # nothing is overwritten unasked


@pytest.mark.slow
def test_a_changed_result_changes_two_records_of_a_report_without_ranks(tmp_path: Path) -> None:
    source = FOLDER / "held_swiss5_2024.trf"
    book, out = tmp_path / "event.xlsx", tmp_path / "event.trf"
    assert main(["import", str(source), str(book)]) == 0
    workbook = load_workbook(book)
    rows = workbook["Rounds"]
    headings = [str(cell.value).split("\n")[0] for cell in rows[4]]
    rows.cell(5, headings.index("Result") + 1).value = "0-1"
    workbook.save(book)
    assert main(["export", str(book), str(out)]) == 0
    before, after = (p.read_text().splitlines() for p in (source, out))
    assert [a[:14] for b, a in zip(before, after) if a != b] == ["001    1      ", "001    9      "]
