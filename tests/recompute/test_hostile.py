"""Files that must not be touched: each is refused with its own error, and nothing happens."""

from __future__ import annotations

import io
import struct
import zipfile
from xml.sax.saxutils import escape

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, part, repack, sheet
from xltie.core.errors import (
    EncryptedWorkbook,
    NotAWorkbook,
    UnsafePackage,
    UnsupportedWorkbook,
    WorkbookRefused,
)
from xltie.recompute import Limits, recompute

PLAIN = sheet({"A1": 1, "B1": "=A1+1"})
WORKBOOK = "xl/workbook.xml"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
LAUGHS = (
    b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><worksheet'
)


def changed(name, old, new):
    return edit(PLAIN, name, lambda xml: xml.replace(old, new, 1))


def zipped(parts):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts:
            package.writestr(name, content)
    return stream.getvalue()


def bomb():
    filler = b"<sheetData>" + b" " * (64 << 20)
    return edit(PLAIN, SHEET1, lambda xml: xml.replace(b"<sheetData>", filler))


def lying(field, value):
    """Return a package whose central directory says something else of its sheet."""
    data = bytearray(PLAIN)
    start = data.rindex(b"PK\x01\x02", 0, data.rindex(SHEET1.encode()))
    struct.pack_into("<I", data, start + field, value)
    return bytes(data)


def no_text():
    """Return a package in which the name beside a sheet's bytes says it is UTF-8, and is not."""
    data = bytearray(PLAIN)
    start = data.rindex(b"PK\x03\x04", 0, data.index(SHEET1.encode()) + 1)
    data[start + 7] |= 8
    data[start + 31] = 0xAF
    return bytes(data)


def flagged():
    data = bytearray(PLAIN)
    for mark, field in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.index(mark)
        data[start + field] |= 1
    return bytes(data)


def overlapping():
    """Return a package in which two entries share the same bytes."""
    data = bytearray(PLAIN)
    first = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", first + 4)
    data[second + 42 : second + 46] = data[first + 42 : first + 46]
    return bytes(data)


def renamed(old, new):
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as package:
        return zipped(
            [(new if name == old else name, package.read(name)) for name in package.namelist()]
        )


def binary_workbook():
    data = repack(PLAIN, {"xl/workbook.bin": b"\x83\x01"})
    return edit(data, "_rels/.rels", lambda xml: xml.replace(b"workbook.xml", b"workbook.bin"))


def document():
    relations = part(PLAIN, "_rels/.rels").replace(b"xl/workbook.xml", b"word/document.xml")
    body = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
    return zipped([("_rels/.rels", relations), ("word/document.xml", body)])


def two_sheets():
    def fill(workbook):
        workbook.add_worksheet("One")
        workbook.add_worksheet("Two")

    return edit(build(fill), WORKBOOK, lambda xml: xml.replace(b'"Two"', b'"one"'))


