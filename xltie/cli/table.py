"""``xltie table``: every player of every event as a row, for a database or a notebook."""

from __future__ import annotations

from xltie.cli.batch import add_run_arguments, run
from xltie.cli.parser import Parser
from xltie.core.messages import say


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command, which is ``xltie batch table``."""
    parser.about(
        say(
            "Write one table with a row for every player of every event: file, event, place, id, "
            "name, points, and a column for every criterion."
        )
    )
    add_run_arguments(parser)
    parser.set_defaults(run=run, step="table")
