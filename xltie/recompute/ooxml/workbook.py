"""What a workbook says, read straight from its parts: sheets, values, tables, names, settings."""

from __future__ import annotations

import re
from typing import Collection, Iterator, Sequence

from xltie.core.errors import NotAWorkbook, UnsupportedWorkbook
from xltie.core.messages import Message, count, say
from xltie.core.records import dataclass, field
from xltie.recompute.ooxml.language import ENGLISH, Language, language_of
from xltie.recompute.ooxml.markup import elements, local, new_parser, parse
from xltie.recompute.ooxml.package import NO_DEADLINE, Deadline, Package, Relationship
from xltie.recompute.ooxml.read_sheet import scan_sheet
from xltie.recompute.ooxml.references import Table, parse_area, said_by
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import unescape

TRUE = ("1", "true")
_ISO_DATE = re.compile(rb"<(?:[\w.-]+:)?c\b[^<>]*\st\s*=\s*[\"']d[\"']")


@dataclass
class Sheet:
    """A sheet of any kind; ``part`` is empty for chart and dialog sheets, which have no cells."""

    name: str
    part: str = ""
    scan: SheetScan = field(default_factory=lambda: SheetScan(b""))


@dataclass(frozen=True)
class Iteration:
    """How circular references are computed where the workbook allows them."""

    count: int = 100
    change: float = 0.001


@dataclass
class Workbook:
    """A workbook as recomputation sees it.

    ``names`` maps (lower-case name, index of its sheet or None) to the text of its formula;
    ``tables`` is keyed by lower-case name. ``calculated`` tells whether the program that wrote the
    workbook vouches for its values, or asks for them to be computed when it is opened, ``engine``
    by what number Excel names the one that computed it.
    """

    package: Package
    part: str
    strings: Sequence[str] = ()
    sheets: list[Sheet] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    names: dict[tuple[str, int | None], str] = field(default_factory=dict)
    date1904: bool = False
    iteration: Iteration | None = None
    calculated: bool = True
    engine: str = ""
    warnings: list[Message] = field(default_factory=list)
    language: Language = ENGLISH

    def sheet_index(self, name: str) -> int | None:
        """Return the position of a sheet, found in any case."""
        return self._indexes().get(name.lower())

    def related(self, kind: str) -> str:
        """Return the part of a kind that the workbook names, ``""`` where there is none."""
        return next(iter(self.package.related(self.part, kind)), "")

    def scan(self, name: str) -> SheetScan:
        """Return what a sheet holds."""
        return self.sheets[self._indexes()[name.lower()]].scan

    def _indexes(self) -> dict[str, int]:
        if len(self._index) != len(self.sheets):
            self._index = {sheet.name.lower(): i for i, sheet in enumerate(self.sheets)}
        return self._index

    _index: dict[str, int] = field(default_factory=dict)


def load(package: Package, deadline: Deadline = NO_DEADLINE) -> Workbook:
    """Read a workbook, or raise the ``WorkbookRefused`` that says why not."""
    part = _workbook_part(package)
    if any("_xmlsignatures" in name for name in package.names):
        raise UnsupportedWorkbook.say(
            "the workbook is digitally signed; a change would invalidate the signature"
        )
    book = Workbook(package, part)
    relationships = package.relationships(part)
    listed = _read_workbook_part(book, package.read(part))
    strings = book.related("sharedStrings")
    if strings:
        book.strings = read_strings(package.read(strings), strings)
    for title, identity in listed:
        relation = relationships.get(identity, Relationship("", "", False))
        of_cells = relation.kind == "worksheet" and not relation.external
        name = (package.find(relation.target) or "") if of_cells else ""
        if not name and (of_cells or not relation.kind):
            message = say(
                "the part of the sheet {title!r} is missing from the package", title=title
            )
            raise NotAWorkbook(message)
        book.sheets.append(_read_sheet(book, title, name, deadline))
        deadline.check()
    if len({sheet.name.lower() for sheet in book.sheets}) != len(book.sheets):
        raise NotAWorkbook.say("two sheets of the workbook have the same name")
    _warn_of_caches(book)
    book.language = language_of(_stored_texts(book), _numbers(book))
    return book


def _stored_texts(book: Workbook) -> Iterator[tuple[str, Collection[str]]]:
    """Yield formulas and the texts that they gave."""
    for sheet in book.sheets:
        for run in sheet.scan.runs:
            yield run.text, {text for text in run.stored if isinstance(text, str)}


def _numbers(book: Workbook) -> Iterator[float]:
    """Yield all numbers of a workbook, typed and stored."""
    for sheet in book.sheets:
        for cells in sheet.scan.columns.values():
            yield from (one for one in cells.values() if isinstance(one, float))
        for run in sheet.scan.runs:
            yield from (value for value in run.stored if isinstance(value, float))


