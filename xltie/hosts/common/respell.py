"""The names of xltie functions rewritten for another program in all formulas of a workbook.

Only the texts of formulas that call our functions change; every other byte of the package stays.
"""

from __future__ import annotations

import html
import re
from enum import Enum
from typing import Callable

from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.functions.registry import NAMESPACE
from xltie.hosts.common.add_in_link import drop_link, link_to
from xltie.hosts.common.panes import PANES, drop_panes
from xltie.recompute.lowering.builtin_functions import Spelling
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.package_edit import Parts
from xltie.sheets.functions import REGISTRY

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
    changed = 0

    def rewrite(found: re.Match[bytes]) -> bytes:
        nonlocal changed
        old = html.unescape(found[3].decode("utf-8"))
        new = respell(old, style, link)
        if new == old:
            return found[0]
        changed += 1
        return found[1] + html.escape(new, quote=False).encode("utf-8") + found[4]

    return _FORMULA.sub(rewrite, content), changed
