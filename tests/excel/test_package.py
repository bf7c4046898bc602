"""The files for Excel: read by independent programs, and everything else in them untouched."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.books import hand_made
from xltie.core.errors import NotAWorkbook, UnsupportedWorkbook
from xltie.hosts.common.buttons import PLAYERS, ROUNDS, SESSION, TABLE, TEAMS
from xltie.hosts.common.commands import COMMANDS
from xltie.hosts.excel import package, ribbon, vba
from xltie.hosts.excel.answers import names_in_excel
from xltie.sheets.functions import REGISTRY

pytestmark = pytest.mark.slow

pyopenvba = pytest.importorskip("pyopenvba", reason="pyOpenVBA is not installed")

PICTURES = frozenset({
    "CalculateNow", "TableInsertExcel", "RefreshAll", "ReviewNewComment", "ErrorChecking",
    "HyperlinkInsert", "Help", "FindDialogExcel", "SheetInsert",
})  # fmt: skip
"""Pictures of commands that Excel itself has had since 2010: it need not know those of Word."""
KINDS = (ROUNDS, SESSION, PLAYERS, TEAMS, TABLE)
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"


@pytest.fixture(scope="module")
def plain() -> bytes:
    return hand_made({"Rounds": [["Round"]], "My sheet": [["=SUM(1,2)"]]})


@pytest.fixture(scope="module", params=["xltie.xlam", "event.xlsm"])
def file(request: Any, plain: bytes, tmp_path_factory: Any) -> Path:
    path = Path(tmp_path_factory.mktemp("excel")) / request.param
    is_add_in = path.suffix == ".xlam"
    path.write_bytes(package.build_add_in() if is_add_in else package.make_macro_workbook(plain))
    return path


def test_pyopenvba_finds_nothing_wrong(file: Path) -> None:
    report = pyopenvba.check_file(file)
    assert (report.ok, report.complete, report.issues) == (True, True, ())


def test_the_texts_come_back_as_they_went_in(file: Path) -> None:
    stored = package.texts_in(file.read_bytes())
    for name, text in vba.modules().items():
        assert stored[name].endswith(text.replace("\n", "\r\n")), name
    sheets = {"Sheet1"} if file.suffix == ".xlam" else {"Sheet1", "Sheet2"}
    assert set(stored) == {*vba.modules(), *sheets}


def test_olevba_reads_the_modules_and_suspects_little(file: Path) -> None:
    olevba = pytest.importorskip("oletools.olevba", reason="oletools is not installed")
    parser = olevba.VBA_Parser(str(file))
    try:
        found = {name: code for _, _, name, code in parser.extract_macros()}
        assert "Public Function BQ(" in found["xltie_functions.bas"]
        suspicious = {word for kind, word, _ in parser.analyze_macros() if kind == "Suspicious"}
        auto = {word for kind, word, _ in parser.analyze_macros() if kind == "AutoExec"}
    finally:
        parser.close()
    assert auto == set()
    assert {"CreateObject"} <= suspicious <= {"CreateObject", "Hex Strings", "Base64 Strings"}


def test_the_compound_file_is_strictly_right(file: Path, tmp_path: Path) -> None:
    compound = pytest.importorskip("compoundfiles", reason="compoundfiles is not installed")
    path = tmp_path / "vbaProject.bin"
    path.write_bytes(zipfile.ZipFile(file).read("xl/vbaProject.bin"))
    with warnings.catch_warnings():
        # Excel's own files have these: unused fields of a folder's entry that are not zero
        warnings.simplefilter("ignore", compound.CompoundFileDirSectorWarning)
        reader = compound.CompoundFileReader(str(path))
    with reader:
        names = {entry.name for entry in reader.root} | {e.name for e in reader.root["VBA"]}
    assert {"VBA", "PROJECT", "PROJECTwm", "dir", "_VBA_PROJECT", *vba.modules()} <= names


def test_no_excel_finds_compiled_code(file: Path) -> None:
    """MS-OVBA 2.3.4.1: who writes a project says version FFFF; a module begins with its source."""
    olefile = pytest.importorskip("olefile", reason="olefile is not installed")
    dir_stream = pytest.importorskip("oletools.olevba").decompress_stream
    project = io.BytesIO(zipfile.ZipFile(file).read("xl/vbaProject.bin"))
    with olefile.OleFileIO(project) as ole:
        assert ole.openstream("VBA/_VBA_PROJECT").read() == bytes.fromhex("cc61ffff000000")
        assert not [path for path in ole.listdir() if path[-1].startswith("__SRP_")]
        listed = dir_stream(bytearray(ole.openstream("VBA/dir").read()))
        offsets = re.findall(rb"\x31\x00\x04\x00\x00\x00(....)", listed, re.DOTALL)
        assert offsets == [bytes(4)] * len(package.texts_in(file.read_bytes()))


def test_the_same_file_is_written_every_time(plain: bytes) -> None:
    assert package.build_add_in() == package.build_add_in()
    assert package.make_macro_workbook(plain) == package.make_macro_workbook(plain)


def test_every_part_is_declared_and_related(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        assert len(set(names)) == len(names)
        types = archive.read("[Content_Types].xml").decode()
        for name in names:
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(archive.read(name))
        kind = "addin" if file.suffix == ".xlam" else "sheet"
        assert f"vnd.ms-excel.{kind}.macroEnabled.main+xml" in types
        assert 'Extension="bin"' in types
        assert "customUI/customUI14.xml" in archive.read("_rels/.rels").decode()


def test_help_stands_in_the_workbook(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    order = [child.tag.removeprefix(MAIN) for child in book]
    assert order.index("functionGroups") == order.index("sheets") + 1
    assert order[-1] == "extLst"
    group = book.find(f"{MAIN}functionGroups/{MAIN}functionGroup")
    assert group is not None and group.get("name") == "Tournament"
    texts = {
        entry.get("name"): [text.text for text in entry.iter(f"{X14}argumentDescription")]
        for entry in book.iter(f"{X14}definedName")
    }
    assert set(texts) == {name for entry in REGISTRY.values() for name in names_in_excel(entry)}
    assert texts["BQ"][0] == REGISTRY["BQ"].parameters[0].doc
    assert all(len(text) <= 255 for page in texts.values() for text in page if text)


def test_help_while_typing_names_every_function(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        root = ElementTree.fromstring(archive.read("customXml/item1.xml"))
        assert "customXml/item1.xml" in archive.read("xl/_rels/workbook.xml.rels").decode()
    space = "{http://schemas.excel-dna.net/intellisense/1.0}"
    named = [function.get("Name") for function in root.iter(f"{space}Function")]
    assert named == [entry.excel_name for entry in REGISTRY.values()]


def test_the_rest_of_the_workbook_is_as_it_was(plain: bytes) -> None:
    made = package.make_macro_workbook(plain)
    old, new = (zipfile.ZipFile(io.BytesIO(data)) for data in (plain, made))
    touched = {
        "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
    }  # fmt: skip
    for name in old.namelist():
        if name.startswith("xl/worksheets/"):  # a sheet gets the name of its module, no more
            text = re.sub(rb' codeName="\w+"|<sheetPr codeName="\w+"/>', b"", new.read(name))
            assert text == old.read(name)
        elif name not in touched:
            assert new.read(name) == old.read(name), name


def test_formulas_call_the_wrappers_of_the_workbook() -> None:
    data = hand_made({"Rounds": [["=[1]!bq(A1,B:F)", "=_xldudf_TIE_POINTS(A1,B:F)"]]})
    made = package.make_macro_workbook(data)
    sheet = zipfile.ZipFile(io.BytesIO(made)).read("xl/worksheets/sheet1.xml")
    assert b'<f t="array" ref="A1">BQ(A1,B:F)</f>' in sheet
    assert b'<f t="array" ref="B1">POINTS(A1,B:F)</f>' in sheet


def test_only_workbooks_without_macros_are_taken(plain: bytes) -> None:
    made = package.make_macro_workbook(plain)
    with pytest.raises(UnsupportedWorkbook, match="already has macros of its own"):
        package.make_macro_workbook(made)
    with pytest.raises(NotAWorkbook):
        package.make_macro_workbook(b"hello")


def test_a_workbook_that_the_library_cannot_take_is_refused_in_a_line(plain: bytes) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(plain)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"relationships/worksheet", b"relationships/dialog"))
    with pytest.raises(UnsupportedWorkbook, match="macros cannot be added"):
        package.make_macro_workbook(stream.getvalue())


def test_without_the_library_one_line_says_what_to_install(
    plain: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyopenvba", None)
    with pytest.raises(package.BuilderMissing, match="pip install"):
        package.make_macro_workbook(plain)


# -- the ribbon ----------------------------------------------------------------------------------


def ribbon_faults(xml: bytes, texts: dict[str, str]) -> list[str]:
    """What is wrong with a ribbon: ids, pictures, and callbacks against the VBA."""
    code = "\n".join(texts.values())
    faults, ids = [], []
    wanted = {"onAction": r"\(control As IRibbonControl\)",
              "getVisible": r"\(control As IRibbonControl, ByRef returnedVal\)"}  # fmt: skip
    for element in ElementTree.fromstring(xml).iter():
        own = element.attrib
        ids += [own["id"]] if "id" in own else []
        if "imageMso" in own and own["imageMso"] not in PICTURES:
            faults.append(f"no picture {own['imageMso']}")
        for attribute, signature in wanted.items():
            name = own.get(attribute)
            if name and not re.search(rf"^Public Sub {name}{signature}$", code, re.MULTILINE):
                faults.append(f"no callback {name}")
        faults += [f"{k} too long" for k in ("screentip", "supertip") if len(own.get(k, "")) > 1024]
    return faults + [f"two {identifier}" for identifier in set(ids) if ids.count(identifier) > 1]


def test_the_ribbon_fits_its_vba(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        xml = archive.read("customUI/customUI14.xml")
    assert ribbon_faults(xml, package.texts_in(file.read_bytes()) | vba.modules()) == []
    labels = [one.get("label") for one in ElementTree.fromstring(xml).iter() if one.get("label")]
    assert labels == [
        "Tournament", "Standings", "Pair next round", "Pair last round again",
        "Lay out bridge movement", "Fill in players", "Recompute standings", "Check workbook",
        "Explain selected cell", "Publish as web pages", "Make an event from this sheet",
        "Add sheet", "Crosstable", "Race", "Explain", "Why", "Board prizes", "Frequencies",
        "Scorecard", "All settings", "Help", "Help",
    ]  # fmt: skip


def test_the_check_of_the_ribbon_sees_faults() -> None:
    xml = ribbon.ribbon_xml()
    assert ribbon_faults(xml.replace(b"XltieHelp", b"XltieHalp"), vba.modules()) == [
        "no callback XltieHalp"
    ]
    assert ribbon_faults(xml.replace(b'"CalculateNow"', b'"Nonsense"'), vba.modules())
    assert ribbon_faults(xml.replace(b'id="xltieHelp"', b'id="xltieCheck"'), vba.modules())


def test_buttons_are_shown_where_they_mean_something() -> None:
    xml = ribbon.ribbon_xml()
    assert b'getVisible="XltiePairVisible"' in xml
    assert b'onLoad="XltieRibbonLoaded"' in xml
    code = vba.modules()[vba.RIBBON]
    counts = {kind: code.count(f'XtFits("{kind}")') for kind in KINDS}
    assert counts == {"rounds": 6, "session": 3, "players": 1, "teams": 1, "table": 1}
    assert {*COMMANDS, "help"} == {button.command for button in ribbon.CLICKED}


def test_the_ribbon_speaks_the_language_of_the_workbook() -> None:
    for code, title in (("en", "Tournament"), ("ko", "대회"), ("ru", "Турнир")):
        assert f'label="{title}"' in ribbon.ribbon_xml(code).decode("utf-8")
