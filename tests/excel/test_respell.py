"""Formulas rewritten between programs, and nothing else of the workbook."""

from __future__ import annotations

import io
import zipfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books import hand_made, recomputed, values
from tests.shell import Shell
from xltie.cli.main import main
from xltie.hosts.common.respell import Style, respell, respelled
from xltie.recompute import recompute
from xltie.sheets.functions import REGISTRY, callables

ROUNDS = [
    ["Round", "Black", "White", "Black score", "White score"],
    [1, "Ann", "Bob", 40, 24],
    [1, "Cid", "Dee", 33, 31],
]
FORMULA = 'IF(B9="BQ(",1,2+POINTS("Ann",Rounds!A1:E3))'


def book(formula: str = FORMULA) -> bytes:
    return hand_made({"Rounds": ROUNDS, "Answers": [[f"={formula}"], ["=SUM(1,2)"]]})


@pytest.mark.parametrize(
    "stored",
    [
        "BQ(A1,B:F)", "bq(A1,B:F)", "[1]!BQ(A1,B:F)", "[12]!bq(A1,B:F)", "xltie.xlam!BQ(A1,B:F)",
        r"'C:\Users\Kim Ann\XLSTART\xltie.xlam'!BQ(A1,B:F)", "_xll.BQ(A1,B:F)",
        "_xldudf_BQ(A1,B:F)", "_xldudf_TIE_BQ(A1,B:F)", "_xldudf_XLTIE_BQ(A1,B:F)",
    ],
)  # fmt: skip
def test_every_spelling_becomes_every_other(stored: str) -> None:
    assert respell(stored, Style.PLAIN) == "BQ(A1,B:F)"
    assert respell(stored, Style.ADDIN, 3) == "[3]!BQ(A1,B:F)"
    assert respell(stored, Style.LITE) == "_xldudf_TIE_BQ(A1,B:F)"


@pytest.mark.parametrize(
    "kept",
    [
        '"BQ("',
        "BQ",
        "SUM(A1:B2)",
        "'BQ(1)'!A1",
        "_xlfn.XLOOKUP(1,A:A,B:B)",
        "BQX(1)",
        "=(",
        "{1;2}",
    ],
)
def test_what_is_not_ours_stays(kept: str) -> None:
    for style in Style:
        assert respell(kept, style) == kept


@pytest.mark.slow
@given(
    st.sampled_from(sorted(REGISTRY)),
    st.lists(st.sampled_from(["A1", "$B$2:C9", '"x ""y"""', "Rounds[#All]", "1.5", "TRUE", "-1"])),
    st.lists(st.sampled_from(list(Style)), min_size=1, max_size=4),
)
@settings(max_examples=60)
def test_the_way_back_is_the_way_there(name: str, cells: list[str], styles: list[Style]) -> None:
    name = REGISTRY[name].vba_name or name
    plain = f"IF(A1>0,{name}({','.join(cells)}),SUM({name}(A2),1))"
    formula = plain
    for style in styles:
        formula = respell(formula, style, 2)
    assert respell(formula, Style.PLAIN) == plain


@pytest.mark.parametrize("style", list(Style))
def test_a_converted_workbook_computes_the_same(style: Style) -> None:
    before, _ = recomputed(book())
    after, report = recompute(respelled(before, style)[0], callables())
    assert report.changed == []
    assert values(after, "Answers") == values(before, "Answers") == {"A1": 3, "A2": 3}


def test_only_formulas_of_ours_change_and_come_back() -> None:
    data = book()
    there, count = respelled(data, Style.ADDIN)
    assert count == 1
    old, new = zipfile.ZipFile(io.BytesIO(data)), zipfile.ZipFile(io.BytesIO(there))
    assert b"[1]!POINTS(" in new.read("xl/worksheets/sheet2.xml")
    assert b"BQ(&quot;,1" not in new.read("xl/worksheets/sheet2.xml").replace(b'"BQ(', b"")
    assert new.read("xl/worksheets/sheet1.xml") == old.read("xl/worksheets/sheet1.xml")
    link = new.read("xl/externalLinks/_rels/externalLink1.xml.rels").decode()
    assert 'Target="xltie.xlam"' in link
    assert "xlStartup" in link
    assert respelled(there, Style.ADDIN) == (there, 0)
    back = zipfile.ZipFile(io.BytesIO(respelled(there, Style.PLAIN)[0]))
    assert back.namelist() == old.namelist()
    assert all(back.read(name) == old.read(name) for name in old.namelist())


