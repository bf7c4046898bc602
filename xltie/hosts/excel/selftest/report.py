"""The report: a line each for what was looked at, in English, read by people and by a test."""

from __future__ import annotations

import re
from typing import Iterable, Iterator, List, NamedTuple, Tuple

OK, BROKEN, NOT_TRIED = "ok", "!!", "--"
_LINE = re.compile(r"(ok|!!|--) ([^:]+): (.*)")
_INDENT = "   "


class Line(NamedTuple):
    """What was found of a subject: ``ok``, ``!!`` for what is broken, ``--`` for not tried."""

    mark: str
    subject: str
    text: str
    details: Tuple[str, ...] = ()

    def __str__(self) -> str:
        more = "".join(f"\n{_INDENT}{detail}" for detail in self.details)
        return f"{self.mark} {self.subject}: {self.text}{more}"


def report_of(version: str, lines: Iterable[Line]) -> str:
    """Return the report as a file."""
    lines = list(lines)
    broken = sum(line.mark == BROKEN for line in lines)
    missing = sum(line.mark == NOT_TRIED for line in lines)
    head = (
        f"xltie excel selftest, version {version}\n"
        "ok: as it should be. !!: broken. --: could not be tried. Nothing here names a person.\n"
        f"{len(lines) - broken - missing} ok, {broken} broken, {missing} not tried\n"
    )
    return "\n".join([head, *map(str, lines)]) + "\n"


def lines_of(text: str) -> List[Line]:
    """Return the lines of a report.

    Raises:
        ValueError: it is none.
    """
    head, *rest = text.splitlines()
    if not head.startswith("xltie excel selftest"):
        raise ValueError("no report of xltie excel selftest")
    found: List[Line] = []
    for line in rest:
        match = _LINE.fullmatch(line)
        if match is not None:
            found.append(Line(match[1], match[2], match[3]))
        elif line.startswith(_INDENT) and found:
            last = found[-1]
            found[-1] = last._replace(details=(*last.details, line.strip()))
    if not found:
        raise ValueError("a report without a line")
    return found


def broken_lines(text: str) -> Iterator[str]:
    """Yield what a report says is broken."""
    return (str(line) for line in lines_of(text) if line.mark == BROKEN)
