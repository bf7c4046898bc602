"""``xltie repair FILE``: put back formulas of our workbooks that were typed over."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from xltie.core.catalogues import spellings
from xltie.core.messages import count, say
from xltie.core.numbers import counted

if TYPE_CHECKING:
    from xltie.core.cells import Grid
    from xltie.recompute.ooxml.read_grids import SheetFormulas


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from xltie.cli.changed_workbook import add_file_arguments

    add_file_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Put the formulas back and name their cells; a file without a missing one stays as it is."""
    from xltie.cli.main import report

    return report(lambda: _repair(args, out), err)


def _repair(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.templates.repair import repaired

    book = ChangedWorkbook.read(args.file, args.out)
    new, missing = repaired(book.data)
    book.write(new)
    for own in missing:
        print(own, file=out)
    done = f"{counted(len(missing), 'formula')} put back" if missing else say("nothing to put back")
    print(f"{args.file}: {done}", file=out)
    return 0


def overwritten_texts(data: bytes) -> list[str]:
    """Return where a value stands in place of a formula of ours in a file, in a line each."""
    import io
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            names = package.read("xl/workbook.xml")
            if not any(own.encode() in names for own in spellings("sheet", "Standings")):
                return []
    except (OSError, KeyError, zipfile.BadZipFile, RuntimeError):
        return []  # the command itself says what is wrong with the file
    from xltie.templates.repair import overwritten_in

    return list(map(str, overwritten_in(data)))


def overwritten_lines(
    sheets: Iterable[str], read: Callable[[], tuple[dict[str, Grid], dict[str, SheetFormulas]]]
) -> list[str]:
    """Return what :func:`overwritten_texts` does, of a workbook that is read already.

    ``read`` gives its grids and formulas, and is called only for one with sheets of ours.
    """
    if set(sheets).isdisjoint(spellings("sheet", "Standings")):
        return []
    from xltie.sheets.own_formulas import overwritten

    grids, formulas = read()
    return list(map(str, overwritten(formulas, grids)))


def print_overwritten(
    path: Path, found: Collection[str], err: TextIO, said: Collection[str] = ()
) -> None:
    """Print what :func:`overwritten_texts` found in a file, and how the formulas come back.

    Those that are among the faults ``said`` of the event are not said twice.
    """
    for own in found:
        if own not in said:
            print(f"{path}: warning: {own}", file=err)
    if found:
        print(
            say(
                "{path}: xltie repair {path2} puts {value} back",
                path=path,
                path2=path,
                value=count(len(found), "{n} formula", "{n} formulas"),
            ),
            file=err,
        )
