"""``xltie import FILE WORKBOOK``: a workbook from a tournament file."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie import api
from xltie.api.unsaid import losses_in_workbook
from xltie.cli.console import Console
from xltie.cli.opening import language_of, open_event
from xltie.cli.option_values import add_reads, as_read
from xltie.cli.parser import Parser
from xltie.cli.printing import contestants_of, print_warnings
from xltie.cli.standings import add_teams
from xltie.core.errors import InputError, Place, UnsupportedWorkbook
from xltie.core.files import check_file, in_file, write_new
from xltie.core.messages import Message, count, joined, say
from xltie.core.records import replace
from xltie.event import Event, EventIndex, Status, TeamEvent, rounds_begun, seed_of
from xltie.games import PRESETS
from xltie.pairing.catalogue import is_seed_used, system_of
from xltie.ranking import Tournament, criteria_of
from xltie.settings.declared import PAIRING_SEED
from xltie.sheets.any_table import on_a_sheet


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("file", help=say("a tournament file, such as a TRF"))
    parser.add("workbook", help=say("the workbook to make (.xlsx, or .xlsm with macros)"))
    parser.choice("--game", PRESETS, say("which game"))
    add_reads(parser)
    parser.flag("--force", help=say("replace the file if it exists"))
    # asked for by a button, for somebody who reads a sheet
    parser.add_argument("--on-sheet", action="store_true", help=argparse.SUPPRESS)
    add_teams(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the workbook; returns 0."""
    path = target(args.workbook, args.force, is_workbook=True)
    opened = open_event(args.file, console, teams=args.teams, **as_read(args))
    opened = _of_a_game(opened, args.game, console)
    if args.on_sheet:
        told = (replace(odd, message=on_a_sheet(odd.message)) for odd in opened.warnings)
        opened = replace(opened, warnings=tuple(told))
    print_warnings(opened.warnings, console)
    for said in opened.taken:
        console.note("read as {what}", what=said)
    opened, seed = _with_seed(opened)
    data = api.to_bytes(opened, path.with_suffix(".xlsx").name)
    _write(opened, data, path)
    _print_losses(opened, data, path, console)
    _print_differences(opened.event, console)
    if opened.event.hand_records:
        console.note(
            say("a workbook has no place for the hands: publish it with --hands {file}",
                file=args.file)
        )  # fmt: skip
    _print_colours(opened.event, console)
    _print_rounds(opened.event, console)
    event = opened.event
    boards = len({line.deal for line in event.board_results})
    played = (
        count(boards, "{n} board played", "{n} boards played")
        if boards
        else count(_rounds_played(event), "{n} round played", "{n} rounds played")
    )
    what = joined((contestants_of(event), played))
    console.say(joined((str(path), what), ": "))
    if seed and is_seed_used(opened.event, system_of(opened.event)):
        console.say("lots are drawn with seed {seed}, which stands in the Settings", seed=seed)
    return 0


def _rounds_played(event: Event | TeamEvent) -> int:
    """Return the last round of which something is known: not one that is only paired."""
    known = [one for one in event.matches if any(s.status is not Status.PENDING for s in one.sides)]
    if event.traits.announces_byes and event.rounds_known:
        return rounds_begun(event.contestants, known)
    return max((match.round for match in known), default=0)


def _with_seed(opened: Tournament) -> tuple[Tournament, str]:
    """Return the event with the seed of its lots, where rounds are to come; "" where it has one."""
    event = opened.event
    is_over = 0 < event.rounds <= event.last_round
    if is_over or PAIRING_SEED in event.settings:
        return opened, ""
    seed = seed_of(event)
    settings = event.settings.saying({PAIRING_SEED: seed})
    return replace(opened, event=replace(event, settings=settings)), seed


def _write(opened: Tournament, data: bytes, path: Path) -> None:
    """Write the workbook of an event, by its ending one with macros."""
    if path.suffix.lower() == ".xlsm":
        from xltie.hosts.excel.package import make_macro_workbook

        data = make_macro_workbook(data, language_of(opened) or "en")
    write_new(path, data)


def _of_a_game(opened: Tournament, game: str, console: Console) -> Tournament:
    """Return the event with a game, where a table of somebody's own does not say which it is."""
    event = opened.event
    if event.game or isinstance(event, TeamEvent):
        return opened
    if not game:
        console.note("the table does not say which game it is; chess is taken, --game says it")
    event = replace(event, game=game or "chess")
    return replace(opened, event=event, criteria=criteria_of(event))


def _print_losses(opened: Tournament, data: bytes, path: Path, console: Console) -> None:
    """Print what the workbook does not hold, or what is to be mended in it.

    Doubts of the file go into the workbook, where they are to be settled: they are said already.
    """
    try:
        lost = losses_in_workbook(opened, data, path.with_suffix(".xlsx").name)
    except InputError as error:
        if not opened.warnings:
            print_warnings([in_file(fault, str(path)) for fault in error.faults], console)
        return
    if lost:
        console.warn("{file} leaves out or changes: {what}", file=path.name, what=joined(lost))


def _print_differences(event: Event | TeamEvent, console: Console) -> None:
    """Print which of the figures that a bridge file publishes the workbook does not reproduce."""
    from xltie.ranking.verification.bridge_findings import unlike_published

    if isinstance(event, TeamEvent) or not event.board_results:
        return
    for sentence in unlike_published(EventIndex(event)):
        console.note("differs from the file: {what}", what=sentence)


def _print_colours(event: Event | TeamEvent, console: Console) -> None:
    """Print that a workbook has colours where the file tells none: its columns are headed so."""
    if isinstance(event, TeamEvent) or event.traits.is_session:
        return
    games = [one for one in event.matches if one.b is not None and one.a.status is Status.PLAYED]
    without = sum(not one.a.seat for one in games)
    if without:
        console.warn(
            "{games}: colours are not in the file; in the workbook {first} is who is named first",
            games=count(without, "{n} game", "{n} games"),
            first=Message(event.traits.first, context="heading"),
        )


def _print_rounds(event: Event | TeamEvent, console: Console) -> None:
    """Print that a workbook has rounds where the file tells none: a column of it holds them."""
    if event.matches and not (event.rounds_known or event.traits.is_session):
        console.warn(
            "rounds are not in the file; the workbook numbers everybody's games in their "
            "order, and tie-breaks may differ"
        )


def target(name: str, force: bool, is_workbook: bool = False) -> Path:
    """Return the path to write to.

    Raises:
        WorkbookRefused: a file is there already, and may not be replaced, or it has no folder; the
            name is that of no workbook, where it is to be one.
    """
    path = Path(name)
    if is_workbook and path.suffix.lower() not in (".xlsx", ".xlsm"):
        raise UnsupportedWorkbook.say(
            "the name of a workbook must end in .xlsx or .xlsm", Place(file=name)
        )
    check_file(path)
    if path.exists() and not force:
        raise UnsupportedWorkbook.say("already exists; --force replaces it", Place(file=name))
    return path
