"""``xltie repair FILE``: put back formulas of our workbooks that were typed over."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from xltie.core.catalogues import spellings
from xltie.core.numbers import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, help="a workbook made by xltie (.xlsx, .xlsm)")
    parser.add_argument("--out", type=Path, help="write here instead of into the file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Put the formulas back and name their cells; a file without a missing one stays as it is."""
    from xltie.cli.main import report

    return report(lambda: _repair(args, out), err)


def _repair(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.core.files import write_new
    from xltie.recompute.ooxml.files import read_workbook, replace_workbook
    from xltie.templates.repair import repaired

    data, stamp = read_workbook(args.file, write=args.out is None)
    new, missing = repaired(data)
    for own in missing:
        print(own, file=out)
    print(f"{args.file}: {counted(len(missing), 'formula')} put back", file=out)
    if args.out is not None:
        write_new(args.out, new)
    elif new != data:
        replace_workbook(args.file, new, stamp)
    return 0


def print_overwritten(path: Path, err: TextIO) -> int:
    """Print where a value stands in place of a formula of ours; return how many there are."""
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
        print(f"{path}: warning: {own}", file=err)
    if found:
        print(f"{path}: xltie repair {path} puts {counted(len(found), 'formula')} back", file=err)
    return len(found)
