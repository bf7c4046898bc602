"""``xltie import FILE WORKBOOK``: a workbook from a tournament file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from xltie import api
from xltie.cli.printing import contestants_of, print_warnings
from xltie.cli.standings import add_teams
from xltie.core.errors import Place, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.core.numbers import counted
from xltie.event.index import EventIndex
from xltie.event.model import Event
from xltie.event.teams import TeamEvent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", help=say("a tournament file, such as a TRF"))
    parser.add_argument("workbook", help=say("the workbook to make (.xlsx)"))
    parser.add_argument("--force", action="store_true", help=say("replace the file if it exists"))
    add_teams(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the workbook; returns 0."""
    path = target(args.workbook, args.force)
    if path.suffix.lower() != ".xlsx":
        raise UnsupportedWorkbook(
            say("the name of a workbook must end in .xlsx"), Place(file=args.workbook)
        )
    opened = api.open_event(args.file, teams=args.teams)
    print_warnings(opened.warnings, err)
    api.write(opened, path)
    _print_differences(opened.event, err)
    event = opened.event
    rounds = max((match.round for match in event.matches), default=0)
    boards = len({board_result.board for board_result in event.board_results})
    played = counted(boards, "board") if boards else counted(rounds, "round")
    print(f"{path}: {contestants_of(event)}, {played} played", file=out)
    return 0


def _print_differences(event: Event | TeamEvent, err: TextIO) -> None:
    """Print which of the figures that a bridge file publishes the workbook does not reproduce."""
    from xltie.ranking.verification.bridge_findings import unlike_published

    if isinstance(event, TeamEvent) or not event.board_results:
        return
    for sentence in unlike_published(EventIndex(event)):
        print(say("differs from the file: {sentence}", sentence=sentence), file=err)


def target(name: str, force: bool) -> Path:
    """Return the path to write to.

    Raises:
        UnsupportedWorkbook: a file is there already, and may not be replaced.
    """
    path = Path(name)
    if path.exists() and not force:
        raise UnsupportedWorkbook(say("already exists; --force replaces it"), Place(file=name))
    return path
