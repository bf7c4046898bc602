"""The mark that keeps Excel since dynamic arrays from writing ``@`` before our functions.

A formula of a file without the mark is an old one: Excel 2021 and 365 show ``@`` before each
function that might answer with rows (Microsoft, "Implicit intersection operator"), as any function
of an add-in might. A formula typed there is stored as an array formula over its own cell, with the
cell metadata XLDAPR (ECMA-376, part 1, 18.3.1.4 and 18.9; [MS-XLSX], schema 2017/dynamicarray). So
Excel 365 saved ``cell_caller()`` in xlwings' ``tests/udfs/udf_tests.xlsm``, and so it is done here.
"""

from __future__ import annotations

import html
import re

from xltie.core.formula_lexer import Token, UnreadableFormula, tokens
from xltie.functions.arguments import Kind
from xltie.functions.registry import Function, Shape
from xltie.recompute.lowering.builtin_functions import Spelling, built_in
from xltie.recompute.ooxml.package_edit import Parts
from xltie.sheets.functions import REGISTRY

_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sheetMetadata"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml"
_METADATA = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">'
    '<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" '
    'pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" '
    'clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes>'
    '<futureMetadata name="XLDAPR" count="1"><bk><extLst>'
    '<ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}">'
    '<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk>'
    '</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
)
"""The part as Excel 365 writes it; a cell names its only entry by ``cm="1"``."""

_CELL = re.compile(r'(<c (?![^<>]*\bcm=)[^<>]*\br="([A-Z]+\d+)"[^<>]*)>(<f)>([^<]+)(</f>)')
_NAME = re.compile(r'<definedName\b[^>]*\bname="([^"]+)"[^>]*>([^<]*)<')
_TAKE_RANGES = frozenset({"COUNT", "COUNTA", "SUM", "MAX", "MIN"})
_ANYTHING = frozenset({"LET", "LAMBDA", "INDIRECT", "OFFSET"})
"""Functions of which a formula does not show how much they give."""
_OURS = {name: entry for entry in REGISTRY.values() for name in entry.names}
_SPELLING = Spelling(_OURS)


def without_at_signs(data: bytes) -> bytes:
    """Return a workbook whose single values by our functions carry the mark.

    Formulas stay without it that might mean something else as an array formula (a range where one
    value is wanted) or that might fill other cells. So does a workbook with metadata of its own.
    """
    parts = Parts(data)
    relations = parts.relationships(parts.workbook).values()
    if any(relation.kind == "sheetMetadata" for relation in relations):
        return data
    named = _NAME.findall(parts.read(parts.workbook).decode("utf-8"))
    wide = frozenset(name.upper() for name, text in named if re.search(r"[:\[(]", text))
    found = False

    def marked(cell: re.Match[str]) -> str:
        nonlocal found
        if not is_one_value(html.unescape(cell[4]), wide):
            return cell[0]
        found = True
        return f'{cell[1]} cm="1">{cell[3]} t="array" ref="{cell[2]}">{cell[4]}{cell[5]}'

    for name in parts.names:
        if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name):
            old = parts.read(name).decode("utf-8")
            new = _CELL.sub(marked, old)
            if new != old:
                parts.write(name, new.encode("utf-8"))
    if not found:
        return data
    folder = parts.workbook.rpartition("/")[0]
    parts.write(f"{folder}/metadata.xml", _METADATA.encode(), _TYPE)
    parts.relate(parts.workbook, _RELATION, "metadata.xml")
    return parts.finished()


def is_one_value(formula: str, wide: frozenset[str] = frozenset()) -> bool:
    """Tell whether a formula calls our functions and gives one value, as an array formula, too.

    ``wide`` are the defined names, in capitals, that may mean more than one cell.

    >>> is_one_value('IF($C5="","",PLACE($C5,Event))')
    True
    >>> is_one_value('PLACE($C5:$C9,Event)'), is_one_value('STANDINGS(A1:A9,Event)')
    (False, False)
    """
    try:
        pieces = tokens(formula)
    except UnreadableFormula:
        return False
    open_brackets: list[tuple[str, int]] = []  # of a function's name, and which argument is read
    name, found = "", False
    for piece in pieces:
        if piece.kind == "function":
            name = _bare(piece.text)
            entry = _OURS.get(name)
            found = found or entry is not None
            if name in _ANYTHING or (entry is not None and not _gives_one(entry)):
                return False
        elif piece.text == "(":
            outer = open_brackets[-1] if open_brackets else ("", 0)
            open_brackets.append((name, 0) if name else outer)
            name = ""
        elif piece.text == ")":
            if not open_brackets:
                return False
            open_brackets.pop()
        elif piece.text == "," and open_brackets:
            around, index = open_brackets[-1]
            open_brackets[-1] = around, index + 1
        elif _is_wide(piece, wide) and not (open_brackets and _takes_range(*open_brackets[-1])):
            return False
    return found and not open_brackets


def _bare(stored: str) -> str:
    return _SPELLING.ours(stored) or built_in(stored)


def _gives_one(entry: Function) -> bool:
    return entry.shape is not Shape.GROUP and not entry.gives_rows


def _takes_range(name: str, index: int) -> bool:
    """Tell whether an argument of a function may be a range, and the function still gives one."""
    entry = _OURS.get(name)
    if entry is None:
        return name in _TAKE_RANGES
    kind = entry.parameters[index].kind if index < len(entry.parameters) else Kind.ANY
    return kind.is_table or kind is Kind.NUMBERS


def _is_wide(piece: Token, wide: frozenset[str]) -> bool:
    """Tell whether a part of a formula may be more than one value."""
    if piece.kind == "area":
        return ":" in piece.body
    if piece.kind == "name":
        return piece.text.upper() in wide
    return piece.kind == "table" or piece.text in ("{", "#", ":")
