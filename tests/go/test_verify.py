"""``xltie verify`` on result tables that were published, retyped as facts (tests/h9)."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.event import EventIndex
from xltie.exchange import h9
from xltie.ranking.verification import verify

FILES = Path(__file__).parent.parent / "h9"

PUBLISHED = {
    "kpmc2009": (
        0,
        "NBW: 66 of 66 (column 1)",
        "NBW: 66 of 66 (column 2)",
        "SOS: 66 of 66 with unplayed=self (column 3)",
        "SOSOS: 66 of 66 with unplayed=self (column 4)",
    ),
    "mpk2009": (
        0,
        "NBW: 9 of 9 (column 1; the file calls it MMS)",
        "NBW: 9 of 9 (column 2)",
        "SOS: 9 of 9 with unplayed=self (column 3)",
        "SOSOS: 9 of 9 with unplayed=self (column 4)",
    ),
    "mpj2010": (
        0,
        "NBW: 9 of 9 (column 1; the file calls it MMS)",
        "NBW: 9 of 9 (column 2)",
        "SOS: 9 of 9 with unplayed=self (column 3)",
        "SOSOS: 9 of 9 with unplayed=self (column 4; the file calls it SODOS)",
        "U18: not a criterion, left out (column 5)",
        "U16: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "wagc1999": (
        0,
        "NBW: 55 of 55 (column 1)",
        "NBW: 55 of 55 (column 2)",
        "SOS: 55 of 55 with unplayed=bye-player (column 3; the same with zero, start)",
        "SOSOS: 55 of 55 with unplayed=bye-player (column 4)",
    ),
    "mpj2024": (
        0,
        "NBW: 14 of 14 (column 1)",
        "SOS: 14 of 14 with unplayed=zero (column 2; the same with self, bye-player, start)",
        "SOSOS: 14 of 14 with unplayed=zero (column 3; the same with self, bye-player, start)",
        "DC: all 0 (column 4)",
        "U20: not a criterion, left out (column 5)",
        "U16: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "juvisy2019": (
        0,
        "MMS: 19 of 19 (column 1)",
        "SOS: 19 of 19 with unplayed=start (column 2; the same with self)",
        "SOSOS: 19 of 19 with unplayed=start (column 3; the same with self)",
        "padding: all 0 (column 4)",
    ),
    "mpk2026": (
        0,
        "MMS: 10 of 10 (column 1)",
        "SOS: 10 of 10 with unplayed=start (column 2)",
        "SOSOS: 10 of 10 with unplayed=start (column 3)",
        "NBW: 10 of 10 (column 4)",
    ),
    "mpk2008": (
        0,
        "NBW: 6 of 6 (column 1)",
        "NBW: 6 of 6 (column 2)",
        "SOS: 6 of 6 (column 3; every round has an opponent)",
        "SODOS: 6 of 6 (column 4; every round has an opponent)",
    ),
    "mpj2002": (
        0,
        "MMS: 20 of 20 (column 1)",
        "NBW: 20 of 20 (column 2)",
        "SOS: 20 of 20 (column 3; every round has an opponent)",
        "SOSOS: 20 of 20 (column 4; the file calls it SODOS; every round has an opponent)",
        "U18: not a criterion, left out (column 5)",
        "U15: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "hr2006": (
        0,
        "MMS: 6 of 6 (column 1)",
        "NBW: 6 of 6 (column 2)",
        "SOS: 6 of 6 with unplayed=self (column 3)",
        "SOSOS: 6 of 6 with unplayed=self (column 4)",
    ),
    "eygc2012u16": (
        0,
        "MMS: 26 of 26 (column 1)",
        "NBW: 26 of 26 (column 2)",
        "SODOS: 26 of 26 with unplayed=self (column 3)",
        "SOS: 26 of 26 with unplayed=self (column 4)",
    ),
    "mpj2009": (
        0,
        "MMS: 17 of 17 (column 1)",
        "NBW: 17 of 17 (column 2)",
        "SOS: 17 of 17 with unplayed=self (column 3)",
        "SOSOS: 17 of 17 with unplayed=self; rounding=none; halves not printed (column 4)",
        "U18: not a criterion, left out (column 5)",
        "U15: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "esgc2009": (
        0,
        "MMS: 20 of 20 (column 1)",
        "SOS: 20 of 20 with unplayed=start (column 2; the same with self)",
        "SOSOS: 20 of 20 with unplayed=start (column 3; the same with self)",
        "padding: all 0 (column 4)",
    ),
    "esgc2024": (
        0,
        "MMS: 10 of 10 (column 1)",
        "SOS: 10 of 10 (column 2; every round has an opponent)",
        "SOSOS: 10 of 10 (column 3; every round has an opponent)",
        "padding: all 0 (column 4)",
    ),
    "ewgc2014": (
        0,
        "start score: 28 of 28 (column 1)",
        "MMS: 28 of 28 (column 2)",
        "SOS: 28 of 28 (column 3; every round has an opponent)",
        "SODOS: 28 of 28 (column 4; every round has an opponent)",
        "NBW: 28 of 28 (column 5)",
    ),
    "ewgc2006": (
        0,
        "MMS: 8 of 8 (column 1)",
        "NBW: 8 of 8 (column 2)",
        "SOS: 8 of 8 (column 3; every round has an opponent)",
        "SOSW: 8 of 8 (column 4; every round has an opponent)",
    ),
    "cz2010": (
        0,
        "NBW: 10 of 10 (column 1)",
        "NBW: 10 of 10 (column 2)",
        "DC: 10 of 10 (column 3)",
        "padding: all 0 (column 4)",
    ),
    "cs1975": (
        0,
        "NBW: 5 of 5 (column 1)",
        "SODOS: 5 of 5 with unplayed=zero (column 2; the same with self, bye-player, start)",
        "padding: all 0 (column 3)",
    ),
    "ioct2020": (
        0,
        "CAT: 4 of 4 (column 1)",
        "NBW: 4 of 4 (column 2)",
        "EXT: 4 of 4 (column 3)",
        "EXR: 4 of 4 (column 4)",
    ),
    "kpmc2003": (
        0,
        "NBW: 58 of 58 (column 1)",
        "SOS: 58 of 58 with rounds=6 (column 2)",
        "SOSOS: 58 of 58 with rounds=6 (column 3)",
        "X: not a criterion, left out (column 4)",
    ),
    "mpj2006": (
        0,
        "MMS: 30 of 30 (column 1)",
        "NBW: 30 of 30 (column 2)",
        "SOS: 30 of 30 (column 3; every round has an opponent)",
        "SODOS: 30 of 30 (column 4; every round has an opponent)",
        "U18: not a criterion, left out (column 5)",
        "U15: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "mpj2026": (
        0,
        "MMS: 13 of 13 (column 1)",
        "NBW: 13 of 13 (column 2)",
        "SOS: 13 of 13 with unplayed=self (column 3)",
        "SOSOS: 13 of 13 with unplayed=self (column 4)",
        "U21: not a criterion, left out (column 5)",
        "U16: not a criterion, left out (column 6)",
        "U12: not a criterion, left out (column 7)",
    ),
    "wagc1980": (0, "NBW: 32 of 32 (column 1)", "NBW: 32 of 32 (column 2)"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_tables(name: str, shell: Shell) -> None:
    code, *lines = PUBLISHED[name]
    assert of_columns(shell("verify", FILES / f"{name}.h9", code=code).out) == lines


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "criteria"),
    [
        ("kpmc2003", "NBW, SOS(rounds=6), SOSOS(rounds=6)"),  # a play-off of four follows
        ("mpj2006", "MMS, SOS, SODOS"),  # no heading and no rank tells the start scores, SOS does
        ("mpj2026", "MMS(absent=0), SOS(unplayed=self), SOSOS(unplayed=self)"),
        ("wagc1980", "KNOCKOUT"),
    ],
)
def test_the_places_of_a_file_follow_from_the_criteria_found(
    name: str, criteria: str, shell: Shell
) -> None:
    places, line = shell("verify", FILES / f"{name}.h9", code=None).out.splitlines()[-2:]
    count = places.split()[1]
    assert places == f"places: {count} of {count} lines stand where they belong"
    assert line == f'--criteria "{criteria}"'


def test_every_published_table_is_checked() -> None:
    assert {path.stem for path in FILES.glob("*.h9")} == set(PUBLISHED)


@pytest.mark.slow
def test_a_wrong_number_is_named_with_its_line(tmp_path: Path, shell: Shell) -> None:
    text = (FILES / "kpmc2009.h9").read_text("utf-8")
    line = next(n for n, line in enumerate(text.splitlines(), 1) if " P012 " in line)
    wrong = tmp_path / "wrong.h9"
    wrong.write_text(re.sub(r"(P012 .*?) 27  ?190 ", r"\1 29  190 ", text), "utf-8")
    out = shell("verify", wrong, code=1).out
    assert "SOS: 65 of 66 with unplayed=self (column 3)" in out
    assert f"  line {line}, 12 P012 X: published 29, computed 27" in out
    assert "SOSOS: 66 of 66 with unplayed=self (column 4)" in out


def test_doubled_values_are_recognized(tmp_path: Path, shell: Shell) -> None:
    text = (FILES / "mpk2009.h9").read_text("utf-8")
    doubled = re.sub(
        r"^(\d P\d+ X +\w+ \w\w +\w+ +\d +\d) +(\d+)",
        lambda m: f"{m[1]} {2 * int(m[2])}",
        text,
        flags=re.M,
    )
    (tmp_path / "d.h9").write_text(doubled, "utf-8")
    said = shell("verify", tmp_path / "d.h9").out
    assert "SOS doubled: 9 of 9 with unplayed=self (column 3)" in said


def test_handicaps_that_a_program_leaves_out_of_sos_are_recognized(
    tmp_path: Path, shell: Shell
) -> None:
    """As GoDraw printed the European Women's Championship 2021."""
    text = (FILES / "esgc2024.h9").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith(";")]
    scores = {row[0]: int(row[6]) for row in rows}
    for row in rows:
        sos = sum(scores[re.match(r"\d+", result)[0]] for result in row[10:])  # type: ignore[index]
        text = re.sub(rf"(?m)^( *{row[0]} P.* {row[6]} +){row[7]} ", rf"\g<1>{sos} ", text)
    (tmp_path / "g.h9").write_text(text, "utf-8")
    said = shell("verify", tmp_path / "g.h9", code=None).out
    assert "SOS: 10 of 10 with handicaps not counted (column 2" in said


