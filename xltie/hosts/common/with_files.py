"""Buttons that need files: most let the command line do it, in a process of its own, over a copy.

So a button and a command do the same, and a program whose Python has no other packages can do it.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Callable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.files import read_bytes, write_new
from xltie.core.messages import NOTHING, Message, count, joined, plain, say
from xltie.core.records import replace
from xltie.exchange.rating_lists import rating_list
from xltie.hosts.common.host import Desk
from xltie.hosts.common.open_workbook import grids_and_formulas, language_of, recompute
from xltie.sheets.any_table import on_a_sheet
from xltie.sheets.players import Filling, filling, list_cells, remembered_list
from xltie.sheets.workbook import only_sheet, players_sheet, provisional_tournament

_PATIENCE = 300
"""Seconds after which the command is taken to hang."""


class Done(NamedTuple):
    """What a command wrote: its lines, and the lines about what is wrong."""

    lines: List[str]
    wrong: List[str]


def _run_xltie(desk: Desk, words: Sequence[str], folder: Path) -> Done:
    """Run a command of xltie over files of a folder, by whose names it tells what is wrong.

    A command says what it did, or has failed.

    Raises:
        DomainError: it cannot be run, or has failed, and why.
    """
    command, environment = desk.command_line()
    try:
        done = subprocess.run(
            [*command, *words], capture_output=True, timeout=_PATIENCE, check=False,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
            env={**environment, "PYTHONUTF8": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        called = f"xltie {words[0]}"
        raise DomainError.say(
            "{command} could not be run: {error}", command=called, error=str(error)
        ) from None
    lines, wrong = (
        [line.replace(f"{folder}{os.sep}", "") for line in text.splitlines() if line]
        for text in (done.stdout, done.stderr)
    )
    if not lines:
        if wrong:
            raise DomainError(joined(wrong, "; "))
        called = f"xltie {words[0]}"
        raise DomainError.say("{command} ended with {code}", command=called, code=done.returncode)
    return Done(lines, wrong)


def publish(host: Desk) -> List[Message]:
    """Write the pages of an open workbook and return what was done, and what is wrong, in lines.

    Raises:
        DomainError: the workbook was never saved, or the pages cannot be written, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError.say("save the workbook first: the pages are put into a folder beside it")
    host.say(say("xltie: writing the pages ..."))
    target = saved.with_name(f"{saved.stem}-pages")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = ["publish", str(host.save_copy(folder)), "--out", str(target)]
        done = _run_xltie(host, words, folder)
    host.say(NOTHING)
    where = say("the pages are in {folder}: open index.html there", folder=str(target))
    return [where, *map(plain, done.wrong)]


def add_sheet(host: Desk, name: str) -> List[Message]:
    """Add a sheet that is wanted once, as it is called on the command line, and say so.

    Raises:
        DomainError: the workbook was never saved, has the sheet, or none of its kind, or it cannot
            be made.
    """
    if host.file() is None:
        raise DomainError.say("save the workbook first: the sheet is made in a copy of its file")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copy = host.save_copy(folder)
        _run_xltie(host, ["add-sheet", name, str(copy)], folder)
        added = host.take_sheets(copy)
    return [say("sheet {name} added", name=sheet) for sheet in added]


class Imported(NamedTuple):
    """A workbook that was made, and what the sheet was taken to mean, in lines."""

    path: Path
    said: List[Message]


def import_sheet(host: Desk, sheet: str, choose: Callable[[Fault], Optional[str]]) -> Imported:
    """Make a workbook of an event, beside the file, from a sheet of it; no file is replaced.

    ``choose`` asks a person which reading is meant where two fit; None for neither.

    Raises:
        InputError: what in the sheet is not understood, or is understood in two ways, each with its
            cell; then nothing is made.
        DomainError: the workbook was never saved, or nothing can be made, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError.say("save the workbook first: the event is put into a file beside it")
    host.say(say("xltie: reading the sheet {sheet} ...", sheet=sheet))
    sheets = only_sheet({name: host.grid(name) for name in host.sheets()}, sheet)
    reads = _settled(sheets, choose)
    target = _free(saved)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy, made = host.save_copy(folder), folder / target.name
        words = ["import", str(copy), str(made), "--sheet", sheet, "--on-sheet"]
        words += ["--language", language_of(host).code]
        words += [word for reading in reads for word in ("--read", reading)]
        done = _run_xltie(host, words, folder)
        write_new(target, read_bytes(made))
    host.say(NOTHING)
    return Imported(target, list(map(plain, (*done.lines, *done.wrong))))


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
        faults = tuple(replace(fault, message=on_a_sheet(fault.message)) for fault in faults)
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


class Filled(NamedTuple):
    """What was done, in sentences, and the players between whose lines somebody has to choose."""

    said: Tuple[Message, ...]
    doubts: Tuple[Fault, ...]


def fill(host: Desk) -> Optional[Filled]:
    """Type what the list that the settings name says into the blank cells of the players.

    Where the settings name none that is there a person chooses the file of a list; its name is
    typed into the settings if it has one of the players. None where nobody chose one.

    Raises:
        XltieError: no players, no list, or one that cannot be read; then no cell is changed.
    """
    sheets, formulas = grids_and_formulas(host)
    grid = players_sheet(sheets)
    if grid is None:
        raise DomainError.say("no sheet holds players")
    file = host.file()
    folder = None if file is None else file.parent
    listed = remembered_list(sheets, folder)
    if listed is None or not listed.is_file():
        listed = host.chosen_file()
    if listed is None:
        return None
    host.say(say("xltie: looking the players up ..."))
    players = rating_list(read_bytes(listed), listed.name)
    found = filling(grid, players)
    named = list_cells(sheets, folder, listed)
    if named is not None and found.found:
        for position, value in named.cells.items():
            host.write(named.sheet, position, value)
    changes = [
        change for change in found.blank if change.position not in formulas.get(found.sheet, {})
    ]
    for change in changes:
        host.write(found.sheet, change.position, change.after)
    if changes:
        recompute(host)
    done = count(len(changes), "{n} cell filled", "{n} cells filled")
    said = [found.summary(players.federation, done), *_stays(found)]
    said += [fault.placed for fault in (*found.doubts, *found.notes)]
    return Filled(tuple(said), tuple(found.doubts))


def _stays(found: Filling) -> List[Message]:
    """Say how many cells hold something else than the list says, and the first of them."""
    if not found.other:
        return []
    first = found.other[0]
    return [
        count(
            len(found.other),
            "{n} cell holds something else than the list and stays: {cell} {before}, list {value}",
            "{n} cells hold something else than the list and stay, first {cell} {before}, "
            "list {value}",
            cell=str(first.place),
            before=first.before,
            value=str(first.after),
        )
    ]
