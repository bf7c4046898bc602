"""``xltie recompute``: workbooks brought up to date, or checked, in place."""

from __future__ import annotations

import argparse
import json
import os
from datetime import datetime, timezone
from pathlib import Path
from typing import Iterable, Iterator, TextIO

from xltie.core.numbers import counted
from xltie.recompute.ooxml.files import find_workbooks
from xltie.recompute.ooxml.package import DEFAULT_LIMITS
from xltie.recompute.run.batch import (
    CURRENT,
    FAULTY,
    REFUSED,
    STALE,
    WRITTEN,
    FileResult,
    Job,
    run_batch,
    worst,
)
from xltie.recompute.run.report import shown

FUNCTIONS = "xltie.sheets.evaluation:callables"
EPILOG = """\
exit codes:
  0  every workbook is up to date or was written
  1  a formula could not be computed (its old value stays) or a table has faults
  2  a file was refused and left unchanged
  3  with --check: a workbook is not up to date
The worst file decides: 2, then 1, then 3, then 0.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Compute the formulas of .xlsx and .xlsm workbooks without a spreadsheet program and write "
        "only the values that changed; every other byte stays."
    )
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("paths", metavar="PATH", nargs="+", type=Path, help="a workbook, or a folder of them")
    add("--check", action="store_true", help="write nothing; report whether all are up to date")
    add(
        "--jobs",
        metavar="N",
        type=_count,
        default=0,
        help="number of processes (default: one per core)",
    )
    add("--json", action="store_true", help="print the results as JSON")
    add("--junit", metavar="FILE", type=Path, help="write the results as JUnit XML")
    add("--values", action="store_true", help="replace the formulas of xltie by their values")
    add(
        "--allow-uncomputable",
        action="store_true",
        help="do not count uncomputed formulas as a failure",
    )
    add("--all", action="store_true", help="also write values that Excel might compute differently")
    add(
        "--timeout",
        metavar="SECONDS",
        type=_seconds,
        default=DEFAULT_LIMITS.seconds,
        help="refuse a workbook that takes longer (default: %(default)g)",
    )
    add("--now", metavar="ISO", type=_moment, help="the time that NOW and TODAY return")
    add(
        "--full-calc",
        action="store_true",
        help="make Excel recompute everything when it opens the file",
    )
    add("-v", "--verbose", action="store_true", help="list every change with old and new value")
    add("-q", "--quiet", action="store_true", help="print only problems")
    parser.set_defaults(run=run, functions=FUNCTIONS)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError("must be more than 0")
    return number


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        message = f"not a date and time such as 2026-05-01T12:00: {text}"
        raise argparse.ArgumentTypeError(message) from None


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Run the command; return its exit code."""
    jobs = _jobs(args, err)
    results: list[FileResult] = []
    for result in _shown(run_batch(jobs, args.jobs), len(jobs), args, err):
        results.append(result)
        for line in result.problems(allow_uncomputable=args.allow_uncomputable):
            print(f"{result.path}: {line}", file=err)
        if not args.quiet and not args.json:
            print(_line(result), file=out)
            for line in _changes(result, _few(jobs, args)):
                print(line, file=out)
            if result.status != REFUSED:
                for line in _foreign(result.path):
                    print(line, file=out)
    order = {job.path: place for place, job in enumerate(jobs)}
    results.sort(key=lambda result: order[result.path])
    if args.json:
        json.dump([result.to_json() for result in results], out, ensure_ascii=False, indent=1)
        print(file=out)
    elif not args.quiet and len(results) > 1:
        print(_summary(results), file=out)
    if args.junit is not None:
        _write_junit(args.junit, results, allow_uncomputable=args.allow_uncomputable)
    codes = [result.exit_code(allow_uncomputable=args.allow_uncomputable) for result in results]
    return worst(codes) if codes else 2


def _jobs(args: argparse.Namespace, err: TextIO) -> list[Job]:
    """Return the workbooks that the paths name, each once."""
    paths: dict[str, Path] = {}
    for path in args.paths:
        found = find_workbooks(path) if path.is_dir() else [path]
        if not found:
            print(f"{path}: no workbooks in this folder", file=err)
        for own in found:
            # two processes working on one file, once through a link, would interfere with each
            # other
            paths.setdefault(os.path.realpath(own), own)
    clock = args.now or _source_date()
    return [
        Job(
            path,
            args.functions,
            args.check,
            args.values,
            args.full_calc,
            clock,
            args.all,
            args.timeout,
        )
        for path in paths.values()
    ]


def _source_date() -> datetime | None:
    """Return the time that a reproducible build asks for, or None."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(text), timezone.utc) if text.isdecimal() else None


def _shown(
    results: Iterable[FileResult], count: int, args: argparse.Namespace, err: TextIO
) -> Iterator[FileResult]:
    """Yield the results, counting them on one line where a person is looking at many files."""
    if count < 2 or args.quiet or args.json or not err.isatty():
        yield from results
        return
    blank = "\r" + " " * 40 + "\r"
    for done, result in enumerate(results):
        print(blank, end="", file=err, flush=True)  # the lines of a result begin a line
        yield result
        print(f"\rRecomputing: {done + 1} of {count}", end="", file=err, flush=True)
    print(blank, end="", file=err, flush=True)


def _line(result: FileResult) -> str:
    report = result.report
    counts = [
        (len(report.changed), "changed"),
        (sum(1 for error in report.errors if error.text), "undefined"),
        (len(report.uncomputable), "kept"),
    ]
    details = ", ".join(f"{count} {what}" for count, what in counts if count)
    return f"{result.status:8} {result.path}" + (f"  ({details})" if details else "")


def _foreign(path: Path) -> Iterator[str]:
    """Yield a hint about formulas that Excel would not know."""
    from xltie.hosts.common.respell import spelled_by_libreoffice

    count = spelled_by_libreoffice(path.read_bytes())
    if count:
        yield (
            f"  {counted(count, 'formula')} as LibreOffice spells them (ORG.XLTIE...), which Excel "
            f"does not know; xltie convert {path} --to plain rewrites them"
        )


MOST_CHANGES = 12


def _few(jobs: list[Job], args: argparse.Namespace) -> int | None:
    """Return how many changes to list for a workbook: some for a single one, all if asked for."""
    if args.verbose:
        return None
    return MOST_CHANGES if len(jobs) == 1 else 0


def _changes(result: FileResult, most: int | None) -> Iterator[str]:
    """Yield what changed, cell by cell."""
    changed = result.report.changed
    for change in changed[:most]:
        yield f"  {change.place}: {shown(change.old)} -> {shown(change.new)}"
    if most and len(changed) > most:
        yield f"  and {len(changed) - most} more; --verbose lists them all"


def _summary(results: list[FileResult]) -> str:
    """Return a small table of how many files ended how."""
    rows = [
        (status, sum(result.status == status for result in results))
        for status in (CURRENT, WRITTEN, STALE, FAULTY, REFUSED)
    ]
    kept = sum(len(result.report.uncomputable) for result in results)
    changed = sum(len(result.report.changed) for result in results)
    lines = [f"{count:6} {status}" for status, count in rows if count]
    lines.append(f"{len(results):6} workbooks, {changed} values changed, {kept} formulas kept")
    return "\n".join(["", *lines])


def _write_junit(path: Path, results: list[FileResult], *, allow_uncomputable: bool) -> None:
    from xltie.recompute.run.junit import junit_xml  # imported only when requested

    data = junit_xml(results, allow_uncomputable=allow_uncomputable)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)
