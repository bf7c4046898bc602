"""The results of a batch as JUnit XML, which continuous integration shows as tests."""

from __future__ import annotations

from typing import Iterable
from xml.etree import ElementTree

from xltie.recompute.run.batch import REFUSED, FileResult


def junit_xml(results: Iterable[FileResult], *, allow_uncomputable: bool = False) -> bytes:
    """Return a test suite with one case for each workbook."""
    suite = ElementTree.Element("testsuite", name="xltie recompute")
    tests = failures = errors = 0
    spent = 0.0
    for result in results:
        tests += 1
        spent += result.seconds
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname="xltie.recompute",
            name=_printable(str(result.path)),
            time=f"{result.seconds:.3f}",
        )
        if not result.exit_code(allow_uncomputable=allow_uncomputable):
            continue
        refused = result.status == REFUSED
        errors += refused
        failures += not refused
        lines = result.problems(allow_uncomputable=allow_uncomputable)
        problem = ElementTree.SubElement(
            case,
            "error" if refused else "failure",
            type=result.status,
            message=_printable(lines[0]),
        )
        problem.text = _printable("\n".join(lines))
    suite.set("tests", str(tests))
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("time", f"{spent:.3f}")
    return bytes(ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True))


def _printable(text: str) -> str:
    """Return text without the characters that XML cannot hold."""
    return "".join(
        character if character.isprintable() or character == "\n" else "?" for character in text
    )
