"""``xltie excel selftest``: what only a PC with Excel can tell, in a report to send."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import tempfile
from pathlib import Path

from xltie.cli.console import Console
from xltie.core.messages import plain, say
from xltie.hosts.excel import registration
from xltie.hosts.excel.install import NoExcelHere


def selftest(args: argparse.Namespace, console: Console) -> int:
    """Ask Excel, and write the report and what Excel saved; 1 where something is broken.

    Raises:
        NoExcelHere: this is no Windows PC.
    """
    from xltie.hosts.excel.selftest import Selftest
    from xltie.hosts.excel.selftest.files import files

    if sys.platform != "win32":
        raise NoExcelHere(
            say("this is {system}: run it on a PC with Excel for Windows", system=sys.platform)
        )
    console.say(say("an Excel of its own is asked; this takes some ten minutes"))
    made = files()
    event = made["event.xlsx"]
    run = Selftest(
        {**made, "paired.xlsx": paired(event), "recomputed.xlsx": recomputed(event)},
        lambda line: console.say(plain(str(line))),
        has_server=registration.registered_command() is not None,
    )
    for path in run.run(args.out):
        console.say(say("wrote {file}", file=str(path)))
    console.say(say("please send both files back; they hold no names and no paths"))
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