def test_numbers_cut_to_four_characters_are_recognized(tmp_path: Path, shell: Shell) -> None:
    """OpenGotha prints so: the last digit of five is lost, and a half behind four."""
    people = [("4d", 33, "+"), ("3d", 32, "+"), ("2d", 31, "+"), ("1d", 30, "-"), ("1k", 29, "-"),
              ("2k", 28, "-")]  # fmt: skip
    scores = [start + (sign == "+") for _, start, sign in people]
    met = [3, 4, 5, 0, 1, 2]
    sos = [19 * start + scores[other] for (_, start, _), other in zip(people, met, strict=True)]
    sosos = [380 * start + sos[other] for (_, start, _), other in zip(people, met, strict=True)]
    lines = [
        f"{n + 1} P{n} X {grade} FR C {scores[n]} {sos[n]} {str(sosos[n])[:4]} 0 "
        + "0- " * 19
        + f"{met[n] + 1}{sign}"
        for n, (grade, _, sign) in enumerate(people)
    ]
    assert all(total > 9999 for total in sosos)
    (tmp_path / "n.h9").write_text("; Pl Name Rk Co Club MMS SOSSOSOS\n" + "\n".join(lines))
    out = shell("verify", tmp_path / "n.h9").out
    assert "SOSOS: 6 of 6 with unplayed=start; cut to four characters (column 3" in out


