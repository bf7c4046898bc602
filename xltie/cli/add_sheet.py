"""``xltie add-sheet NAME FILE``: a sheet that is wanted once, as the cross table at the end."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import asked_for
from xltie.cli.parser import Parser
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.files import faults_in
from xltie.core.messages import say


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    from xltie.cli.changed_workbook import add_file_arguments

    parser.add(
        "name",
        help=say(
            "crosstable, race, explain, why, settings, help; of teams boards; of bridge "
            "frequencies, scorecard"
        ),
    )
    add_file_arguments(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Add the sheet and compute it; returns 0."""
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.recompute import recompute
    from xltie.recompute.ooxml.files import SUFFIXES
    from xltie.sheets.functions import callables
    from xltie.sheets.workbook import provisional_tournament
    from xltie.workbooks.add_sheet import with_sheet

    if Path(args.name).suffix.lower() in SUFFIXES:
        raise UnsupportedWorkbook.say(
            "the sheet comes before the file: xltie add-sheet {name} {file}",
            name=str(args.file),
            file=args.name,
        )
    book = ChangedWorkbook.read(args.file, args.out)
    console.follow(book.language)
    tournament = provisional_tournament(book.file.grids, None, book.file.formulas)
    with faults_in(str(args.file)), asked_for():
        made = with_sheet(book.file, tournament.event, tournament.criteria, args.name)
    new, _ = recompute(made, callables())
    book.write(new)
    console.say("{file}: sheet {name} added", file=str(args.out or args.file), name=args.name)
    return 0
