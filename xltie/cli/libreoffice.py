"""``xltie libreoffice``: build, install, diagnose and remove the extension for LibreOffice Calc."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from xltie.core.errors import XltieError
from xltie.core.messages import say

_HELP = {
    "install": say("install the extension in LibreOffice (for all users if run as root)"),
    "uninstall": say("remove the extension"),
    "doctor": say("find what may keep the functions from working"),
    "build": say("write xltie.oxt"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions of the command."""
    parser.description = say("the extension for LibreOffice Calc: built, installed, looked after")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text in _HELP.items():
        action = actions.add_parser(name, help=text, description=text)
        action.set_defaults(run=run)
        if name == "build":
            action.add_argument(
                "--out", type=Path, default=Path(), metavar="DIR",
                help=say("folder to write to (default: the current one)"),
            )  # fmt: skip
        else:
            action.add_argument(
                "--profile", type=Path, metavar="DIR",
                help=say("a LibreOffice user profile other than the default one"),
            )  # fmt: skip


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Do one action; 1 where the doctor found something to do, 2 where LibreOffice cannot."""
    try:
        return {"build": _build, "doctor": _doctor}.get(args.action, _place)(args, out)
    except XltieError as error:
        print(say("xltie libreoffice {action}: {error}", action=args.action, error=error), file=err)
    except OSError as error:
        print(say("xltie libreoffice {action}: {error}", action=args.action, error=error), file=err)
    return 2


def _place(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.hosts.libreoffice import install

    do = install.install if args.action == "install" else install.uninstall
    print(*do(args.profile), sep="\n", file=out)
    return 0


def _doctor(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.hosts.libreoffice.install import findings

    found = list(findings(args.profile))
    print(*found, sep="\n", file=out)
    return 1 if any(finding.remedy for finding in found) else 0


def _build(args: argparse.Namespace, out: TextIO) -> int:
    from xltie.hosts.libreoffice.package import build

    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / "xltie.oxt"
    path.write_bytes(build())
    print(f"wrote {path}", file=out)
    return 0
