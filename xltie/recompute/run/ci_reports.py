"""The results of a batch as JUnit XML or SARIF, which continuous integration shows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Sequence
from urllib.parse import quote
from xml.etree import ElementTree

from xltie.core.records import dataclass
from xltie.recompute.run.batch import FileResult

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True)
class Record:
    """What a report says of one workbook: nothing in ``lines`` where all is well."""

    path: Path
    status: str
    refused: bool
    seconds: float
    lines: tuple[str, ...]

    @classmethod
    def of(cls, result: FileResult, *, allow_uncomputable: bool = False) -> Record:
        """Return the record of a result."""
        code = result.exit_code(allow_uncomputable=allow_uncomputable)
        lines = result.problems(allow_uncomputable=allow_uncomputable) if code else []
        return cls(result.path, result.status, code == 2, result.seconds, tuple(map(str, lines)))


def junit_xml(records: Sequence[Record]) -> bytes:
    """Return a test suite with one case for each workbook."""
    suite = ElementTree.Element("testsuite", name="xltie recompute")
    refused = sum(record.refused for record in records)
    failed = sum(bool(record.lines) for record in records)
    for record in records:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname="xltie.recompute",
            name=_printable(str(record.path)),
            time=f"{record.seconds:.3f}",
        )
        if not record.lines:
            continue
        problem = ElementTree.SubElement(
            case,
            "error" if record.refused else "failure",
            type=_kind(record),
            message=_printable(record.lines[0]),
        )
        problem.text = _printable("\n".join(record.lines))
    suite.set("tests", str(len(records)))
    suite.set("failures", str(failed - refused))
    suite.set("errors", str(refused))
    suite.set("time", f"{sum(record.seconds for record in records):.3f}")
    return bytes(ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True))


def sarif(records: Sequence[Record]) -> bytes:
    """Return a log of SARIF 2.1.0 (OASIS) with a result for each line."""
    results = [
        {
            "ruleId": _kind(record),
            "level": "error",
            "message": {"text": line},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(record.path)}}}],
        }
        for record in records
        for line in record.lines
    ]
    rules = [{"id": kind} for kind in sorted({str(one["ruleId"]) for one in results})]
    driver = {"name": "xltie recompute", "rules": rules}
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(log, ensure_ascii=False, indent=1).encode("utf-8")


def _uri(path: Path) -> str:
    """Return a reference to a file (RFC 3986): relative to the current folder as the path is.

    >>> _uri(Path("we,ird 100%:n.xlsx"))
    'we%2Cird%20100%25%3An.xlsx'
    """
    # a colon that is escaped ends no scheme, so that no path needs "./" before it
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _kind(record: Record) -> str:
    """Return what is wrong with a workbook in a word; a current one may have kept formulas."""
    return record.status if record.status in ("refused", "faulty", "stale") else "uncomputable"


def _printable(text: str) -> str:
    """Return text without the characters that XML cannot hold."""
    return "".join(
        character if character.isprintable() or character == "\n" else "?" for character in text
    )
