"""A sheet of one workbook put into another, with its looks and charts; all else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, normpath, relpath

from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.package_edit import Parts, relations_of
from xltie.recompute.ooxml.workbook import Workbook

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KINDS = {
    "worksheets": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml",
    "drawings": "application/vnd.openxmlformats-officedocument.drawing+xml",
    "charts": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
}
_TARGET = re.compile(rb'(Target=")([^"]+)(")')
_NAME = re.compile(rb"<definedName\b[^>]*>[^<]*</definedName>")


def grafted(source: Workbook, title: str, target: Workbook, formula: Callable[[str], str]) -> bytes:
    """Return the file of a workbook that gets a sheet of another one as its last.

    ``formula`` returns a formula, or the cells of a chart, with the names that sheets have there.
    """
    index = source.sheet_index(title)
    assert index is not None, "the sheet was just made"
    copied = _copied(source.package, source.sheets[index].part, target.package)
    new = next(iter(copied))
    styles, numbers, marks = _with_looks(_styles(source), _styles(target))
    copied[new] = _dressed(copied[new], numbers, marks)
    parts = Parts(target.package)
    parts.write(target.related("styles"), styles)
    for name, data in copied.items():
        kind = "" if name.endswith(".rels") else _KINDS[name.split("/")[1]]
        parts.write(name, _with_formulas(data, formula), kind)
    _list(parts, source, target, index, title, new)
    return parts.finished()


# -- parts -----------------------------------------------------------------------------------------


def _copied(source: Package, part: str, target: Package) -> dict[str, bytes]:
    """Return a part and those that it names, by names that are free in the target."""
    taken = set(target.names)
    found: dict[str, bytes] = {}

    def copy(old: str) -> str:
        folder, _, file = old.rpartition("/")
        stem = re.sub(r"\d*\.xml$", "", file)
        number = 1
        while f"{folder}/{stem}{number}.xml" in taken:
            number += 1
        name = f"{folder}/{stem}{number}.xml"
        taken.add(name)
        found[name] = source.read(old)
        if relations_of(old) in source.names:
            found[relations_of(name)] = _TARGET.sub(
                lambda match: match[1] + moved(old, name, match[2].decode()).encode() + match[3],
                source.read(relations_of(old)),
            )
        return name

    def moved(old: str, name: str, goal: str) -> str:
        path = goal.lstrip("/") if goal.startswith("/") else normpath(f"{dirname(old)}/{goal}")
        return relpath(copy(path), dirname(name))

    copy(part)
    return found


def _list(
    parts: Parts, source: Workbook, target: Workbook, index: int, title: str, part: str
) -> None:
    """List a sheet among those of the workbook, with what is printed of it."""
    book = target.part
    key = parts.relate(book, f"{_OFFICE}/worksheet", relpath(part, dirname(book)))
    number = 1 + max(map(int, re.findall(rb'sheetId="(\d+)"', parts.read(book))), default=0)
    tag = f'<sheet xmlns:r="{_OFFICE}" name="{title}" sheetId="{number}" r:id="{key}"/>'
    parts.insert(book, "</sheets>", tag)
    at = b'localSheetId="%d"' % index
    for name in _NAME.findall(source.package.read(source.part)):
        if at in name:
            here = name.replace(at, b'localSheetId="%d"' % len(target.sheets))
            parts.insert(book, "</definedNames>", here.decode("utf-8"))


# -- formulas --------------------------------------------------------------------------------------

_FORMULA = re.compile(rb"(<(?:\w+:)?(?:f|formula|formula1)>)([^<]*)(</)")


def _with_formulas(data: bytes, formula: Callable[[str], str]) -> bytes:
    return _FORMULA.sub(
        lambda match: match[1] + formula(match[2].decode("utf-8")).encode("utf-8") + match[3], data
    )


# -- looks -----------------------------------------------------------------------------------------


def _styles(book: Workbook) -> bytes:
    return book.package.read(book.related("styles"))


def _children(styles: bytes, name: bytes) -> tuple[tuple[int, int], list[bytes]]:
    """Return where a list of styles stands between its tags, and its entries."""
    found = re.search(rb"<%s\b[^>]*?(?:/>|>(.*?)</%s>)" % (name, name), styles, re.DOTALL)
    if found is None or found[1] is None:
        return (0, 0), []
    entry = {b"fonts": b"font", b"fills": b"fill", b"borders": b"border", b"cellXfs": b"xf",
             b"numFmts": b"numFmt", b"dxfs": b"dxf"}[name]  # fmt: skip
    each = rb"<%s\b(?:[^>]*/>|[^>]*>.*?</%s>)" % (entry, entry)
    return found.span(1), re.findall(each, found[1], re.DOTALL)


def _with_looks(source: bytes, target: bytes) -> tuple[bytes, list[int], int]:
    """Return a part of styles with the looks of another one besides.

    Beside it stand the new number of every look of the other, and how many marks were there before.
    """
    starts: dict[bytes, int] = {}
    for name in (b"fonts", b"fills", b"borders", b"dxfs"):
        target, starts[name] = _joined(target, name, _children(source, name)[1])
    formats = {
        int(re.findall(rb'numFmtId="(\d+)"', child)[0]): child
        for child in _children(source, b"numFmts")[1]
    }
    cells = [_moved(child, starts, formats) for child in _children(source, b"cellXfs")[1]]
    if formats:
        target, _ = _joined(target, b"numFmts", [_renumbered(kind) for kind in formats.values()])
    target, first = _joined(target, b"cellXfs", cells)
    return target, [first + at for at in range(len(cells))], starts[b"dxfs"]


_OWN_FORMATS = 5000
"""Added to the numbers of formats, so that they are none of the target's."""


