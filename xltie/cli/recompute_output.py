"""What ``xltie recompute`` prints: a line for each workbook, annotations, progress, a summary."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Iterable, Iterator

from xltie.cli.batch import CLEAR, progress_on
from xltie.cli.console import Console
from xltie.core.messages import NOTHING, count, joined, say, word
from xltie.core.records import dataclass, field
from xltie.core.text_width import display_width
from xltie.recompute.run.batch import CURRENT, FAULTY, REFUSED, STALE, WRITTEN, FileResult
from xltie.recompute.run.report import shown

MOST_CHANGES = 12
STATUSES = {
    CURRENT: word("status", "current"),
    WRITTEN: word("status", "written"),
    STALE: word("status", "stale"),
    FAULTY: word("status", "faulty"),
    REFUSED: word("status", "refused"),
}
"""What became of a workbook, in the order of the summary."""


def print_status(result: FileResult, console: Console) -> None:
    """Print what became of a workbook, in one line."""
    report = result.report
    errors = sum(1 for error in report.errors if error.text)
    counts = [
        say("{n} changed", n=len(report.changed)) if report.changed else NOTHING,
        say("{n} undefined", n=errors) if errors else NOTHING,
        say("{n} kept", n=len(report.uncomputable)) if report.uncomputable else NOTHING,
    ]
    details = console.words(joined(told for told in counts if told))
    status = padded(result.status, console)
    console.show(f"{status} {result.path}" + (f"  ({details})" if details else ""))


def padded(status: str, console: Console) -> str:
    """Return a status in the words of the reader, in a column."""
    words = console.words(STATUSES[status])
    return words + " " * (8 - display_width(words))


def print_changes(result: FileResult, most: int | None, console: Console) -> None:
    """Print what changed, cell by cell; ``most`` None means all."""
    changed = result.report.changed
    value = console.language.say
    for change in changed[:most]:
        console.show(f"  {change.place}: {value(shown(change.old))} -> {value(shown(change.new))}")
    if most and len(changed) > most:
        told = say("and {n} more; --verbose lists them all", n=len(changed) - most)
        console.show(f"  {console.words(told)}")


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
    results: Iterable[FileResult], number: int, args: argparse.Namespace, console: Console
) -> Iterator[FileResult]:
    """Yield the results, counting them on one line where a person is looking at many files."""
    if number < 2 or args.quiet or args.json or not console.err.isatty():
        yield from results
        return
    progress = progress_on(console, quiet=False)
    started = time.monotonic()
    for done, result in enumerate(results, 1):
        console.err.write(CLEAR)  # the lines of a result begin a line
        yield result
        progress(done, number, (time.monotonic() - started) / done * (number - done))


@dataclass
class Summary:
    """How many files ended how, and in which languages their events are."""

    counts: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    kept: int = 0
    languages: set[str] = field(default_factory=set)

    def add(self, result: FileResult) -> None:
        """Count a result."""
        self.languages.add(result.looked.language)
        self.counts[result.status] += 1
        self.changed += len(result.report.changed)
        self.kept += len(result.report.uncomputable)

    @property
    def language(self) -> str:
        """The language that all files share, "" where they do not."""
        return next(iter(self.languages)) if len(self.languages) == 1 else ""

    def print(self, console: Console) -> None:
        """Print a small table."""
        console.show()
        for status, words in STATUSES.items():
            if self.counts[status]:
                console.show(f"{self.counts[status]:6} {console.words(words)}")
        number = sum(self.counts.values())
        total = count(
            number,
            "{n} workbook, {changed}, {kept}",
            "{n} workbooks, {changed}, {kept}",
            changed=count(self.changed, "{n} value changed", "{n} values changed"),
            kept=count(self.kept, "{n} formula kept", "{n} formulas kept"),
        )
        console.show(" " * (6 - len(str(number))) + console.words(total))


def print_renamed(result: FileResult, console: Console) -> None:
    """Print how many formulas got back the names that Excel knows."""
    if result.renamed:
        told = count(
            result.renamed,
            "{n} formula as LibreOffice spells them (ORG.XLTIE...) brought back to the names that "
            "Excel knows",
            "{n} formulas as LibreOffice spells them (ORG.XLTIE...) brought back to the names that "
            "Excel knows",
        )
        console.show(f"  {console.words(told)}")
