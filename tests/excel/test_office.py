"""LibreOffice compiles and runs the wrappers, with a stand-in for Python in VBA.

It has no COM, no ``Value2`` and, without a window, no status bar: these lines alone are replaced.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.excel.samples import PROBE
from tests.excel.test_vba import PYTHON
from xltie.hosts.excel import package, vba

pytestmark = pytest.mark.slow

SYSTEM_PYTHON = Path("/usr/bin/python3")
RUN = Path(__file__).with_name("office_run.py")
FORMULAS = {
    'PROBE("Ann",Rounds!B3:D6)': "PROBE Ann 4x3 - - 1!Rounds!3!2|",
    'PROBE(7,Rounds!B3:D6,"wof")': "PROBE 7 4x3 wof - 1!Rounds!3!2|",
    "PROBE(Rounds!C4,Rounds!B:Z)": "PROBE Ann 6x3 - - 0!Rounds!4!3|1!Rounds!1!2|",
    "PROBE(Rounds!C4:C9,Rounds!B3:D9999)": "PROBE 6x1 4x3 - - 0!Rounds!4!3|1!Rounds!3!2|",
    "ROUNDS(9)": "Error 2036",
    'WINS("Ann",Rounds!B3:D6)': "Error 2015",
    'POINTS("Ann",Rounds!B3:D6)': "#1 of the list",
}


def office() -> str:
    """Why LibreOffice cannot run here; blank where it can."""
    if not shutil.which("soffice"):
        return "LibreOffice is not installed"
    if not SYSTEM_PYTHON.exists():
        return "there is no /usr/bin/python3"
    probe = subprocess.run([SYSTEM_PYTHON, "-c", "import uno"], capture_output=True, check=False)
    return "python3-uno is not installed" if probe.returncode else ""


def for_office(texts: dict[str, str]) -> dict[str, str]:
    """The VBA as LibreOffice can run it."""
    bridge = texts[vba.BRIDGE].replace("area.Value2", "area.Value")
    server = "Public Function XtServer() As Object\n    Set XtServer = New FakePython\nEnd Function"
    bridge = re.sub(r"Public Function XtServer.*?End Function", server, bridge, flags=re.DOTALL)
    bridge = bridge.replace("    Application.StatusBar = text\n", "")
    bridge = re.sub(r"    If VarType\(text\).*WatchSelection\n", "", bridge)
    functions = texts[vba.FUNCTIONS] + vba.wrapper(PROBE)
    return {**texts, vba.BRIDGE: bridge, vba.FUNCTIONS: functions}


@pytest.fixture
def workbook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    book = openpyxl.Workbook()
    rounds = book.active
    rounds.title = "Rounds"
    for row, line in enumerate((("id", "name", "x"), (1, "Ann", 3), (2, "Bob", 4), (3, "Cid", 5))):
        for column, cell in enumerate(line):
            rounds.cell(row + 3, column + 2, cell)
    answers = book.create_sheet("Answers")
    for formula in FORMULAS:
        answers.append([f"={formula}"])
    table = '=STANDINGS(Rounds!C4:C6,Rounds!B3:D6,"points")'
    answers["A20"] = ArrayFormula("A20:B21", table)
    out = io.BytesIO()
    book.save(out)

    texts = for_office(vba.modules())
    fill = package._fill

    def fill_with_python(project: Any) -> None:
        from pyopenvba import VBAModuleKind

        fill(project)
        source = PYTHON.strip().replace("\n", "\r\n")
        project.add_module("FakePython", source, kind=VBAModuleKind.other)

    monkeypatch.setattr(vba, "modules", lambda: texts)
    monkeypatch.setattr(package, "_fill", fill_with_python)
    path = tmp_path / "book.xlsm"
    path.write_bytes(package.make_macro_workbook(out.getvalue()))
    return path


@pytest.mark.skipif(bool(office()), reason=office() or "LibreOffice runs")
def test_libreoffice_runs_the_wrappers(workbook: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [SYSTEM_PYTHON, RUN, workbook, tmp_path / "profile"],
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {formula: row[0] for formula, row in zip(FORMULAS, rows)} == FORMULAS
    assert [row[:2] for row in rows[19:21]] == [["Place", "Error 2042"], ["1", "4"]]
