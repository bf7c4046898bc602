"""*Make an event from this sheet*: what ``xltie import`` makes of one sheet of an open workbook."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Callable, List, Mapping, NamedTuple, Optional, Protocol, Sequence

from xltie.core.cells import Grid
from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.files import read_bytes, write_new
from xltie.core.messages import NOTHING, Message, plain, say
from xltie.hosts.common.open_workbook import Host, language_of
from xltie.hosts.common.run_xltie import CopiedHost, run_xltie
from xltie.sheets.workbook import only_sheet, provisional_tournament


class TableHost(Host, CopiedHost, Protocol):
    """An open workbook with somebody's own table."""


class Imported(NamedTuple):
    """A workbook that was made, and what the sheet was taken to mean, in lines."""

    path: Path
    said: List[Message]


def import_sheet(
    host: TableHost,
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


def is_meant(fault: Fault, reading: str) -> List[Message]:
    """Return the lines that ask whether one of the readings that fit is meant."""
    return [fault.placed, NOTHING, say("Is {reading} meant?", reading=reading)]


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
