"""``xltie upgrade FILE``: a workbook of an earlier release in the present form."""

from __future__ import annotations

import argparse

from xltie.cli.changed_workbook import ChangedWorkbook, add_file_arguments
from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.messages import joined, plain, say


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_file_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Upgrade a workbook and say what changed; one in the present form stays as it is."""
    from xltie.templates.upgrade import upgraded

    book = ChangedWorkbook.read(args.file, args.out)
    console.follow(book.language)
    new, upgrade = upgraded(book.data)
    book.write(new)
    done = say("nothing to upgrade") if new == book.data else say("upgraded")
    for line in upgrade.lines():
        console.say(plain(line))
    console.say(joined((str(args.file), done), ": "))
    return 0
