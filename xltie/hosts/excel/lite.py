"""Workbooks for xlwings Lite: Excel on a Mac, on the web, and on PCs without Python.

Lite runs Python inside Excel's browser. Its code and its list of packages are settings of the
workbook, kept in a part of their own; functions are stored as ``_xldudf_TIE_BQ``.
"""

from __future__ import annotations

import json
import uuid
from xml.sax.saxutils import quoteattr

from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel.registration import version
from xltie.recompute.ooxml.package_edit import Parts

MAIN = '''\
"""The functions of xltie for this workbook. Add your own code below."""

import xlwings as xw

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

_FOLDER = "xl/webextensions"
_STORE_ID = "wa200008175"
_RELATIONS = "http://schemas.microsoft.com/office/2011/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PANES = "http://schemas.microsoft.com/office/webextensions/taskpanes/2010/11"
_EXTENSION = "http://schemas.microsoft.com/office/webextensions/webextension/2010/11"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def requirements() -> str:
    """Return the packages that Lite loads: its own, and this version of xltie."""
    package = "xltie" if version() == "0" else f"xltie=={version()}"
    return (
        "xlwings  # required\npython-dotenv  # required\npyodide-http  # required\n"
        f"black  # required\n{package}\n"
    )


def make_lite_workbook(data: bytes) -> bytes:
    """Return a workbook that carries its Python, with formulas as Lite stores them.

    All else stays as it was. A workbook that is one already gets its formulas rewritten only, so
    that code added by hand stays.

    Raises:
        WorkbookRefused: not a workbook.
    """
    data, _ = respelled(data, Style.LITE)
    parts = Parts(data)
    if any(_STORE_ID.encode() in parts.read(name).lower() for name in parts.names
           if name.startswith(_FOLDER)):  # fmt: skip
        return data
    number = next(n for n in range(1, 1000) if _extension(n) not in parts.names)
    parts.write(
        _extension(number), webextension(MAIN, requirements()),
        "application/vnd.ms-office.webextension+xml",
    )  # fmt: skip
    _show(parts, number)
    return parts.finished()


def _extension(number: int) -> str:
    return f"{_FOLDER}/webextension{number}.xml"


def _show(parts: Parts, number: int) -> None:
    """Give the add-in a pane beside the sheet, after the panes the workbook already has."""
    panes = f"{_FOLDER}/taskpanes.xml"
    if panes not in parts.names:
        empty = f'{_HEAD}<wetp:taskpanes xmlns:wetp="{_PANES}"></wetp:taskpanes>'
        parts.write(panes, empty.encode(), "application/vnd.ms-office.webextensiontaskpanes+xml")
        parts.relate("", f"{_RELATIONS}/webextensiontaskpanes", panes)
    own = parts.relate(panes, f"{_RELATIONS}/webextension", f"webextension{number}.xml")
    parts.insert(
        panes, r"</wetp:taskpanes>",
        '<wetp:taskpane dockstate="right" visibility="0" width="438" row="3">'
        f'<wetp:webextensionref xmlns:r="{_OFFICE}" r:id="{own}"/></wetp:taskpane>',
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
        f'<we:reference id="{_STORE_ID}" {reference}/><we:alternateReferences>'
        f'<we:reference id="{_STORE_ID.upper()}" {reference}/></we:alternateReferences>'
        f"<we:properties>{properties}</we:properties><we:bindings/>"
        f'<we:snapshot xmlns:r="{_OFFICE}"/></we:webextension>'
    ).encode()


def _json_attribute(text: str) -> str:
    return quoteattr(json.dumps(text), {"\n": "&#10;"})
