"""Whole sheets of a new workbook put into one that there is, with their styles and charts.

Every other part stays byte for byte; those that list what a workbook holds (sheets, styles, content
types) are added to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from xml.etree import ElementTree as Xml

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.package import Package, Relationship
from xltie.recompute.ooxml.package_edit import Parts, relations_of
from xltie.recompute.ooxml.stored_values import escape
from xltie.recompute.ooxml.workbook import load

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_OFFICE = "application/vnd.openxmlformats-officedocument."
_SHEET = _OFFICE + "spreadsheetml.worksheet+xml"
_DRAWING, _CHART = _OFFICE + "drawing+xml", _OFFICE + "drawingml.chart+xml"
_CELL_STYLE = re.compile(r'(<(?:c|row) [^>]*?\bs=|<col [^>]*?\bstyle=)"(\d+)"')
_MARK_STYLE = re.compile(r'(\bdxfId=)"(\d+)"')
_FORMAT = re.compile(r'(\bnumFmtId=)"(\d+)"')
_OWN_FORMATS = 164
"""Numbers of formats from here on are the workbook's own."""


def with_sheets(data: bytes, source: bytes, titles: Sequence[str]) -> bytes:
    """Return a workbook with sheets of another one: in place of those of these names, or last.

    ``source`` is one that openpyxl wrote. What a replaced sheet drew is left out.

    Raises:
        UnsupportedWorkbook: a workbook written in a way that nothing can be added to.
    """
    parts, package = Parts(data), Package(source)
    restyled = _add_styles(parts, package)
    own, new = load(Package(data)), load(package)
    last = len(own.sheets)
    for title in titles:
        index, at = own.sheet_index(title), new.sheet_index(title)
        if at is None:
            raise UnsupportedWorkbook(say("there is no sheet {sheet}", sheet=title))
        content = restyled(package.read(new.sheets[at].part).decode("utf-8"))
        if index is None:
            part = _free(parts, "xl/worksheets/sheet{}.xml")
            parts.write(part, b"", _SHEET)
            _list(parts, title, parts.relate(parts.workbook, _RELATION + "worksheet", f"/{part}"))
            _repeat_head(parts, package, title, last)
            last += 1
        else:
            part = own.sheets[index].part
            _remove_drawing(parts, part)
        content = _with_drawing(parts, package, new.sheets[at].part, part, content)
        parts.write(part, content.encode("utf-8"))
    return parts.finished()


def _free(parts: Parts, pattern: str) -> str:
    """Return the first name of a part that none has."""
    taken = {name.lower() for name in parts.names}
    return next(n for k in range(1, 10**6) if (n := pattern.format(k)).lower() not in taken)


def _list(parts: Parts, title: str, identity: str) -> None:
    """Add a sheet to the list of the workbook."""
    text = parts.read(parts.workbook).decode("utf-8")
    number = max(map(int, re.findall(r'\bsheetId="(\d+)"', text)), default=0) + 1
    line = (
        f'<sheet xmlns:r="{_RELATION[:-1]}" name="{escape(title).decode()}" sheetId="{number}" '
        f'r:id="{identity}"/>'
    )
    if not parts.insert(parts.workbook, "</sheets>", line):
        raise UnsupportedWorkbook(say("no sheet can be added to a workbook written in this way"))


def _repeat_head(parts: Parts, package: Package, title: str, index: int) -> None:
    """Let the lines at the head of an added sheet be printed on each of its pages."""
    text = package.read(load(package).part).decode("utf-8")
    sheet = load(package).sheet_index(title)
    pattern = rf'<definedName name="_xlnm.Print_Titles" localSheetId="{sheet}">[^<]*</definedName>'
    found = re.search(pattern, text)
    if found:
        line = found[0].replace(f'localSheetId="{sheet}"', f'localSheetId="{index}"')
        parts.insert(parts.workbook, "</definedNames>", line)


# -- drawings ------------------------------------------------------------------------------------


def _remove_drawing(parts: Parts, sheet: str) -> None:
    """Leave out what a sheet draws, with its charts."""
    for drawing in parts.relationships(sheet).values():
        for chart in parts.relationships(drawing.target).values():
            for look in parts.relationships(chart.target).values():
                parts.remove(look.target)
            parts.remove(chart.target)
        parts.remove(drawing.target)
    if relations_of(sheet) in parts.names:
        parts.write(relations_of(sheet), b"")


