"""``xltie seat FILE``: a whole bridge movement, written into the Boards sheet at once."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from xltie.core.errors import Fault, InputError, Place, UnsupportedWorkbook, XltieError

if TYPE_CHECKING:
    from xltie.event.index import EventIndex
    from xltie.pairing.systems.drawn_round import Round

MOVEMENTS = ("mitchell", "howell")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = (
        "Lay out every round of a bridge movement: the pairs and the boards of each table are "
        "written into the Boards sheet, and the guide cards of the tables are printed."
    )
    parser.add_argument("file", help="a workbook of a bridge session (.xlsx, .xlsm)")
    parser.add_argument("--system", default="", choices=MOVEMENTS, help="the movement")
    parser.add_argument(
        "--rounds", type=int, default=0, metavar="N", help="stop after N rounds (default: all)"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the cards, write nothing")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the movement and print its cards; returns 0."""
    from xltie.api import open_event
    from xltie.pairing.round_settings import system_of
    from xltie.recompute.ooxml.files import read_workbook
    from xltie.sheets.movement_lines import boards_begun, boards_in_set, idle_boards

    path = Path(args.file)
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        raise UnsupportedWorkbook("only a workbook can be written to", Place(file=args.file))
    try:
        data, stamp = read_workbook(path, write=not args.dry_run)
    except XltieError as error:
        raise type(error)(error.text, Place(file=args.file)) from None
    tournament = open_event(data, name=args.file)
    event_index = tournament.event_index()
    if event_index.event.game != "bridge":
        raise InputError.of("only a bridge session has a movement", Place(file=args.file))
    system = system_of(event_index.event, args.system)
    warning = idle_boards(event_index, system)
    timetable = system.timetable
    assert timetable is not None  # idle_boards refused a system without one
    begun = boards_begun(event_index, timetable)
    if begun and not args.dry_run:
        raise InputError.of(
            f"round {begun} is on the Boards sheet already; seat lays out an empty sheet",
            Place(file=args.file),
        )
    drawn = _rounds(event_index, args)
    if warning:
        print(f"warning: {warning}", file=err)
    if not args.dry_run:
        _write(path, data, stamp, tournament.sheets, event_index, drawn)
    _print_cards(event_index, drawn, boards_in_set(event_index, timetable), out)
    if not args.dry_run:
        print(f"{path}: {len(drawn)} rounds written", file=err)
    return 0


def _rounds(event_index: EventIndex, args: argparse.Namespace) -> list[Round]:
    from xltie.pairing.round_settings import system_of
    from xltie.pairing.systems.draw import draw_round

    system = system_of(event_index.event, args.system)
    assert system.timetable is not None
    last = system.timetable.rounds(len(event_index.event.listed))
    if not 0 <= args.rounds <= last:
        raise InputError.of(f"this movement has {last} rounds, not {args.rounds}")
    numbers = range(1, (args.rounds or last) + 1)
    return [draw_round(event_index, number, system) for number in numbers]


def _write(
    path: Path,
    data: bytes,
    stamp: object,
    sheets: object,
    event_index: EventIndex,
    drawn: list[Round],
) -> None:
    """Write all rounds into the workbook and recompute it once."""
    from xltie.api import recompute
    from xltie.recompute.ooxml.files import replace_workbook
    from xltie.templates.append_round import write_round

    try:
        written = write_round(data, sheets, event_index, *drawn)  # type: ignore[arg-type]
        found, report = recompute(written.data)
        if report.faults:
            raise InputError(Fault(fault) for fault in report.faults)
        replace_workbook(path, found, stamp)  # type: ignore[arg-type]
    except InputError:
        raise
    except XltieError as error:
        raise type(error)(error.text, Place(file=str(path))) from None


def _print_cards(event_index: EventIndex, drawn: list[Round], size: int, out: TextIO) -> None:
    """Print for every table who sits there in each round, and with which boards."""
    from xltie.cli.printing import print_table

    tables: dict[int, list[tuple[str, ...]]] = {}
    for own in drawn:
        for board in own.boards:
            first = (board.boards - 1) * size + 1
            boards = f"{first}-{first + size - 1}" if size > 1 else str(first)
            if board.second is None:
                row = (str(own.round), board.first, "sits out", "")
            else:
                row = (str(own.round), board.first, board.second, boards)
            tables.setdefault(board.table, []).append(row)
    for table, rows in sorted(tables.items()):
        print(f"Table {table}", file=out)
        print_table(("Round", "NS", "EW", "Boards"), rows, (1, 2, 3), out)
        print(file=out)
