"""``xltie check FILE``: every fault of an event with its sheet and cell."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.opening import open_event
from xltie.cli.parser import Parser
from xltie.cli.printing import contestants_of, deals, print_unranked, print_warnings, rounds
from xltie.cli.ranks_of_file import ranks_of_file
from xltie.cli.repair import overwritten_faults, print_overwritten
from xltie.core.errors import Fault, InputError
from xltie.core.exit_codes import DONE, FAULTY
from xltie.core.messages import Message, count, joined, say
from xltie.event import Event, Status, TeamEvent
from xltie.ranking import advice
from xltie.settings.declared import START_SCORES


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("file", nargs="+", help=say("workbooks, tables or event files"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print what each file holds, or its faults on stderr; returns 1 where there are any."""
    from xltie.cli.report import report

    worst = 0
    for name in args.file:
        told: list[Fault] = []
        code = report(lambda name=name, told=told: _told(name, told, console), console)  # type: ignore[misc]
        missing = _overwritten(Path(name))
        print_overwritten(Path(name), missing, console, told)
        worst = max(worst, code, int(bool(missing)))
    return worst


def _overwritten(path: Path) -> list[Fault]:
    """Return where formulas of ours were typed over; none in a file that cannot be read."""
    try:
        return overwritten_faults(path.read_bytes())
    except OSError:
        return []


def _told(name: str, told: list[Fault], console: Console) -> int:
    """Check a file; keep what its faults are."""
    console.follow("")
    try:
        return _check(name, console)
    except InputError as error:
        told += error.faults
        raise


def _check(name: str, console: Console) -> int:
    opened = open_event(name, console)
    print_warnings(opened.warnings, console)
    for text in advice(opened.parsed()):
        console.note(say("{file}: warning: {what}", file=name, what=text))
    event = opened.event
    print_unranked(event, console)
    ranks = ranks_of_file(opened, name)
    if ranks is not None and ranks.first is not None:
        print_warnings([ranks.first], console)
    if event.board_results or (event.traits.is_session and not event.matches):
        what = _session(event)
    else:
        what = _rounds(event)
    if ranks is not None:
        what = say(
            "{what}; {agreeing} of {declared} ranks by its own list",
            what=what,
            agreeing=ranks.agreeing,
            declared=ranks.declared,
        )
    if event.settings.text(START_SCORES):
        console.say(say("{file}: start scores not known: {what}", file=name, what=what))
        return FAULTY
    console.say(say("{file}: no faults: {what}", file=name, what=what))
    return DONE


def _rounds(event: Event) -> Message:
    """Say what an event with rounds holds."""
    played = sum(1 for match in event.matches if match.b is not None)
    waiting = sum(1 for match in event.matches if match.a.status is Status.PENDING)
    last = rounds(event.last_round)
    if isinstance(event, TeamEvent):
        games = count(played, "{n} match in {rounds}", "{n} matches in {rounds}", rounds=last)
    else:
        games = count(played, "{n} game in {rounds}", "{n} games in {rounds}", rounds=last)
    return _waiting(joined((contestants_of(event), games)), waiting)


def _session(event: Event) -> Message:
    """Say what a bridge session holds."""
    number = len({board_result.board for board_result in event.board_results}) or event.rounds
    known = sum(
        1
        for board_result in event.board_results
        if board_result.ns_result is not None or board_result.ew_result is not None
    )
    results = count(
        known, "{n} result on {boards}", "{n} results on {boards}", boards=deals(number)
    )
    what = joined((contestants_of(event), results))
    return _waiting(what, len(event.board_results) - known)


def _waiting(what: Message, number: int) -> Message:
    if not number:
        return what
    return say("{what}, {n} without a result yet", what=what, n=number)