def test_an_unusual_value_of_an_absence_is_found(tmp_path: Path, shell: Shell) -> None:
    text = (
        "; Pl Name Rk Co Club NBW SOS\n"
        "1 A X 1d PL Wars 3 3 2+ 3+ 4+\n2 B X 1d PL Wars 2 4 1- 4+ 3+\n"
        "3 C X 1d PL Wars 0 6 4- 1- 2-\n4 D X 1d PL Wars 1 5 3+ 2- 1-\n"
        "5 E X 1d PL Wars 0 0 0= 0= 0=\n"
    )
    (tmp_path / "a.h9").write_text(text, "utf-8")
    out = shell("verify", tmp_path / "a.h9").out
    assert "NBW: 5 of 5 with absent=0 (column 1)" in out


def test_a_direct_comparison_is_found_behind_a_number_that_orders_nothing(
    tmp_path: Path, shell: Shell
) -> None:
    """As the Czech championship of 2003 prints it: wins, starting number, SODOS, comparison."""
    text = (
        ";Pl Name Grade Club No S SDOS x 1. 2. 3.\n"
        "1 A X 1d CZ P 2 4 3 1 2+ 3- 4+\n2 B X 1d CZ P 1 1 0 1 1- 4+ 3-\n"
        "3 C X 1d CZ P 2 2 3 0 4- 1+ 2+\n4 D X 1d CZ P 1 3 2 0 3+ 2- 1-\n"
    )
    text = text.replace("3 1 2+", "2 0 2+").replace("0 1 1-", "1 1 1-").replace("3 0 4-", "3 1 4-")
    (tmp_path / "x.txt").write_text(text)
    out = of_columns(shell("verify", tmp_path / "x.txt", code=None).out)
    assert out[0] == "NBW: 4 of 4 (column 1; the file calls it No)"
    assert out[2:] == [
        "SODOS: 4 of 4 (column 3; every round has an opponent)",
        "DC: 4 of 4 (column 4; the file calls it x)",
    ]


