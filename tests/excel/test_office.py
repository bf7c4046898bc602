"""LibreOffice, a second compiler of VBA, runs every wrapper and every callback of the ribbon.

It has no COM, no ``Value2`` and, without a window, no status bar: these lines alone are replaced,
by a stand-in for Python and one for Excel's status bar, both in VBA.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.excel.samples import PROBE
from tests.excel.test_vba import PYTHON
from xltie.hosts.common.buttons import PLAYERS, SESSION, TEAMS
from xltie.hosts.excel import package, ribbon, vba
from xltie.hosts.excel.answers import names_in_excel
from xltie.sheets.functions import REGISTRY

SYSTEM_PYTHON = Path("/usr/bin/python3")
RUN = Path(__file__).with_name("office_run.py")
TEMPLATES = Path(__file__).parents[2] / "templates"
FORMULAS = {
    'PROBE("Ann",Rounds!B3:D6)': "PROBE Ann 4x3 - - 1!Rounds!3!2|",
    'PROBE(7,Rounds!B3:D6,"wof")': "PROBE 7 4x3 wof - 1!Rounds!3!2|",
    "PROBE(Rounds!C4,Rounds!B:Z)": "PROBE Ann 6x3 - - 0!Rounds!4!3|1!Rounds!1!2|",
    "PROBE(Rounds!C4:C9,Rounds!B3:D9999)": "PROBE 6x1 4x3 - - 0!Rounds!4!3|1!Rounds!3!2|",
    "ROUNDS(9)": "Error 2036",
    'WINS("Ann",Rounds!B3:D6)': "Error 2015",
    'POINTS("Ann",Rounds!B3:D6)': "#1 of the list",
}
TABLE = "A20:B21"
FIRST = 22
"""The row of the sheet with the first call of all functions."""
DIFFERENTLY = ("WINS", "ROUNDS", "POINTS", "STANDINGS")
"""What the stand-in for Python answers differently, so that errors and tables are seen."""
STAND_IN = """
Option Explicit
Public StatusBar As Variant
Public Function Clicked(ByVal named As String) As Variant
    Dim shown As Variant
    On Error GoTo Failed
    StatusBar = "nothing was said"
    shown = "nothing was told"
    Select Case named
@CASES@
    End Select
    Exit Function
Failed:
    Clicked = "failed: " & Err.Description
End Function
"""


def office() -> str:
    """Why LibreOffice cannot run here; blank where it can."""
    if not shutil.which("soffice"):
        return "LibreOffice is not installed"
    if not SYSTEM_PYTHON.exists():
        return "there is no /usr/bin/python3"
    probe = subprocess.run([SYSTEM_PYTHON, "-c", "import uno"], capture_output=True, check=False)
    return "python3-uno is not installed" if probe.returncode else ""


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(office()), reason=office() or "LibreOffice runs"),
]


def callbacks() -> dict[str, list[str]]:
    """The callbacks that the ribbon names: those of clicks, and those that tell what is shown."""
    found: dict[str, list[str]] = {"onAction": [], "getVisible": []}
    for element in ElementTree.fromstring(ribbon.ribbon_xml()).iter():
        for kind, names in found.items():
            if kind in element.attrib:
                names.append(element.attrib[kind])
    return found


def for_office(texts: dict[str, str]) -> dict[str, str]:
    """The VBA as LibreOffice can run it."""
    bridge = texts[vba.BRIDGE].replace("area.Value2", "area.Value")
    server = "Public Function XtServer() As Object\n    Set XtServer = New FakePython\nEnd Function"
    bridge = re.sub(r"Public Function XtServer.*?End Function", server, bridge, flags=re.DOTALL)
    bridge = bridge.replace("Application.StatusBar", "StandIn.StatusBar")
    functions = texts[vba.FUNCTIONS] + vba.wrapper(PROBE)
    return {**texts, vba.BRIDGE: bridge, vba.FUNCTIONS: functions}


def stand_in() -> str:
    found = callbacks()
    cases = [
        f'        Case "{named}": {named} Nothing: Clicked = StatusBar'
        for named in found["onAction"]
    ] + [
        f'        Case "{named}": {named} Nothing, shown: Clicked = shown'
        for named in found["getVisible"]
    ]
    return STAND_IN.replace("@CASES@", "\n".join(cases))


def with_macros(data: bytes, change: Callable[[str], str], patched: pytest.MonkeyPatch) -> bytes:
    """A workbook with our macros, the ribbon's changed, and the stand-ins."""
    texts = for_office(vba.modules())
    texts[vba.RIBBON] = change(texts[vba.RIBBON])
    fill = package._fill

    def fill_with_stand_ins(project: Any) -> None:
        from pyopenvba import VBAModuleKind

        fill(project)
        python = PYTHON.strip().replace("\n", "\r\n")
        project.add_module("FakePython", python, kind=VBAModuleKind.other)
        project.add_module("StandIn", stand_in().strip().replace("\n", "\r\n"))

    with patched.context() as context:
        context.setattr(vba, "modules", lambda: texts)
        context.setattr(package, "_fill", fill_with_stand_ins)
        return package.make_macro_workbook(data)


def calls_of_all() -> dict[str, str]:
    """A call of every function with all its arguments, and what Python is told of it."""
    found = {}
    for entry in REGISTRY.values():
        if entry.excel_name in DIFFERENTLY:
            continue
        tables = [parameter.kind.is_table for parameter in entry.parameters]
        given = ",".join("Rounds!B3:D6" if table else '"t"' for table in tables)
        told = "".join("4x3 " if table else "t " for table in tables)
        places = "".join(f"{n}!Rounds!3!2|" for n, table in enumerate(tables) if table)
        found[f"{entry.excel_name}({given})"] = f"{entry.excel_name} {told}{places}"
    return found


