"""Lines laid on a sheet of a workbook file: cells with looks, folded rows, the printed range."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from xltie.core.cells import column_name
from xltie.core.laid_cells import LaidLines
from xltie.recompute.ooxml.calculation_settings import without_calculation_chain
from xltie.recompute.ooxml.insert_cells import CellInserts, cells_of, new_cell, refuse_protected
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.workbook import Workbook

_LIST = rb"<((?:\w+:)?)%s\b[^>]*>(.*?)</\1%s>"
_ENTRY = re.compile(rb"<((?:\w+:)?)xf\b[^>]*?(?:/>|>.*?</\1xf>)", re.DOTALL)
_NAMED = re.compile(rb"<(?:\w+:)?cellStyle\b([^>]*)>")
_COUNT = re.compile(rb"(\bcount\s*=\s*[\"'])\d+")
_OF_STYLE = re.compile(rb"\sxfId\s*=\s*[\"'](\d+)[\"']")
_NAME = re.compile(rb"\bname\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def _list(styles: bytes, name: bytes) -> re.Match[bytes] | None:
    return re.search(_LIST % (name, name), styles, re.DOTALL)


def style_numbers(styles: bytes, names: Iterable[str]) -> tuple[bytes, dict[str, str]]:
    """Return a part of styles that knows cells in the named styles, and the number of each.

    Styles that the workbook does not have are left out. What a style says later, its cells say too.
    """
    looks, cells = _list(styles, b"cellStyleXfs"), _list(styles, b"cellXfs")
    if looks is None or cells is None:
        return styles, {}
    bases = [match[0] for match in _ENTRY.finditer(looks[2])]
    known = [match[0] for match in _ENTRY.finditer(cells[2])]
    places = _places(styles)
    numbers: dict[str, str] = {}
    for name in names:
        at = places.get(name)
        if at is None or at >= len(bases):
            continue
        entry = _OF_STYLE.sub(b"", bases[at])
        tag = re.compile(rb"^<(?:\w+:)?xf")
        entry = tag.sub(lambda match, at=at: match[0] + b' xfId="%d"' % at, entry)  # type: ignore[misc]
        if entry not in known:
            known.append(entry)
        numbers[name] = str(known.index(entry))
    start, end = cells.span(2)
    head = _COUNT.sub(rb"\g<1>%d" % len(known), styles[cells.start() : start])
    return styles[: cells.start()] + head + b"".join(known) + styles[end:], numbers


def _places(styles: bytes) -> dict[str, int]:
    """Return the number of every named style."""
    found: dict[str, int] = {}
    for match in _NAMED.finditer(styles):
        name, of = _NAME.search(match[1]), _OF_STYLE.search(b" " + match[1])
        if name is not None and of is not None:
            text = (name[1] if name[1] is not None else name[2]).decode("utf-8")
            found[unescape(text)] = int(of[1])
    return found


def laid_parts(book: Workbook, laid: LaidLines) -> dict[str, bytes | None]:
    """Return the parts of a workbook that are others once lines are laid on one of its sheets.

    Formulas are not computed here.

    Raises:
        WorkbookRefused: there is no such sheet, or it cannot be changed safely.
    """
    part, scan = cells_of(book, laid.sheet)
    refuse_protected(scan, laid.sheet)
    changed: dict[str, bytes | None] = dict(without_calculation_chain(book))
    styles = book.related("styles")
    numbers: dict[str, str] = {}
    if styles:
        names = sorted({cell.style for cell in laid.cells.values()})
        changed[styles], numbers = style_numbers(book.package.read(styles), names)
    changed[part] = splice(scan.data, _edits(scan, laid, numbers))
    if laid.printed is not None:
        old = changed.get(book.part) or book.package.read(book.part)
        index = book.sheet_index(laid.sheet)
        changed[book.part] = _with_print_range(old, index, laid.printed)
    return changed


def _edits(scan: SheetScan, laid: LaidLines, numbers: dict[str, str]) -> list[Edit]:
    inserts = CellInserts(scan)
    for position, cell in laid.cells.items():
        style, formula = numbers.get(cell.style, ""), cell.formula or None
        content = new_cell(
            scan.prefix, *position, cell.value, style=style, formula=formula, typed=True
        )
        inserts.put(*position, content)
    for position, value in laid.texts.items():
        there = scan.cells.get(position)
        if there is not None and there.formula is None:
            style = there.attributes.get("s", "")
            content = new_cell(scan.prefix, *position, value, style=style, typed=True)
            inserts.put(*position, content)
    lines = {"ht": f"{laid.height:g}", "customHeight": "1", "outlineLevel": "", "hidden": ""}
    inserts.attributes.update(dict.fromkeys(laid.rows, lines))
    fold = {"outlineLevel": "1", "hidden": "1"}
    inserts.attributes.update({row: fold for row in laid.folded if row in scan.rows})
    if laid.folded:
        inserts.attributes[min(laid.folded) - 1] = {"collapsed": "1"}
    return [*inserts.finish(), *_widths(scan, laid)]


_COLUMNS = re.compile(rb"<((?:\w+:)?)cols>(.*?)</\1cols>", re.DOTALL)
_COLUMN = re.compile(rb"<(?:\w+:)?col\b([^>]*?)/?>")
_SAID = re.compile(rb"([\w:]+)\s*=\s*[\"']([^\"']*)[\"']")
_MOST_COLUMNS = 100


def _widths(scan: SheetScan, laid: LaidLines) -> list[Edit]:
    """Return what gives columns their widths; one that reaches to the end of the sheet stays."""
    found = _COLUMNS.search(scan.data) if laid.widths else None
    if found is None:
        return []
    columns: dict[int, dict[bytes, bytes]] = {}
    for match in _COLUMN.finditer(found[2]):
        said = dict(_SAID.findall(match[1]))
        first, last = int(said.pop(b"min")), int(said.pop(b"max"))
        if last > _MOST_COLUMNS:
            return []
        columns.update({at: dict(said) for at in range(first, last + 1)})
    for at, width in laid.widths.items():
        said = columns.setdefault(at, {})
        said[b"width"], said[b"customWidth"] = b"%g" % width, b"1"
    prefix = found[1]
    content = b"".join(
        b'<%scol min="%d" max="%d"%s/>'
        % (
            prefix,
            at,
            at,
            b"".join(b' %s="%s"' % attribute for attribute in sorted(columns[at].items())),
        )
        for at in sorted(columns)
    )
    return [Edit(*found.span(2), content)]


_PRINTED = re.compile(
    rb"(<(?:\w+:)?definedName\b[^>]*>)([^<]*!)\$A\$1:\$[A-Z]+\$\d+(</(?:\w+:)?definedName>)"
)


def _with_print_range(book: bytes, index: int | None, printed: tuple[int, int]) -> bytes:
    """Return the part of a workbook whose sheet of an index prints down to a row and a column.

    A range that a person made, which does not begin with the first cell, stays.
    """
    last = f"$A$1:${column_name(printed[1])}${printed[0]}".encode("ascii")

    def grown(match: re.Match[bytes]) -> bytes:
        is_its = b"Print_Area" in match[1] and b'localSheetId="%d"' % (index or 0) in match[1]
        return match[1] + match[2] + last + match[3] if is_its else match[0]

    return _PRINTED.sub(grown, book)
