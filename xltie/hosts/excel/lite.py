"""Workbooks for xlwings Lite: Excel on a Mac, on the web, and on PCs without Python.

Lite runs Python inside Excel's browser. Its code and its list of packages are settings of the
workbook, kept in a part of their own; functions are stored as ``_xldudf_TIE_BQ``.
"""

from __future__ import annotations

import base64
import bz2
import io
import json
import uuid
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from xltie.hosts.common.respell import LITE, PANES, Style, respelled
from xltie.hosts.excel.dynamic_arrays import without_at_signs
from xltie.hosts.excel.registration import version
from xltie.recompute.ooxml.package_edit import Parts

MAIN = '''\
"""The functions of xltie @VERSION@ for this workbook. Add your own code below."""

import base64, bz2, io, sys, tempfile, zipfile

import xlwings as xw

# xltie itself, packed: one long line, to be left as it is
PACKED = "@PACKED@"

if "xltie" not in sys.modules:
    sys.path.insert(0, tempfile.mkdtemp())
    zipfile.ZipFile(io.BytesIO(bz2.decompress(base64.b64decode(PACKED)))).extractall(sys.path[0])

from xltie.hosts.excel.udfs import *
from xltie.hosts.excel import commands


@xw.script
def recompute(book: xw.Book):
    """Recompute standings."""
    print(commands.run("recompute", book))


@xw.script
def check(book: xw.Book):
    """Check workbook."""
    print(commands.run("check", book))


@xw.script
def explain(book: xw.Book):
    """Explain selected player."""
    print(commands.run("explain", book))
'''
REQUIREMENTS = (
    "xlwings  # required\npython-dotenv  # required\npyodide-http  # required\nblack  # required\n"
)
"""The packages that Lite loads for itself."""

_ROOMS = (
    "core", "settings", "event", "functions", "rules", "games", "ranking", "pairing", "sheets",
    "hosts/common", "hosts/excel",
)  # fmt: skip
_NOT_IN_A_BROWSER = frozenset({
    "respell.py", "lite.py", "install.py", "doctor.py", "server.py",
    "dynamic_arrays.py", "selftest", "package.py", "with_files.py",
})  # fmt: skip
_FOLDER = "xl/webextensions"
_RELATIONS = "http://schemas.microsoft.com/office/2011/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PANES = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"
_EXTENSION = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def main_file() -> str:
    """Return the code of a workbook: xltie in one line, unpacked when Lite starts, and its use."""
    packed = base64.b64encode(engine()).decode("ascii")
    return MAIN.replace("@VERSION@", version()).replace("@PACKED@", packed)


def engine() -> bytes:
    """Return what runs in a browser as a compressed archive, the same bytes for the same code."""
    root = Path(__file__).parents[2]
    files = [root / "__init__.py", root / "hosts" / "__init__.py"]
    for room in _ROOMS:
        files += sorted((root / room).rglob("*.py"))
    files += sorted((root / "core" / "languages").iterdir())
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:  # compressed as one text: a quarter smaller
        for file in files:
            if _NOT_IN_A_BROWSER.isdisjoint(file.relative_to(root).parts):
                name = file.relative_to(root.parent).as_posix()
                archive.writestr(zipfile.ZipInfo(name), file.read_bytes())
    return bz2.compress(stream.getvalue(), 9)


def make_lite_workbook(data: bytes) -> bytes:
    """Return a workbook that carries its Python, with formulas as Lite stores them.

    All else stays as it was. A workbook that is one already gets its formulas rewritten only, so
    that code added by hand stays.

    Raises:
        WorkbookRefused: not a workbook.
    """
    data = without_at_signs(respelled(data, Style.LITE)[0])
    parts = Parts(data)
    if any(LITE.encode() in parts.read(name).lower() for name in parts.names
           if name.startswith(_FOLDER)):  # fmt: skip
        return data
    number = next(n for n in range(1, 1000) if _extension(n) not in parts.names)
    parts.write(
        _extension(number), webextension(main_file(), REQUIREMENTS),
        "application/vnd.ms-office.webextension+xml",
    )  # fmt: skip
    _show(parts, number)
    return parts.finished()


def _extension(number: int) -> str:
    return f"{_FOLDER}/webextension{number}.xml"


def _show(parts: Parts, number: int) -> None:
    """Give the add-in a pane beside the sheet, after the panes the workbook already has.

    It is visible when the workbook is opened, so that Excel offers the add-in and Lite starts.
    """
    panes = PANES
    if panes not in parts.names:
        empty = f'{_HEAD}<wetp:taskpanes xmlns:wetp="{_PANES}"></wetp:taskpanes>'
        parts.write(panes, empty.encode(), "application/vnd.ms-office.webextensiontaskpanes+xml")
        parts.relate("", f"{_RELATIONS}/webextensiontaskpanes", panes)
    link = parts.relate(panes, f"{_RELATIONS}/webextension", f"webextension{number}.xml")
    parts.insert(
        panes, r"</wetp:taskpanes>",
        '<wetp:taskpane dockstate="right" visibility="1" width="438" row="3">'
        f'<wetp:webextensionref xmlns:r="{_OFFICE}" r:id="{link}"/></wetp:taskpane>',
    )  # fmt: skip


def webextension(code: str, packages: str) -> bytes:
    """Return the part that keeps the settings of the add-in: its code and its packages."""
    reference = 'version="1.0.0.0" store="en-US" storeType="OMEX"'
    properties = "".join(
        f'<we:property name="{name}" value={_json_attribute(text)}/>'
        for name, text in (("main.py", code), ("requirements.txt", packages))
    )
    identity = str(uuid.uuid5(uuid.NAMESPACE_OID, code + packages)).upper()
    return (
        f'{_HEAD}<we:webextension xmlns:we="{_EXTENSION}" id="{{{identity}}}">'
        f'<we:reference id="{LITE}" {reference}/><we:alternateReferences>'
        f'<we:reference id="{LITE.upper()}" {reference}/></we:alternateReferences>'
        f"<we:properties>{properties}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{_OFFICE}"/></we:webextension>'
    ).encode()


def _json_attribute(text: str) -> str:
    return quoteattr(json.dumps(text), {"\n": "&#10;"})
