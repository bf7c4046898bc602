"""``xltie recompute``: workbooks brought up to date, or checked, in place."""

from __future__ import annotations

import argparse
import glob
import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xltie.cli.batch import add_cluster, refused, told_by
from xltie.cli.console import Console
from xltie.cli.option_values import seconds
from xltie.cli.parser import Parser, WrongValue
from xltie.cli.recompute_output import (
    MOST_CHANGES,
    Summary,
    annotation,
    padded,
    print_changes,
    print_renamed,
    print_status,
    shown_progress,
)
from xltie.cli.repair import print_overwritten
from xltie.core.errors import InputError, WorkbookRefused, WrongCall
from xltie.core.exit_codes import DONE, STALE, worst
from xltie.core.files import check_file, write_new
from xltie.core.messages import joined, plain, say
from xltie.recompute.ooxml.files import find_workbooks, is_owner_file
from xltie.recompute.ooxml.language import Language, language_named
from xltie.recompute.ooxml.package import DEFAULT_LIMITS
from xltie.recompute.run.batch import REFUSED, FileResult, Job, run_batch

if TYPE_CHECKING:
    from xltie.recompute.run.ci_reports import Record

FUNCTIONS = "xltie.sheets.functions:callables"
LOOKING = "xltie.cli.repair:looked_at"
RENAMING = "xltie.hosts.common.respell:without_libreoffice"
EPILOG = say(
    "exit codes:\n"
    "  0  every workbook is up to date or was written\n"
    "  1  a formula could not be computed (its old value stays) or a table has faults\n"
    "  2  a file was refused and left unchanged\n"
    "  3  with --check: a workbook is not up to date\n"
    "The worst file decides: 2, then 1, then 3, then 0.\n"
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Compute the formulas of .xlsx and .xlsm workbooks without a spreadsheet program and "
            "write only the values that changed; every other byte stays. Formulas that LibreOffice "
            "renamed (ORG.XLTIE...) get the names back that Excel knows."
        ),
        EPILOG,
        has_lines=True,
    )
    about = say("a workbook, a folder, a pattern, or a URL such as s3://")
    parser.add("paths", metavar="PATH", nargs="*", help=about)
    about = say("read paths from a file, one a line; - is standard input")
    parser.value("--files-from", "FILE", about, default=None)
    parser.flag("--check", help=say("write nothing; report whether all are up to date"))
    parser.number("--jobs", metavar="N", help=say("processes (default: one per core)"))
    add_cluster(parser)
    _add_reports(parser)
    _add_results(parser)
    _add_surroundings(parser)
    parser.flag(
        "--lay-out",
        help=say("lay out the columns of the standings after the tie-breaks of the event"),
    )
    parser.flag("--full-calc", help=say("make Excel recompute everything when it opens the file"))
    parser.flag("-v", "--verbose", help=say("list every change with old and new value"))
    parser.flag("-q", "--quiet", help=say("print only problems"))
    parser.set_defaults(functions=FUNCTIONS)


def _add_results(parser: Parser) -> None:
    """Add which values are written, and which count as a failure."""
    parser.flag("--allow-uncomputable", help=say("do not count uncomputed formulas as a failure"))
    parser.flag(
        "--all", help=say("replace stored values also where nothing that they rest on is new")
    )
    about = say("refuse a workbook that takes more seconds of the processor (default: %(default)g)")
    parser.value("--timeout", "SECONDS", about, type=seconds, default=DEFAULT_LIMITS.seconds)


def _add_surroundings(parser: Parser) -> None:
    """Add what a formula may ask of the machine."""
    about = say("how numbers read as text, such as de (default: as the stored values tell)")
    parser.value("--locale", "LANGUAGE", about, type=_language, default=None)
    about = say("the time that NOW and TODAY return")
    parser.value("--now", "ISO", about, type=_moment, default=None)


def _add_reports(parser: Parser) -> None:
    """Add the ways to print results for programs."""
    parser.flag("--json", help=say("print a line of JSON for each workbook as it is done"))
    parser.flag("--github", help=say("print problems as annotations of GitHub Actions"))
    about = say("write the problems as JUnit (.xml) or SARIF (.sarif)")
    parser.add("--report", "--junit", metavar="FILE", type=_report, help=about)


