"""Workbooks for xlwings Lite: the part that carries the code, and the code run in Pyodide."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.books import hand_made
from tests.excel.test_udfs import GAMES
from xltie.core.cells import Grid
from xltie.functions.registry import NAMESPACE
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel import lite
from xltie.sheets.catalogue import REGISTRY
from xltie.sheets.evaluation import evaluate_call

ROOT = Path(__file__).parents[2]
WE = "{http://schemas.microsoft.com/office/webextensions/webextension/2010/11}"


def book() -> bytes:
    return hand_made({"Rounds": GAMES, "Answers": [['=BQ("Ann",Rounds!A1:E5)'], ["=SUM(1,2)"]]})


def settings_in(data: bytes) -> dict[str, str]:
    """What Office keeps for the add-in, read as Office does."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = ElementTree.fromstring(archive.read("xl/webextensions/webextension1.xml"))
    reference = root.find(f"{WE}reference")
    assert reference is not None and reference.get("id") == "wa200008175"
    return {
        str(own.get("name")): json.loads(str(own.get("value")))
        for own in root.iter(f"{WE}property")
    }


def test_the_workbook_carries_its_code() -> None:
    found = settings_in(lite.make_lite_workbook(book()))
    assert found["main.py"] == lite.MAIN
    assert "\nxltie" in found["requirements.txt"]
    compile(found["main.py"], "main.py", "exec")


def test_formulas_are_stored_as_lite_stores_them() -> None:
    data = lite.make_lite_workbook(book())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = archive.read("xl/worksheets/sheet2.xml")
    assert b"<f>_xldudf_TIE_BQ(" in sheet
    assert b"<f>SUM(1,2)</f>" in sheet


def test_nothing_else_changes_and_every_part_is_declared() -> None:
    data = book()
    made = lite.make_lite_workbook(data)
    old, new = (zipfile.ZipFile(io.BytesIO(each)) for each in (data, made))
    changed = {n for n in old.namelist() if old.read(n) != new.read(n)}
    assert changed == {"[Content_Types].xml", "_rels/.rels", "xl/worksheets/sheet2.xml"}
    types = new.read("[Content_Types].xml").decode()
    for part in ("taskpanes", "webextension1"):
        assert f'PartName="/xl/webextensions/{part}.xml"' in types
    assert respelled(made, Style.PLAIN)[1] == 1


def test_code_that_a_user_added_stays() -> None:
    made = lite.make_lite_workbook(book())
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content.replace(b"Add your own code below.", b"Mine!"))
    again = lite.make_lite_workbook(stream.getvalue())
    assert "Mine!" in settings_in(again)["main.py"]


def test_names_are_long_enough_for_office() -> None:
    for name in REGISTRY:
        assert len(f"{NAMESPACE}.{name}") >= 3


def pyodide() -> Path | None:
    """Where the npm package pyodide is: in $PYODIDE, or beside what scripts/check.py sets up."""
    folders = [Path(os.environ.get("PYODIDE", "")), ROOT, ROOT / ".venv-dev"]
    found = [folders[0], *(folder / "node_modules" / "pyodide" for folder in folders[1:])]
    return next((path.resolve() for path in found if (path / "pyodide.mjs").exists()), None)


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not pyodide(), reason="the npm package pyodide is not there (npm i pyodide)")
def test_the_code_runs_in_pyodide(tmp_path: Path) -> None:
    main = tmp_path / "main.py"
    main.write_text(settings_in(lite.make_lite_workbook(book()))["main.py"], "utf-8")
    players = [["Ann"], ["Bob"], ["Cid"], ["Dee"]]
    games = [list(row) for row in GAMES]
    calls = [
        ["TIE.POINTS", [["Ann"]], games],
        ["TIE.POINTS", players, games],
        ["TIE.BQ", [["Ann"]], games, [[8]], None],
        ["TIE.STANDINGS", players, games, [["points, discs"]]],
        ["TIE.POINTS", [["Zoe"]], games],
        ["TIE.BUCHHOLZ", [["Ann"]], games, [[-1]]],
    ]
    (tmp_path / "calls.json").write_text(json.dumps(calls), "utf-8")
    done = subprocess.run(
        ["node", Path(__file__).with_name("lite.mjs"), str(pyodide()), packed(tmp_path), main,
         tmp_path / "calls.json"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    table = Grid(GAMES)
    column = Grid(players)
    assert told["answers"][0] == evaluate_call(REGISTRY["POINTS"], ["Ann", table])
    assert told["answers"][1] == [
        list(r) for r in evaluate_call(REGISTRY["POINTS"], [column, table])
    ]
    assert told["answers"][2] == evaluate_call(REGISTRY["BQ"], ["Ann", table, 8.0])
    assert told["answers"][3][1][:2] == [1, "Cid"]
    assert told["answers"][4:] == ["#N/A", "#NUM!"]
    assert told["names"] == sorted(f"TIE.{name}" for name in REGISTRY)
    assert all(len(name) >= 3 for name in told["ids"])
    assert told["scripts"] == ["recompute", "check", "explain"]
    assert told["loaded"] == []


def packed(folder: Path) -> Path:
    """Our package as Pyodide unpacks it: the wheel in $XLTIE_WHEEL, or the sources."""
    if os.environ.get("XLTIE_WHEEL"):
        return Path(os.environ["XLTIE_WHEEL"])
    path = folder / "xltie.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted((ROOT / "xltie").rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(ROOT))
    return path


@pytest.mark.slow
def test_the_engine_needs_no_other_package() -> None:
    code = (
        "import sys\n"
        "for name in ('openpyxl', 'formualizer', 'rich', 'lxml', 'pyopenvba', 'xlwings'):\n"
        "    sys.modules[name] = None\n"
        "import xltie.hosts.excel.udfs, xltie.hosts.excel.commands\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
