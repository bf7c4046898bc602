"""``xltie players fill EVENT LIST``: ranks, ratings and numbers from a federation's list."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from xltie.core.errors import Fault, InputError, Place, UnsupportedWorkbook, XltieError
from xltie.core.files import in_file, read_bytes
from xltie.core.messages import count, say

if TYPE_CHECKING:
    from xltie.sheets.fill_players import Change, Filling

_PACES = ("standard", "rapid", "blitz")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = say(
        "Fill the players of a workbook from a rating list that you have downloaded: EGF (allworld_lp.html), FFG (ech_ffg_V3.txt), AGA (tdlista.txt), PAPP (joueurs.txt), FIDE (XML or text). Players are found by the federation's number where it is typed, else by name. Only blank cells are filled; what differs is listed and stays."
    )
    parser.epilog = say(
        "Exit codes: 0 done, 1 somebody has to choose between players of the list, or the players or the list cannot be read, 2 refused."
    )
    add = parser.add_argument
    add("what", choices=("fill",), help=say("what to do"))
    add("file", help=say("the workbook (.xlsx, .xlsm)"))
    add("list", help=say("the rating list, as downloaded"))
    add("--dry-run", action="store_true", help=say("say what would be written, and write nothing"))
    add(
        "--overwrite",
        action="store_true",
        help=say("take the list's values where others are typed"),
    )
    add(
        "--pace",
        choices=_PACES,
        default=_PACES[0],
        help=say("which rating of FIDE's combined list"),
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Fill the players; return 1 where a person has to choose."""
    from xltie.exchange.rating_lists import rating_list
    from xltie.recompute.ooxml.files import read_workbook
    from xltie.recompute.ooxml.read_grids import workbook_grids
    from xltie.sheets.fill_players import filling
    from xltie.sheets.read_tournament import players_sheet

    path = Path(args.file)
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        raise UnsupportedWorkbook(say("only a workbook can be written to"), Place(file=args.file))
    data, stamp = read_workbook(path, write=not args.dry_run)
    grid = players_sheet(workbook_grids(data))
    if grid is None:
        raise InputError.of(say("no sheet holds players"), Place(file=args.file))
    listed = rating_list(read_bytes(Path(args.list)), args.list, args.pace)
    try:
        found = filling(grid, listed)
        changes = found.blank + (found.other if args.overwrite else [])
        if changes and not args.dry_run:
            _write(path, data, stamp, found.sheet, changes, err)
    except InputError as error:
        raise InputError(in_file(fault, args.file) for fault in error.faults) from None
    except XltieError as error:
        where = f"{error.place}: " if str(error.place) else ""
        raise type(error)(where + error.text, Place(file=args.file)) from None
    _print(args, listed.federation, found, len(changes), out, err)
    return 1 if found.doubts else 0


def _write(
    path: Path, data: bytes, stamp: object, sheet: str, changes: list[Change], err: TextIO
) -> None:
    """Type the changes into the workbook, compute what follows from them, and replace the file."""
    from xltie.api import recompute
    from xltie.recompute.ooxml.files import Stamp, replace_workbook
    from xltie.recompute.run.edit import CellEdits, edit_workbook

    typed = CellEdits(sheet, {change.position: change.after for change in changes})
    new, report = recompute(edit_workbook(data, typed))
    if report.faults:
        raise InputError(Fault(fault) for fault in report.faults)
    assert isinstance(stamp, Stamp)
    replace_workbook(path, new, stamp)
    for kept in report.uncomputable:
        print(
            say(
                "{path}: {place} was not computed: {reason}",
                path=path,
                place=kept.place,
                reason=kept.reason,
            ),
            file=err,
        )


def _print(
    args: argparse.Namespace,
    federation: str,
    found: Filling,
    written: int,
    out: TextIO,
    err: TextIO,
) -> None:
    """Print every cell that was filled, and whom a person has to look at."""
    for change in found.blank:
        print(change, file=out)
    for change in found.other:
        if args.overwrite:
            print(f"{change} (was {change.before})", file=out)
        else:
            said = f"{change.title} of {change.who}: {change.before} stays"
            print(
                say(
                    "{place}: {value}; the list says {after}",
                    place=change.place,
                    value=said,
                    after=change.after,
                ),
                file=out,
            )
    for fault in (*found.notes, *found.absent, *found.doubts):
        print(f"{args.file}: {fault}", file=err)
    done = say("would be written") if args.dry_run else "written"
    print(
        say(
            "{file}: {value} found in the {federation} list, {absent} not in it, {doubts} to be looked at; {written} {done}",
            file=args.file,
            value=count(found.found, "{n} player", "{n} players"),
            federation=federation,
            absent=len(found.absent),
            doubts=len(found.doubts),
            written=count(written, "{n} cell", "{n} cells"),
            done=done,
        ),
        file=out,
    )
    if found.other and not args.overwrite:
        print(
            say(
                "--overwrite takes the list's {other}",
                other=count(len(found.other), "{n} other value", "{n} other values"),
            ),
            file=out,
        )
