"""A new event in a club's own workbook: its looks, columns, pictures and sheets stay."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import PatternFill

from tests.books import edited
from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.workbooks.book_parts import archive, parts_in

CAME = ["Anna", "Boris", "Chung", "Dora", "Emil", "Fritz", "Gita"]
ORANGE = "FFEE7700"


PICTURE = b"\x89PNG of a club"
_DRAWING = """<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:oneCellAnchor><xdr:from>
<xdr:col>11</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff>
</xdr:from><xdr:ext cx="9000" cy="9000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="logo"/>
<xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="{main}" r:embed="rId1"/></xdr:blipFill>
<xdr:spPr><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>
</xdr:wsDr>"""
_MAIN = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATION = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="{main}/{kind}" Target="{target}"/></Relationships>'
)


def with_logo(path: Path) -> None:
    """Put a picture on the sheet Rounds, part by part."""
    parts = dict(parts_in(io.BytesIO(path.read_bytes())))
    sheet = "xl/worksheets/sheet2.xml"
    assert f"xl/worksheets/_rels/{sheet[14:]}.rels" not in parts
    mark = b'<drawing xmlns:r="%s" r:id="rId1"/></worksheet>' % _MAIN.encode()
    parts[sheet] = parts[sheet].replace(b"</worksheet>", mark)
    parts["xl/worksheets/_rels/sheet2.xml.rels"] = _RELATION.format(
        main=_MAIN, kind="drawing", target="../drawings/logo.xml"
    ).encode()
    parts["xl/drawings/logo.xml"] = _DRAWING.format(main=_MAIN).encode()
    parts["xl/drawings/_rels/logo.xml.rels"] = _RELATION.format(
        main=_MAIN, kind="image", target="../media/logo.png"
    ).encode()
    parts["xl/media/logo.png"] = PICTURE
    kinds = (
        b'<Default Extension="png" ContentType="image/png"/><Override PartName="/xl/drawings/'
        b'logo.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>'
        b"</Types>"
    )
    types = "[Content_Types].xml"
    parts[types] = parts[types].replace(b"</Types>", kinds)
    path.write_bytes(archive(parts, zipfile.ZIP_DEFLATED))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A played event of a club: a logo, orange headings, a column and a sheet of its own."""
    path = tmp_path / "club.xlsx"
    made = ["new", str(path), "--players", "8", "--rounds", "4", "--game", "chess"]
    assert main([*made, "--event", "Spring Cup", "--language", "en"]) == 0
    edited(path, "Players", {f"B{5 + n}": f"Old {n}" for n in range(8)})
    edited(path, "Players", {"G6": "\u00bd 2", "F5": "Old club"})
    book = openpyxl.load_workbook(path)
    players = book["Players"]
    players["I4"], players["I5"], players["I6"] = "Paid", "yes", '=IF(B6="","",10)'
    for cell in book["Rounds"][4]:
        cell.fill = PatternFill("solid", fgColor=ORANGE)
    book.create_sheet("House rules")["A1"] = "No phones"
    book.save(path)
    assert main(["recompute", str(path)]) == 0
    assert main(["pair", str(path), "--write"]) == 0
    edited(path, "Rounds", {f"F{row}": "1" for row in range(5, 9)})
    assert main(["pair", str(path), "--write"]) == 0
    with_logo(path)
    return path


def sheets(path: Path, *, values: bool = True) -> Any:
    return openpyxl.load_workbook(path, data_only=values)


