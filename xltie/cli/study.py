"""``xltie study STUDY.toml``: which list of criteria orders players best, by many events."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.batch import add_processes
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.messages import say

_BLOCK = 25


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Play out the events that a study describes, order each by every list of criteria, and "
            "say how near the places come to the true order of the players."
        ),
        say("Studies to begin with are in the folder studies/ of the source."),
    )
    add = parser.add
    add("study", metavar="STUDY.toml", type=Path, help=say("what to play, and what to compare"))
    add("--out", metavar="DIR", type=Path, required=True,
        help=say("folder for the events, their summary, the page and its chart"))  # fmt: skip
    parser.number("--events", metavar="N", help=say("events instead of the study's number"))
    parser.flag("--parquet", help=say("write events.parquet instead of events.csv"))
    add_processes(parser)
    parser.flag("-q", "--quiet", help=say("print problems only"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Run the study; return 0 if every event was played to its end."""
    from xltie.batch.outcome import in_columns
    from xltie.batch.run import run as run_all
    from xltie.batch.runners import runner
    from xltie.batch.study.findings import Findings, findings, sentences, summary_rows
    from xltie.batch.study.measures import StudyStep, blocks_of
    from xltie.batch.study.plan import read_study
    from xltie.batch.study.report import page, picture
    from xltie.batch.tables import table_of, write_table
    from xltie.cli.batch import progress_on, told_by
    from xltie.core.files import make_folder, write_new
    from xltie.core.records import replace

    study = read_study(args.study)
    if args.events:
        study = replace(study, events=args.events)
    make_folder(args.out)
    found: list[Findings] = []
    summary = run_all(
        StudyStep(study, _BLOCK),
        blocks_of(study, _BLOCK),
        runner(args.jobs, args.cluster or ""),
        args.out / ("events.parquet" if args.parquet else "events.csv"),
        resume=args.resume,
        told=told_by(console, quiet=True),
        progress=progress_on(console, quiet=args.quiet or not console.err.isatty()),
        also=lambda rows: found.extend(findings(study, rows)),
    )
    summed = table_of([in_columns(summary_rows(found))])
    write_table(args.out / "summary.csv", [summed], [summed.schema])
    write_new(args.out / "report.html", page(study, found).encode())
    write_new(args.out / "chart.svg", picture(study, found).encode())
    if not args.quiet:
        console.show("\n".join(sentences(study, found)))
    return summary.worst
