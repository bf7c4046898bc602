"""Buttons that let the command line of xltie do it, in a process of its own, over a copy.

So a button and a command do the same, and a program whose Python has no other packages can do it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence

from xltie.core.cells import Grid
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.files import read_bytes, write_new
from xltie.core.messages import NOTHING, Message, joined, plain, say
from xltie.hosts.common.open_workbook import Host, language_of
from xltie.sheets.workbook import only_sheet, provisional_tournament

_PATIENCE = 300
"""Seconds after which the command is taken to hang."""


class Done(NamedTuple):
    """What a command wrote: its lines, and the lines about what is wrong."""

    lines: List[str]
    wrong: List[str]


def run_xltie(
    command: Sequence[str], environment: Mapping[str, str], words: Sequence[str], folder: Path
) -> Done:
    """Run a command of xltie over files of a folder, by whose names it tells what is wrong.

    ``command`` starts the command line of xltie, in ``environment``. A command says what it did,
    or has failed.

    Raises:
        DomainError: it cannot be run, or has failed, and why.
    """
    try:
        done = subprocess.run(
            [*command, *words], capture_output=True, timeout=_PATIENCE, check=False,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
            env={**environment, "PYTHONUTF8": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        called = f"xltie {words[0]}"
        raise DomainError(
            say("{command} could not be run: {error}", command=called, error=str(error))
        ) from None
    lines, wrong = (
        [line.replace(f"{folder}{os.sep}", "") for line in text.splitlines() if line]
        for text in (done.stdout, done.stderr)
    )
    if not lines:
        if wrong:
            raise DomainError(joined(wrong, "; "))
        called = f"xltie {words[0]}"
        raise DomainError(say("{command} ended with {code}", command=called, code=done.returncode))
    return Done(lines, wrong)


def publish(host: Host, command: Sequence[str], environment: Mapping[str, str]) -> List[Message]:
    """Write the pages of an open workbook and return what was done, and what is wrong, in lines.

    ``command`` starts the command line of xltie, in ``environment``.

    Raises:
        DomainError: the workbook was never saved, or the pages cannot be written, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError(say("save the workbook first: the pages are put into a folder beside it"))
    host.say(say("xltie: writing the pages ..."))
    target = saved.with_name(f"{saved.stem}-pages")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = ["publish", str(host.save_copy(folder)), "--out", str(target)]
        done = run_xltie(command, environment, words, folder)
    host.say(NOTHING)
    where = say("the pages are in {folder}: open index.html there", folder=str(target))
    return [where, *map(plain, done.wrong)]


def add_sheet(
    host: Host, name: str, command: Sequence[str], environment: Mapping[str, str]
) -> List[Message]:
    """Add a sheet that is wanted once, as it is called on the command line, and say so.

    ``command`` starts the command line of xltie, in ``environment``.

    Raises:
        DomainError: the workbook was never saved, has the sheet, or none of its kind, or it cannot
            be made.
    """
    if host.file() is None:
        raise DomainError(say("save the workbook first: the sheet is made in a copy of its file"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copy = host.save_copy(folder)
        run_xltie(command, environment, ["add-sheet", name, str(copy)], folder)
        added = host.take_sheets(copy)
    return [say("sheet {name} added", name=sheet) for sheet in added]


class Imported(NamedTuple):
    """A workbook that was made, and what the sheet was taken to mean, in lines."""

    path: Path
    said: List[Message]


def import_sheet(
    host: Host,
    sheet: str,
    command: Sequence[str],
    environment: Mapping[str, str],
    choose: Callable[[Fault], Optional[str]] = lambda fault: None,
) -> Imported:
    """Make a workbook of an event, beside the file, from a sheet of it; no file is replaced.

    ``command`` starts the command line of xltie, in ``environment``. ``choose`` asks a person which
    reading is meant where two fit; None for neither.

    Raises:
        InputError: what in the sheet is not understood, or is understood in two ways, each with its
            cell; then nothing is made.
        DomainError: the workbook was never saved, or nothing can be made, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError(say("save the workbook first: the event is put into a file beside it"))
    host.say(say("xltie: reading the sheet {sheet} ...", sheet=sheet))
    sheets = only_sheet({name: host.grid(name) for name in host.sheets()}, sheet)
    reads = _settled(sheets, choose)
    target = _free(saved)
    spoken = language_of(host).code
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy, made = host.save_copy(folder), folder / target.name
        words = ["import", str(copy), str(made), "--sheet", sheet, "--language", spoken]
        words += [word for reading in reads for word in ("--read", reading)]
        done = run_xltie(command, environment, words, folder)
        write_new(target, read_bytes(made))
    host.say(NOTHING)
    return Imported(target, [*map(plain, done.lines), *map(plain, done.wrong)])


def _settled(sheets: Mapping[str, Grid], choose: Callable[[Fault], Optional[str]]) -> Sequence[str]:
    """Return which readings of a table are meant, as far as a person has to say.

    Raises:
        InputError: what is not understood, with its cells; the command would name none.
    """
    reads: List[str] = []
    while True:
        try:
            faults = provisional_tournament(sheets, reads=reads).event.faults
        except InputError as error:
            faults = tuple(error.faults)
        if not faults:
            return reads
        chosen = choose(faults[0]) if faults[0].readings else None
        if chosen is None:
            raise InputError(faults)
        reads.append(chosen)


def _free(saved: Path) -> Path:
    """Return the first name of an event beside a file that no file has."""
    number, path = 1, saved.with_name(f"{saved.stem}-event.xlsx")
    while path.exists():
        number += 1
        path = saved.with_name(f"{saved.stem}-event-{number}.xlsx")
    return path