def _with_drawing(parts: Parts, package: Package, source: str, part: str, content: str) -> str:
    """Add the drawing of a sheet with its charts; return the sheet that refers to it."""
    for identity, drawing in package.relationships(source).items():
        text = package.read(drawing.target).decode("utf-8")
        name = _free(parts, "xl/drawings/drawing{}.xml")
        parts.write(name, b" ", _DRAWING)
        for own, chart in package.relationships(drawing.target).items():
            chart_name = _free(parts, "xl/charts/chart{}.xml")
            parts.write(chart_name, package.read(chart.target), _CHART)
            there = parts.relate(name, _RELATION + "chart", f"/{chart_name}")
            text = text.replace(f'r:id="{own}"', f'r:id="new-{there}"')
        parts.write(name, text.replace('r:id="new-', 'r:id="').encode("utf-8"))
        there = parts.relate(part, _RELATION + "drawing", f"/{name}")
        content = content.replace(f'r:id="{identity}"', f'r:id="{there}"')
    return content


# -- styles --------------------------------------------------------------------------------------


def _add_styles(parts: Parts, package: Package) -> Callable[[str], str]:
    """Add the styles of another workbook; return what renumbers those of its sheets."""
    name = _styles_of(parts.relationships(parts.workbook))
    new = package.read(_styles_of(package.relationships(load(package).part))).decode("utf-8")
    styles = parts.read(name).decode("utf-8")
    if not re.search(r"<styleSheet\b", styles):
        raise UnsupportedWorkbook(
            say("{name}: styles written in a way that none can be added to", name=name)
        )
    formats = _own_formats(styles, new)
    moved: dict[str, int] = {}
    for tag, attribute in (("font", "fontId"), ("fill", "fillId"), ("border", "borderId")):
        styles, moved[attribute] = _appended(styles, f"{tag}s", _inside(new, f"{tag}s"))
    renumbered = partial(_FORMAT.sub, lambda m: f'{m[1]}"{formats.get(int(m[2]), m[2])}"')
    if formats:
        styles, _ = _appended(styles, "numFmts", renumbered(_inside(new, "numFmts")))
    cells = re.sub(r'\bxfId="\d+"', 'xfId="0"', _inside(new, "cellXfs"))
    for attribute, by in moved.items():
        cells = re.sub(rf'\b{attribute}="(\d+)"', _moved_by(attribute, by), cells)
    styles, first = _appended(styles, "cellXfs", renumbered(cells))
    styles, first_mark = _appended(styles, "dxfs", _inside(new, "dxfs"))
    parts.write(name, styles.encode("utf-8"))

    def restyled(sheet: str) -> str:
        sheet = _CELL_STYLE.sub(lambda m: f'{m[1]}"{int(m[2]) + first}"', sheet)
        return _MARK_STYLE.sub(lambda m: f'{m[1]}"{int(m[2]) + first_mark}"', sheet)

    return restyled


def _styles_of(relationships: Mapping[str, Relationship]) -> str:
    for own in relationships.values():
        if own.kind == "styles":
            return own.target
    raise UnsupportedWorkbook(say("a workbook without styles"))


def _moved_by(attribute: str, by: int) -> Callable[[re.Match[str]], str]:
    return lambda match: f'{attribute}="{int(match[1]) + by}"'


def _own_formats(styles: str, new: str) -> dict[int, int]:
    """Return the numbers that the number formats of another workbook get here, by their own."""
    first = max(_OWN_FORMATS - 1, *(int(own) for _, own in _FORMAT.findall(styles))) + 1
    found = _FORMAT.findall(_inside(new, "numFmts"))
    return {int(own): first + at for at, (_, own) in enumerate(found)}


def _inside(styles: str, tag: str) -> str:
    found = re.search(rf"<{tag}\b[^>]*?(?<!/)>(.*?)</{tag}>", styles, re.DOTALL)
    return found[1] if found else ""


_AFTER = {"numFmts": r"(?=<fonts\b)", "dxfs": r"(?<=</cellStyles>)"}
"""Where a list begins that a workbook may lack."""


def _appended(styles: str, tag: str, added: str) -> tuple[str, int]:
    """Return the styles with more at the end of a list, and how many stood there before."""
    root = Xml.fromstring(styles.encode("utf-8"))
    before = len(root.findall(f"{_MAIN}{tag}/*"))
    count = before + len(Xml.fromstring(f"<all>{added}</all>"))
    there = re.search(rf"<{tag}\b[^>]*?(?:/>|(?<!/)>(.*?)</{tag}>)", styles, re.DOTALL)
    there = there or re.search(_AFTER.get(tag, r"(?!)"), styles)
    if there is None:
        raise UnsupportedWorkbook(say("styles without {tag}: none can be added", tag=tag))
    kept = there[1] if there.re.groups and there[1] else ""
    whole = f'<{tag} count="{count}">{kept}{added}</{tag}>'
    return styles[: there.start()] + whole + styles[there.end() :], before
