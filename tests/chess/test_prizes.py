"""Prizes and standings of groups: who takes what, alone or shared."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main

PLAYERS = [
    ("1", "Ann", 2100, "w", "1990/01/01", "NOR"), ("2", "Bob", 2000, "m", "2010/01/01", "KOR"),
    ("3", "Cid", 1900, "m", "1960/01/01", "NOR"), ("4", "Dee", 1800, "w", "2009/01/01", "KOR"),
    ("5", "Eve", 0, "w", "", "NOR"), ("6", "Fay", 1700, "w", "1980/01/01", "NOR"),
]  # fmt: skip
POINTS = {"1": "2.0", "2": "1.5", "3": "1.5", "4": "0.5", "5": "0.5", "6": "0.0"}
CELLS = {
    "1": "   4 w 1     5 w 1", "2": "   5 w 1     6 w =", "3": "   6 w 1     4 w =",
    "4": "   1 b 0     3 b =", "5": "   2 b 0     1 b 0", "6": "   3 b 0     2 b =",
}  # fmt: skip


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    lines = ["012 Club", "042 2026/05/01", "092 Individual: Swiss-System", "142 2", "202 TPN"]
    for who, name, rating, sex, born, country in PLAYERS:
        line = f"001 {who:>4} {sex}    {name:<33} {rating or '':>4} {country} {'':>11} {born:<10}"
        lines.append(f"{line:<91}{CELLS[who]}".rstrip())
    path.write_text("\n".join(lines) + "\n")
    return path


def taken(report: Path, table: str, shell: Shell, *words: str) -> list[list]:
    prizes = report.with_name("prizes.csv")
    prizes.write_text("Group,For,Amounts,Besides\n" + table)
    rows = shell("prizes", report, prizes, *words).out.splitlines()[3:]
    return [[row.split()[0], row.split()[3], float(row.split()[-1])] for row in rows if row.strip()]


def test_everybody_takes_the_prize_that_is_worth_most(report: Path, shell: Shell) -> None:
    """Ann takes the first prize, so that the women's goes to Dee; Bob that of his age."""
    table = "Main,,300 100 50,\nWomen,women,200,\nYouth,U18,120,\n"
    assert taken(report, table, shell) == [
        ["Main", "Ann", 300], ["Main", "Cid", 100], ["Main", "Fay", 50], ["Women", "Dee", 200],
        ["Youth", "Bob", 120],
    ]  # fmt: skip


def test_a_prize_may_be_taken_besides(report: Path, shell: Shell) -> None:
    table = "Main,,300,\nWomen,women,200,yes\n"
    assert taken(report, table, shell) == [["Main", "Ann", 300], ["Women", "Ann", 200]]


@pytest.mark.parametrize(
    ("share", "amounts"),
    [("none", [300, 100, 50]), ("equal", [300, 75, 75]), ("hort", [300, 87.5, 62.5])],
)
def test_the_tied_share(share: str, amounts: list[float], report: Path, shell: Shell) -> None:
    """Hort: half of a prize by place, half of what the tied win in equal parts."""
    found = taken(report, "Main,,300 100 50,\n", shell, "--share", share)
    assert [Fraction(amount) for _, _, amount in found] == [Fraction(one) for one in amounts]


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("women", ["Ann", "Fay", "Dee", "Eve"]), ("U18", ["Bob", "Dee"]), ("60+", ["Cid"]),
        ("<2000", ["Cid", "Fay", "Dee"]), ("1800-1999 NOR", ["Cid"]), ("unrated", ["Eve"]),
    ],
)  # fmt: skip
def test_standings_of_a_group(group: str, names: list[str], report: Path, shell: Shell) -> None:
    said = shell("standings", report, "--group", group).out
    rows = [row.split() for row in said.splitlines()[3:] if row.strip()]
    assert sorted(row[3] for row in rows) == sorted(names)


def test_a_group_that_nobody_knows_is_named(report: Path, shell: Shell) -> None:
    assert main(["standings", str(report), "--group", "beginners"]) != 0
    assert "'beginners' names no group" in shell.printed().err


def test_lines_of_one_group_are_its_prizes(report: Path, shell: Shell) -> None:
    """Each line was a group of the same name: the first player took the last amount three times."""
    apart = taken(report, "Open,,300,\nOpen,,200,\nOpen,,100,\n", shell)
    assert apart == taken(report, "Open,,300 200 100,\n", shell)
    assert [amount for *_, amount in apart] == [300, 200, 100]


def test_a_table_without_headings_keeps_its_first_prize(report: Path, shell: Shell) -> None:
    prizes = report.with_name("prizes.csv")
    prizes.write_text("Open,,300,\nWomen,women,200,\n")
    assert "Open        1   1    Ann" in shell("prizes", report, prizes).out


def test_every_line_that_is_not_understood_is_named(report: Path, shell: Shell) -> None:
    prizes = report.with_name("prizes.csv")
    lines = ["Group,For,Amounts,Besides", 'Open,,"1,000 500",', "A,,100,perhaps"]
    prizes.write_text("\n".join(lines))
    told = shell("prizes", report, prizes, code=1).err.splitlines()
    assert [line.split("prizes.csv:")[1].split(":")[0] for line in told] == ["2", "3"]
    prizes.write_text("Group,For,Amounts\nOpen,,100\nNew,rating<1500,50\nOld,elders,40\n")
    told = shell("prizes", report, prizes, code=1).err.splitlines()
    assert [line.split("prizes.csv:")[1].split(":")[0] for line in told] == ["3", "4"]


def test_a_group_without_anybody_is_told(report: Path, shell: Shell) -> None:
    prizes = report.with_name("prizes.csv")
    prizes.write_text("Group,For,Amounts\nOpen,,100\nCorea,KRO,50\n")
    assert "prizes.csv:3: nobody is in the group 'KRO'" in shell("prizes", report, prizes).err
