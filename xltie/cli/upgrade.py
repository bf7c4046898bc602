"""``xltie upgrade FILE``: a workbook of an earlier release in the present form."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, help="a workbook made by xltie (.xlsx, .xlsm)")
    parser.add_argument("--out", type=Path, help="write here instead of into the file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Upgrade a workbook and say what changed; one in the present form stays as it is."""
    from xltie.cli.main import report

    return report(lambda: _upgrade(args, out), err)


def _upgrade(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.core.files import write_new
    from xltie.recompute.ooxml.files import read_workbook, replace_workbook
    from xltie.templates.upgrade import upgraded

    data, stamp = read_workbook(args.file, write=args.out is None)
    new, upgrade = upgraded(data)
    for line in upgrade.lines():
        print(line, file=out)
    done = "nothing to upgrade" if new == data else "upgraded"
    print(f"{args.file}: {done}", file=out)
    if args.out is not None:
        write_new(args.out, new)
    elif new != data:
        replace_workbook(args.file, new, stamp)
    return 0