def _language(text: str) -> Language:
    try:
        return language_named(text)
    except ValueError as error:
        raise WrongValue(plain(str(error))) from None


def _report(text: str) -> Path:
    if not text.lower().endswith((".xml", ".sarif", ".sarif.json")):
        raise WrongValue(say("must end in .xml (JUnit) or .sarif"))
    return Path(text)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise WrongValue(
            say("not a date and time such as 2026-05-01T12:00: {value}", value=text)
        ) from None


def run(args: argparse.Namespace, console: Console) -> int:
    """Run the command; return its exit code."""
    try:
        if args.cluster or any("://" in path for path in args.paths):
            return run_elsewhere(args, console)
        if args.report is not None:
            check_file(args.report)
        given = given_paths(args.paths, args.files_from)
    except InputError as error:
        return refused(error, console)
    if not given:
        console.note("{file}: no names, so nothing to do", file=args.files_from)
        return DONE
    jobs = _jobs(args, given, console)
    if args.lay_out:
        _lay_out([job.path for job in jobs])
    return _recompute(args, jobs, console)


def _recompute(args: argparse.Namespace, jobs: list[Job], console: Console) -> int:
    """Recompute workbooks, and print what is to be said of each and of all."""
    records: dict[Path, Record] = {}
    summary = Summary()
    code = 0
    most = MOST_CHANGES if len(jobs) == 1 else 0
    for result in shown_progress(run_batch(jobs, args.jobs), len(jobs), args, console):
        own_code = result.exit_code(allow_uncomputable=args.allow_uncomputable)
        summary.add(result)
        console.follow(result.looked.language)
        code = worst((code, own_code, _print(result, args, console, most)))
        if args.report is not None:
            from xltie.recompute.run.ci_reports import Record

            allow = args.allow_uncomputable
            records[result.path] = Record.of(result, allow_uncomputable=allow)
    if not args.quiet and not args.json and len(jobs) > 1:
        console.follow(summary.language)
        summary.print(console)
    if args.report is not None:
        in_order = map(records.get, (job.path for job in jobs))
        _write_report(args.report, list(filter(None, in_order)))
    return code if jobs else 2


def _lay_out(paths: Sequence[Path]) -> None:
    """Write the standings' columns and numbers of new names; values are computed afterwards."""
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.recompute.run.edit import edit_workbook
    from xltie.sheets.round import number_entries, standings_anew
    from xltie.sheets.workbook import provisional_tournament
    from xltie.workbooks.append_round import typed_entries

    for path in paths:
        book = ChangedWorkbook.read(path)
        event = provisional_tournament(book.file.grids, None, book.file.formulas).event
        anew = standings_anew(book.file.grids, event, always=True)
        numbers, laid = typed_entries(number_entries(book.file.grids)), [anew] if anew else []
        if numbers or laid:
            book.write(edit_workbook(book.file, *numbers, *laid).data)


def _print(result: FileResult, args: argparse.Namespace, console: Console, most: int) -> int:
    """Print what is to be said of one workbook; return the exit code of formulas typed over."""
    problems = result.problems(allow_uncomputable=args.allow_uncomputable)
    for level, lines in (("error", problems), ("notice", result.remarks())):
        for line in lines:
            if args.github:
                console.show(annotation(level, result.path, console.words(line)))
            else:
                console.note(joined((str(result.path), line), ": "))
    overwritten = result.looked.overwritten
    print_overwritten(result.path, overwritten, console, result.report.faults)
    if args.json:
        import json  # only a program that asks for it should pay for it

        console.show(json.dumps(result.to_json(), ensure_ascii=False))
        console.out.flush()
    elif not args.quiet:
        print_status(result, console)
        print_changes(result, None if args.verbose else most, console)
        if result.status != REFUSED:
            print_renamed(result, console)
    # what stands in their place is not what the formula gives
    return STALE if overwritten and args.check else DONE