def _workbook_part(package: Package) -> str:
    found = package.related("", "officeDocument")
    if not found:
        if "mimetype" in package.names:
            raise NotAWorkbook.say("an OpenDocument file; save it as .xlsx first")
        raise NotAWorkbook.say("a zip file without a workbook in it")
    if found[0].lower().endswith(".bin"):
        raise UnsupportedWorkbook.say("a binary .xlsb workbook; save it as .xlsx or .xlsm first")
    return found[0]


def _read_workbook_part(book: Workbook, data: bytes) -> list[tuple[str, str]]:
    """Fill in the settings and names of a workbook; return its sheets as (name, relationship)."""
    listed: list[tuple[str, str]] = []
    found = elements(data, book.part)
    if found[0].tag != "workbook":
        raise NotAWorkbook.say("an Office document of another kind, not a workbook")
    for element in found:
        said = element.attributes
        if element.tag == "sheet":
            listed.append((said.get("name", ""), said.get("id", "")))
        elif element.tag == "definedName":
            scope = said.get("localSheetId", "")
            key = (said.get("name", "").lower(), int(scope) if scope.isdecimal() else None)
            book.names[key] = element.text
        else:
            _read_setting(book, element.tag, said)
    return listed


def _read_setting(book: Workbook, tag: str, attributes: dict[str, str]) -> None:
    if tag == "workbookPr":
        book.date1904 = attributes.get("date1904") in TRUE
    elif tag == "calcPr":
        book.calculated = attributes.get("fullCalcOnLoad") not in TRUE
        book.engine = attributes.get("calcId", "")
        if attributes.get("fullPrecision", "1") not in TRUE:
            message = say("computes with the precision as displayed, which is not done here")
            raise UnsupportedWorkbook(message)
        if attributes.get("iterate") not in TRUE:
            return
        try:
            count = int(attributes.get("iterateCount", "100"))
            change = float(attributes.get("iterateDelta", "0.001"))
        except ValueError:
            message = say("{part}: unreadable iteration settings", part=book.part)
            raise NotAWorkbook(message) from None
        book.iteration = Iteration(max(1, min(count, 32767)), change)


def _read_sheet(book: Workbook, title: str, part: str, deadline: Deadline) -> Sheet:
    """Scan one sheet and its tables; a sheet without cells has no part."""
    if not part:
        return Sheet(title)
    package = book.package
    data = package.read(part)
    if book.date1904 and _ISO_DATE.search(data):
        message = say("{part}: dates as text in a workbook that counts days from 1904", part=part)
        raise UnsupportedWorkbook(message)
    sheet = Sheet(title, part, scan_sheet(data, part, book.strings, deadline))
    for name in package.related(part, "table"):
        table = _read_table(package.read(name), name, title)
        if table is not None:
            book.tables[table.name.lower()] = table
    return sheet


def _read_table(data: bytes, part: str, sheet: str) -> Table | None:
    columns: list[str] = []
    head: dict[str, str] = {}
    for tag, attributes, _ in elements(data, part):
        if tag == "table" and not head:
            head = attributes
        elif tag == "tableColumn":
            columns.append(unescape(attributes.get("name", "")).replace("\r", ""))
    name = head.get("displayName") or head.get("name") or ""
    if not name:
        return None
    try:
        return Table(
            name,
            sheet,
            parse_area(head.get("ref", "")),
            tuple(columns),
            int(head.get("headerRowCount", "1")),
            int(head.get("totalsRowCount", "0")),
        )
    except ValueError as error:
        message = say("{part}: {error}", part=part, error=said_by(error))
        raise NotAWorkbook(message) from None


def read_strings(data: bytes, part: str) -> list[str]:
    """Return the shared strings of a workbook, rich text as its plain text, without phonetics."""
    strings: list[str] = []
    texts: list[str] = []
    phonetic = 0
    reading = False

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal phonetic, reading
        tag = local(name)
        if tag == "si":
            texts.clear()
        elif tag == "rPh":
            phonetic += 1
        elif tag == "t":
            reading = not phonetic

    def end(name: str) -> None:
        nonlocal phonetic, reading
        tag = local(name)
        if tag == "si":
            strings.append(unescape("".join(texts)))
        elif tag == "rPh":
            phonetic -= 1
        elif tag == "t":
            reading = False

    parser = new_parser(namespaces=True)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = lambda text: texts.append(text) if reading else None
    parse(parser, data, part)
    return strings


def _warn_of_caches(book: Workbook) -> None:
    """Say what Excel itself has to refresh: pivot and chart caches stay as they are."""
    names = [name.lower() for name in book.package.names]
    pivots = sum("pivotcacherecords" in name for name in names)
    charts = sum("/charts/chart" in name and "/_rels/" not in name for name in names)
    if pivots:
        book.warnings.append(
            count(
                pivots,
                "{n} pivot cache left as it is until Excel refreshes it",
                "{n} pivot caches left as they are until Excel refreshes them",
            )
        )
    if charts:
        book.warnings.append(
            count(
                charts,
                "{n} chart keeps its stored picture of the data until opened",
                "{n} charts keep their stored picture of the data until opened",
            )
        )
