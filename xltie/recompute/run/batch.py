"""Many workbooks at once: one process per core, and no file that stops the others."""

from __future__ import annotations

import os
import pkgutil
import time
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, Sequence, TypeVar

from xltie.core.errors import WorkbookRefused
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.processes import in_processes
from xltie.core.records import dataclass, field, replace
from xltie.recompute.ooxml.files import read_workbook, replace_workbook
from xltie.recompute.ooxml.language import Language
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Package
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.pipeline import Looking, recompute
from xltie.recompute.run.report import Kept, Looked, Report, Trusted, shown

Told = TypeVar("Told", Kept, Trusted)
MOST_ALIKE = 12
"""So many cells are named of those that are not computed, or stay, for the same reason."""
CURRENT, WRITTEN, STALE, FAULTY, REFUSED = "current", "written", "stale", "faulty", "refused"


@dataclass(frozen=True)
class Job:
    """One workbook to recompute.

    ``functions`` names our functions as ``module:attribute``, since a process has to find them
    itself; ``check`` only tells whether the file is current; after ``seconds`` it is
    refused. ``renaming`` names, in the same way, what puts right the names of functions that
    another program wrote; it gets the new workbook and the package of the old one, and returns the
    workbook and how many formulas it changed. ``looking`` names what finds in a workbook formulas
    of ours that were typed over, and returns each with its place: a :data:`~.pipeline.Looking`.
    """

    path: Path
    functions: str
    check: bool = False
    full_calculation: bool = False
    clock: datetime | None = None
    everything: bool = False
    language: Language | None = None
    seconds: float = DEFAULT_LIMITS.seconds
    renaming: str = ""
    looking: str = ""