HOSTILE = {
    "empty": (b"", NotAWorkbook),
    "first byte missing": (PLAIN[1:], NotAWorkbook),
    "text": (b"Player,Score\nAnn,3\n", NotAWorkbook),
    "old xls": (COMPOUND, NotAWorkbook),
    "password": (COMPOUND + "EncryptedPackage".encode("utf-16-le"), EncryptedWorkbook),
    "cut short": (PLAIN[: len(PLAIN) // 2], NotAWorkbook),
    "empty zip": (zipped([]), NotAWorkbook),
    "other zip": (zipped([("readme.txt", b"hello")]), NotAWorkbook),
    "open document": (zipped([("mimetype", b"application/vnd.oasis")]), NotAWorkbook),
    "word document": (document(), NotAWorkbook),
    "binary workbook": (binary_workbook(), UnsupportedWorkbook),
    "a name that is no text": (no_text(), NotAWorkbook),
    "encrypted entries": (flagged(), EncryptedWorkbook),
    "signed": (repack(PLAIN, {"_xmlsignatures/sig1.xml": b"<s/>"}), UnsupportedWorkbook),
    "zip bomb": (bomb, UnsafePackage),
    "claims 4 GiB": (lying(24, 0xFFFFFFF0), UnsafePackage),
    "wrong checksum": (lying(16, 1), NotAWorkbook),
    "wrong offset": (lying(42, 3), WorkbookRefused),
    "overlapping entries": (overlapping(), WorkbookRefused),
    "leaves the package": (renamed(SHEET1, "xl/../../sheet1.xml"), UnsafePackage),
    "windows path": (renamed(SHEET1, "..\\sheet1.xml"), UnsafePackage),
    "drive": (renamed(SHEET1, "C:/sheet1.xml"), UnsafePackage),
    "same name twice": (renamed("xl/styles.xml", "XL/Workbook.XML"), UnsafePackage),
    "entities": (changed(SHEET1, b"<worksheet", LAUGHS), UnsafePackage),
    "external DTD": (
        changed(WORKBOOK, b"<workbook", b'<!DOCTYPE w SYSTEM "file:///etc/passwd"><workbook'),
        UnsafePackage,
    ),
    "DTD in strings": (
        repack(
            sheet({"A1": "text"}),
            {"xl/sharedStrings.xml": b'<!DOCTYPE s [<!ENTITY a "b">]><sst>&a;</sst>'},
        ),
        UnsafePackage,
    ),
    "broken workbook": (changed(WORKBOOK, b"</workbook>", b""), NotAWorkbook),
    "broken sheet": (changed(SHEET1, b"</sheetData>", b""), WorkbookRefused),
    "crossed tags": (changed(SHEET1, b"</row></sheetData>", b"</sheetData></row>"), NotAWorkbook),
    "broken entity": (changed(SHEET1, b"<f>A1+1</f>", b"<f>A1&+1</f>"), NotAWorkbook),
    "character beyond Unicode": (
        changed(SHEET1, b"<f>A1+1</f>", b"<f>A1&#x110000;+1</f>"),
        NotAWorkbook,
    ),
    "character that XML has not": (
        changed(SHEET1, b"<f>A1+1</f>", b"<f>A1&#65535;+1</f>"),
        NotAWorkbook,
    ),
    "broken relations": (changed("_rels/.rels", b"<Relationships", b"<Relation"), NotAWorkbook),
    "UTF-16 sheet": (
        edit(PLAIN, SHEET1, lambda xml: xml.decode().replace("UTF-8", "UTF-16").encode("utf-16")),
        UnsupportedWorkbook,
    ),
    "Latin-1 sheet": (changed(SHEET1, b'"UTF-8"', b'"ISO-8859-1"'), UnsupportedWorkbook),
    "cell off the sheet": (changed(SHEET1, b'r="B1"', b'r="XFE1"'), UnsupportedWorkbook),
    "nonsense cell": (changed(SHEET1, b'r="B1"', b'r="1B"'), UnsupportedWorkbook),
    "foreign namespace": (changed(SHEET1, b"spreadsheetml/2006/main", b"x"), UnsupportedWorkbook),
    "sheets of one name": (two_sheets(), NotAWorkbook),
    "sheet without a part": (
        changed("xl/_rels/workbook.xml.rels", b"worksheets/sheet1", b"worksheets/sheet7"),
        NotAWorkbook,
    ),
    "1904 and ISO dates": (
        edit(
            changed(WORKBOOK, b"<workbookPr ", b'<workbookPr date1904="1" '),
            SHEET1,
            lambda xml: xml.replace(b'<c r="A1">', b'<c r="A1" t="d">'),
        ),
        UnsupportedWorkbook,
    ),
    "mistyped iteration": (
        changed(WORKBOOK, b"<calcPr ", b'<calcPr iterate="1" iterateCount="many" '),
        NotAWorkbook,
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(name):
    made, error = HOSTILE[name]
    data = made() if callable(made) else made
    with pytest.raises(error) as caught:
        recompute(data, FUNCTIONS)
    assert isinstance(caught.value, WorkbookRefused)
    text = str(caught.value)
    assert text and "\n" not in text and len(text) < 300


def test_there_are_thirty_of_them():
    assert len(HOSTILE) >= 30


@pytest.mark.parametrize(
    "limits",
    [Limits(file_bytes=100), Limits(entries=3), Limits(part_bytes=500), Limits(total_bytes=1000)],
)
def test_limits_are_kept(limits):
    with pytest.raises(UnsafePackage):
        recompute(PLAIN, FUNCTIONS, limits=limits)


@pytest.mark.parametrize(
    "formula",
    [
        "=" + "(" * 3000 + "1" + ")" * 3000,
        "=" + "-" * 4000 + "1",
        "=1" + "+1" * 4000,
        "=" + "ABS(" * 200 + "1" + ")" * 200,
        "=A1)",
        "=(A1",
        '="open',
        "=A1 B1",
        "=SUM(A1,,",
        "={1,2",
        "=[1]Sheet!A1",
        "=Table1[[#Data],[x",
        "=SUM(A1 B1:C2)",
        "='no end!A1",
        "=Ѐ",
        "=_xlfn.",
        "=LET(_xlpm.x,1,_xlpm.x(2))",
        '=REPT("ab",9999999)',
        "=SEQUENCE(1048576,16384)",
        '=INDIRECT("A"&1E300)',
    ],
)
def test_nonsense_formulas_are_kept_or_computed_but_never_crash(formula):
    data = edit(
        sheet({"A1": ("=PLACEHOLDER()", 7), "B1": "=A1+1"}),
        SHEET1,
        lambda xml: xml.replace(b"PLACEHOLDER()", escape(formula[1:]).encode()),
    )
    _, report = recompute(data, FUNCTIONS)
    assert report.formulas == 2
    for kept in report.uncomputable:
        assert "\n" not in kept.reason and len(kept.reason) < 300


@pytest.mark.parametrize(
    ("area", "reason"),
    [
        ("B1:XFD1048576", "an array formula over more than 1000000 cells"),
        ("D5:E6", "an array formula outside its area"),
    ],
)
@pytest.mark.parametrize("flag", [b"", b' cm="1"'])
def test_an_array_formula_that_claims_too_much_is_kept(area, reason, flag):
    array = b'<f t="array" ref="%s">A1+1</f>' % area.encode()
    data = changed(SHEET1, b"<f>A1+1</f>", array)
    data = edit(data, SHEET1, lambda xml: xml.replace(b'<c r="B1"', b'<c r="B1"' + flag))
    new, report = recompute(data, FUNCTIONS)
    assert new == data
    assert [kept.reason for kept in report.uncomputable] == [reason]
