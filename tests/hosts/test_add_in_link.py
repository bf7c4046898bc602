"""The link to the add-in beside links to other workbooks, whose numbers stand in formulas."""

from __future__ import annotations

import re

from tests.recompute.books import part, sheet
from xltie.hosts.common.respell import drop_link, link_to
from xltie.recompute.ooxml.package_edit import Parts

WORKBOOK = "xl/workbook.xml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def linked_to_another(data: bytes) -> bytes:
    """The workbook with one more link, as a formula on another workbook's cells brings it."""
    parts = Parts(data)
    count = len(re.findall(rb"<externalReference ", parts.read(WORKBOOK)))
    name = f"xl/externalLinks/externalLink{count + 1}.xml"
    content = b'<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"
    parts.write(name, content, kind)
    parts.relate(name, f"{OFFICE}/externalLinkPath", "other.xlsx", external=True)
    own = parts.relate(WORKBOOK, f"{OFFICE}/externalLink", f"/{name}")
    element = f'<externalReference xmlns:r="{OFFICE}" r:id="{own}"/>'
    if not parts.insert(WORKBOOK, r"</externalReferences>", element):
        around = f"<externalReferences>{element}</externalReferences>"
        parts.insert(WORKBOOK, r"(?<=</sheets>)", around)
    return parts.finished()


def with_ours(data: bytes) -> tuple[bytes, int]:
    parts = Parts(data)
    number = link_to(parts, ["BQ"])
    return parts.finished(), number


def without_ours(data: bytes) -> bytes:
    parts = Parts(data)
    drop_link(parts)
    return parts.finished()


def links(data: bytes) -> int:
    return part(data, WORKBOOK).count(b"<externalReference ")


def test_the_link_is_added_once_and_taken_out_without_a_trace() -> None:
    plain = sheet({"A1": 1})
    ours, number = with_ours(plain)
    assert (number, links(ours)) == (1, 1)
    assert b"xltie.xlam" in part(ours, "xl/externalLinks/_rels/externalLink1.xml.rels")
    assert with_ours(ours) == (ours, 1)
    assert part(without_ours(ours), WORKBOOK) == part(plain, WORKBOOK)


def test_it_comes_after_a_link_that_is_there() -> None:
    other = linked_to_another(sheet({"A1": 1}))
    ours, number = with_ours(other)
    assert (number, links(ours)) == (2, 2)
    back = without_ours(ours)
    assert part(back, WORKBOOK) == part(other, WORKBOOK)
    assert b"other.xlsx" in part(back, "xl/externalLinks/_rels/externalLink1.xml.rels")


def test_it_stays_where_another_link_comes_after_it() -> None:
    both = linked_to_another(with_ours(sheet({"A1": 1}))[0])
    assert links(both) == 2
    assert without_ours(both) == both
    assert with_ours(both) == (both, 1)


def test_another_link_alone_is_left_alone() -> None:
    other = linked_to_another(sheet({"A1": 1}))
    assert without_ours(other) == other
