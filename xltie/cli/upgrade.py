"""``xltie upgrade FILE``: a workbook of an earlier release in the present form."""

from __future__ import annotations

import argparse
from typing import TextIO

from xltie.cli.changed_workbook import ChangedWorkbook, add_file_arguments
from xltie.core.messages import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_file_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Upgrade a workbook and say what changed; one in the present form stays as it is."""
    from xltie.cli.main import report

    return report(lambda: _upgrade(args, out), err)


def _upgrade(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.templates.upgrade import upgraded

    book = ChangedWorkbook.read(args.file, args.out)
    new, upgrade = upgraded(book.data)
    book.write(new)
    done = say("nothing to upgrade") if new == book.data else "upgraded"
    print(*upgrade.lines(), f"{args.file}: {done}", sep="\n", file=out)
    return 0
