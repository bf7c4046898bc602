"""``xltie batch``: one step for every event of an archive, into one table."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.option_values import seconds
from xltie.cli.parser import Parser, WrongValue
from xltie.cli.printing import time_left
from xltie.core.errors import Fault, WrongCall, XltieError
from xltie.core.exit_codes import REFUSED
from xltie.core.messages import Message, count, joined, say
from xltie.settings.declared import CRITERIA, RULEBOOK

if TYPE_CHECKING:
    from xltie.batch.inputs import Input
    from xltie.batch.outcome import Step, StepOutcome
    from xltie.batch.run import Progress, Summary

STEPS = {
    "table": say("a row for every player: place, points and criteria"),
    "check": say("a row for every event: contestants, games, faults"),
    "verify": say("a row for every column of published result files: what it holds, what differs"),
    "recompute": say("a row for every workbook, which is brought up to date where it is"),
}
AT_ONCE = 64
"""Inputs that are handed over together, where nothing is written that a stopped run forgets."""
CLEAR = "\r\x1b[K"
"""Blanks the line in which progress stands."""

EPILOG = say(
    "INPUT is a file, a folder, a pattern such as 'events/**/*.trf', or a URL that fsspec opens\n"
    "(s3://bucket/events/, https://..., zip://*.trf::archive.zip).\n"
    "\n"
    "A run that was stopped, at whatever moment, goes on with --resume: only what is missing is "
    "done,\n"
    "and the table is the same. With --shard 2/5 this machine does the second of five parts.\n"
    "\n"
    "exit codes: 0 done, 1 some input has faults, 2 some input was refused or nothing could be "
    "done,\n"
    "3 with `batch recompute --check`: some workbook is out of date; the worst decides.\n"
)


def add_arguments(parser: Parser) -> None:
    """Add the arguments of ``xltie batch``."""
    parser.about(say("Do one step for every event of an archive and write one table of results."))
    parser.add(
        "step", choices=STEPS, metavar="STEP",
        help=joined((joined((name, about), ": ") for name, about in STEPS.items()), "; "),
    )  # fmt: skip
    parser.about(epilog=EPILOG, has_lines=True)
    add = parser.add
    add("inputs", metavar="INPUT", nargs="*", help=say("files, folders, patterns, URLs"))
    about = say("read more inputs from a file, one a line; - is stdin")
    parser.value("--files-from", "FILE", about, default=None)
    add("--out", metavar="FILE", type=Path, required=True,
        help=say("the table: .csv, .jsonl, .parquet, .sqlite; a folder of Parquet files without "
                 "an ending"))  # fmt: skip
    add_processes(parser)
    add("--shard", metavar="I/N", type=_shard, default=(1, 1), help=say("do part I of N"))
    about = say("refuse an input that takes longer (default: 300)")
    parser.value("--timeout", "SECONDS", about, type=seconds, default=300.0)
    parser.flag("-q", "--quiet", help=say("print problems only"))
    parser.flag("--check", help=say("with recompute: write nothing, say what is stale"))
    parser.flag("--all", help=say("with recompute: write doubtful values, too"))


def add_processes(parser: Parser) -> None:
    """Add where the events of a run are done, and whether it goes on with one that was stopped."""
    parser.number("--jobs", metavar="N", help=say("processes (default: one per core)"))
    add_cluster(parser)
    parser.flag("--resume", help=say("go on with a run that was stopped"))


def add_cluster(parser: Parser) -> None:
    """Add the address of a cluster; an empty one, of a variable that is not set, is refused."""

    def address(text: str) -> str:
        if not text.strip():
            raise WrongValue(say("an address is missing, such as local:4"))
        return text

    parser.add(
        "--cluster", metavar="ADDRESS", type=address,
        help=say("a Dask cluster (tcp://host:8786); local:N starts one of N processes"),
    )  # fmt: skip


def refused(error: XltieError, console: Console) -> int:
    """Say why nothing could be done; return the exit code of that."""
    console.refuse(error)
    return REFUSED


def told_by(console: Console, *, quiet: bool) -> Callable[[StepOutcome], None]:
    """Return what prints the fault of an outcome, in place of the progress."""

    def told(outcome: StepOutcome) -> None:
        if outcome.message:
            console.err.write("" if quiet else CLEAR)
            console.fault(Fault(joined((outcome.source.name, outcome.message), ": ")))

    return told


def _shard(text: str) -> tuple[int, int]:
    shard, _, of = text.partition("/")
    if not (shard.isdecimal() and of.isdecimal() and 1 <= int(shard) <= int(of)):
        raise WrongValue(say("{value} is not a part such as 2/5", value=text))
    return int(shard), int(of)


def run(args: argparse.Namespace, console: Console) -> int:
    """Run the command; return the exit code of the worst input, or that nothing could be done."""
    try:
        return _run(args, console)
    except XltieError as error:
        return refused(error, console)


def _run(args: argparse.Namespace, console: Console) -> int:
    from xltie.batch.run import run as run_all
    from xltie.batch.runners import runner

    inputs = chosen_inputs(args)
    quiet = args.quiet or not console.err.isatty()
    summary = run_all(
        _step(args),
        inputs,
        runner(args.jobs, args.cluster or ""),
        args.out,
        at_once=1 if args.step == "recompute" else AT_ONCE,
        seconds=0 if args.step == "recompute" else args.timeout,  # it heeds its own
        resume=args.resume,
        told=told_by(console, quiet=quiet),
        progress=progress_on(console, quiet=quiet),
    )
    if not args.quiet:
        console.say(_sentence(summary, args.out))
    return summary.worst


def chosen_inputs(args: argparse.Namespace) -> list[Input]:
    """Return the inputs that a command names, or the part of them that is to be done here.

    Raises:
        InputError: no inputs are named, or a folder without any.
    """
    from xltie.batch.inputs import WORKBOOKS, event_suffixes, find_inputs, in_shard, names_in

    names = [*args.inputs, *(names_in(args.files_from) if args.files_from else ())]
    if not names:
        raise WrongCall.say("no inputs are named")
    suffixes = WORKBOOKS if args.step == "recompute" else event_suffixes()
    found = find_inputs(names, suffixes)
    out = Path.cwd() / args.out  # what an earlier run has written into the folder is no event
    return in_shard([one for one in found if Path.cwd() / one.name != out], *args.shard)


_OF_A_STEP = {
    "check": "recompute", "all": "recompute", CRITERIA.key: "table", RULEBOOK.key: "table",
}  # fmt: skip
"""Options that only one step knows, and which."""


def _step(args: argparse.Namespace) -> Step:
    from xltie.batch import steps
    from xltie.ranking import parse_criteria
    from xltie.rules.common.rulebooks import rulebook

    said = {setting.key: text for setting, text in args.settings.items()}
    for option, known in _OF_A_STEP.items():
        if (said.get(option) or getattr(args, option, False)) and args.step != known:
            raise WrongCall.of(say(
                "--{option} is for {known}, not for {step}",
                option=option, known=known, step=args.step,
            ))  # fmt: skip
    if args.step == "check":
        return steps.CheckStep()
    if args.step == "verify":
        return steps.VerifyStep()
    if args.step == "recompute":
        from xltie.batch.workbooks import RecomputeStep

        return RecomputeStep(args.check, args.all, args.timeout)
    criteria, edition = said.get(CRITERIA.key, ""), said.get(RULEBOOK.key, "")
    if criteria:
        parse_criteria(criteria)  # a slip should not be found in a hundred thousand files
    rulebook(edition)
    return steps.TableStep(criteria, edition)


def progress_on(console: Console, *, quiet: bool) -> Progress:
    """Return what shows on a terminal how far a run is, and how long it still takes."""
    last = [0.0]

    def show(done: int, of: int, left: float) -> None:
        now = time.monotonic()
        if quiet or (now - last[0] < 0.2 and done < of):
            return
        last[0] = now
        told = say("{done} of {all}, {time} left", done=done, all=of, time=time_left(left))
        console.err.write(f"\r{console.words(told)}\x1b[K")
        if done == of:
            console.err.write(CLEAR)
        console.err.flush()

    return show


def _sentence(summary: Summary, path: Path) -> Message:
    done = count(summary.inputs, "{n} input", "{n} inputs")
    if summary.resumed:
        done = say("{inputs}, {n} of them done before", inputs=done, n=summary.resumed)
    if summary.faulty:
        done = say("{inputs}, {n} with faults", inputs=done, n=summary.faulty)
    return joined((str(path), done), ": ")
