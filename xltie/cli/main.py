"""The command line: reads the arguments, calls a command, turns errors into lines.

Exit codes, the same for every command:

====  ==========================================================================
0     done; for ``recompute``: current or written; for ``check``: no faults
1     faulty input, or something that could not be computed
2     refused: not a file that can be read or changed, or a wrong call
3     ``recompute --check`` found values that are out of date
====  ==========================================================================
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Callable, Sequence, TextIO

from xltie.core.errors import InputError, WorkbookRefused, XltieError

DONE, FAULTY, REFUSED, STALE = 0, 1, 2, 3
COMMANDS = (
    "new", "recompute", "check", "standings", "explain", "compare", "verify", "exchange", "convert",
    "pair", "functions", "excel", "libreoffice",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A director's console may lack some letters of a name; the fault must still be printed.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        args = parser(given[0] if given else "").parse_args(given)
    except SystemExit as stop:
        return int(stop.code or 0)
    return report(lambda: int(args.run(args, sys.stdout, sys.stderr)), sys.stderr)


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """Return the parser with all commands, or with only the one needed.

    All commands together take longer to load than most of them to run.
    """
    whole = argparse.ArgumentParser(
        prog="xltie",
        description="Tournament standings and tie-breaks in the spreadsheet you already use.",
        epilog="Exit codes: 0 done, 1 faults found or not computed, 2 refused, 3 out of date.",
    )
    whole.add_argument("--version", action="version", version=f"xltie {_version()}")
    subparsers = whole.add_subparsers(metavar="COMMAND", required=True)
    for name in [wanted] if wanted in COMMANDS else COMMANDS:
        import_module(f"xltie.cli.{name}").add_parser(subparsers)
    return whole


def report(command: Callable[[], int], err: TextIO) -> int:
    """Run a command; print what it refuses, one line each, and return the exit code."""
    try:
        return command()
    except InputError as error:
        for fault in error.faults:
            print(fault, file=err)
        return FAULTY
    except WorkbookRefused as error:
        print(error, file=err)
        return REFUSED
    except XltieError as error:
        print(error, file=err)
        return FAULTY
    except BrokenPipeError:
        return DONE


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("xltie")
    except PackageNotFoundError:
        return "(not installed)"
