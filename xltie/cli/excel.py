"""``xltie excel``: build, install, diagnose and remove the add-in for Excel."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_folder
from xltie.cli.parser import Parser
from xltie.cli.printing import done, print_findings, write_into
from xltie.core.messages import plain, say

_HELP = {
    "install": say("install the add-in where Excel loads it (Windows)"),
    "uninstall": say("remove the add-in (Windows)"),
    "doctor": say("find what may keep the functions from working (Windows)"),
    "build": say("write xltie.xlam and a macro workbook (on any system)"),
    "selftest": say("try everything in Excel and write a report to send back (Windows)"),
}


def add_arguments(parser: Parser) -> None:
    """Add the actions of the command."""
    parser.about(say("build, install, check and remove the add-in for Excel"))
    actions = parser.actions(_HELP)
    for name in ("build", "selftest"):
        add_folder(actions[name])
    about = say("workbooks to examine as well")
    actions["doctor"].add("files", nargs="*", type=Path, metavar="FILE", help=about)


def run(args: argparse.Namespace, console: Console) -> int:
    """Do one action; 2 where this machine or its packages cannot."""
    actions = {"build": _build, "doctor": _doctor, "selftest": selftest}
    return done({**actions, "install": _place, "uninstall": _place}, args, console)


def _place(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.excel import install

    for line in install.install() if args.action == "install" else install.uninstall():
        console.say(line)
    return 0


def _doctor(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.excel.doctor import findings, gather

    return print_findings(findings(gather(args.files)), console)


def _build(args: argparse.Namespace, console: Console) -> int:
    from xltie.games import PRESETS
    from xltie.hosts.excel.package import build_add_in, make_macro_workbook
    from xltie.workbooks.build import new_workbook

    files = {
        "xltie.xlam": build_add_in(),
        "xltie.xlsm": make_macro_workbook(new_workbook(PRESETS["othello"], players=16, rounds=7)),
    }
    write_into(args.out, files, console)
    return 0


# -- what only a PC with Excel can tell, in a report to send ---------------------------------------


def selftest(args: argparse.Namespace, console: Console) -> int:
    """Ask Excel, and write the report and what Excel saved; 1 where something is broken.

    Raises:
        NoExcelHere: this is no Windows PC.
    """
    from xltie.hosts.excel import registration
    from xltie.hosts.excel.install import NoExcelHere
    from xltie.hosts.excel.selftest import Selftest
    from xltie.hosts.excel.selftest.run import files

    if sys.platform != "win32":
        raise NoExcelHere.say(
            "this is {system}: run it on a PC with Excel for Windows", system=sys.platform
        )
    console.say("an Excel of its own is asked; this takes some ten minutes")
    made = files()
    event = made["event.xlsx"]
    run = Selftest(
        {**made, "paired.xlsx": paired(event), "recomputed.xlsx": recomputed(event)},
        lambda line: console.say(plain(str(line))),
        has_server=registration.registered_command() is not None,
    )
    for path in run.run(args.out):
        console.say("wrote {file}", file=str(path))
    console.say("please send both files back; they hold no names and no paths")
    return 1 if any(line.mark == "!!" for line in run.lines) else 0


def paired(event: bytes) -> bytes:
    """Return an event with one more round, as ``xltie pair --write`` leaves it."""
    return _changed(event, "pair", "--write", "--seed", "1")


def recomputed(event: bytes) -> bytes:
    """Return an event as ``xltie recompute`` leaves it, after a program has asked for that."""
    from xltie.hosts.common.respell import Style, respelled

    return _changed(respelled(event, Style.ADDIN)[0], "recompute", "--all")


def _changed(event: bytes, command: str, *options: str) -> bytes:
    """Let a command change the event in a file of its own."""
    from xltie.cli.main import main

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder) / "event.xlsx"
        path.write_bytes(event)
        main([command, str(path), *options])
        return path.read_bytes()
