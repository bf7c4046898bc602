"""``xltie functions [NAME]``: what can be called in a cell or listed as a criterion."""

from __future__ import annotations

import argparse

from xltie.cli.console import Console
from xltie.cli.function_reference import by_game, function_section
from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall
from xltie.core.messages import say
from xltie.sheets.functions import find


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("name", nargs="?", default="", help=say("one function, by name or code"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the list, or one function whole; returns 0."""
    if args.name:
        entry = find(args.name)
        if entry is None:
            raise WrongCall.of(
                say("there is no function {name!r}; see: xltie functions", name=args.name)
            )
        console.show(function_section(entry))
    else:
        for game, entries in by_game().items():
            console.show(f"{game}\n")
            for entry in entries:
                console.show(f"  {entry.signature}\n      {entry.summary}")
            console.show()
    return 0
