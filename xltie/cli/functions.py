"""``xltie functions [NAME]``: what can be called in a cell or listed as a criterion."""

from __future__ import annotations

import argparse
from typing import TextIO

from xltie.cli.function_reference import function_section, functions_page
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.sheets.catalogue import REGISTRY, find


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", nargs="?", default="", help=say("one function, by name or code"))
    parser.add_argument(
        "--format", choices=("text", "markdown"), default="text", help=say("output format")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the list, or one function whole; returns 0."""
    if args.name:
        entry = find(args.name)
        if entry is None:
            raise InputError.of(
                say("there is no function {name!r}; see: xltie functions", name=args.name)
            )
        print(function_section(entry), file=out)
    elif args.format == "markdown":
        print(functions_page(), file=out)
    else:
        for entry in REGISTRY.values():
            print(f"{entry.signature}\n    {entry.summary}", file=out)
    return 0
