"""What makes Excel offer to repair a file, beside the schema: read from a package, rule by rule.

Microsoft's Open XML SDK knows the schema and some references; Excel is stricter. The limits are
those of Excel's specifications; that a table's heading is its cell, that ids and names are used
once, that functions after 2007 have a prefix, are what its repair log names.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lxml import etree
from openpyxl.utils import get_column_letter, range_boundaries

from xltie.sheets.functions import REGISTRY

M = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
CT = "{http://schemas.openxmlformats.org/package/2006/content-types}"
AFTER_2007 = frozenset(
    "IFS SWITCH TEXTJOIN CONCAT MAXIFS MINIFS XLOOKUP XMATCH FILTER SORT SORTBY UNIQUE SEQUENCE "
    "LET LAMBDA VSTACK HSTACK TOCOL TOROW TAKE DROP TEXTSPLIT TEXTBEFORE TEXTAFTER EXPAND "
    "BYROW BYCOL MAP REDUCE SCAN IFNA XOR DAYS NUMBERVALUE FORMULATEXT ISFORMULA "
    "SHEET SHEETS UNICHAR UNICODE RANK.EQ RANK.AVG STDEV.S VAR.S GROUPBY PIVOTBY "
    "REGEXTEST TRIMRANGE".split()
)
ERRORS = ("#N/A", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#DIV/0!", "#NULL!")
MOST = {"text": 32767, "formula": 8192, "literal": 255, "validation": 255, "title": 32, "name": 255}
_MAY_BE_PLAIN = re.compile(r"\.(rels|bin|vml|png)$|^customUI/|^customXml/item\d")
_CELL = re.compile(r"[A-Za-z]{1,3}\d+|(?i:r\d*c?\d*|c\d*)")
_CALL = re.compile(r"([A-Za-z_][\w.]*)\(")
_LITERAL = re.compile(r'"((?:[^"]|"")*)"')
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def findings(data: bytes) -> list[str]:
    """What is wrong with a file, a line each."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        found = [*_package(package), *_trees(package)]
        if found:  # what stands in the parts cannot be read safely
            return found
        return [*_Book(package).findings()]


# -- the package ---------------------------------------------------------------------------------


def _package(package: zipfile.ZipFile) -> Iterator[str]:
    names = package.namelist()
    if len(names) != len({name.lower() for name in names}):
        yield "two parts of one name"
    types = etree.fromstring(package.read("[Content_Types].xml"))
    usual = {part.get("Extension").lower() for part in types.findall(f"{CT}Default")}
    special = [part.get("PartName") for part in types.findall(f"{CT}Override")]
    yield from (f"two content types of {one}" for one in _twice(special))
    yield from (f"a content type of {one}, absent" for one in special if one[1:] not in names)
    said_plain = types.findall(f"{CT}Override[@ContentType='application/xml']")
    plain_types = {part.get("PartName") for part in said_plain}
    for name in names:
        plain = f"/{name}" not in special or f"/{name}" in plain_types
        if name == "[Content_Types].xml":
            continue
        if f"/{name}" not in special and name.rpartition(".")[2].lower() not in usual:
            yield f"no content type of {name}"
        if plain and not _MAY_BE_PLAIN.search(name):
            yield f"{name} is nothing but XML"
    yield from _related(package, set(names))


def _related(package: zipfile.ZipFile, names: set[str]) -> Iterator[str]:
    meant = set()
    for name in names:
        if not name.endswith(".rels"):
            continue
        base = posixpath.dirname(posixpath.dirname(name))
        relations = list(etree.fromstring(package.read(name)))
        yield from (
            f"{name}: two {one}" for one in _twice(relation.get("Id") for relation in relations)
        )
        for relation in relations:
            target = relation.get("Target")
            if relation.get("TargetMode") == "External":
                continue
            part = target[1:] if target[0] == "/" else posixpath.normpath(f"{base}/{target}")
            meant.add(part.lstrip("/"))
            if part.lstrip("/") not in names:
                yield f"{name} leads to {target}, absent"
    for name in names - meant:
        if not name.endswith(".rels") and name != "[Content_Types].xml":
            yield f"nothing leads to {name}"


