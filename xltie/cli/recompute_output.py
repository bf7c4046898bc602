"""What ``xltie recompute`` prints: a line for each workbook, annotations, progress, a summary."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Iterator, TextIO

from xltie.cli.printing import display_width, time_left
from xltie.cli.speech import speaking
from xltie.core.messages import say
from xltie.core.numbers import counted
from xltie.recompute.run.batch import CURRENT, FAULTY, REFUSED, STALE, WRITTEN, FileResult
from xltie.recompute.run.report import shown

MOST_CHANGES = 12
_BLANK = "\r" + " " * 60 + "\r"


def status_line(result: FileResult) -> str:
    """Return what became of a workbook, in one line."""
    report = result.report
    counts = [
        (len(report.changed), "changed"),
        (sum(1 for error in report.errors if error.text), "undefined"),
        (len(report.uncomputable), "kept"),
    ]
    own = speaking()
    details = ", ".join(str(f"{count} {what}") for count, what in counts if count)
    status = str(result.status)
    space = " " * (8 - display_width(status))
    return f"{status}{space} {result.path}" + (f"  ({details})" if details else "")


def change_lines(result: FileResult, most: int | None) -> Iterator[str]:
    """Yield what changed, cell by cell; ``most`` None means all."""
    changed = result.report.changed
    for change in changed[:most]:
        yield f"  {change.place}: {shown(change.old)} -> {shown(change.new)}"
    if most and len(changed) > most:
        yield f"  and {len(changed) - most} more; --verbose lists them all"


def annotation(level: str, path: Path, line: str) -> str:
    """Return a workflow command of GitHub Actions (docs, "Workflow commands").

    >>> annotation("error", Path("a,b.xlsx"), "Sheet1!A1: 100% wrong")
    '::error file=a%2Cb.xlsx::Sheet1!A1: 100%25 wrong'
    """
    name = _escaped(path.as_posix()).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} file={name}::{_escaped(line)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def shown_progress(
    results: Iterable[FileResult], count: int, args: argparse.Namespace, err: TextIO
) -> Iterator[FileResult]:
    """Yield the results, counting them on one line where a person is looking at many files."""
    if count < 2 or args.quiet or args.json or not err.isatty():
        yield from results
        return
    started = time.monotonic()
    for done, result in enumerate(results, 1):
        print(_BLANK, end="", file=err, flush=True)  # the lines of a result begin a line
        yield result
        left = (time.monotonic() - started) / done * (count - done)
        text = f"\rRecomputing: {done} of {count}, {time_left(left)} left"
        print(text, end="", file=err, flush=True)
    print(_BLANK, end="", file=err, flush=True)


@dataclass
class Summary:
    """How many files ended how, and in which language that is said: of the file, or of all."""

    counts: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    kept: int = 0
    languages: set[str] = field(default_factory=set)
    usual: str = "en"

    def add(self, result: FileResult) -> None:
        """Count a result, and have what is said of it follow its workbook."""
        self.languages.add(result.spoken or self.usual)
        self.counts[result.status] += 1
        self.changed += len(result.report.changed)
        self.kept += len(result.report.uncomputable)

    def text(self) -> str:
        """Return a small table, in the language that all files share or else that of the system."""
        order = (CURRENT, WRITTEN, STALE, FAULTY, REFUSED)
        lines = [f"{self.counts[one]:6} {one}" for one in order if self.counts[one]]
        total = sum(self.counts.values())
        what = say(
            "{changed} values changed, {kept} formulas kept", changed=self.changed, kept=self.kept
        )
        return "\n".join(["", *lines, f"{total:6} workbooks, {what}"])


def foreign_lines(result: FileResult) -> Iterator[str]:
    """Yield what is to be said of formulas that Excel would not know, a whole line."""
    from xltie.hosts.common.respell import spelled_by_libreoffice

    if result.renamed:
        yield (
            f"  {counted(result.renamed, 'formula')} as LibreOffice spells them (ORG.XLTIE...) "
            "brought back to the names that Excel knows\n"
        )
        return
    count = spelled_by_libreoffice(result.path.read_bytes())
    if count:
        yield (
            f"  {counted(count, 'formula')} as LibreOffice spells them (ORG.XLTIE...), which Excel "
            "does not know; recompute without --check rewrites them\n"
        )
