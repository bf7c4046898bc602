"""``xltie repair FILE``: put back formulas of our workbooks that were typed over."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import TextIO

from xltie.core.catalogues import spellings
from xltie.core.numbers import counted


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
    done = f"{counted(len(missing), 'formula')} put back" if missing else "nothing to put back"
    print(f"{args.file}: {done}", file=out)
    return 0


def print_overwritten(path: Path, err: TextIO, said: Collection[str] = ()) -> int:
    """Print where a value stands in place of a formula of ours; return how many there are.

    Those that are among the faults ``said`` of the event are not said twice.
    """
    import zipfile

    try:
        with zipfile.ZipFile(path) as package:
            names = package.read("xl/workbook.xml")
            if not any(own.encode() in names for own in spellings("sheet", "Standings")):
                return 0
    except (OSError, KeyError, zipfile.BadZipFile, RuntimeError):
        return 0  # the command itself says what is wrong with the file
    from xltie.templates.repair import overwritten_in

    found = overwritten_in(path.read_bytes())
    for own in found:
        if str(own) not in said:
            print(f"{path}: warning: {own}", file=err)
    if found:
        print(f"{path}: xltie repair {path} puts {counted(len(found), 'formula')} back", file=err)
    return len(found)