def _renumbered(entry: bytes) -> bytes:
    return re.sub(
        rb'numFmtId="(\d+)"', lambda m: b'numFmtId="%d"' % (int(m[1]) + _OWN_FORMATS), entry
    )


def _moved(cell: bytes, starts: dict[bytes, int], formats: dict[int, bytes]) -> bytes:
    """Return a look whose parts are counted as in the target; it follows no named style."""
    for attribute, name in (
        (b"fontId", b"fonts"),
        (b"fillId", b"fills"),
        (b"borderId", b"borders"),
    ):
        start = starts[name]
        cell = re.sub(
            attribute + rb'="(\d+)"',
            lambda m, attribute=attribute, start=start: b'%s="%d"' % (attribute, int(m[1]) + start),  # type: ignore[misc]
            cell,
        )
    number = re.search(rb'numFmtId="(\d+)"', cell)
    if number is not None and int(number[1]) in formats:
        cell = _renumbered(cell)
    said = b' xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"'
    cell = re.sub(rb'\s(?:xfId|applyFont|applyFill|applyBorder|applyAlignment)="\d+"', b"", cell)
    return re.sub(rb"^<xf", b"<xf" + said, cell)


def _joined(styles: bytes, name: bytes, entries: list[bytes]) -> tuple[bytes, int]:
    """Return a part of styles with further entries in a list, and the number of the first."""
    (_, end), there = _children(styles, name)
    if not end:
        made = b'<%s count="%d">%s</%s>' % (name, len(entries), b"".join(entries), name)
        empty = re.search(rb"<%s\b[^>]*/>" % name, styles)
        if empty is not None:
            return styles[: empty.start()] + made + styles[empty.end() :], 0
        before = styles.index(
            {b"numFmts": b"<fonts", b"dxfs": b"<tableStyles"}.get(name, b"</styleSheet>")
        )
        return styles[:before] + made + styles[before:], 0
    styles = styles[:end] + b"".join(entries) + styles[end:]
    count = len(there) + len(entries)
    return re.sub(rb'(<%s\b[^>]*\bcount=")\d+' % name, rb"\g<1>%d" % count, styles, count=1), len(
        there
    )


def _dressed(sheet: bytes, numbers: list[int], marks: int) -> bytes:
    """Return a sheet whose cells and marks have the numbers that their looks have in the target."""
    sheet = re.sub(
        rb'(<(?:c|row)\b[^>]*\ss=")(\d+)', lambda m: m[1] + b"%d" % numbers[int(m[2])], sheet
    )
    sheet = re.sub(
        rb'(<col\b[^>]*\sstyle=")(\d+)', lambda m: m[1] + b"%d" % numbers[int(m[2])], sheet
    )
    sheet = sheet.replace(b' tabSelected="1"', b"")
    return re.sub(rb'(dxfId=")(\d+)', lambda m: m[1] + b"%d" % (int(m[2]) + marks), sheet)
