"""Functions on tables of clubs in a real Calc: no template, no names, headings in any language."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.libreoffice.calc import Calc
from tests.shell import Shell

GERMAN = [
    ["Rangliste: Stand nach der 3. Runde"],
    ["Rg.", "Nr.", "Teilnehmer", "1.Rd", "2.Rd", "3.Rd", "Pkte"],
    [1, 2, "Berger", "4w1", "1s1", "3w½", 2.5],
    [2, 1, "Adler", "3s1", "2w0", "4s1", 2],
    [3, 3, "Conrad", "1w0", "4s1", "2s½", 1.5],
    [4, 4, "Dietz", "2s0", "3w0", "1w0", 0],
]
KOREAN = [
    ["회전", "흑", "백", "결과"],
    [1, "김", "이", "흑승"],
    [1, "박", "최", "백승"],
    [2, "김", "최", "백승"],
    [2, "이", "박", "흑승"],
]
TABLE = "$Club.$A$2:$G$6"


@pytest.fixture
def book(calc: Calc):
    with calc.open() as document:
        document.sheet("Club", GERMAN)
        yield document


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (f'=POINTS("Berger";{TABLE})', 2.5),
        (f'=BUCHHOLZ("Adler";{TABLE})', 4),
        (f'=BUCHHOLZ("2";{TABLE})', 3.5),
        (f'=DIRECTCOMP("Berger";{TABLE};$Club.$C$3:$C$6)', 2.5),
        (f'=TIEBREAK("Conrad";{TABLE};"SB")', 1.25),
        (f'=TIEBREAK("Conrad";{TABLE})', "#VALUE!"),
        (f'=TIEBREAK("Conrad";{TABLE};"NONSENSE")', "#VALUE!"),
        ('=POINTS("Berger";$Club.A:G)', 2.5),
        (f'=POINTS("Zed";{TABLE})', "#N/A"),
    ],
)
def test_a_cross_table_in_german(book, formula: str, shown: object) -> None:
    book.put({"Club!J1": formula})
    assert book.value("Club!J1") == shown


def test_standings_fill_an_array_and_are_those_of_the_command(
    book, tmp_path: Path, shell: Shell
) -> None:
    book.put({"J2:N6": f'=STANDINGS({TABLE};;"points, BH")'})
    header, *rows = book.rows("J2:N6")
    path = tmp_path / "club.xlsx"
    book.put({"J2:N6": ""})
    book.save(path)
    said = shell("standings", path, "--criteria", "points, BH", "--format", "csv").out
    printed = list(csv.DictReader(io.StringIO(said)))
    for row, line in zip(rows, printed, strict=True):
        shown = dict(zip(header, row, strict=True))
        for name in ("points", "BH"):
            assert shown[name] == float(line[name])
        assert shown["Name"] == line["name"]


def test_what_is_wrong_is_one_sentence_at_every_door(book, tmp_path: Path, shell: Shell) -> None:
    book.put({"Club!F4": "4s½", "J1": f'=BUCHHOLZ("Berger";{TABLE})'})
    assert book.value("J1") == "#VALUE!"
    path = tmp_path / "club.xlsx"
    book.save(path)
    sentence = shell("check", path, code=1).err.splitlines()[0].split(": ", 1)[1]
    assert sentence.startswith("Club!F4: '4s½' contradicts")
    for command in ("recompute", "explain"):
        said = book.ask("dispatch", command=command, select="J1")
        assert said.count(sentence) == 1, said
    book.put({"K1": f'=EXPLAIN("BH";"Berger";{TABLE})'})
    assert book.value("K1") == sentence


def test_a_list_in_korean_beside_its_own_functions(book) -> None:
    book.sheet("대국", KOREAN)
    book.put({
        "대국!G2": "김", "대국!H2": "=POINTS(G2;$A$1:$D$5)", "대국!I2": "=BQ(G2;$A$1:$D$5)",
    })  # fmt: skip
    assert book.value("대국!H2") == 1