def test_a_file_without_columns_says_so(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "n.h9").write_text("1 A X 1d PL Wars 2+ 2+\n2 B X 1d PL Wars 1- 1-\n")
    assert "contains no criterion columns" in shell("verify", tmp_path / "n.h9", code=1).err


def test_a_file_without_results_says_so(tmp_path: Path, shell: Shell) -> None:
    """The Czechoslovak championship of 1976 is known by its final table only."""
    text = "; EV[x]\n1 A B 7k CS Ba 5 16.5 0\n2 C D 1k CS Ph 3.5 8.75 0\n"
    (tmp_path / "n.txt").write_text(text)
    assert "contains no results" in shell("verify", tmp_path / "n.txt", code=1).err


def test_mcmahon_scores_tell_that_both_players_won(tmp_path: Path, shell: Shell) -> None:
    """Ranks 1k, 2k and 3k start with 29, 28 and 27; both 3k won the game they played each other."""
    lines = [
        "1 A X 1k FR Pa 30 0 2+", "2 B X 1k FR Pa 29 0 1-", "3 C X 2k FR Pa 29 0 4+",
        "4 D X 2k FR Pa 28 0 3-", "5 E X 3k FR Pa 28 0 6+", "6 F X 3k FR Pa 28 0 5+",
        "7 G X 3k FR Pa 28 0 8+", "8 H X 3k FR Pa 27 0 7-",
    ]  # fmt: skip
    (tmp_path / "b.h9").write_text("\n".join(lines))
    assert "MMS: 8 of 8" in shell("verify", tmp_path / "b.h9").out
    (tmp_path / "b.h9").write_text("\n".join(lines).replace("28 0 5+", "27 0 5+"))
    assert "do not mirror each other" in shell("verify", tmp_path / "b.h9", code=1).err


def test_a_file_of_one_round_needs_no_header(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "one.h9").write_text("1 A B 1d FR C 1 2+\n2 C D 2d FR C 0 1-\n")
    assert "NBW: 2 of 2" in shell("verify", tmp_path / "one.h9").out


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("e.h9", b"", "e.h9: there is no line with a player"),
        ("b.h9", b"\x00\x01\xff", "b.h9:1:1: no grade"),
        ("b.pbn", b"\x00", "ScoreTable"),
        ("a.xml", b"<a/>", "OpenGotha"),
    ],
)
def test_a_file_is_judged_by_what_its_name_says(
    name: str, data: bytes, said: str, tmp_path: Path, shell: Shell
) -> None:
    (tmp_path / name).write_bytes(data)
    shown = shell("standings", tmp_path / name, code=1)
    assert said in shown.err and "xlsx" not in shown.err and shown.out == ""


