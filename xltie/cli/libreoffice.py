"""``xltie libreoffice``: build, install, diagnose and remove the extension for LibreOffice Calc."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_folder
from xltie.cli.parser import Parser
from xltie.cli.printing import done, print_findings, write_into
from xltie.core.messages import say

_HELP = {
    "install": say("install the extension in LibreOffice (for all users if run as root)"),
    "uninstall": say("remove the extension"),
    "doctor": say("find what may keep the functions from working"),
    "build": say("write xltie.oxt"),
}


def add_arguments(parser: Parser) -> None:
    """Add the actions of the command."""
    parser.about(say("build, install and check the extension for LibreOffice Calc"))
    actions = parser.actions(_HELP)
    add_folder(actions.pop("build"))
    about = say("a LibreOffice user profile other than the default one")
    for action in actions.values():
        action.add("--profile", type=Path, metavar="DIR", help=about)


def run(args: argparse.Namespace, console: Console) -> int:
    """Do one action; 1 where the doctor found something to do, 2 where LibreOffice cannot."""
    actions = {"build": _build, "doctor": _doctor, "install": _place, "uninstall": _place}
    return done(actions, args, console)


def _place(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.libreoffice import install

    do = install.install if args.action == "install" else install.uninstall
    for line in do(args.profile):
        console.say(line)
    return 0


def _doctor(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.libreoffice.install import findings

    return print_findings(findings(args.profile), console)


def _build(args: argparse.Namespace, console: Console) -> int:
    from xltie.hosts.libreoffice.package import build

    write_into(args.out, {"xltie.oxt": build()}, console)
    return 0
