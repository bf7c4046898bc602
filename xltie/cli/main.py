"""The command line: reads the arguments, calls a command, turns errors into lines.

Exit codes, the same for every command:

====  ==========================================================================
0     done; for ``recompute``: current or written; for ``check``: no faults
1     faulty input, or something that could not be computed
2     refused: not a file that can be read or changed, or a wrong call
3     ``recompute --check`` found values that are out of date
130   stopped with Ctrl-C
141   what is printed was closed before its end, as by ``| head``: not all may be done
====  ==========================================================================
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

from xltie import __version__

TYPE_CHECKING = False  # importing typing would take a third of the time of --version
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from xltie.cli.parser import Parser

DONE, REFUSED = 0, 2

_FILES = {"import": "import_file", "export": "export_file", "print": "print_event"}
"""The modules of commands that are called otherwise than their command."""
_ENGLISH = ("c", "c.utf-8", "posix")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without arguments given it is the process."""
    if arguments is not None:
        return _run(arguments)
    import gc

    # A command makes a great many objects that stay to its end: looking for garbage among them
    # took a tenth of the time of large standings.
    gc.set_threshold(50_000, 20, 20)
    code = _run(sys.argv[1:])
    _end(code)
    return code


def _end(code: int) -> None:
    """End the process where nothing else runs in it; else, and if output fails, Python ends it.

    Taking all modules and objects apart before is a twelfth of the time of a command.
    """
    import atexit

    is_watched = sys.gettrace() or sys.getprofile() or sys.flags.interactive
    threads = sys.modules.get("threading")
    if is_watched or (threads is not None and threads.active_count() > 1):
        return
    atexit._run_exitfuncs()  # as Python does: temporary files are removed, processes ended
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError, AttributeError):
        return
    os._exit(code)


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A director's console may lack some letters of a name; the fault must still be printed.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = list(arguments)
    if given == ["--version"]:
        print(f"xltie {__version__}")  # without the time that it takes to load a parser
        return DONE
    try:
        args = _parsed(given)
    except SystemExit as stop:
        return int(stop.code or 0)
    if args is None:
        return REFUSED
    from xltie.cli.console import Console, report

    console = Console(sys.stdout, sys.stderr)

    def command() -> int:
        console.ask(args)
        return int(args.run(args, console))

    return report(command, console)


def help_language(given: Sequence[str]) -> str:
    """Return the language that a command line is helped with: asked for, or that of the system."""
    asked = _languages_asked_for(given)
    named = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    system = next((name for name in named if name), "")
    is_english = system.lower() in _ENGLISH or system[:2] == "en"
    if not asked and (is_english if system else sys.platform != "win32"):
        return "en"  # without the time that it takes to load the catalogues
    from xltie.core.catalogues import code_of, system_language
    from xltie.core.errors import InputError

    try:
        return code_of(asked[-1]) if asked else system_language()
    except InputError:
        return "en"  # the command says so itself


def _languages_asked_for(given: Sequence[str]) -> list[str]:
    asked = [argument.partition("=")[2] for argument in given if argument[:11] == "--language="]
    from itertools import pairwise

    return asked + [after for option, after in pairwise(given) if option == "--language"]


def _parsed(given: list[str]) -> argparse.Namespace | None:
    """Parse a command line; None where it is empty, which is answered with the help.

    Files may stand after options that follow other arguments.
    """
    wanted = next((argument for argument in given if argument[:1] != "-"), "")
    code = help_language(given)
    from xltie.cli.parser import argparse_in
    from xltie.core.language import language

    with argparse_in(language(code)):
        known = parser(wanted, code)
        if not given:
            known.print_help(sys.stderr)  # who types the name alone looks for it
            return None
        return _with_files(known, given)


def _with_files(known: Parser, given: list[str]) -> argparse.Namespace:
    args, more = known.parse_known_args(given)
    files = next(
        (name for name in ("inputs", "paths") if isinstance(getattr(args, name, None), list)), ""
    )
    if more and (not files or any(argument[:1] == "-" for argument in more)):
        args.called.refuse_unknown(more)
    if more:
        getattr(args, files).extend(more)
    return args


def parser(wanted: str = "", code: str = "en") -> Parser:
    """Return the parser with the command that is wanted, or with every command by name and help.

    ``code`` is the language of its help.
    """
    from xltie.cli.commands import ABOUT, GROUPS
    from xltie.cli.parser import Parser, argparse_in
    from xltie.core.language import language
    from xltie.core.messages import say

    with argparse_in(language(code)):
        whole = Parser(prog="xltie", language=language(code))
        whole.about(
            say("Tournament standings and tie-breaks in the spreadsheet you already use."),
            say(
                "xltie COMMAND --help says more about a command. Exit codes: 0 done, 1 faults "
                "found or not computed, 2 refused or a wrong call, 3 out of date."
            ),
        )
        whole.add(
            "--version", action="version", version=f"xltie {__version__}",
            help=say("show program's version number and exit"),
        )  # fmt: skip
        # named, so that argparse lays out no usage line, for which it measures the terminal
        below = whole.commands(metavar="COMMAND", required=True, prog="xltie")
        for name in (wanted,) if wanted in ABOUT else ABOUT:
            made = whole.command(below, name, ABOUT[name])
            if name == wanted:
                _add_arguments(made, name)
        if wanted not in ABOUT:
            whole.in_groups(below, GROUPS)
        return whole


def module_of(name: str) -> str:
    """Return the module of a command, with its ``add_arguments`` and ``run``."""
    return f"xltie.cli.{_FILES.get(name, name.replace('-', '_'))}"


def _add_arguments(command: Parser, name: str) -> None:
    """Add the arguments of a command, and the language of what it prints unless it has its own."""
    from xltie.core.messages import say

    module = import_module(module_of(name))
    module.add_arguments(command)
    command.set_defaults(run=module.run)
    command.settings(name)
    if "--language" not in command._option_string_actions:
        about = say("language of the output: en, ko, ru (default: the workbook's)")
        command.value("--language", "LANG", about)
