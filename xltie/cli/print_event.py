"""``xltie print EVENT --what KIND --out FILE``: lists and result slips for paper."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file, add_out, asked_for, ending_of
from xltie.cli.parser import Parser
from xltie.cli.publish import add_groups, add_language, reading
from xltie.cli.standings import add_choices, opened_and_ranked
from xltie.core.files import write_new
from xltie.core.messages import say
from xltie.publish.prints import BRIDGE_KINDS, KINDS, PAPERS, printed, sheets_of
from xltie.publish.programs import pdf_of
from xltie.publish.results import Results


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    about = say(
        "one or more of {kinds}; of bridge also {more}; with commas between",
        kinds=", ".join(KINDS),
        more=", ".join(BRIDGE_KINDS),
    )
    parser.value("--what", "KIND", about, required=True)
    add_out(parser, say("an .html file, or a .pdf by Chromium, Chrome or Edge"))
    parser.number("--round", metavar="N", help=say("which round (default: the latest)"))
    parser.choice("--paper", PAPERS, say("size of the paper"), "a4")
    add_language(parser)
    add_choices(parser)
    add_groups(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the document; returns 1 if the standings are provisional."""
    target = Path(args.out)
    endings = (".html", ".htm", ".pdf")
    ending = ending_of(args.out, endings, say("the file must end in .html or .pdf"))
    kinds = [kind.strip() for kind in args.what.split(",") if kind.strip()]
    ranked = opened_and_ranked(args, args.file, console)[1]
    results = Results(ranked, reading(args, ranked), Path(args.file).stem, groups=args.group)
    with asked_for():
        sheets = sheets_of(results, kinds, args.round)
    page = printed(results, sheets, args.paper)
    write_new(target, pdf_of(page) if ending == ".pdf" else page.encode("utf-8", "replace"))
    console.show(f"{target}: {', '.join(kinds)}")
    return int(bool(results.event.faults))