def calls_by_other_names() -> dict[str, list[str]]:
    """Calls from VBA of the functions that have a second name, which a cell never keeps."""
    return {
        name: [f"{vba.FUNCTIONS}.{name}", *("t" for _ in entry.parameters)]
        for entry in REGISTRY.values()
        for name in names_in_excel(entry)[1:]
    }


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def wrappers_book() -> bytes:
    book = openpyxl.Workbook()
    rounds = book.active
    rounds.title = "Rounds"
    for row, line in enumerate((("id", "name", "x"), (1, "Ann", 3), (2, "Bob", 4), (3, "Cid", 5))):
        for column, cell in enumerate(line):
            rounds.cell(row + 3, column + 2, cell)
    answers = book.create_sheet("Answers")
    for formula in FORMULAS:
        answers.append([f"={formula}"])
    answers[TABLE.partition(":")[0]] = ArrayFormula(
        TABLE, '=STANDINGS(Rounds!C4:C6,Rounds!B3:D6,"points")'
    )
    for row, formula in enumerate(calls_of_all(), FIRST):
        answers.cell(row, 1, f"={formula}")
    return saved(book)


def event_book(game: str) -> bytes:
    """The template of a game: its tables and names stand beside our functions."""
    book = openpyxl.load_workbook(TEMPLATES / f"{game}.xlsx")
    book.create_sheet("Answers")["A1"] = "=ROUNDS(9)"
    return saved(book)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each workbook's cells and macros came to, in one LibreOffice."""
    folder = Path(tmp_path_factory.mktemp("vba"))
    patched = pytest.MonkeyPatch()
    clicks = [["StandIn.Clicked", named] for names in callbacks().values() for named in names]
    ours = [["xltie_bridge.XtIsOurs", text] for text in ("=1+bq(A1)", "=MYBQ(A1)", "=BQ")]

    def seeded(text: str) -> str:
        assert 'XtCommand "pair"' in text
        return text.replace('XtCommand "pair"', 'XtComand "pair"')

    wanted: dict[str, Any] = {}
    for name, data, change, calls in (
        ("wrappers", wrappers_book(), str, [*ours, *calls_by_other_names().values()]),
        ("chess", event_book("chess"), str, clicks),
        ("chess-teams", event_book("chess-teams"), str, clicks),
        ("bridge", event_book("bridge"), str, clicks),
        ("seeded", event_book("chess"), seeded, [["StandIn.Clicked", "XltiePair"]]),
    ):
        path = folder / f"{name}.xlsm"
        path.write_bytes(with_macros(data, change, patched))
        wanted[str(path)] = calls
    done = subprocess.run(
        [SYSTEM_PYTHON, RUN, folder / "profile"], input=json.dumps(wanted),
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {Path(path).stem: found for path, found in json.loads(done.stdout).items()}


def test_libreoffice_runs_the_wrappers(told: dict[str, Any]) -> None:
    rows = told["wrappers"]["rows"]
    assert {formula: row[0] for formula, row in zip(FORMULAS, rows)} == FORMULAS
    assert [row[:2] for row in rows[19:21]] == [["Place", "Error 2042"], ["1", "4"]]


def test_every_function_reaches_python(told: dict[str, Any]) -> None:
    rows = told["wrappers"]["rows"][FIRST - 1 :]
    assert len(rows) == len(calls_of_all())
    assert {formula: row[0] for formula, row in zip(calls_of_all(), rows)} == calls_of_all()
    others = calls_by_other_names()
    assert others
    assert dict(zip(others, told["wrappers"]["called"][3:])) == {
        name: " ".join([name, *arguments]) + " " for name, (_, *arguments) in others.items()
    }


def test_words_before_a_bracket_are_known(told: dict[str, Any]) -> None:
    assert told["wrappers"]["called"][:3] == [True, False, False]


@pytest.mark.parametrize(
    ("game", "kind"), [("chess", PLAYERS), ("chess-teams", TEAMS), ("bridge", SESSION)]
)
def test_every_callback_of_the_ribbon_runs(told: dict[str, Any], game: str, kind: str) -> None:
    """The check's Python is gone; buttons are shown where they mean something."""
    found = callbacks()
    by_name = dict(zip([*found["onAction"], *found["getVisible"]], told[game]["called"]))
    for button in ribbon.CLICKED:
        said = by_name.pop(ribbon.callback(button))
        if button.command == "check":
            assert said.startswith("xltie: no answer from Python (it is gone)")
        else:
            assert said == f"xltie: {button.command} is done"
    assert by_name.pop(ribbon.TAB_VISIBLE) is True
    assert by_name == {
        f"{ribbon.callback(button)}Visible": button.fits(kind)
        for button in ribbon.CLICKED
        if button.command not in ribbon.ALWAYS
    }


@pytest.mark.parametrize("game", ["chess", "bridge"])
def test_no_function_is_called_like_a_table_or_name_of_an_event(
    told: dict[str, Any], game: str
) -> None:
    assert told[game]["rows"] == [["Error 2036"]]


def test_a_fault_in_a_callback_is_seen(told: dict[str, Any]) -> None:
    assert told["seeded"]["called"][0].startswith("failed: ")