def test_names_tables_and_rules_are_formulas_too() -> None:
    stream = io.BytesIO(book())
    text = '<definedName name="mine">[1]!BQ(Rounds!$A$1:$E$3)</definedName>'
    data = hand_made({"Rounds": ROUNDS})
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/workbook.xml":
                names = f"<definedNames>{text}</definedNames>".encode()
                content = content.replace(b"<definedNames/>", names)
                content = content.replace(b"<definedNames />", names)
            new.writestr(name, content)
    made, count = respelled(stream.getvalue(), Style.PLAIN)
    assert count == 1
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert b">BQ(Rounds!$A$1:$E$3)<" in archive.read("xl/workbook.xml")


def converted(tmp_path: Path, *arguments: str) -> tuple[int, str, str]:
    path = tmp_path / "event.xlsx"
    path.write_bytes(recomputed(book())[0])
    return run(str(path), *arguments)


def run(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["convert", *arguments])
    return code, out.getvalue(), err.getvalue()


def test_the_command_converts_in_place(tmp_path: Path) -> None:
    code, said, _ = converted(tmp_path, "--to", "addin")
    assert (code, said.count("\n")) == (0, 1)
    assert said.startswith(f"{tmp_path / 'event.xlsx'}: 1 formula")


def test_values_take_the_place_of_our_formulas_only(tmp_path: Path) -> None:
    target = tmp_path / "sent.xlsx"
    code, _, _ = converted(tmp_path, "--to", "values", "--out", str(target))
    assert code == 0
    sheet = zipfile.ZipFile(target).read("xl/worksheets/sheet2.xml")
    assert b"POINTS" not in sheet
    assert b"SUM(1,2)" in sheet


@pytest.mark.slow
def test_an_xlsx_becomes_a_macro_workbook(tmp_path: Path) -> None:
    target = tmp_path / "event.xlsm"
    code, _, _ = converted(tmp_path, "--to", "plain", "--out", str(target))
    assert code == 0
    assert "xl/vbaProject.bin" in zipfile.ZipFile(target).namelist()
    code, _, said = converted(tmp_path, "--to", "plain", "--out", str(target))
    assert (code, said.count("\n")) == (2, 1)
    assert "--force" in said


def test_what_cannot_be_converted_is_one_line(tmp_path: Path) -> None:
    assert converted(tmp_path, "--to", "plain", "--out", str(tmp_path / "x.csv"))[0] == 2
    (tmp_path / "event.xlsx").write_bytes(b"no workbook")
    code, _, said = run(str(tmp_path / "event.xlsx"), "--to", "plain")
    assert (code, said.count("\n")) == (2, 1)


def test_recompute_brings_back_formulas_that_only_libreoffice_knows(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "saved.xlsx"
    call = 'ORG.XLTIE.CALC.XLTIEADDIN.POINTS("Ann",Rounds!A1:E2)'
    rounds = [["Round", "Black", "White", "Black discs", "White discs"], [1, "Ann", "Bob", 40, 24]]
    saved = hand_made({"Rounds": rounds, "Standings": [[f"={call}"], ["=1+1"]]})
    path.write_bytes(saved)
    told = shell("recompute", "--check", path, code=3).err
    assert "1 formula as LibreOffice spells them (ORG.XLTIE...), which Excel does not know" in told
    assert path.read_bytes() == saved
    path.write_bytes(recompute(saved, callables())[0])  # the values are current, the names are not
    told = shell("recompute", "--check", path, code=3)
    assert told.out.startswith("stale") and "ORG.XLTIE" in told.err
    said = shell("recompute", path).out
    assert "1 formula as LibreOffice spells them (ORG.XLTIE...) brought" in said
    sheet = openpyxl.load_workbook(path)["Standings"]
    assert sheet["A1"].value == '=POINTS("Ann",Rounds!A1:E2)' and sheet["A2"].value == "=1+1"
    assert openpyxl.load_workbook(path, data_only=True)["Standings"]["A1"].value == 1
    assert "ORG.XLTIE" not in shell("recompute", path).out
