"""The command line: reads the arguments, calls a command, turns errors into lines.

Exit codes, the same for every command:

====  ==========================================================================
0     done; for ``recompute``: current or written; for ``check``: no faults
1     faulty input, or something that could not be computed
2     refused: not a file that can be read or changed, or a wrong call
3     ``recompute --check`` found values that are out of date
141   what is printed was closed before its end, as by ``| head``: not all may be done
====  ==========================================================================
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from xltie import __version__
from xltie.core.messages import say

TYPE_CHECKING = False  # importing typing would take a third of the time of --version
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import TextIO

DONE, FAULTY, REFUSED, STALE = 0, 1, 2, 3
CUT_OFF = 141
"""As a shell names a program that a closed pipe has ended."""
_DEFECTS = "XLTIE_TRACEBACK"
"""The environment variable that lets an error nobody foresaw through, for whoever mends it."""

COMMANDS = {
    "new": ("new", say("make a workbook for a new event")),
    "recompute": ("recompute", say("compute the formulas of workbooks and write only what changed")),
    "check": ("check", say("list everything that is wrong in an event")),
    "standings": ("standings", say("print the places of an event")),
    "explain": ("explain", say("show how values and places come about")),
    "compare": ("compare", say("rank an event in several ways: how far they agree, and who moves")),
    "verify": (
        "verify", say("recompute the columns of a published result file and say which rows differ"),
    ),
    "import": ("import_file", say("make a workbook from a tournament file")),
    "export": ("export_file", say("write a tournament file from a workbook")),
    "players": ("players", say("fill ranks, ratings and numbers of players from a rating list")),
    "repair": ("repair", say("put back formulas of a workbook that were typed over")),
    "convert": ("convert", say("rewrite formulas for another program")),
    "pair": ("pair", say("pair the next round, or check the rounds that are paired")),
    "seat": ("seat", say("lay out a whole bridge movement: who plays which boards at which table")),
    "publish": ("publish", say("make pages of an event for a phone or a screen")),
    "print": ("print_event", say("make lists and result slips of an event for paper")),
    "chart": ("chart", say("draw the race of an event, or how its values are spread")),
    "table": ("table", say("write every player of every event of an archive into one table")),
    "batch": ("batch", say("do one step for every event of an archive, here or on a cluster")),
    "study": ("study", say("play out many events: which list of criteria orders players best?")),
    "rate": ("rate", say("forecast what an event changes in the ratings of its players (EGF, FIDE)")),
    "functions": ("functions", say("list the functions and what they answer")),
    "excel": ("excel", say("the add-in for Excel")),
    "libreoffice": ("libreoffice", say("the extension for LibreOffice Calc")),
}  # fmt: skip
"""Every command: its module, which has ``add_arguments`` and is imported to run it, and its help.

They stand here so that the list of commands, or a mistyped one, imports none of them.
"""
_ENGLISH = ("c", "c.utf-8", "posix")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without arguments given it is the process."""
    if arguments is not None:
        return _run(arguments)
    import gc

    # A command makes a great many objects that stay to its end: looking for garbage among them,
    # and once more when the process ends, took a fifth of the time of large standings.
    gc.set_threshold(50_000, 20, 20)
    try:
        return _run(sys.argv[1:])
    finally:
        gc.freeze()


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A director's console may lack some letters of a name; the fault must still be printed.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = list(arguments)
    if given == ["--version"]:
        print(f"xltie {__version__}")  # without the time that it takes to load a parser
        return DONE
    if not given:
        parser(code=help_language(given)).print_help(sys.stderr)  # who types it alone looks for it
        return REFUSED
    try:
        wanted = next((own for own in given if own[:1] != "-"), "")
        args = _parsed(parser(wanted, help_language(given)), given)
    except SystemExit as stop:
        return int(stop.code or 0)
    from xltie.cli.speech import spoken_run

    return report(lambda: spoken_run(args, sys.stdout, sys.stderr, report), sys.stderr)


def help_language(given: Sequence[str]) -> str:
    """Return the language that a command line is helped with: asked for, or that of the system."""
    asked = [own.partition("=")[2] for own in given if own.startswith("--language=")]
    asked += [given[at + 1] for at, own in enumerate(given[:-1]) if own == "--language"]
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    system = next((own for own in named if own), "")
    is_english = system.lower() in _ENGLISH or system[:2] == "en"
    if not asked and (is_english if system else sys.platform != "win32"):
        return "en"  # without the time that it takes to load the catalogues
    from xltie.core.catalogues import code_of, system_language
    from xltie.core.errors import InputError

    try:
        return code_of(asked[-1]) if asked else system_language()
    except InputError:
        return "en"  # the command says so itself


def _parsed(known: argparse.ArgumentParser, given: list[str]) -> argparse.Namespace:
    """Parse a command line; files may stand after options that follow other arguments."""
    args, more = known.parse_known_args(given)
    files = next(
        (own for own in ("inputs", "paths") if isinstance(getattr(args, own, None), list)), ""
    )
    if more and (not files or any(own[:1] == "-" for own in more)):
        known.error(say("unrecognized arguments: {arguments}", arguments=" ".join(more)))
    if more:
        getattr(args, files).extend(more)
    return args


def parser(wanted: str = "", code: str = "en") -> argparse.ArgumentParser:
    """Return the parser with the command that is wanted, or with every command by name and help.

    ``code`` is the language of its help.
    """
    import argparse

    kind = argparse.ArgumentParser
    if code != "en":
        from xltie.cli.spoken_parser import parser_in

        kind = parser_in(code)
    whole = kind(
        prog="xltie",
        description=say("Tournament standings and tie-breaks in the spreadsheet you already use."),
        epilog=say("Exit codes: 0 done, 1 faults found or not computed, 2 refused, 3 out of date."),
    )
    whole.add_argument("--version", action="version", version=f"xltie {__version__}")
    # named, so that argparse does not lay out a usage line, for which it measures the terminal
    subparsers = whole.add_subparsers(metavar="COMMAND", required=True, prog="xltie")
    if wanted in COMMANDS:
        module, text = COMMANDS[wanted]
        own = subparsers.add_parser(wanted, help=text, description=text)
        import_module(f"xltie.cli.{module}").add_arguments(own)
        if "--language" not in own._option_string_actions:
            own.add_argument(
                "--language", default="", metavar="LANG",
                help=say("of what is printed: en, ko, ru; if omitted, that of the workbook"),
            )  # fmt: skip
    else:
        for name, (_, text) in COMMANDS.items():
            subparsers.add_parser(name, help=text)
    return whole


def report(command: Callable[[], int], err: TextIO) -> int:
    """Run a command; print what it refuses, one line each, and return the exit code."""
    from xltie.core.errors import InputError, WorkbookRefused, XltieError

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
        _leave_output()
        return CUT_OFF
    except OSError as error:
        if os.environ.get(_DEFECTS):
            raise
        if error.filename is None:
            _leave_output()
        what = error.filename if error.filename is not None else say("what is printed or written")
        print(f"{what}: {error.strerror or error}", file=err)
        return REFUSED
    except Exception as error:
        if os.environ.get(_DEFECTS):
            raise
        said = " ".join(str(error).split())
        print(
            say("a defect of xltie: {name}: {value}", name=type(error).__name__, value=said),
            file=err,
        )
        print(
            say(
                "please report it, with the file; {setting}=1 shows where it happened",
                setting=_DEFECTS,
            ),
            file=err,
        )
        return REFUSED


def _leave_output() -> None:
    """Let what is still to be printed go nowhere: Python would fail once more when it ends."""
    from contextlib import suppress

    with suppress(OSError, ValueError):  # of a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
