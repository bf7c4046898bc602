"""``xltie check FILE``: every fault of an event with its sheet and cell."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from xltie.api import open_event
from xltie.cli.printing import contestants_of, print_unranked, print_warnings
from xltie.cli.ranks_of_file import ranks_of_file
from xltie.cli.repair import overwritten_texts, print_overwritten
from xltie.core.errors import InputError
from xltie.core.exit_codes import DONE, FAULTY
from xltie.core.messages import say
from xltie.core.numbers import counted
from xltie.event.model import STARTS, Event, Status
from xltie.event.teams import TeamEvent
from xltie.ranking.criteria import advice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", nargs="+", help=say("workbooks, tables or event files"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print what each file holds, or its faults on stderr; returns 1 where there are any."""
    from xltie.cli.main import report

    worst = 0
    for name in args.file:
        said: list[str] = []
        code = report(lambda name=name, said=said: _told(name, said, out, err), err)  # type: ignore[misc]
        missing = _overwritten(Path(name))
        print_overwritten(Path(name), missing, err, said)
        worst = max(worst, code, int(bool(missing)))
    return worst


def _overwritten(path: Path) -> list[str]:
    """Return where formulas of ours were typed over; none in a file that cannot be read."""
    try:
        return overwritten_texts(path.read_bytes())
    except OSError:
        return []


def _told(name: str, said: list[str], out: TextIO, err: TextIO) -> int:
    """Check a file; keep what its faults are, without the name of the file."""
    try:
        return _check(name, out, err)
    except InputError as error:
        said += [str(fault).removeprefix(f"{name}: ") for fault in error.faults]
        raise


def _check(name: str, out: TextIO, err: TextIO) -> int:
    tournament = open_event(name)
    print_warnings(tournament.warnings, err)
    for text in advice(tournament.parsed()):
        print(f"{name}: warning: {text}", file=err)
    event = tournament.event
    print_unranked(event, err)
    ranks = ranks_of_file(tournament, name)
    if ranks is not None and ranks.first is not None:
        print_warnings([ranks.first], err)
    if event.board_results or (event.traits.is_session and not event.matches):
        print(say("{name}: no faults: {event}", name=name, event=_session(event)), file=out)
        return DONE
    played = sum(1 for m in event.matches if m.b is not None)
    open_games = sum(1 for m in event.matches if m.a.status is Status.PENDING)
    rounds = max((match.round for match in event.matches), default=0)
    waiting = (
        say(", {open_games} without a result yet", open_games=open_games) if open_games else ""
    )
    is_of_teams = isinstance(event, TeamEvent)
    what = "match" if is_of_teams else "game"
    plural = "matches" if is_of_teams else "games"
    games = f"{played} {what if played == 1 else plural} in {counted(rounds, 'round')}"
    by_list = (
        "" if ranks is None else f"; {ranks.agreeing} of {ranks.declared} ranks by its own list"
    )
    is_doubtful = bool(event.settings.get(STARTS))
    said = "start scores not known" if is_doubtful else say("no faults")
    print(f"{name}: {said}: {contestants_of(event)}, {games}{waiting}{by_list}", file=out)
    return FAULTY if is_doubtful else DONE


def _session(event: Event) -> str:
    """Say what a bridge session holds."""
    boards = len({board_result.board for board_result in event.board_results}) or event.rounds
    known = sum(
        1
        for board_result in event.board_results
        if board_result.ns_result is not None or board_result.ew_result is not None
    )
    waiting = len(event.board_results) - known
    return f"{contestants_of(event)}, {counted(known, 'result')} on {counted(boards, 'board')}" + (
        say(", {open_games} without a result yet", open_games=waiting) if waiting else ""
    )
