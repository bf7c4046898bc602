"""Workbooks for xlwings Lite: the part that carries the code, and the code run in Pyodide."""

from __future__ import annotations

import bz2
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.books import hand_made
from tests.excel.calls import calls_of
from tests.excel.test_udfs import GAMES
from xltie.core.cells import CellError, Grid
from xltie.core.errors import XltieError
from xltie.functions.registry import NAMESPACE
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel import lite
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

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
        str(entry.get("name")): json.loads(str(entry.get("value")))
        for entry in root.iter(f"{WE}property")
    }


@pytest.mark.slow
def test_the_workbook_carries_its_code() -> None:
    found = settings_in(lite.make_lite_workbook(book()))
    assert found["main.py"] == lite.main_file()
    assert "xltie" not in found["requirements.txt"]
    compile(found["main.py"], "main.py", "exec")
    assert len(found["main.py"]) < 800_000


@pytest.mark.slow
def test_formulas_are_stored_as_lite_stores_them() -> None:
    data = lite.make_lite_workbook(book())
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet = archive.read("xl/worksheets/sheet2.xml")
    assert b">_xldudf_TIE_BQ(" in sheet
    assert b"<f>SUM(1,2)</f>" in sheet


@pytest.mark.slow
def test_nothing_else_changes_and_every_part_is_declared() -> None:
    data = book()
    made = lite.make_lite_workbook(data)
    old, new = (zipfile.ZipFile(io.BytesIO(each)) for each in (data, made))
    changed = {n for n in old.namelist() if old.read(n) != new.read(n)}
    assert changed == {
        "[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels",
        "xl/worksheets/sheet2.xml",
    }  # fmt: skip
    types = new.read("[Content_Types].xml").decode()
    for part in ("taskpanes", "webextension1"):
        assert f'PartName="/xl/webextensions/{part}.xml"' in types
    assert respelled(made, Style.PLAIN)[1] == 1


@pytest.mark.slow
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


def in_pyodide(folder: Path, calls: list[list[Any]]) -> Any:
    """What the code of a Lite workbook answers in Pyodide, with nothing else beside it."""
    main = folder / "main.py"
    main.write_text(settings_in(lite.make_lite_workbook(book()))["main.py"], "utf-8")
    (folder / "calls.json").write_text(json.dumps(calls), "utf-8")
    script = Path(__file__).with_name("lite.mjs")
    done = subprocess.run(
        ["node", script, str(pyodide()), main, folder / "calls.json"],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def as_lite_sends(value: Any) -> Any:
    """An argument as Office hands it over: a matrix, errors as their codes."""
    if value is None:
        return None
    if isinstance(value, Grid):
        return [[str(c) if isinstance(c, CellError) else c for c in row] for row in value.rows]
    return [[value]]


def as_lite_shows(value: Any) -> Any:
    """What a cell shows of the engine's answer."""
    if isinstance(value, tuple):
        return [list(map(as_lite_shows, row)) for row in value]
    return "" if value is None else str(value) if isinstance(value, CellError) else value


def of_the_engine(name: str, cells: list[Any]) -> Any:
    try:
        return as_lite_shows(evaluate_call(REGISTRY[name], cells))
    except XltieError as error:
        return error.code


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.skipif(not pyodide(), reason="the npm package pyodide is not there (npm i pyodide)")
def test_every_function_in_pyodide_equals_the_engine(tmp_path: Path) -> None:
    asked = [(name, cells) for name in REGISTRY for cells in calls_of(name)]
    told = in_pyodide(
        tmp_path, [[f"TIE.{name}", *map(as_lite_sends, cells)] for name, cells in asked]
    )
    for (name, cells), answer in zip(asked, told["answers"], strict=True):
        assert answer == of_the_engine(name, cells), name
    assert told["names"] == sorted(f"TIE.{name}" for name in REGISTRY)
    assert all(len(name) >= 3 for name in told["ids"])
    assert told["scripts"] == ["recompute", "check", "explain"]
    assert told["loaded"] == []


@pytest.mark.slow
def test_the_code_of_a_workbook_is_all_that_its_buttons_need(tmp_path: Path) -> None:
    """What is packed is imported from the first file to the last with nothing else beside it."""
    with zipfile.ZipFile(io.BytesIO(bz2.decompress(lite.engine()))) as archive:
        archive.extractall(tmp_path)
    code = (
        "import ast, importlib, pathlib, pkgutil, sys, xltie\n"
        f"assert xltie.__file__.startswith({str(tmp_path)!r})\n"
        "for name in ('openpyxl', 'formualizer', 'rich', 'lxml', 'pyopenvba', 'xlwings'):\n"
        "    sys.modules[name] = None\n"
        "for found in pkgutil.walk_packages(xltie.__path__, 'xltie.'):\n"
        "    own = importlib.import_module(found.name)\n"
        "    for node in ast.walk(ast.parse(pathlib.Path(own.__file__).read_text('utf-8'))):\n"
        "        late = isinstance(node, ast.ImportFrom) and node.col_offset\n"
        "        if late and node.module.startswith('xltie'):\n"
        "            importlib.import_module(node.module)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120, cwd=tmp_path)


@pytest.mark.slow
def test_the_engine_needs_no_other_package() -> None:
    code = (
        "import sys\n"
        "for name in ('openpyxl', 'formualizer', 'rich', 'lxml', 'pyopenvba', 'xlwings'):\n"
        "    sys.modules[name] = None\n"
        "import xltie.hosts.excel.udfs, xltie.hosts.excel.commands\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
