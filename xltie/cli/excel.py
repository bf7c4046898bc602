"""``xltie excel``: build, install, diagnose and remove the add-in for Excel."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.errors import XltieError
from xltie.core.messages import say

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
    actions = parser.commands(dest="action", required=True, metavar="ACTION")
    for name, about in _HELP.items():
        action = parser.command(actions, name, about)
        action.set_defaults(run=run)
        if name in ("build", "selftest"):
            action.add(
                "--out",
                type=Path,
                default=Path(),
                metavar="DIR",
                help=say("folder to write to (default: the current one)"),
            )
        if name == "doctor":
            action.add("files", nargs="*", type=Path, metavar="FILE",
                                help=say("workbooks to examine as well"))  # fmt: skip


def run(args: argparse.Namespace, console: Console) -> int:
    """Do one action; 2 where this machine or its packages cannot."""
    try:
        actions = {"build": _build, "doctor": _doctor, "selftest": _selftest}
        return actions.get(args.action, _place)(args, console)
    except XltieError as error:
        console.note(
            say("xltie excel {action}: {error}", action=args.action, error=error.fault.placed)
        )
        return 2


def _place(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.excel import install

    for line in install.install() if args.action == "install" else install.uninstall():
        console.say(line)
    return 0


def _doctor(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.excel.doctor import findings, gather

    found = list(findings(gather(args.files)))
    for finding in found:
        console.say(finding.message)
    return 1 if any(finding.remedy for finding in found) else 0


def _selftest(args: argparse.Namespace, console: Console) -> int:
    from xltie.cli.excel_selftest import selftest

    return selftest(args, console)


def _build(args: argparse.Namespace, console: Console) -> int:
    from xltie.games import PRESETS
    from xltie.hosts.excel.package import build_add_in, make_macro_workbook
    from xltie.workbooks import new_workbook

    files = {
        "xltie.xlam": build_add_in(),
        "xltie.xlsm": make_macro_workbook(new_workbook(PRESETS["othello"], players=16, rounds=7)),
    }
    args.out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (args.out / name).write_bytes(content)
        console.say(say("wrote {file}", file=str(args.out / name)))
    return 0
