"""``xltie export WORKBOOK FILE``: a tournament file from a workbook."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie import api
from xltie.api.unsaid import losses_in_file
from xltie.cli.console import Console
from xltie.cli.import_file import target
from xltie.cli.opening import add_session, in_session, open_event
from xltie.cli.parser import Parser
from xltie.cli.printing import contestants_of, print_warnings
from xltie.core.errors import InputError, Place, WrongCall
from xltie.core.files import faults_in, in_file, write_new
from xltie.core.messages import joined, say
from xltie.event import Event
from xltie.exchange import Format, format_for_writing, suffixes_written


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("workbook", help=say("the workbook (.xlsx, .xlsm), or any event file"))
    parser.add(
        "file",
        help=say(
            "the file to write, in the format of its ending: .trf, .h9, .xml, .elo, .pbn, .aga"
        ),
    )
    about = say("fide: refuse a report that FIDE cannot rate, with all that is missing")
    parser.choice("--for", ("fide",), about, dest="reader")
    add_session(parser)
    parser.flag("--force", help=say("replace the file if it exists"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the file; returns 0."""
    path = target(args.file, args.force)
    opened = in_session(open_event(args.workbook, console), args.session)
    chosen = _format_of(path, opened.event, args)
    print_warnings(opened.warnings, console)
    with faults_in(args.workbook):
        data = api.to_bytes(opened, path.name)
        if args.reader:
            _refuse_incomplete(opened.event, chosen, data, console)
    lost = losses_in_file(opened, chosen, data, path.name)
    if lost:
        console.warn("{file} leaves out or changes: {what}", file=path.name, what=joined(lost))
    remarks = chosen.remarks(opened.event) if chosen.remarks else ()
    print_warnings([in_file(fault, args.workbook) for fault in remarks], console)
    write_new(path, data)
    left = len(opened.event.contestants) - chosen.holds(data) if chosen.holds else 0
    if left > 0:
        console.warn(
            "{file}: players without a game or a bye, who are left out: {n}", file=str(path), n=left
        )
    console.say(
        "{file}: {format}, {contestants}",
        file=str(path),
        format=chosen.title,
        contestants=contestants_of(opened.event, left),
    )
    return 0


def _format_of(path: Path, event: Event, args: argparse.Namespace) -> Format:
    """Return the format that an ending names; a list of the places is what another command writes.

    Raises:
        WrongCall: an ending that no format is written with.
    """
    chosen = format_for_writing(path.name, event.game)
    endings, at = suffixes_written(event.game), Place(file=args.file)
    if chosen is not None:
        return chosen
    if path.suffix.lower() == ".csv":
        raise WrongCall.say(
            "export writes files for other programs ({endings}); a table of the standings comes "
            "from xltie standings {file} --format csv",
            at, endings=endings, file=args.workbook,
        )  # fmt: skip
    raise WrongCall.say(
        "no format for this extension can be written; choose from {endings}", at, endings=endings
    )


def _refuse_incomplete(event: Event, chosen: Format, data: bytes, console: Console) -> None:
    """Refuse a file that the federation would not take, and say what it would warn of."""
    if chosen.missing is None:
        raise WrongCall.say("only a tournament report (.trf) is for FIDE")
    refused, warned = chosen.missing(event, data)
    if refused:
        raise InputError(refused)
    print_warnings(warned, console)
