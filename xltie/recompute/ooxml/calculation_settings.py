"""The one setting of a workbook that recomputation can change: full calculation on load."""

from __future__ import annotations

import re

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.workbook import Workbook

_CALCULATION = re.compile(rb"<(?:[\w.-]+:)?calcPr\b[^<>]*?/?>")
_FLAG = re.compile(rb"\sfullCalcOnLoad\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BEFORE = re.compile(
    rb"</((?:[\w.-]+:)?)(?:sheets|functionGroups|externalReferences|definedNames)\s*>"
)


def with_full_calculation(book: Workbook) -> dict[str, bytes | None]:
    """Return the workbook part with the setting that Excel computes everything when it opens."""
    data = book.package.read(book.part)
    found = _CALCULATION.search(data)
    if found is not None:
        tag = found[0]
        flag = _FLAG.search(tag)
        if flag is not None and (flag[1] or flag[2]) in (b"1", b"true"):
            return {}
        tag = _FLAG.sub(b"", tag)
        end = 2 if tag.endswith(b"/>") else 1
        new = tag[:-end].rstrip() + b' fullCalcOnLoad="1"' + tag[-end:]
        return {book.part: data[: found.start()] + new + data[found.end() :]}
    places = list(_BEFORE.finditer(data))
    if not places:
        message = say("{part}: no place for the calculation settings", part=book.part)
        raise UnsupportedWorkbook(message)
    last = places[-1]
    new = b"<" + last[1] + b'calcPr fullCalcOnLoad="1"/>'
    return {book.part: data[: last.end()] + new + data[last.end() :]}