@pytest.mark.slow
def test_an_event_goes_and_the_club_stays(club: Path, tmp_path: Path, shell: Shell) -> None:
    names = tmp_path / "names.csv"
    names.write_text("Name,Rating\n" + "".join(f"{one},15{n}0\n" for n, one in enumerate(CAME)))
    path, before = tmp_path / "autumn.xlsx", club.read_bytes()
    words = ["--template", str(club), "--from", str(names), "--event", "Autumn Cup"]
    assert main(["new", str(path), *words, "--rounds", "5", "--seed", "9"]) == 0
    assert club.read_bytes() == before
    book, formulas = sheets(path), sheets(path, values=False)
    players = book["Players"]
    assert players["A1"].value == "Autumn Cup" and book["Rounds"]["A1"].value == "Autumn Cup"
    assert [players.cell(5 + n, 2).value for n in range(9)] == [*CAME, None, None]
    assert [players.cell(5 + n, 3).value for n in range(2)] == [1500, 1510]
    assert players["F5"].value is None and players["G6"].value is None
    assert (players["I4"].value, players["I5"].value) == ("Paid", None)
    assert formulas["Players"]["I6"].value == '=IF(B6="","",10)' and players["I6"].value == 10
    assert book["Rounds"].max_row == 4 and book["House rules"]["A1"].value == "No phones"
    assert formulas["Rounds"]["D4"].fill.fgColor.rgb == ORANGE
    said = {row[0].value: row[1].value for row in book["Settings"].iter_rows(min_row=5)}
    assert (said["Rounds"], str(said["Pairing seed"])) == (5, "9")
    assert "Paired so far" in said and "Round 1" not in said
    with zipfile.ZipFile(path) as new, zipfile.ZipFile(club) as old:
        drawn = [name for name in old.namelist() if "drawing" in name or "media" in name]
        assert len(drawn) == 3 and all(new.read(name) == old.read(name) for name in drawn)
        assert b"<drawing" in new.read("xl/worksheets/sheet2.xml")
    shell.printed()
    assert main(["check", str(path), "--language", "en"]) == 0
    assert main(["pair", str(path), "--write", "--language", "en"]) == 0
    assert sheets(path)["Rounds"].max_row == 8
    assert main(["recompute", "--check", str(path)]) == 0


@pytest.mark.slow
def test_more_players_than_the_template_has_lines_for(club: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("Name\n" + "".join(f"Player {n}\n" for n in range(1, 41)))
    path = tmp_path / "large.xlsx"
    assert main(["new", str(path), "--template", str(club), "--from", str(names)]) == 0
    book = sheets(path)
    assert book["Players"]["B44"].value == "Player 40"
    assert book["Standings"]["B44"].value is not None
    assert main(["pair", str(path), "--write"]) == 0
    assert sheets(path)["Rounds"].max_row == 24
    assert main(["check", str(path)]) == 0


def test_a_list_of_anybody_is_no_template(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "any.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"] = "Name"
    book.save(path)
    assert main(["new", str(tmp_path / "x.xlsx"), "--template", str(path)]) != 0
    assert "any.xlsx" in shell.printed().err
    assert not (tmp_path / "x.xlsx").exists()


@pytest.mark.parametrize("game", ["chess", "go"])
def test_what_stands_beside_the_list_of_players_is_no_hindrance(game: str, tmp_path: Path) -> None:
    path, again = tmp_path / "club.xlsx", tmp_path / "again.xlsx"
    assert main(["new", str(path), "--game", game, "--players", "4", "--language", "en"]) == 0
    names = {f"B{5 + n}": name for n, name in enumerate(CAME[:4])}
    edited(path, "Players", {**names, "B30": CAME[4], "N4": "Phone", "N5": "555"})
    assert main(["pair", str(path), "--write"]) == 0
    assert openpyxl.load_workbook(path)["Players"]["A30"].value is not None
    assert main(["new", str(again), "--template", str(path)]) == 0
    sheet = openpyxl.load_workbook(again)["Players"]
    assert (sheet["N4"].value, sheet["N5"].value, sheet["B5"].value) == ("Phone", None, None)


def test_what_a_club_keeps_behind_the_list_is_read_unless_formulas_would_need_it(
    tmp_path: Path, shell: Shell
) -> None:
    """A rating there would make the commands' event another than that of the sheets."""
    path = tmp_path / "club.xlsx"
    assert main(["new", str(path), "--game", "chess", "--players", "4", "--language", "en"]) == 0
    own = {
        "M4": "Sex",
        "M5": "w",
        "M6": "m",
        "N4": "FIDE ID",
        "N5": "4100018",
        "O4": "Elo",
        "O5": 9,
    }
    names = {f"B{5 + n}": name for n, name in enumerate(CAME[:4])}
    edited(path, "Players", {**names, **own})
    said = shell("check", path).err
    assert "Players!O4: column 'Elo' is not read" in said and "Players!N4" not in said
    players = {player.name: player for player in open_event(path).event.contestants}
    first = players[CAME[0]]
    assert first.rating is None and dict(first.more)["FIDE ID"] == "4100018"
    assert dict(first.more)["Sex"]
