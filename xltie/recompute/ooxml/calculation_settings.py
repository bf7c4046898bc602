"""What a workbook asks of a reader that opens it: to compute everything, or to show what is stored.

A reader without our functions can only show what is stored. One that is asked to compute everything
(ECMA-376, part 1, 18.2.2), or that finds the number of an older calculation engine, computes, and
has ``#NAME?`` for each of our functions.
"""

from __future__ import annotations

import re

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say
from xltie.recompute.ooxml.package_edit import Parts, relations_of
from xltie.recompute.ooxml.workbook import Workbook

EXCEL_2019 = 191029
"""The engine of Excel 2019, 2021, 365: they compute nothing anew that this one computed."""
_CALCULATION = re.compile(rb"<(?:[\w.-]+:)?calcPr\b[^<>]*?/?>")
_FLAG = re.compile(rb"\sfullCalcOnLoad\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ENGINE = re.compile(rb"\scalcId\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BEFORE = re.compile(
    rb"</((?:[\w.-]+:)?)(?:sheets|functionGroups|externalReferences|definedNames)\s*>"
)


def with_full_calculation(book: Workbook) -> dict[str, bytes | None]:
    """Return the workbook part with the setting that Excel computes everything when it opens."""
    return _with(book, b' fullCalcOnLoad="1"', _FLAG)


def with_stored_values(book: Workbook) -> dict[str, bytes | None]:
    """Return the workbook part with settings by which readers show the values that are stored."""
    return _with(book, b' calcId="%d"' % EXCEL_2019, _FLAG, _ENGINE)


def _with(book: Workbook, attribute: bytes, *gone: re.Pattern[bytes]) -> dict[str, bytes | None]:
    """Return the workbook part with an attribute of its calculation in place of others."""
    data = book.package.read(book.part)
    found = _CALCULATION.search(data)
    if found is not None:
        tag = found[0]
        for pattern in gone:
            tag = pattern.sub(b"", tag)
        end = 2 if tag.endswith(b"/>") else 1
        tag = tag[:-end].rstrip() + attribute + tag[-end:]
        new = data[: found.start()] + tag + data[found.end() :]
        return {} if sorted(found[0].split()) == sorted(tag.split()) else {book.part: new}
    places = list(_BEFORE.finditer(data))
    if not places:
        message = say("{part}: no place for the calculation settings", part=book.part)
        raise UnsupportedWorkbook(message)
    last = places[-1]
    new = b"<" + last[1] + b"calcPr" + attribute + b"/>"
    return {book.part: data[: last.end()] + new + data[last.end() :]}


def without_calculation_chain(book: Workbook) -> dict[str, bytes | None]:
    """Return the parts without the calculation chain, which Excel rebuilds.

    A chain that names a cell without a formula would make Excel repair the file.
    """
    chain = book.related("calcChain")
    listing = book.package.find(relations_of(book.part.replace("\\", "/")))
    if not chain or listing is None:
        return {}
    parts = Parts(book.package)
    parts.remove(chain)
    parts.cut(listing, r"<(?:[\w.-]+:)?Relationship\b[^>]*?/calcChain[^>]*?/>")
    return parts.changed
