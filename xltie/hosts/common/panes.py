"""The panes of add-ins beside a sheet: that of xlwings Lite, and what LibreOffice leaves of one."""

from __future__ import annotations

import posixpath
import re

from xltie.recompute.ooxml.package_edit import Parts, relations_of

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
