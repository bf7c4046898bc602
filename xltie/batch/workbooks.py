"""Workbooks brought up to date where they are: on a disk, or in an object store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from xltie.batch.inputs import Input, asked, file_system
from xltie.batch.outcome import Figure, StepOutcome, in_columns
from xltie.core.errors import LockedWorkbook, Place, WorkbookRefused
from xltie.core.exit_codes import DONE, FAULTY, REFUSED
from xltie.core.messages import NOTHING, plain, say
from xltie.core.records import dataclass, replace
from xltie.core.time_limit import TimeRanOut, within
from xltie.recompute.ooxml.package import DEFAULT_LIMITS
from xltie.recompute.run.batch import FileResult, Job, recompute_file
from xltie.recompute.run.pipeline import recompute

FUNCTIONS = "xltie.sheets.functions:callables"
STALE = 3
_CHANGED = say("was changed by somebody else meanwhile; it is left as it is")


@dataclass(frozen=True)
class RecomputeStep:
    """A row for every workbook: it is brought up to date where it is, or only looked at."""

    check: bool = False
    everything: bool = False
    seconds: float = 60.0

    def __call__(self, source: Input) -> StepOutcome:
        """Recompute one workbook; a file of a store is replaced only as it was read."""
        if source.is_remote:
            return _in_store(source, self)
        job = Job(
            Path(source.name),
            FUNCTIONS,
            check=self.check,
            everything=self.everything,
            seconds=self.seconds,
        )
        return _outcome(source, recompute_file(job))


def _in_store(source: Input, step: RecomputeStep) -> StepOutcome:
    """Recompute a workbook of a store; it is replaced only if it is still what was read.

    Raises:
        WorkbookRefused: it cannot be read or computed, or was changed meanwhile.
    """
    from xltie.sheets.functions import callables

    system, path = file_system(source.name)
    tag = asked(source, lambda: _tag(system, path))
    try:
        data: bytes = within(step.seconds, lambda: asked(source, lambda: system.cat_file(path)))
    except TimeRanOut:
        why = say("was not read within {n} seconds (--timeout)", n=step.seconds)
        raise WorkbookRefused(why, Place(file=source.name)) from None
    limits = replace(DEFAULT_LIMITS, seconds=step.seconds)
    new, report = recompute(data, callables(), everything=step.everything, limits=limits)
    status = "current"
    if report.faults:
        status = "faulty"
    elif step.check:
        status = "stale" if report.stale else "current"
    elif new != data:
        _replace(system, path, new, tag, Place(file=source.name))
        status = "written"
    return _outcome(source, FileResult(Path(source.name), status, report))


def _outcome(source: Input, result: FileResult) -> StepOutcome:
    problems = result.problems()
    row: dict[str, Figure] = {
        "file": source.name,
        "status": result.status,
        "changed": len(result.report.changed),
        "kept": len(result.report.uncomputable),
        "reason": str(problems[0]) if problems else "",
    }
    code = result.exit_code()
    message = problems[0] if problems and code in (FAULTY, REFUSED, STALE) else NOTHING
    return StepOutcome(source, in_columns([row]), message, code if message else DONE)


def _tag(system: Any, path: str) -> str:
    """Return what a store says of a file's state now, not what it said when it was listed."""
    system.invalidate_cache()
    info = system.info(path)
    return str(info.get("ETag") or info.get("etag") or info.get("LastModified") or info)


def _replace(system: Any, path: str, data: bytes, tag: str, place: Place) -> None:
    """Write a file if it still has a tag; S3 itself compares it, in the same step.

    Raises:
        LockedWorkbook: somebody else has changed it.
    """
    if _tag(system, path) != tag:
        raise LockedWorkbook(_CHANGED, place)
    if not hasattr(system, "call_s3"):
        system.pipe_file(path, data)
        return
    bucket, key, _ = system.split_path(path)
    try:
        system.call_s3("put_object", Bucket=bucket, Key=key, Body=data, IfMatch=tag)
    except OSError as error:
        refused = "PreconditionFailed" in f"{error!r} {error.__cause__!r}"
        raise LockedWorkbook(_CHANGED if refused else plain(str(error)), place) from None