@dataclass
class FileResult:
    """The result for one workbook; ``message`` says why it was refused.

    ``renamed`` counts formulas whose functions were named as another program does and got their
    names back, ``foreign`` those that were only found.
    """

    path: Path
    status: str
    report: Report = field(default_factory=Report)
    message: Message = NOTHING
    seconds: float = 0.0
    renamed: int = 0
    foreign: int = 0

    @property
    def looked(self) -> Looked:
        """What was found beside the values of the workbook."""
        return self.report.looked

    @property
    def reason(self) -> str:
        """Why the workbook was refused, in English, for programs."""
        return str(self.message)

    def exit_code(self, *, allow_uncomputable: bool = False) -> int:
        """Return 0 current or written, 1 uncomputable or faulty, 2 refused, 3 stale."""
        if self.status == REFUSED:
            return 2
        if self.status == FAULTY or (self.report.uncomputable and not allow_uncomputable):
            return 1
        return 3 if self.status == STALE else 0

    def problems(self, *, allow_uncomputable: bool = False) -> list[Message]:
        """Return a line for each thing that is wrong, without the file's name."""
        if self.status == REFUSED:
            return [self.message]
        lines = [fault.placed for fault in self.report.faults]
        if not lines and not allow_uncomputable:
            lines = _few_alike(self.report.uncomputable, _not_computed)
        if self.status == STALE and self.report.stale:
            changed = len(self.report.changed)
            lines.append(
                count(changed, "{n} value is not up to date", "{n} values are not up to date")
            )
        if self.foreign:
            lines.append(
                count(
                    self.foreign,
                    "{n} formula as LibreOffice spells them (ORG.XLTIE...), which Excel does not "
                    "know; recompute without --check rewrites them",
                    "{n} formulas as LibreOffice spells them (ORG.XLTIE...), which Excel does not "
                    "know; recompute without --check rewrites them",
                )
            )
        return lines

    def remarks(self) -> list[Message]:
        """Return a line for each stored value that stays although the engine's is another.

        After them come the formulas that show only the first of several rows, and what is odd.
        """
        odd = (fault.placed for fault in self.looked.odd)
        return [*_few_alike(self.report.trusted, _stays), *self.report.cut, *odd]

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data for ``json.dumps``."""
        return {
            "file": str(self.path),
            "status": self.status,
            "reason": self.reason,
            "seconds": round(self.seconds, 3),
            "renamed": self.renamed or self.foreign,
            **self.report.to_json(),
        }


def _few_alike(listed: Sequence[Told], line: Callable[[Told], Message]) -> list[Message]:
    """Return a line for each cell, but only the first of many with the same reason."""
    seen = Counter[Message]()
    lines: list[Message] = []
    for one in listed:
        seen[one.message] += 1
        if seen[one.message] <= MOST_ALIKE:
            lines.append(line(one))
    for message, number in seen.items():
        if number > MOST_ALIKE:
            lines.append(
                say(
                    "and {n} more (--json lists them all): {why}",
                    n=number - MOST_ALIKE,
                    why=message,
                )
            )
    return lines


def _not_computed(one: Kept) -> Message:
    return joined((one.place, one.message), ": ")


def _stays(one: Trusted) -> Message:
    stored, computed = shown(one.stored), shown(one.computed)
    if computed == stored:  # of an array only another cell may differ
        return say(
            "{cell}: the stored {stored} stays: {why}",
            cell=one.place,
            stored=stored,
            why=one.message,
        )
    return say(
        "{cell}: the stored {stored} stays, not {computed}: {why}",
        cell=one.place,
        stored=stored,
        computed=computed,
        why=one.message,
    )


def find_functions(name: str) -> Mapping[str, Callable[..., object]]:
    """Return the functions that ``module:attribute`` holds or returns."""
    found: Any = pkgutil.resolve_name(name)
    functions: Mapping[str, Callable[..., object]] = found() if callable(found) else found
    return functions


def recompute_file(job: Job) -> FileResult:
    """Recompute one workbook on disk; whatever happens becomes a result."""
    started = time.perf_counter()
    try:
        result = _recompute_file(job)
    except WorkbookRefused as error:
        result = FileResult(job.path, REFUSED, message=error.fault.placed)
    except MemoryError:
        result = FileResult(
            job.path, REFUSED, message=say("too large for the memory of this machine")
        )
    except Exception as error:
        # one bad file never stops the others, whatever is unforeseen in it
        result = FileResult(job.path, REFUSED, message=unforeseen(error))
    result.seconds = time.perf_counter() - started
    return result


def unforeseen(error: Exception) -> Message:
    """Return what is said of an error that nobody foresaw in a file."""
    line = " ".join(str(error).split())
    return say("unexpected {kind}: {error}", kind=type(error).__name__, error=line)


def _recompute_file(job: Job) -> FileResult:
    data, stamp = read_workbook(job.path, write=not job.check)
    functions = find_functions(job.functions)
    look: Looking | None = pkgutil.resolve_name(job.looking) if job.looking else None
    package = Package(data, replace(DEFAULT_LIMITS, seconds=job.seconds))
    new, report = recompute(
        package,
        functions,
        clock=job.clock,
        full_calculation=job.full_calculation,
        everything=job.everything,
        language=job.language,
        limits=package.limits,
        looking=look,
    )
    renamed = 0
    if job.renaming:
        new, renamed = pkgutil.resolve_name(job.renaming)(new, package)
        if renamed and look is not None:
            file = WorkbookFile(new)
            report.looked = look(file.grids, lambda: file.contents)
    if job.check:
        status = STALE if report.stale or renamed else CURRENT
    elif new == data:
        status = CURRENT
    else:
        replace_workbook(job.path, new, stamp)
        status = WRITTEN
    return FileResult(
        job.path,
        FAULTY if report.faults else status,
        report,
        renamed=0 if job.check else renamed,
        foreign=renamed if job.check else 0,
    )


def run_batch(jobs: list[Job], workers: int = 0) -> Iterator[FileResult]:
    """Yield the results as they come; ``workers`` 0 means one process per core.

    One job, or one worker, runs in this process.
    """
    workers = min(workers or os.cpu_count() or 1, len(jobs))
    if workers <= 1:
        yield from map(recompute_file, jobs)
        return
    for job, result in in_processes(recompute_file, jobs, workers):
        message = say("the process that recomputed it died; the file is unchanged")
        yield result or FileResult(job.path, REFUSED, message=message)
