"""Cells in a named style: the number that the file has for its look, made where there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

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