def test_columns_may_follow_the_results_as_the_heading_says(tmp_path: Path, shell: Shell) -> None:
    text = (
        ";Pl Name Rnk Nation Clb R1 R2 R3 Wins SOS SOSOS No ID\n"
        "1 A X 1d PL Wars 2+ 3+ 4+ 3 3 15 7 |1\n2 B X 1d PL Wars 1- 4+ 3+ 2 4 14 9 |2\n"
        "3 C X 1d PL Wars 4- 1- 2- 0 6 12 1 |3\n4 D X 1d PL Wars 3+ 2- 1- 1 5 13 2 |4\n"
    )
    (tmp_path / "k.txt").write_text(text)
    assert of_columns(shell("verify", tmp_path / "k.txt").out) == [
        "NBW: 4 of 4 (column 1)",
        "SOS: 4 of 4 (column 2; every round has an opponent)",
        "SOSOS: 4 of 4 (column 3; every round has an opponent)",
        "No: not a criterion, left out (column 4)",
    ]


def test_a_broken_file_is_refused_not_verified(tmp_path: Path, shell: Shell) -> None:
    text = (FILES / "mpk2009.h9").read_text("utf-8").replace("5+/w0 6+/b0", "5+/w0 5+/b0")
    (tmp_path / "b.h9").write_text(text, "utf-8")
    shown = shell("verify", tmp_path / "b.h9", code=1)
    assert shown.out == "" and "b.h9:13:" in shown.err and "second time" in shown.err


def test_the_columns_of_a_league_tied_on_wins_may_be_direct_comparisons() -> None:
    text = (
        "1 A X 1d PL Wars 2 1 2+ 3- 4+\n2 B X 1d PL Wars 1 1 1- 4- 3+\n"
        "3 C X 1d PL Wars 1 0 4- 1+ 2-\n4 D X 1d PL Wars 2 0 3+ 2+ 1-\n"
    )
    findings = verify(EventIndex(h9.read(text.encode(), "l.h9").event))
    assert [f.found and f.found.name for f in findings] == ["NBW", "DC"]
    assert all(f.is_reproduced for f in findings)


@pytest.mark.parametrize("name", ["kpmc2009", "wagc1999"])
def test_standings_print_the_published_columns(name: str, shell: Shell) -> None:
    unplayed = {"kpmc2009": "self", "wagc1999": "bye-player"}[name]
    criteria = f"NBW, SOS(unplayed={unplayed}), SOSOS(unplayed={unplayed})"
    path = FILES / f"{name}.h9"
    shown = shell("standings", path, "--criteria", criteria, "--format", "csv")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(shown.out))}
    event = h9.read(path.read_bytes(), path.name).event
    for contestant in event.contestants:
        printed = [dict(contestant.more)[f"Criterion {n}"] for n in (2, 3, 4)]
        assert list(rows[contestant.id].values())[2:] == [*printed, contestant.name]
    assert [row["place"] for row in rows.values()][:3] == ["1", "2", "3"]
    assert shown.err.startswith("warning: SOSOS") and "EGF" in shown.err


def test_check_warns_of_a_criterion_that_the_egf_advises_against(
    tmp_path: Path, shell: Shell
) -> None:
    shown = shell("check", FILES / "mpk2009.h9")
    assert shown.err == "" and "9 players, 20 games in 5 rounds" in shown.out  # a bye is no game
    from tests.go.test_xml import bye, criteria, game, gotha, player

    text = gotha(player("a") + player("b"), game("a", "b", 1, "EQUAL"), bye("a", 2),
                 crit=criteria("NBW", "SODOSW"))  # fmt: skip
    (tmp_path / "t.xml").write_text(text, "utf-8")
    assert "warning: SODOSW: the EGF" in shell("check", tmp_path / "t.xml").err


def of_columns(out: str) -> list[str]:
    """The lines about the columns, before those about the places."""
    return out[: out.index("places: ")].splitlines()


def test_places_and_the_criteria_that_repeat_them(shell: Shell) -> None:
    path = str(Path(__file__).parent.parent / "h9" / "juvisy2019.h9")
    said = shell("verify", path).out
    assert "places: 19 of 19 lines stand where they belong" in said
    line = '--criteria "MMS, SOS(unplayed=start), SOSOS(unplayed=start)"'
    assert line in said
    assert line in shell("standings", path).err


def test_columns_that_no_criterion_gives_are_not_said_to_be_wins(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "x.h9"
    path.write_text("1 Aa Bb 3d KR C 7 2+ 0-\n2 Cc Dd 3d KR C 9 1- 0-\n")
    said = shell("standings", path).err
    assert "by the columns of the file" not in said
    assert 'no column of the file gives a criterion: --criteria "NBW"' in said
    assert "no criterion gives the column 1; it is left out" in said