def _trees(package: zipfile.ZipFile) -> Iterator[str]:
    for name in package.namelist():
        if name.endswith((".xml", ".rels", ".vml")):
            raw = package.read(name)
            try:
                etree.fromstring(raw)
            except etree.XMLSyntaxError as error:
                yield f"{name}: {error}"
            if b"<!DOCTYPE" in raw:
                yield f"{name}: a DOCTYPE"


# -- the workbook --------------------------------------------------------------------------------


@dataclass
class _Cell:
    kind: str
    text: str
    formula: Any


class _Book:
    def __init__(self, package: zipfile.ZipFile) -> None:
        self.package = package
        self.book = self.tree("xl/workbook.xml")
        self.styles = self.tree("xl/styles.xml")
        links = {
            relation.get("Id"): relation.get("Target")
            for relation in self.relations("xl/workbook.xml")
        }
        self.sheets = [
            (sheet.get("name"), posixpath.normpath(f"xl/{links[sheet.get(f'{R}id')]}"))
            for sheet in self.book.find(f"{M}sheets")
        ]
        self.has_metadata = "xl/metadata.xml" in package.namelist()
        self.table_names: list[str] = []
        self.table_ids: list[str] = []

    def tree(self, name: str) -> Any:
        return etree.fromstring(self.package.read(name))

    def relations(self, part: str) -> list[Any]:
        folder, base = posixpath.split(part)
        name = f"{folder}/_rels/{base}.rels"
        return list(self.tree(name)) if name in self.package.namelist() else []

    @cached_property
    def strings(self) -> list[str]:
        if "xl/sharedStrings.xml" not in self.package.namelist():
            return []
        items = self.tree("xl/sharedStrings.xml").findall(f"{M}si")
        return ["".join(item.itertext(f"{M}t")) for item in items]

    def findings(self) -> Iterator[str]:
        yield from self._of_names()
        yield from self._of_styles()
        for name, part in self.sheets:
            for finding in _Sheet(self, name, part).findings():
                yield f"{name}: {finding}"
        names = [defined.get("name").lower() for defined in self.book.iter(f"{M}definedName")]
        functions = {name.lower() for entry in REGISTRY.values() for name in [entry.excel_name]}
        for name in (*self.table_names, *names):
            if name in functions:
                yield f"{name} is a table or a name, and a function of ours"
        yield from (f"two tables {one}" for one in _twice(self.table_names))
        yield from (f"two tables of id {one}" for one in _twice(self.table_ids))
        yield from (f"{one}: table and name" for one in {*self.table_names} & {*names})

    def _of_names(self) -> Iterator[str]:
        titles = [name.lower() for name, _ in self.sheets]
        yield from (f"two sheets {one}" for one in _twice(titles))
        for title in titles:
            if len(title) > 31 or re.search(r"[\[\]:*?/\\]|^'|'$|^history$|^$", title):
                yield f"no name of a sheet: {title}"
        if all(sheet.get("state", "visible") != "visible" for sheet in self.book.iter(f"{M}sheet")):
            yield "no visible sheet"
        defined = list(self.book.iter(f"{M}definedName"))
        keys = [f"{one.get('name').lower()} {one.get('localSheetId', '')}" for one in defined]
        yield from (f"two names {one}" for one in _twice(keys))
        for one in defined:
            name, text = one.get("name"), (one.text or "").strip()
            if len(name) > MOST["name"] or not re.fullmatch(r"[^\W\d][\w.\\?]*", name):
                yield f"no defined name: {name}"
            if _CELL.fullmatch(name):
                yield f"a defined name like a cell: {name}"
            if not text or "#REF!" in text:
                yield f"the name {name} means nothing"
            if int(one.get("localSheetId", 0)) >= len(self.sheets):
                yield f"the name {name} is of no sheet"

    def _of_styles(self) -> Iterator[str]:
        for tag in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs"):
            found = self.styles.find(f"{M}{tag}")
            if found is not None and int(found.get("count", len(found))) != len(found):
                yield f"{tag}: {found.get('count')} counted, {len(found)} there"
        limits = {
            "fontId": "fonts",
            "fillId": "fills",
            "borderId": "borders",
            "xfId": "cellStyleXfs",
        }
        formats = {style.get("numFmtId") for style in self.styles.iter(f"{M}numFmt")}
        for look in self.styles.find(f"{M}cellXfs"):
            for attribute, tag in limits.items():
                if int(look.get(attribute, 0)) >= len(self.styles.find(f"{M}{tag}")):
                    yield f"a look of {attribute} {look.get(attribute)}, which is not there"
            if int(look.get("numFmtId", 0)) >= 164 and look.get("numFmtId") not in formats:
                yield f"a look of number format {look.get('numFmtId')}, which is not there"

    def looks(self, tag: str) -> int:
        found = self.styles.find(f"{M}{tag}")
        return 0 if found is None else len(found)


