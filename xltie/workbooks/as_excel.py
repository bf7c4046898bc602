"""A new workbook's parts as Excel writes them, where openpyxl writes them in another way.

Excel opens both. Other readers are stricter: Microsoft's own validator asks for the order of the
schema, and programs that know only files of Excel expect its relative targets and its prefixes.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_STYLES = "xl/styles.xml"
_FONT = re.compile(rb"(<font>)(.*?)(</font>)", re.DOTALL)
_CHILD = re.compile(rb"<(\w+)\b[^<>]*/>")
_ORDER = (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color",
    "name", "family", "charset", "scheme",
)  # fmt: skip
"""The children of a font in the order of the schema (ECMA-376, part 1, 18.8.22)."""
_TARGET = re.compile(rb'(\sTarget=")(/[^"]*)(")')
_DRAWING = re.compile(rb"<(/?)(?=\w+[\s/>])(?!/?a:|/?c:)")
_DRAWN = b"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"


def as_excel_writes(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the parts with fonts in order, relative targets and prefixes of drawings."""
    return {name: _as_excel_writes(name, data) for name, data in parts.items()}


def _as_excel_writes(name: str, data: bytes) -> bytes:
    if name == _STYLES:
        return _FONT.sub(lambda font: font[1] + _in_order(font[2]) + font[3], data)
    if name.endswith(".rels"):
        folder = posixpath.dirname(posixpath.dirname(name))
        return _TARGET.sub(lambda found: found[1] + _relative(found[2], folder) + found[3], data)
    if name.startswith("xl/drawings/drawing"):
        return _DRAWING.sub(rb"<\1xdr:", data).replace(b'xmlns="' + _DRAWN, b'xmlns:xdr="' + _DRAWN)
    return data


def _in_order(children: bytes) -> bytes:
    found = sorted(_CHILD.finditer(children), key=lambda child: _ORDER.index(child[1].decode()))
    return b"".join(child[0] for child in found)


def _relative(target: bytes, folder: str) -> bytes:
    return posixpath.relpath(target.decode("utf-8"), f"/{folder}").encode("utf-8")
