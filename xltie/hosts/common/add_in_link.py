"""The link from a workbook to the Excel add-in, which functions of an add-in are stored with.

``[2]!BQ(`` is a function of the second external link. Excel's start folder, where the add-in lies,
has a relationship of its own kind: the link holds no path and is right on every PC.
"""

from __future__ import annotations

import re
from typing import Iterable

from xltie.recompute.ooxml.package_edit import Parts, relations_of

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
