"""EGD tournament files: read, written back field by field, refused with line and column."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.core.go_ranks import with_unit
from xltie.event import Event, Outcome, Side, Status
from xltie.exchange import format_of, h9
from xltie.settings.declared import ABSENT

FILES = sorted((Path(__file__).parent.parent / "h9").glob("*.h9"))

FOUR = """\
; CL[A]
; EV[Four]
; PC[XX, Town]
; DT[2020-02-01,2020-02-02]
; HA[h9]
;
; Pl Name  Rk Co Club MMS SOS
 1 Aa Bb   3d PL Wars 3 2 2+/b0 3+/w2 4+!w0
 2 Cc D_d  1k PL Wars 1 3 1-/w0 4+/b0 0+     |12345678
   Ee Ff  12k DE -    1 3 4=/b0 1-/b2 0-
 4 Gg     20k FR 38Gr ½ 5 3=/w0 2-/w0 1-!b0 |87654321 ; late
; after the last player
"""


def read(text: str, name: str = "four.h9") -> Event:
    return h9.read(text.encode("utf-8"), name).event


def faults(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def parsed(data: bytes) -> tuple[list[list[str]], list[str]]:
    """The fields of every line, and the comments."""
    lines = h9.decode(data)[0].splitlines()
    comments = [line.strip() for line in lines if line.startswith(";")]
    rows = [line.split(";")[0].split() for line in lines if line and not line.startswith(";")]
    return rows, comments


def test_a_line_says_who_and_what() -> None:
    event = read(FOUR)
    assert (event.name, event.game, event.start_date, event.rounds) == (
        "Four", "go", "2020-02-01", 3,
    )  # fmt: skip
    second = event.contestants[1]
    assert (second.id, second.name, second.grade, second.country, second.club) == (
        "2", "Cc D_d", "1k", "PL", "Wars",
    )  # fmt: skip
    assert dict(second.more)["PIN"] == "12345678"
    assert dict(event.contestants[3].more)["Criterion 1"] == "½"
    assert "Place" not in dict(event.contestants[2].more)
    assert event.contestants[2].id == "3"


def test_results_become_games() -> None:
    event = read(FOUR)
    games = {(m.round, m.a.who, m.b.who if m.b else ""): m for m in event.matches}
    won = games[1, "1", "2"]
    assert (won.a.seat, won.a.outcome, won.b and won.b.outcome) == (
        "black", Outcome.WIN, Outcome.LOSS,
    )  # fmt: skip
    assert games[1, "3", "4"].a.outcome is Outcome.DRAW
    handicap = games[2, "3", "1"]
    assert handicap.handicap == 2 and handicap.a.seat == "black"
    by_default = games[3, "4", "1"]
    assert by_default.a.status is Status.FORFEIT_LOSS
    assert by_default.b is not None and by_default.b.status is Status.FORFEIT_WIN
    assert games[3, "2", ""].a.status is Status.PAIRING_BYE
    assert games[3, "3", ""].a.status is Status.ABSENT


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_published_file_keeps_every_field(path: Path) -> None:
    data = path.read_bytes()
    assert h9.write(h9.read(data, path.name).event) == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_written_anew_with_every_field(path: Path) -> None:
    event = replace(h9.read(path.read_bytes(), path.name).event, records=())
    rows, _ = parsed(path.read_bytes())
    # A rank whose letter the file cut off is written with it: 10 is 10k.
    whole = [[*row[:3], with_unit(row[3]), *row[4:]] for row in rows]
    assert parsed(h9.write(event))[0] == [results_last(row) for row in whole]


def results_last(row: list[str]) -> list[str]:
    """Criteria that a file prints behind the results are written before them.

    A ? before the first result is a number that is not known, and 12= there is 12 and a half.
    """
    result = re.compile(r"\d{1,2}[-+=?]\S*|\?")
    first = next(at for at, text in enumerate(row) if re.fullmatch(r"\d+[-+]\S*|0=", text))
    behind = [text for text in row[first:] if not result.fullmatch(text)]
    return [*row[:first], *behind, *(text for text in row[first:] if result.fullmatch(text))]


def test_every_field_of_a_small_file_comes_back() -> None:
    assert h9.write(read(FOUR)).decode() == FOUR
    rows, _ = parsed(FOUR.encode())
    assert parsed(h9.write(replace(read(FOUR), records=())))[0] == rows


def test_latin_9_stays_latin_9() -> None:
    text = FOUR.replace("Aa Bb", "Léa Šárka").replace("½", "0")
    event = h9.read(text.encode("iso8859-15"), "x.h9").event
    assert event.contestants[0].name == "Léa Šárka"
    assert "Léa Šárka".encode("iso8859-15") in h9.write(event)


def test_fractions_of_windows_1252_are_fractions() -> None:
    event = h9.read(FOUR.replace("Aa Bb", "Léa B").encode("cp1252"), "x.h9").event
    assert dict(event.contestants[3].more)["Criterion 1"] == "½"
    assert event.contestants[0].name == "Léa B"
    assert "½".encode("cp1252") in h9.write(event)


def test_columns_after_the_results() -> None:
    text = "1 A B 3d PL Wars 2+ 3+ 2 4 |1\n2 C D 3d PL Wars 1- 0- 0 2\n3 E F 3d PL Wars 0+ 1- 1 2\n"
    event = read(text)
    assert dict(event.contestants[0].more)["Criterion 2"] == "4"
    assert h9.write(event) == text.encode()


@pytest.mark.parametrize(
    ("old", "new", "points_at", "said"),
    [
        ("3+/w2", "2+/w2", "2+/w2", "player 2 is in round 2 a second time"),
        ("2+/b0", "1+/b0", "1+/b0", "round 1: player 1 plays against themselves"),
        ("1-/w0", "1+/w0", "1+/w0", "round 1: the results of 2 and 1 do not mirror each other"),
        ("2-/w0", "9-/w0", "9-/w0", "round 2: there is no player 9"),
        ("4+/b0", "4+/q0", "4+/q0", "'4+/q0' is not a result"),
        ("1-/b2", "1-/b3", "1-/b3", "round 2: the handicap of 3 and 1 does not agree"),
        ("1-/b2", "1-/b99", "1-/b99", "handicap '99' is not a number of stones from 0 to 9"),
        ("0+     |", "|", "2 Cc", "Cc D_d has 2 results, the others 3"),
        ("12k DE", "DE", "Ee", "no grade such as 3d or 12k follows the name"),
    ],
)
def test_a_broken_file_is_refused_with_line_and_column(
    old: str, new: str, points_at: str, said: str
) -> None:
    text = FOUR.replace(old, new, 1)
    line = next(n for n, line in enumerate(text.splitlines(), 1) if points_at in line)
    column = text.splitlines()[line - 1].index(points_at) + 1
    wanted = f"four.h9:{line}:{column}: {said}"
    found = faults(text)
    assert any(fault.startswith(wanted) for fault in found), found


BOTH = """\
1 A X 1d PL Wars 2 3+ 2- 4+
2 B X 1d PL Wars 1 4+ 1- 3-
3 C X 1d PL Wars 2 1- 4+ 2+
4 D X 1d PL Wars 0 2- 3- 1-
"""


def test_both_lose_where_the_printed_wins_say_so_too() -> None:
    game = next(m for m in read(BOTH).matches if m.round == 2 and m.a.who == "1")
    assert game.b is not None
    assert (game.a.outcome, game.b.outcome) == (Outcome.LOSS, Outcome.LOSS)


@pytest.mark.parametrize("wins", ["3 3+ 2-", "x"])
def test_equal_signs_are_a_fault_where_they_do_not(wins: str) -> None:
    text = BOTH.replace("2 3+ 2-", wins) if wins != "x" else re.sub("Wars .", "Wars", BOTH)
    assert any("do not mirror each other" in fault for fault in faults(text))


def test_a_one_sided_result_names_both_lines() -> None:
    found = faults(FOUR.replace("0+     |", "3+     |"))
    assert found == ["four.h9:9:39: round 3: 2 has 3+ against 3, but 3 has 0- (line 10)"]


def test_all_faults_come_together_in_the_order_of_the_lines() -> None:
    found = faults(FOUR.replace("2+/b0", "1+/b0").replace("2-/w0", "9-/w0"))
    places = [tuple(map(int, fault.split(":")[1:3])) for fault in found]
    assert len(places) > 2 and places == sorted(places)


def test_handicaps_follow_from_the_ranks_where_the_header_says_so() -> None:
    text = "; HA[h1]\n1 A B 3d PL Wars 2+ 0-\n2 C D 2k PL Wars 1- 3+\n3 E F 2k PL Wars 0- 2-\n"
    by_round = {match.round: match for match in read(text).matches if match.b}
    assert (by_round[1].handicap, by_round[1].a.who, by_round[1].a.seat) == (3, "2", "black")
    assert by_round[2].handicap == 0


@pytest.mark.parametrize("rank", ["10d", "35k", "0k"])
def test_no_handicap_follows_from_a_rank_that_is_not_understood(rank: str) -> None:
    text = f"; HA[h0]\n1 Aa Bb {rank} KR C 1 2+\n2 Cc Dd 3k KR C 0 1-\n"
    with pytest.raises(InputError) as caught:
        read(text)
    (fault,) = caught.value.faults
    assert fault.place.line == 2
    assert f"the rank {rank!r} of Aa Bb is not understood, and by HA[h0]" in fault.text
    assert read(text.replace("HA[h0]", "HA[h9]")).matches[0].handicap == 0
    told = text.replace("2+", "2+/b3").replace("1-", "1-/w3")
    assert read(told).matches[0].handicap == 3


def test_numbers_may_follow_the_place_or_the_line() -> None:
    by_place = "2 A B 3d PL Wars 1+\n1 C D 3d PL Wars 2-\n"
    shared = "1 A B 3d PL Wars 2= 3=\n1 C D 3d PL Wars 1= 0=\n3 E F 3d PL Wars 0= 1=\n"
    assert [c.id for c in read(by_place).contestants] == ["2", "1"]
    assert [c.id for c in read(shared).contestants] == ["1", "2", "3"]


def test_start_scores_come_from_the_mcmahon_column() -> None:
    event = h9.read((FILES[0].parent / "mpk2026.h9").read_bytes(), "mpk2026.h9").event
    assert event.format == "mcmahon"
    assert [c.start for c in event.contestants] == [22, 22, 22, 22, 22, 21, 22, 21, 21, 21]
    swiss = h9.read((FILES[0].parent / "kpmc2009.h9").read_bytes(), "kpmc2009.h9").event
    assert swiss.format == "swiss" and {c.start for c in swiss.contestants} == {Fraction(0)}


def test_a_changed_result_is_written_as_it_is_now() -> None:
    event = read(FOUR)
    first = next(m for m in event.matches if m.round == 1 and m.a.who == "1")
    assert first.b is not None
    changed = replace(
        first,
        a=replace(first.a, outcome=Outcome.LOSS),
        b=replace(first.b, outcome=Outcome.WIN),
    )
    games = tuple(changed if match is first else match for match in event.matches)
    rows, _ = parsed(h9.write(replace(event, matches=games)))
    assert (rows[0][8], rows[1][8]) == ("2-/b0", "1+/w0")
    lines = h9.write(replace(event, matches=games)).decode().splitlines()
    assert lines[7] == FOUR.splitlines()[7].replace("2+/b0", "2-/b0")
    assert lines[9:] == FOUR.splitlines()[9:]


def test_a_last_day_before_the_first_is_a_warning_and_comes_back(
    tmp_path: Path, shell: Shell
) -> None:
    source, book, back = (tmp_path / name for name in ("e.h9", "e.xlsx", "back.h9"))
    source.write_text(
        "; EV[x]\n; DT[2025-07-19,2025-06-20]\n"
        "1 A Ann 2d KR Seou 1 0 0 0 2+/w0\n2 B Bob 1d KR Seou 0 0 0 0 1-/b0\n", "utf-8"
    )  # fmt: skip
    assert main(["import", str(source), str(book)]) == 0
    said = shell("export", book, back).err
    assert "the last day is 2025-06-20, before the start date 2025-07-19" in said
    assert back.read_bytes() == source.read_bytes()


def test_players_who_come_and_go() -> None:
    event = read(FOUR)
    games = tuple(m for m in event.matches if "4" not in (m.a.who, m.b.who if m.b else ""))
    late = replace(event.contestants[0], id="9", name="New One", more=(), grade="5k")
    people = (*event.contestants[:3], late)
    lines = h9.write(replace(event, contestants=people, matches=games)).decode().splitlines()
    assert "Gg" not in "".join(lines)
    assert any(line.split()[:3] == ["New", "One", "5k"] for line in lines)


def test_a_new_file_is_in_the_order_of_the_places() -> None:
    event = read("1 A B 3d PL Wars 2- 3-\n2 C D 3d PL Wars 1+ 0-\n3 E F 3d PL Wars 0- 1+\n")
    ranked = tuple(
        replace(c, more=(("Rank", rank),))
        for c, rank in zip(event.contestants, ("3", "1", "1"), strict=True)
    )
    rows, comments = parsed(h9.write(replace(event, records=(), contestants=ranked, name="X")))
    assert rows == [
        "1 C D 3d PL Wars 3+ 0-".split(),
        "E F 3d PL Wars 0- 3+".split(),
        "3 A B 3d PL Wars 1- 2-".split(),
    ]
    assert "; EV[X]" in comments


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_stay(end: str) -> None:
    text = FOUR.replace("\n", end)
    assert h9.write(read(text)) == text.encode()


def columns(event: Event) -> list[list[str]]:
    return [
        [text for title, text in player.more if title.startswith("Criterion")]
        for player in event.contestants
    ]


def test_what_stands_among_numbers_is_a_number() -> None:
    """Czech Youth Championship 1996: ``?`` for a group place; European Youth 2021: ``786=``."""
    text = "1 A X 1d CZ P 1 ? 786= 2+ 3-\n2 B X 1d CZ P 0 3 780 1- 0=\n3 C X 16 CZ P 1 ? 5= 0= 1+\n"
    event = read(text)
    assert columns(event) == [["1", "?", "786="], ["0", "3", "780"], ["1", "?", "5="]]
    assert event.rounds == 2 and h9.write(event) == text.encode()


def test_a_round_in_which_nobody_played_is_a_round() -> None:
    event = read("1 A X 1d CZ P 1 2+ 0= ?\n2 B X 1d CZ P 0 1- 0= ?\n")
    assert event.rounds == 3 and columns(event) == [["1"], ["0"]]


def test_a_file_of_the_middle_of_an_event_has_rounds_to_come(tmp_path: Path, shell: Shell) -> None:
    """Rounds in which everybody has ``0-`` have not been played: the next one can be paired."""
    text = "".join(
        f"{n} P{n} X {n}d CZ P {wins} {game} 0- 0-\n"
        for n, wins, game in ((1, 1, "2+"), (2, 0, "1-"), (3, 1, "4+"), (4, 0, "3-"))
    )
    event = read(text)
    assert (event.rounds, event.last_round) == (3, 1) and h9.write(event) == text.encode()
    path = tmp_path / "event.h9"
    path.write_text(text)
    assert "Round 2" in shell("pair", path).out
    shell("import", path, tmp_path / "event.xlsx")
    assert "Round 2" in shell("pair", tmp_path / "event.xlsx").out


def test_an_absence_is_worth_what_the_printed_wins_say() -> None:
    """Irish and Slovak championships print ``0=`` for rounds that earned nothing."""
    text = "1 A X 1d CZ P 1 2+ 0= 0=\n2 B X 1d CZ P 0 1- 0= 0=\n"
    assert read(text).settings.text(ABSENT) == "0"
    assert (
        read(text.replace(" 1 2+", " 2 2+").replace(" 0 1-", " 1 1-")).settings.text(ABSENT)
        == "0.5"
    )
    for printed in (text, text.replace(" 1 2+", " 2 2+").replace(" 0 1-", " 1 1-")):
        event = read(printed)
        bare = tuple(
            replace(m, a=replace(m.a, code=""), b=replace(m.b, code="") if m.b else None)
            for m in event.matches
        )
        assert h9.write(replace(event, matches=bare)) == printed.encode()


def test_mcmahon_scores_tell_what_an_absence_is_worth() -> None:
    rows = [
        ("1d", 4, "2+ 3+ 4+"),
        ("1d", 2, "1- 0= 0="),
        ("1k", 1, "0= 1- 0="),
        ("1k", 0, "0= 0= 1-"),
    ]

    def table(absent: float) -> str:
        return "; Pl Name Rk Co Club MMS\n" + "".join(
            f"{n} P{n} X {grade} CZ P {points + int(2 * absent) * (n > 1)} {results}\n"
            for n, (grade, points, results) in enumerate(rows, 1)
        )

    for absent, said in ((0.5, ""), (0.0, "0;0")):
        event = read(table(absent).replace("P 4 ", "P 5 ").replace("P 0 0=", "P 1 0="))
        assert event.format == "mcmahon" and event.settings.text(ABSENT) == said


def test_remarks_are_neither_fields_nor_players() -> None:
    event = read(
        "; EV[Open 2016] submitted twice\n# see below\n1 A X 1d CZ P 1 2+\n2 B X 1d CZ P 0 1-\n"
    )
    assert event.name == "Open 2016" and len(event.contestants) == 2


def test_rounds_without_an_opponent_may_carry_a_number() -> None:
    """GoDraw writes ``0=0``, ``0+4`` and ``0-2``."""
    text = "1 A X 1d FR C 2 2+/w0 0+4 0=0\n2 B X 1d FR C 0 1-/b0 0-2 0=0\n"
    event = read(text)
    alone = [m.a.status for m in event.matches if m.b is None]
    absent, nothing = Status.ABSENT, Status.ZERO_BYE
    assert alone == [Status.PAIRING_BYE, nothing, absent, absent]
    assert h9.write(event) == text.encode()
    assert any("'1-4' is not a result" in said for said in faults(text.replace("1-/b0", "1-4")))


def test_a_pair_has_the_grade_behind_both_names() -> None:
    text = "1 Aa Bb 5d Cc Dd 3d 4d CZ Pra 1 2+/b |1|2\n2 Ee Ff 2d Gg Hh 1k 1d PL 0 1-/w |3|4\n"
    pair = read(text).contestants[0]
    assert (pair.name, pair.grade, pair.country, pair.club) == (
        "Aa Bb 5d Cc Dd 3d",
        "4d",
        "CZ",
        "Pra",
    )
    assert h9.write(read(text)) == text.encode()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_mark_of_an_encoding_stays(encoding: str) -> None:
    data = FOUR.encode(encoding)
    assert h9.read(data, "x.h9").event.contestants[0].name == "Aa Bb"
    assert h9.write(h9.read(data, "x.h9").event) == data


def test_control_characters_are_faults_but_for_the_end_of_an_old_file() -> None:
    said = "four.h9:8:5: a control character (code 3) cannot be part of a text"
    assert faults(FOUR.replace("Aa", "A\x03")) == [said]
    assert h9.read(FOUR.encode() + b"\x1a", "x.h9").event == read(FOUR, "x.h9")


def test_more_rounds_than_any_event_has_are_a_fault() -> None:
    assert "more than 99 rounds" in faults(f"1 A B 1d PL X {'2+ ' * 100}\n2 C D 1d PL X 1-\n")[0]


def test_files_are_told_by_their_content() -> None:
    assert format_of("x.txt", FOUR.encode()) is h9.FORMAT
    assert format_of("x.txt", b"Round,Black,White,Result\n1,A,B,1-0\n") is None


SIGNS = {"+": "-", "-": "+", "=": "=", "?": "?"}


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A tournament file of random games, written by hand."""
    count = draw(st.integers(2, 7))
    rounds = draw(st.integers(1, 4))
    cells = [["" for _ in range(rounds)] for _ in range(count)]
    for turn in range(rounds):
        order = draw(st.permutations(range(count)))
        pairs = draw(st.integers(0, count // 2))
        for index in range(pairs):
            one, two = order[2 * index], order[2 * index + 1]
            sign = draw(st.sampled_from("+-=?"))
            mark = draw(st.sampled_from(["/", "/", "!"])) if sign in "+-" else "/"
            stones = draw(st.integers(0, 9))
            cells[one][turn] = f"{two + 1}{sign}{mark}w{stones}"
            cells[two][turn] = f"{one + 1}{SIGNS[sign]}{mark}b{stones}"
        for index in range(2 * pairs, count):
            cells[order[index]][turn] = draw(st.sampled_from(["0+", "0-", "0="]))
    lines = []
    for number, row in enumerate(cells, 1):
        grade = draw(st.sampled_from(["7d", "1d", "1k", "30k", "2p"]))
        pin = draw(st.sampled_from(["", " |12345678"]))
        lines.append(f"{number} N{number} F {grade} PL Club {number * 3} ½ {' '.join(row)}{pin}")
    return "; EV[x]\n" + "\n".join(lines) + "\n"


@pytest.mark.slow
@settings(max_examples=150)
@given(tables())
def test_any_file_comes_back_field_by_field(text: str) -> None:
    event = read(text)
    assert h9.write(event) == text.encode()
    again = h9.write(replace(event, records=()))
    assert parsed(again)[0] == parsed(text.encode())[0]


@pytest.mark.slow
@settings(max_examples=150)
@given(tables())
def test_a_file_can_be_written_without_what_it_was_read_from(text: str) -> None:
    """As after a way through a workbook: no codes kept."""
    event = read(text)

    def bare(side: Side) -> Side:
        return replace(side, code="")

    games = tuple(replace(m, a=bare(m.a), b=bare(m.b) if m.b else None) for m in event.matches)
    plain = replace(event, matches=games)
    assert h9.write(plain) == text.encode()
    assert parsed(h9.write(replace(plain, records=())))[0] == parsed(text.encode())[0]


@pytest.mark.slow
@settings(max_examples=300)
@given(tables(), st.data())
def test_a_damaged_file_is_read_or_refused_never_a_traceback(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("0+-=!/bw|; \n9kd½\x00é"))
    try:
        read(text[:at] + letter + text[at + 1 :])
    except InputError as error:
        assert all(fault.place.file for fault in error.faults)


def test_a_name_may_touch_its_rank_and_a_file_end_without_a_line_end() -> None:
    text = "1 Breitenstein Alexander10K DE Ham 2+ 0-\n2 Aa Bb 9K DE Ham 1- 0-"
    event = read(text)
    assert [player.name for player in event.contestants] == ["Breitenstein Alexander", "Aa Bb"]
    assert event.contestants[0].grade == "10K"
    assert h9.write(event) == text.encode()


def test_a_line_that_is_not_read_is_the_only_fault_printed() -> None:
    text = (
        "1 Aa Bb 2+ 3+\n2 Cc Dd 9K DE Ham 1- 4+\n3 Ee Ff 9K DE Ham 4- 1-\n4 G H 9K DE Ham 3+ 2-\n"
    )
    with pytest.raises(InputError) as caught:
        read(text)
    first, second = caught.value.faults
    assert "no grade" in first.text and first.place.line == 1
    assert "may only follow from that" in second.text


def test_a_club_that_is_a_number_is_no_criterion() -> None:
    # European Go Congress 2009: the club 361 of one line made its start score 356.
    lines = [f"{n} P{n} 3d SK Club {36 - n} 362 0 0 0+" for n in range(1, 12)]
    text = "\n".join(["; EV[x]", *lines, "12 P12 3d SK 361 20 362 0 0 0+", ""])
    event = h9.read(text.encode(), "x.h9").event
    assert event.contestants[-1].club == "361"
    assert dict(event.contestants[-1].more)["Criterion 1"] == "20"


_TABLE = "1 A B 5d KR C 37 92 2+ 3+ 4+\n2 C D 3d KR C 33 96 1- 4+ 3-\n3 E F 1d KR C 31 98 4+ 1- 2+\n4 G H 2k KR C 28 101 3- 2- 1-\n"  # noqa: E501


@pytest.mark.parametrize(
    "heading",
    [
        "; Pl Nom Niv Pays Club MMS SOS",
        "; Pl Name Rang Land Verein MMS SOS",
        "; Poř Jméno Třída Země Klub MMS SOS",
        "; 순위 이름 기력 국가 소속 MMS SOS",
        "; 順位 氏名 段位 国 所属 MMS SOS",
        "; М Фамилия Ранг Страна Клуб MMS SOS",
    ],
)
def test_headings_of_other_languages_name_the_columns(heading: str) -> None:
    """A super-group crosses the ranks here: only the heading says that these are McMahon scores."""
    event = h9.read(f"; EV[x]\n{heading}\n{_TABLE}".encode(), "x.h9").event
    assert [player.start for player in event.contestants] == [34, 32, 29, 28]


def test_a_korean_file_from_before_unicode_keeps_its_names() -> None:
    table = _TABLE.replace("A B", "김 민수").replace("C D", "이 수지")
    data = f"; EV[바둑 대회]\n; Pl Name Rk Co Club MMS SOS\n{table}".encode("euc_kr")
    event = h9.read(data, "x.h9").event
    assert (event.name, event.contestants[0].name) == ("바둑 대회", "김 민수")
    assert h9.write(event) == data


@pytest.mark.parametrize(
    ("name", "encoding", "told"),
    [
        ("Michał Łęcki", "cp1250", "cp1250"),  # ³ and £ stand in no word of the west
        ("Šťastný Jiří", "cp1250", "cp1250"),
        ("Škoda Žižka", "cp1252", "cp1252"),
        ("Sørensen Åse", "iso8859-15", "iso8859-15"),
        ("Pål ¿Qué?", "iso8859-15", "iso8859-15"),
    ],
)
def test_letters_tell_the_encoding_where_they_are_sure(name: str, encoding: str, told: str) -> None:
    assert h9.decode(f"1 {name} 5d".encode(encoding)) == (f"1 {name} 5d", told)


def test_letters_that_are_not_sure_are_named() -> None:
    text = "; EV[x]\n1 Dvořák Aleš 5d {} Praha 1 0 2+\n2 Novak Jan 4d CZ Praha 0 0 1-\n"
    warned = h9.FORMAT.read
    assert [
        fault.text for fault in warned(text.format("CZ").encode("cp1250"), "a.h9").warnings
    ] == [
        "the file does not say its encoding; its letters are read as Windows-1252, such as "
        "Dvoøák Aleš: save it as UTF-8 if they are others"
    ]
    assert not warned(text.format("DK").encode("cp1250"), "a.h9").warnings
    assert not warned(text.format("CZ").encode(), "a.h9").warnings
