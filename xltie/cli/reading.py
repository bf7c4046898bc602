"""Opening whatever a user names: a workbook, a text table, a tournament file."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from xltie.core.errors import Fault, InputError, Place, XltieError
from xltie.event.model import Event
from xltie.exchange.formats import Format, format_of, formats_named, read_noted
from xltie.recompute.ooxml.read_grids import read_bytes, workbook_grids
from xltie.sheets.text_table import text_grid
from xltie.sheets.tournament import Tournament, default_criteria, read_tournament

_TEXT = {".csv", ".tsv", ".txt"}


def open_tournament(name: str) -> Tournament:
    """Return the tournament in a file of any format that xltie reads.

    Raises:
        XltieError: what is wrong with the file, with its name in every fault.
    """
    path = Path(name)
    data = read_bytes(path)
    try:
        return _tournament(path, data)
    except InputError as error:
        raise InputError(in_file(fault, name) for fault in error.faults) from None
    except XltieError as error:
        raise type(error)(error.text, Place(file=name)) from None


def _tournament(path: Path, data: bytes) -> Tournament:
    found = format_of(path.name, data) or _by_name(path)
    if found is not None:
        noted = read_noted(found, data, path.name)
        event = noted.event
        criteria = event.settings.get("criteria") or default_criteria(event)
        place = _stated_at(event, path.name) if found.name == "trf" else Place()
        return Tournament(event, criteria, place, noted.warnings)
    if path.suffix.lower() in _TEXT:
        return read_tournament({"Rounds": text_grid(data, path.name)})
    return read_tournament(workbook_grids(data))


def _stated_at(event: Event, name: str) -> Place:
    """Return the line of a report that lists the tie-breaks: record 212, or else 202."""
    for record in ("212", "202"):
        for number, (line, _) in enumerate(event.records, 1):
            if line.startswith(record):
                return Place(file=name, line=number)
    return Place()


def _by_name(path: Path) -> Format | None:
    """Return the format that a name such as ``event.h9`` stands for: its reader says what is wrong.

    Raises:
        InputError: the name stands for several formats, and the file is none of them.
    """
    if path.suffix.lower() in _TEXT:
        return None
    named = formats_named(path.name)
    if len(named) > 1:
        known = ", ".join(own.title for own in named)
        raise InputError.of(f"not a file type that xltie reads ({known})")
    return named[0] if named else None


def print_warnings(tournament: Tournament, err: TextIO) -> None:
    """Print what is odd in a file but clear, one line each."""
    for warning in tournament.warnings:
        print(f"warning: {warning}", file=err)


def in_file(fault: Fault, name: str) -> Fault:
    """Return a fault whose text begins with the file, unless its place does already."""
    if fault.place.file:
        return fault
    where = str(fault.place)
    return Fault(f"{where}: {fault.text}" if where else fault.text, Place(file=name))
