"""The files that Excel opens: the add-in ``xltie.xlam``, and macro workbooks.

pyOpenVBA writes the VBA project, on a skeleton that Excel itself made; the ribbon and the help are
parts spliced in beside it. Nothing here needs Excel or Windows.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from xltie.core.errors import UnsupportedWorkbook, XltieError
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel import vba
from xltie.hosts.excel.dynamic_arrays import without_at_signs
from xltie.hosts.excel.help import argument_help, function_groups, intellisense
from xltie.hosts.excel.ribbon import ribbon_xml
from xltie.recompute.ooxml.package_edit import Parts
from xltie.sheets.functions import REGISTRY

_PROJECT = "xl/vbaProject.bin"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RIBBON = "http://schemas.microsoft.com/office/2007/relationships/ui/extensibility"
_CUSTOM_XML = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
_PROPERTIES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<ds:datastoreItem ds:itemID='
    '"{6C1B2B52-6B0C-4B1C-8E8D-2F7D7E3C1A10}" xmlns:ds="http://schemas.openxmlformats.org/'
    'officeDocument/2006/customXml"><ds:schemaRefs/></ds:datastoreItem>'
)


class BuilderMissing(XltieError):
    """The library that writes VBA projects is not installed."""


def build_add_in(language: str = "en") -> bytes:
    """Return ``xltie.xlam``: the functions for every workbook, and the ribbon in a language."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "xltie.xlam"
        with _library().ExcelFile.create_new(path) as file:
            project = file.vba_project()
            project.delete_module("Module1")
            _fill(project)
            file.save()
        return _with_ribbon_and_help(path.read_bytes(), language)


def make_macro_workbook(data: bytes, language: str = "en") -> bytes:
    """Return an .xlsx as an .xlsm with its own functions and ribbon; all else stays as it was.

    Formulas then call the functions by their names in VBA.

    Raises:
        WorkbookRefused: not a workbook, or one that has macros of its own.
        BuilderMissing: pyOpenVBA is not installed.
    """
    parts = Parts(without_at_signs(respelled(data, Style.PLAIN)[0]))
    if _PROJECT in parts.names:
        raise UnsupportedWorkbook.say("the workbook already has macros of its own")
    parts.allow_macros()
    library = _library()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsm"
        path.write_bytes(parts.finished())
        try:
            with library.ExcelFile(path) as file:
                file.add_vba_project()
                _fill(file.vba_project())
                file.save()
        except library.PyOpenVBAError as error:
            raise UnsupportedWorkbook.say(
                "macros cannot be added to this workbook: {error}", error=str(error)
            ) from None
        return _with_ribbon_and_help(path.read_bytes(), language)


def _library() -> Any:
    try:
        import pyopenvba
    except ImportError:
        raise BuilderMissing.say(
            "writing macros needs one more package: {command}", command="pip install pyOpenVBA"
        ) from None
    return pyopenvba


def _fill(project: Any) -> None:
    """Put our modules in; those of the sheets are written anew, as source alone."""
    for name in project.module_names():
        module = project.get_module(name)
        module.body = str(module.body)
    for name, text in vba.modules().items():
        source = text.replace("\n", "\r\n")
        if name == vba.WORKBOOK:
            project.get_module(name).body = source
        else:
            project.add_module(name, source)


def _with_ribbon_and_help(data: bytes, language: str) -> bytes:
    """Return a macro file with the ribbon, the category, and the help of the arguments."""
    parts = Parts(data)
    parts.write(_PROJECT, _without_cache(parts.read(_PROJECT)))
    parts.write("customUI/customUI14.xml", ribbon_xml(language))
    parts.relate("", _RIBBON, "customUI/customUI14.xml")
    book = parts.workbook
    after_sheets = r"(?<=</sheets>)"
    if not parts.insert(book, after_sheets, function_groups()):
        raise UnsupportedWorkbook.say("a workbook part that Excel would not write")
    extension = argument_help(REGISTRY.values())
    if not parts.insert(book, r"</extLst>\s*</workbook>", extension):
        parts.insert(book, "</workbook>", f"<extLst>{extension}</extLst>")
    _add_intellisense(parts, book)
    return parts.finished()


def _without_cache(project: bytes) -> bytes:
    """Return a VBA project that says of itself that nothing in it is compiled.

    Whoever writes a project has to say version FFFF (MS-OVBA 2.3.4.1). With the version of an Excel
    that once compiled the skeleton, that same Excel would believe what is left of its work.
    """
    from pyopenvba.cfb import CFB

    compound = CFB.from_bytes(project)
    compound.write_stream_in_storage("VBA", "_VBA_PROJECT", b"\xcc\x61\xff\xff\x00\x00\x00")
    return bytes(compound.to_bytes())


def _add_intellisense(parts: Parts, book: str) -> None:
    number = next(n for n in range(1, 1000) if f"customXml/item{n}.xml" not in parts.names)
    item = f"customXml/item{number}.xml"
    parts.write(item, intellisense(REGISTRY.values()))
    parts.write(f"customXml/itemProps{number}.xml", _PROPERTIES.encode(), _CUSTOM_XML)
    parts.relate(item, f"{_OFFICE}/customXmlProps", f"itemProps{number}.xml")
    parts.relate(book, f"{_OFFICE}/customXml", f"../{item}")


def texts_in(data: bytes) -> dict[str, str]:
    """Return the VBA of a macro file by module, as it is stored there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("book.xlam" if _is_add_in(data) else "book.xlsm")
        path.write_bytes(data)
        with _library().ExcelFile(path) as file:
            project = file.vba_project()
            return {name: project.get_module(name).source for name in project.module_names()}


def is_current(data: bytes) -> bool:
    """Tell whether a macro file holds the VBA of this version; a damaged file does not."""
    try:
        stored = texts_in(data)
    except Exception:  # a damaged file may break its reader anywhere
        return False
    return all(
        stored.get(name, "").endswith(text.replace("\n", "\r\n"))
        for name, text in vba.modules().items()
    )


def _is_add_in(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return b"addin.macroEnabled" in package.read("[Content_Types].xml")