class _Sheet:
    def __init__(self, book: _Book, name: str, part: str) -> None:
        self.book, self.name, self.part = book, name, part
        self.tree = book.tree(part)
        self.cells: dict[str, _Cell] = {}

    def findings(self) -> Iterator[str]:
        yield from self._rows()
        yield from self._validations()
        yield from self._rules()
        merged = [cells.get("ref") for cells in self.tree.iter(f"{M}mergeCell")]
        yield from (f"merged twice: {overlap}" for overlap in _overlaps(merged))
        yield from self._tables(merged)
        for link in self.tree.iter(f"{M}hyperlink"):
            place = link.get("location", "").rpartition("!")[0].strip("'").replace("''", "'")
            if place and place.lower() not in [name.lower() for name, _ in self.book.sheets]:
                yield f"a link to {link.get('location')}, which is not there"
        for footer in self.tree.iter(f"{M}headerFooter"):
            yield from ("a long header or footer" for text in footer.itertext() if len(text) > 255)

    def _rows(self) -> Iterator[str]:
        above = 0
        for row in self.tree.find(f"{M}sheetData"):
            number = int(row.get("r"))
            if number <= above:
                yield f"row {number} below row {above}"
            above, left = number, 0
            if float(row.get("ht", 0)) > 409.5:
                yield f"row {number} is too high"
            for cell in row:
                place = cell.get("r")
                column = range_boundaries(place)[0]
                if not place.endswith(str(number)) or column <= left:
                    yield f"{place} stands out of order"
                left = column
                yield from (f"{place}: {what}" for what in self._cell(cell))

    def _cell(self, cell: Any) -> Iterator[str]:
        kind, value, formula = cell.get("t", "n"), cell.find(f"{M}v"), cell.find(f"{M}f")
        text = (value.text or "") if value is not None else ""
        if kind == "s":
            if int(text) >= len(self.book.strings):
                yield "a shared text that is not there"
                return
            text = self.book.strings[int(text)]
        if kind == "inlineStr":
            text = "".join(cell.find(f"{M}is").itertext(f"{M}t"))
        self.cells[cell.get("r")] = _Cell(kind, text, formula)
        if int(cell.get("s", 0)) >= self.book.looks("cellXfs"):
            yield "a look that is not there"
        if len(text) > MOST["text"]:
            yield f"a text of {len(text)} letters"
        yield from _blanks(cell) if kind in ("inlineStr", "str") else ()
        if kind == "n" and text and not re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", text):
            yield f"no number: {text}"
        if (kind == "b" and text not in ("0", "1")) or (kind == "e" and text not in ERRORS):
            yield f"no {kind}: {text}"
        if cell.get("cm"):
            if not self.book.has_metadata:
                yield "cm without metadata"
            if formula is None or formula.get("t") != "array":
                yield "cm without a formula of its own"
        if formula is not None:
            yield from _formula(formula)

    def _validations(self) -> Iterator[str]:
        areas = []
        for validation in self.tree.iter(f"{M}dataValidation"):
            areas += validation.get("sqref").split()
            for tag in ("formula1", "formula2"):
                text = validation.findtext(f"{M}{tag}") or ""
                if len(text) > MOST["validation"]:
                    yield f"a validation of {len(text)} letters"
                if re.search(r"\w\[", text):
                    yield "a validation that names a table"
            for attribute in ("promptTitle", "errorTitle", "prompt", "error"):
                most = MOST["title" if "Title" in attribute else "validation"]
                if len(validation.get(attribute, "")) > most:
                    yield f"a long {attribute}"
        yield from (f"two validations of {overlap}" for overlap in _overlaps(areas))
        yield from self._counted("dataValidations")

    def _rules(self) -> Iterator[str]:
        rules = list(self.tree.iter(f"{M}cfRule"))
        yield from (
            f"two rules of priority {one}" for one in _twice(rule.get("priority") for rule in rules)
        )
        for rule in rules:
            if int(rule.get("dxfId", -1)) >= self.book.looks("dxfs"):
                yield f"a rule of look {rule.get('dxfId')}, which is not there"
            if int(rule.get("priority") or 0) < 1:
                yield "a rule without priority"
            for text in rule.itertext(f"{M}formula"):
                if re.search(r"\w\[[#@\w]", _LITERAL.sub("", text)):
                    yield "a rule that names a table"
        yield from self._counted("mergeCells")
        yield from self._counted("tableParts")

    def _counted(self, tag: str) -> Iterator[str]:
        found = self.tree.find(f"{M}{tag}")
        if found is not None and int(found.get("count", len(found))) != len(found):
            yield f"{tag}: {found.get('count')} counted, {len(found)} there"

    def _tables(self, merged: list[str]) -> Iterator[str]:
        links = {
            relation.get("Id"): relation.get("Target")
            for relation in self.book.relations(self.part)
        }
        areas = list(merged)
        for one in self.tree.iter(f"{M}tablePart"):
            target = links[one.get(f"{R}id")]
            folder = posixpath.dirname(self.part)
            part = target[1:] if target[0] == "/" else posixpath.normpath(f"{folder}/{target}")
            table = self.book.tree(part)
            areas.append(table.get("ref"))
            yield from self._table(table)
        if areas != merged and self.tree.find(f"{M}autoFilter") is not None:
            yield "a filter beside a table"
        yield from (f"a table over {overlap}" for overlap in _overlaps(areas))

    def _table(self, table: Any) -> Iterator[str]:
        name = table.get("displayName")
        self.book.table_names.append(name.lower())
        self.book.table_ids.append(table.get("id"))
        if _CELL.fullmatch(name) or not re.fullmatch(r"[^\W\d][\w.]*", name):
            yield f"no name of a table: {name}"
        left, top, right, bottom = range_boundaries(table.get("ref"))
        columns = table.find(f"{M}tableColumns")
        if len(columns) != right - left + 1 or int(columns.get("count")) != len(columns):
            yield f"{name}: columns that are not there"
        if bottom == top:
            yield f"{name}: no line"
        names = [column.get("name") for column in columns]
        yield from (f"{name}: two columns {one}" for one in _twice(map(str.lower, names)))
        yield from (
            f"{name}: two columns of id {one}" for one in _twice(c.get("id") for c in columns)
        )
        for number, heading in enumerate(names):
            cell = self.cells.get(f"{get_column_letter(left + number)}{top}")
            said = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), heading)
            if cell is None or cell.kind == "n" or cell.formula is not None or cell.text != said:
                yield f"{name}: the heading {heading!r} is not its cell"


