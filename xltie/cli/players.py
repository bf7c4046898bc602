"""``xltie players fill EVENT LIST``: ranks, ratings and numbers from a federation's list."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.pair import not_computed
from xltie.cli.parser import Parser
from xltie.core.cells import text_of
from xltie.core.errors import InputError, Place, UnsupportedWorkbook
from xltie.core.files import faults_in, read_bytes
from xltie.core.messages import Message, Value, count, joined, say

if TYPE_CHECKING:
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.sheets.players import Filling, ListCells, PlayerChange

_PACES = ("standard", "rapid", "blitz")


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Fill the players of a workbook from a rating list that you have downloaded: EGF "
            "(allworld_lp.html), FFG (ech_ffg_V3.txt), AGA (tdlista.txt), PAPP (joueurs.txt), FIDE "
            "(XML or text). Players are found by the federation's number where it is typed, else "
            "by name. Only blank cells are filled; what differs is listed and stays."
        ),
        say(
            "Exit codes: 0 done, 1 you have to choose between players of the list, or the players"
            " or the list cannot be read, 2 refused."
        ),
    )
    parser.add("what", choices=("fill",), help=say("what to do"))
    parser.add("file", help=say("the workbook (.xlsx, .xlsm)"))
    about = say("the rating list, as downloaded; without it the one that the Settings name")
    parser.add("list", nargs="?", help=about)
    parser.flag("--dry-run", help=say("say what would be written, and write nothing"))
    parser.flag("--overwrite", help=say("take the list's values where others are typed"))
    parser.choice("--pace", _PACES, say("which rating of FIDE's combined list"), _PACES[0])


def run(args: argparse.Namespace, console: Console) -> int:
    """Fill the players; return 1 where a person has to choose."""
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.exchange.rating_lists import rating_list
    from xltie.sheets.players import filling, list_cells, remembered_list
    from xltie.sheets.workbook import players_sheet

    path = Path(args.file)
    book = ChangedWorkbook.read(path, write=not args.dry_run)
    console.follow(book.language)
    grid = players_sheet(book.file.grids)
    if grid is None:
        raise InputError.say("no sheet holds players", Place(file=args.file))
    folder = path.resolve().parent
    source = Path(args.list) if args.list else remembered_list(book.file.grids, folder)
    if source is None:
        raise UnsupportedWorkbook.say(
            "no list: the Settings name none under Rating list", Place(file=args.file)
        )
    listed = rating_list(read_bytes(source), str(source), args.pace)
    with faults_in(args.file):
        found = filling(grid, listed)
    changes = found.blank + (found.other if args.overwrite else [])
    at = list_cells(book.file.grids, folder, source.resolve()) if found.found else None
    if not args.dry_run:
        _write(book, found.sheet, changes, at, console)
    _print(args, listed.federation, found, len(changes), console)
    return 1 if found.doubts else 0


def _write(
    book: ChangedWorkbook,
    sheet: str,
    changes: list[PlayerChange],
    named: ListCells | None,
    console: Console,
) -> None:
    """Type the changes and the list's name, compute what follows, and replace the file."""
    from xltie.recompute.run.edit import CellEdits

    edits = [CellEdits(sheet, {change.position: change.after for change in changes})]
    edits = edits if changes else []
    if named is not None:
        edits.append(CellEdits(named.sheet, named.cells))
    if not edits:
        return
    report = book.type_in(*edits)
    for note in not_computed(str(book.path), report):
        console.note(note)


def _print(
    args: argparse.Namespace, federation: str, found: Filling, written: int, console: Console
) -> None:
    """Print every cell that was filled, and whom a person has to look at."""
    for change in found.blank:
        console.say(_filled(change))
    for change in found.other:
        console.say(_replaced(change) if args.overwrite else _stays(change))
    for fault in (*found.notes, *found.absent, *found.doubts):
        console.note(joined((args.file, fault.placed), ": "))
    cells = count(written, "{n} cell", "{n} cells")
    would, done = say("{cells} would be written", cells=cells), say("{cells} written", cells=cells)
    summary = found.summary(federation, would if args.dry_run else done)
    console.say(joined((args.file, summary), ": "))
    if found.other and not args.overwrite:
        console.say(
            count(
                len(found.other),
                "--overwrite takes the list's {n} other value",
                "--overwrite takes the list's {n} other values",
            )
        )


def _values(change: PlayerChange) -> dict[str, Value]:
    cell, value = str(change.place), text_of(change.after)
    return {"cell": cell, "column": change.title, "who": change.who, "value": value}


def _filled(change: PlayerChange) -> Message:
    return say("{cell}: {column} of {who}: {value}", **_values(change))


def _replaced(change: PlayerChange) -> Message:
    return say("{change} (was {before})", change=_filled(change), before=change.before)


def _stays(change: PlayerChange) -> Message:
    return say(
        "{cell}: {column} of {who}: {before} stays; the list says {value}",
        before=change.before,
        **_values(change),
    )