def _jobs(args: argparse.Namespace, given: Sequence[str], console: Console) -> list[Job]:
    """Return the workbooks that the paths name, each once."""
    paths: dict[str, Path] = {}
    for text in given:
        found = meant_by(text)
        if not found:
            console.note("{folder}: no workbooks in this folder", folder=text)
        for path in found:
            # two processes at one file, once through a link, would interfere with each other
            paths.setdefault(os.path.realpath(path), path)
    clock = args.now or _source_date()
    asked = (
        args.functions, args.check, args.full_calc, clock, args.all, args.locale,
        args.timeout, RENAMING, LOOKING,
    )  # fmt: skip
    return [Job(path, *asked) for path in paths.values()]


def _source_date() -> datetime | None:
    """Return the time that a reproducible build asks for, or None."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(text), timezone.utc) if text.isdecimal() else None


def _write_report(path: Path, records: list[Record]) -> None:
    from xltie.recompute.run import ci_reports  # imported only when requested

    is_junit = path.suffix.lower() == ".xml"
    data = ci_reports.junit_xml(records) if is_junit else ci_reports.sarif(records)
    write_new(path, data)


# -- which workbooks are looked at -----------------------------------------------------------------


def given_paths(paths: Sequence[str], listed_in: str | None) -> list[str]:
    """Return the paths of the command line and those of a list, which may have none.

    Raises:
        InputError: nothing is named, a name is empty, or the list cannot be read.
    """
    given = list(paths)
    if listed_in is not None:
        from xltie.batch.inputs import names_in

        try:
            given += names_in(listed_in)
        except WorkbookRefused as error:
            raise InputError([error.fault]) from None
    elif not given:
        raise WrongCall.say("nothing to recompute: name a workbook, a folder or --files-from")
    if "" in given:
        raise WrongCall.say("a path is empty: a workbook, a folder or a pattern is expected")
    return given


def meant_by(text: str) -> list[Path]:
    """Return the workbooks that a path, a folder or a pattern means."""
    path = Path(text)
    if path.is_dir():
        return find_workbooks(path)
    if not glob.has_magic(text) or os.path.lexists(text):
        return [path]
    # not every shell expands patterns
    names = glob.glob(text, recursive=True)  # noqa: PTH207 (Path knows no absolute pattern)
    found = map(Path, sorted(names))
    kept = [one for one in found if one.is_file() and not is_owner_file(one)]
    return kept or [path]


# -- workbooks in an object store, or on a cluster -------------------------------------------------


_NOT_THERE = ("report", "now", "locale", "full_calc", "allow_uncomputable")


def run_elsewhere(args: argparse.Namespace, console: Console) -> int:
    """Recompute the workbooks where they are; return the exit code of the worst.

    Raises:
        InputError: an option that only files of this machine have, or no workbooks.
    """
    from xltie.batch.inputs import WORKBOOKS, find_inputs, names_in
    from xltie.batch.parts import PartWork
    from xltie.batch.runners import runner
    from xltie.batch.tables import refuse_without_pyarrow
    from xltie.batch.workbooks import RecomputeStep

    refuse_without_pyarrow()
    given = [name for name in _NOT_THERE if getattr(args, name)]
    if given:
        option = given[0].replace("_", "-")
        raise WrongCall.say(
            "--{option} is for files of this machine, without --cluster", option=option
        )
    names = [*args.paths, *(names_in(args.files_from) if args.files_from else ())]
    work = PartWork(RecomputeStep(args.check, args.all, args.timeout))
    told = told_by(console, quiet=True)
    codes = []
    chunks = ((source,) for source in find_inputs(names, WORKBOOKS))
    for _, part in runner(args.jobs, args.cluster)(work, chunks):
        (outcome,), rows = part.outcomes, part.rows
        codes.append(outcome.code)
        row = dict(rows[0]) if rows else {}
        told(outcome)
        _print_row(outcome.source.name, row, args, console)
    return worst(codes)


def _print_row(
    name: str, row: Mapping[str, Any], args: argparse.Namespace, console: Console
) -> None:
    """Print what became of a workbook elsewhere; an empty row is that of a refused one."""
    if args.json:
        shown = {"status": "refused", "file": name, **row}
        console.show(json.dumps(shown, ensure_ascii=False))
    elif not args.quiet and row:
        changed = console.words(say("{n} changed", n=row["changed"]))
        console.show(f"{padded(str(row['status']), console)} {name}  ({changed})")