def _blanks(cell: Any) -> Iterator[str]:
    for one in cell.iter(f"{M}t", f"{M}v"):
        space = one.get("{http://www.w3.org/XML/1998/namespace}space")
        if one.text and one.text != one.text.strip() and space != "preserve":
            yield "blanks that are lost"


def _formula(formula: Any) -> Iterator[str]:
    text = formula.text or ""
    if not text and formula.get("t") not in ("shared", "dataTable"):
        yield "a formula without text"
    if len(text) > MOST["formula"] or text.startswith("="):
        yield f"no formula: {text[:40]}"
    for literal in _LITERAL.findall(text):
        if len(literal.replace('""', '"')) > MOST["literal"]:
            yield f"a text of {len(literal)} letters in a formula"
    bare = _LITERAL.sub('""', text)
    for name in _CALL.findall(bare):
        if name.upper() in AFTER_2007:
            yield f"{name} without its prefix"
    depth = deepest = 0
    for letter in bare:
        depth += (letter == "(") - (letter == ")")
        deepest = max(deepest, depth)
    if depth or deepest > 64:
        yield f"brackets: {text[:40]}"
    if ";" in bare and "{" not in bare:
        yield f"a semicolon: {text[:40]}"


def _twice(found: Iterable[str | None]) -> list[str]:
    return [str(one) for one, count in Counter(found).items() if one is not None and count > 1]


def _overlaps(areas: list[str]) -> Iterator[str]:
    boxes = [(area, range_boundaries(area)) for area in areas]
    for number, (area, box) in enumerate(boxes):
        for _, other in boxes[:number]:
            if (
                box[0] <= other[2]
                and other[0] <= box[2]
                and box[1] <= other[3]
                and other[1] <= box[3]
            ):
                yield area
