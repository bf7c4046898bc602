"""Workbooks for Excel from the command line."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main
from xltie.hosts.excel.package import texts_in
from xltie.recompute import recompute
from xltie.sheets.functions import callables

pytestmark = pytest.mark.slow

NEW = ["--players", "8", "--rounds", "3"]


def test_a_macro_workbook_has_functions_ribbon_and_plain_formulas(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsm"
    assert main(["new", str(path), *NEW]) == 0
    names = zipfile.ZipFile(path).namelist()
    assert {"xl/vbaProject.bin", "customUI/customUI14.xml"} <= set(names)
    assert "Public Function BQ(" in texts_in(path.read_bytes())["xltie_functions"]
    sheets = [zipfile.ZipFile(path).read(name) for name in names if "worksheets/sheet" in name]
    assert any(b"PLACE(" in sheet for sheet in sheets)
    assert not any(b"]!PLACE(" in sheet or b"xldudf" in sheet for sheet in sheets)
    _, report = recompute(path.read_bytes(), callables())
    assert (report.changed, report.uncomputable) == ([], [])


def test_a_lite_workbook_carries_its_code(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), *NEW, "--host", "lite"]) == 0
    assert "xl/webextensions/webextension1.xml" in zipfile.ZipFile(path).namelist()
    _, report = recompute(path.read_bytes(), callables())
    assert (report.changed, report.uncomputable) == ([], [])


def test_lite_takes_no_macros(tmp_path: Path, shell: Shell) -> None:
    assert "use .xlsx" in shell("new", tmp_path / "event.xlsm", *NEW, "--host", "lite", code=2).err


def test_recompute_takes_what_convert_writes(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), *NEW])
    for style in ("addin", "lite", "plain", "values"):
        assert main(["convert", str(path), "--to", style]) == 0
        assert main(["recompute", "--check", str(path)]) == 0
