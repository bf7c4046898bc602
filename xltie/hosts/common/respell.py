"""The names of xltie functions rewritten for another program in all formulas of a workbook.

Only the texts of formulas that call our functions change, and what comes or goes with them: the
pane of xlwings Lite, and the link to the Excel add-in. ``[2]!BQ(`` is a function of the second
external link. Excel's start folder, where the add-in lies, has a relationship of its own kind: the
link holds no path and is right on every PC. Every other byte of the package stays.
"""

from __future__ import annotations

import posixpath
import re
from enum import Enum
from typing import Callable, Iterable

from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.functions.registry import NAMESPACE
from xltie.recompute.lowering.builtin_functions import Spelling
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.package_edit import Parts, relations_of
from xltie.sheets.functions import REGISTRY

ADD_IN = "xltie.xlam"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_IN_START_FOLDER = (
    "http://schemas.microsoft.com/office/2006/relationships/xlExternalLinkPath/xlStartup"
)
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"
_REFERENCE = re.compile(rb"<(?:\w+:)?externalReference\b[^>]*?:id\s*=\s*[\"']([^\"']*)[\"'][^>]*/>")


def _listed(parts: Parts) -> list[tuple[str, str]]:
    """Return the relationship id and the part of each external link, in their order."""
    related = parts.relationships(parts.workbook)
    ids = [found.decode("utf-8") for found in _REFERENCE.findall(parts.read(parts.workbook))]
    return [
        (identifier, related[identifier].target if identifier in related else "")
        for identifier in ids
    ]


def _is_ours(parts: Parts, part: str) -> bool:
    targets = (relation.target for relation in parts.relationships(part).values())
    return any(re.split(r"[\\/]", target)[-1].lower() == ADD_IN for target in targets)


def link_to(parts: Parts, names: Iterable[str]) -> int:
    """Return the number of the link to the add-in, added with its function names if need be."""
    listed = _listed(parts)
    for number, (_, part) in enumerate(listed, 1):
        if _is_ours(parts, part):
            return number
    free = next(n for n in range(1, 10**6) if _part(n) not in parts.names)
    defined = "".join(f'<definedName name="{name}"/>' for name in names)
    content = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<externalLink xmlns="{_MAIN}"><externalBook xmlns:r="{_OFFICE}" r:id="rId1">'
        f"<definedNames>{defined}</definedNames></externalBook></externalLink>"
    )
    parts.write(_part(free), content.encode(), _TYPE)
    parts.relate(_part(free), _IN_START_FOLDER, ADD_IN, external=True)
    own = parts.relate(parts.workbook, f"{_OFFICE}/externalLink", f"/{_part(free)}")
    element = f'<externalReference xmlns:r="{_OFFICE}" r:id="{own}"/>'
    if not parts.insert(parts.workbook, r"</externalReferences>", element):
        after = r"(?<=</functionGroups>)|(?<=</sheets>)(?!<functionGroups)"
        parts.insert(parts.workbook, after, f"<externalReferences>{element}</externalReferences>")
    return len(listed) + 1


def drop_link(parts: Parts) -> None:
    """Take out the link to the add-in where no other link comes after it.

    Another link after it would have to change its number in every formula; then it stays.
    """
    listed = _listed(parts)
    if not listed or not _is_ours(parts, listed[-1][1]):
        return
    own, part = listed[-1]
    book = parts.workbook
    parts.cut(book, rf"<(?:\w+:)?externalReference\b[^>]*:id=[\"']{own}[\"'][^>]*/>")
    if len(listed) == 1:
        parts.cut(book, r"<externalReferences>\s*</externalReferences>|<externalReferences/>")
    parts.cut(relations_of(book), rf"<Relationship\b[^>]*\bId=[\"']{own}[\"'][^>]*/>")
    parts.remove(part)


def _part(number: int) -> str:
    return f"xl/externalLinks/externalLink{number}.xml"


LITE = "wa200008175"
"""The number of xlwings Lite in Microsoft's store."""
PANES = "xl/webextensions/taskpanes.xml"
_PANE = re.compile(r"<(?P<name>(?:\w+:)?taskpane)\b.*?</(?P=name)>", re.DOTALL)
_LINK = re.compile(r"\br:id=[\"']([^\"']+)")


def drop_panes(parts: Parts, *, of_lite: bool) -> bool:
    """Take out panes whose add-in is not in the file, ``of_lite`` those of xlwings Lite too.

    LibreOffice keeps the list of panes and drops what it names; Microsoft's own validator refuses
    such a file. Tells whether there was one.
    """
    if PANES not in parts.names:
        return False
    links = parts.relationships(PANES)
    dropped = False
    for pane in list(_PANE.finditer(parts.read(PANES).decode("utf-8"))):
        link = _LINK.search(pane[0])
        name = links[link[1]].target if link is not None and link[1] in links else ""
        part = posixpath.normpath(name.lstrip("/"))
        is_there = part in parts.names
        if is_there and not (of_lite and LITE.encode() in parts.read(part).lower()):
            continue
        parts.cut(PANES, re.escape(pane[0]))
        if is_there:
            parts.remove(part)
        if link is not None and relations_of(PANES) in parts.names:
            parts.cut(relations_of(PANES), rf"<Relationship\b[^>]*\bId=[\"']{link[1]}[\"'][^>]*/>")
        dropped = True
    if dropped and not _PANE.search(parts.read(PANES).decode("utf-8")):
        parts.remove(PANES)
        parts.cut(relations_of(""), r"<Relationship\b[^>]*/webextensiontaskpanes[\"'][^>]*/>")
    return dropped


_FORMULA = re.compile(
    rb"(<(?:\w+:)?(?P<tag>f|formula|formula1|formula2|definedName|calculatedColumnFormula)"
    rb"(?:\s[^<>]*)?(?<!/)>)([^<]+)(</(?:\w+:)?(?P=tag)>)"
)
_WITH_FORMULAS = re.compile(r"/(?:worksheets/[^/]+|tables/[^/]+|workbook)\.xml$")


class Style(Enum):
    """The program that formulas are written for."""

    PLAIN = "plain"
    ADDIN = "addin"
    LITE = "lite"


_OURS = {name: entry.name for entry in REGISTRY.values() for name in entry.names}
_SPELLING = Spelling(_OURS)


def _in_vba(name: str) -> str:
    return REGISTRY[name].excel_name


def respell(formula: str, style: Style, link: int = 1) -> str:
    r"""Return a formula (without its ``=``) with our functions spelled in a style.

    ``link`` is the number of the external link to the add-in. What is no formula stays as it is.

    >>> respell("IF(A2=\"BQ(\",[1]!bq(A2,_xll.ROUNDS(9)),0)", Style.LITE)
    'IF(A2="BQ(",_xldudf_TIE_BQ(A2,_xldudf_TIE_ROUNDS(9)),0)'
    """
    write: dict[Style, Callable[[str], str]] = {
        Style.PLAIN: _in_vba,
        Style.ADDIN: lambda name: f"[{link}]!{_in_vba(name)}",
        Style.LITE: lambda name: f"_xldudf_{NAMESPACE}_{name}",
    }
    try:
        pieces = tokens(formula)
    except UnreadableFormula:
        return formula
    texts = []
    for token in pieces:
        bare = _SPELLING.ours(token.text) if token.kind == "function" else None
        texts.append(token.text if bare is None else write[style](_OURS[bare]))
    return "".join(texts)


_LIBREOFFICE = b"XLTIE.CALC.XLTIEADDIN."


def spelled_by_libreoffice(data: bytes | Package) -> int:
    """Return how many formulas of a workbook name our functions as LibreOffice up to 24.2 does."""
    parts = Parts(data)
    contents = (parts.read(name) for name in parts.names if _WITH_FORMULAS.search(f"/{name}"))
    return sum(
        _LIBREOFFICE in found[3].upper()
        for content in contents
        if _LIBREOFFICE in content.upper()
        for found in _FORMULA.finditer(content)
    )


def without_libreoffice(data: bytes, opened: Package | None = None) -> tuple[bytes, int]:
    """Return a workbook without LibreOffice's names of our functions, and how many it had.

    A pane without its add-in, which LibreOffice leaves, goes too.

    One that has none of them stays as it is, however it names our functions. ``opened`` is a
    package with the same formulas that was opened before.
    """
    package = opened or Package(data)
    count = spelled_by_libreoffice(package)
    if count:
        data = respelled(data, Style.PLAIN)[0]
    if PANES in package.names:
        parts = Parts(data)
        data = parts.finished() if drop_panes(parts, of_lite=False) else data
    return data, count


def respelled(data: bytes | Package, style: Style) -> tuple[bytes, int]:
    """Return a workbook with all formulas in a style, and how many of them changed.

    A link to the add-in is added where the style needs one, and taken out where none is left; so is
    the pane of xlwings Lite.
    """
    parts = Parts(data)
    names = [name for name in parts.names if _WITH_FORMULAS.search(f"/{name}")]
    link = 0
    if style is Style.ADDIN and any(_converted(parts.read(name), style, 0)[1] for name in names):
        link = link_to(parts, map(_in_vba, REGISTRY))
    changed = 0
    for name in names:
        content, count = _converted(parts.read(name), style, link)
        if count:
            parts.write(name, content)
            changed += count
    if style is not Style.ADDIN:
        drop_link(parts)
    if style is not Style.LITE:
        drop_panes(parts, of_lite=True)
    return parts.finished(), changed


def _converted(content: bytes, style: Style, link: int) -> tuple[bytes, int]:
    """Return a part with its formulas in a style, and how many of them changed."""
    from html import escape, unescape  # most workbooks are spelled as they should be

    changed = 0

    def rewrite(found: re.Match[bytes]) -> bytes:
        nonlocal changed
        old = unescape(found[3].decode("utf-8"))
        new = respell(old, style, link)
        if new == old:
            return found[0]
        changed += 1
        return found[1] + escape(new, quote=False).encode("utf-8") + found[4]

    return _FORMULA.sub(rewrite, content), changed
