"""From the bytes of a file of any format to the tournament that it describes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union

from xltie.core.cells import Grid
from xltie.core.errors import Fault, InputError, Place
from xltie.core.files import in_file
from xltie.core.messages import Message, joined, say
from xltie.core.records import replace
from xltie.event import Event, TeamEvent, look_alikes
from xltie.exchange import Format, format_of, formats, formats_named, suffixes_read
from xltie.ranking import Tournament, criteria_of, mark_unknown, with_edition
from xltie.settings.declared import LANGUAGE

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile

_TABLES = (".csv", ".tsv", ".txt", ".html", ".htm", ".md", ".markdown", ".xls")
_ZIP, _COMPOUND = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_WORKBOOKS = (".xlsx", ".xlsm")
_DIGITS = bytes(ord("0") if 48 <= code < 58 else ord(".") for code in range(256))
_LONGEST = 300
"""Digits of the longest number that is read: no name, date or score comes near it, and a number of
more is none that a machine can count with."""


def read_file(
    name: str,
    source: Union[bytes, WorkbookFile],
    ranks: Optional[Mapping[str, str]] = None,
    *,
    teams: bool = False,
    reads: Sequence[str] = (),
    sheet: str = "",
) -> Tournament:
    """Return the tournament in a file; its event names what is faulty in a workbook or a table.

    ``source`` is its content; of a workbook that is asked for more, the opened file. With ``teams``
    it is the tournament of the teams, where the file lists those of its players. ``reads`` settle
    what can be read in two ways in a table of somebody's own. Of a workbook ``sheet`` is the one
    with the games.

    Raises:
        InputError: what is wrong in a file of another format, or in a table as a whole; formulas in
            it that were never computed.
    """
    data = source if isinstance(source, bytes) else source.data
    _refuse_long_numbers(name, data)
    found = _format(name, data)
    is_workbook = found is None and not _is_table(name, data)
    if sheet and not is_workbook:
        raise InputError.say("there is no sheet {sheet}", sheet=sheet)
    if teams:
        return _of_teams(name, data, found, sheet)
    if ranks and not is_workbook:
        raise InputError.say("ranks can be given for a workbook only; correct them in the file")
    if found is not None:
        return _in_format(found, data, name)
    if not is_workbook:
        from xltie.sheets.workbook import provisional_tournament, text_grids

        return replace(provisional_tournament(text_grids(data, name), reads=reads), sheets={})
    _refuse_unknown(name, data)
    return _in_workbook(source, ranks, reads, sheet)


def read_tables(name: str, data: bytes) -> Optional[Mapping[str, Grid]]:
    """Return the tables of a text, a page or a workbook by sheets; None for any other format.

    Raises:
        XltieError: a file of no kind that is read, or formulas among players that have no value.
    """
    if _format(name, data) is not None:
        return None
    if _is_table(name, data):
        from xltie.sheets.workbook import text_grids

        return text_grids(data, name)
    from xltie.recompute.ooxml.workbook_file import WorkbookFile
    from xltie.sheets.workbook import uncomputed_formulas

    _refuse_unknown(name, data)
    file = WorkbookFile(data)
    missing = uncomputed_formulas(file.grids, file.formulas)
    if missing:
        raise InputError(missing)
    return file.grids


def _refuse_unknown(name: str, data: bytes) -> None:
    """Raise for a file that is no workbook by its first bytes and of no kind by its ending."""
    ending = Path(name).suffix.lower()
    known = {*_WORKBOOKS, *_TABLES, *suffixes_read()}
    if ending and ending not in known and not data.startswith((_ZIP, _COMPOUND)):
        raise InputError.of(say(
            "files that end in {ending} are not read; of results these are: {endings}",
            ending=ending, endings=", ".join(sorted(known)),
        ))  # fmt: skip


def _in_workbook(
    source: Union[bytes, WorkbookFile],
    ranks: Optional[Mapping[str, str]],
    reads: Sequence[str],
    sheet: str,
) -> Tournament:
    """Return the tournament in a workbook; an error tells the language that it is in."""
    from xltie.recompute.ooxml.workbook_file import WorkbookFile
    from xltie.sheets.settings import settings_language
    from xltie.sheets.workbook import (
        only_sheet,
        provisional_tournament,
        settings_sheet,
        uncomputed_formulas,
    )

    file = WorkbookFile(source) if isinstance(source, bytes) else source
    grids: Mapping[str, Grid] = file.grids
    formulas = file.formulas
    try:
        if sheet:
            grids = only_sheet(grids, sheet)
            formulas = {grid: formulas[grid] for grid in grids if grid in formulas}
        missing = uncomputed_formulas(grids, formulas)
        if missing:
            raise InputError(missing)
        return provisional_tournament(grids, ranks, formulas, reads)
    except InputError as error:
        settings = settings_sheet(grids)
        if not error.language and settings is not None:
            error.language = settings_language(settings)
        raise


def _in_format(found: Format, data: bytes, name: str) -> Tournament:
    """Return the tournament in a file of a known format, with all that is odd in it."""
    noted = found.read(data, name)
    event = noted.event
    place = _stated_at(event, name) if found.name == "trf" else Place()
    criteria, unknown = mark_unknown(criteria_of(event), event)
    warnings = (
        *with_edition(noted.warnings, noted.undated, event),
        *(_not_known(criterion, why, event, place) for criterion, why in unknown),
        *(in_file(fault, name) for fault in look_alikes(event.contestants)),
    )
    return Tournament(event, criteria, place, warnings, source=found.name)


def _refuse_long_numbers(name: str, data: bytes) -> None:
    """Refuse a text in which there is a number that nobody can have meant.

    Raises:
        InputError: where the first of them stands.
    """
    if data.startswith(_ZIP):
        return
    at = data.translate(_DIGITS).find(b"0" * _LONGEST)
    if at >= 0:
        place = Place(
            file=name, line=data.count(b"\n", 0, at) + 1, column=at - data.rfind(b"\n", 0, at)
        )
        said = say("a number of more than {count} digits cannot be read", count=_LONGEST)
        raise InputError.of(said, place)


def _of_teams(name: str, data: bytes, found: Optional[Format], sheet: str) -> Tournament:
    """Return the tournament of the teams in a file.

    Raises:
        InputError: it has none.
    """
    if found is not None and found.read_teams is not None:
        event = found.read_teams(data, name)
        return Tournament(event, criteria_of(event), Place(), (), source=found.name)
    tournament = read_file(name, data, sheet=sheet)
    if not isinstance(tournament.event, TeamEvent):
        raise InputError.say("there are no teams here that play matches")
    return tournament


def _is_table(name: str, data: bytes) -> bool:
    """Tell a text or a page, also one that a site calls .xls, from a workbook of any name."""
    if data.startswith((_ZIP, _COMPOUND)):
        return False
    return not Path(name).suffix or name.lower().endswith(_TABLES)


def _format(name: str, data: bytes) -> Optional[Format]:
    """Return the format of a file by its name and content; None for workbooks and text tables.

    Without an ending, as from standard input, it is known by its content alone.

    Raises:
        InputError: the name stands for several formats, and the file is none of them.
    """
    if not Path(name).suffix:
        is_workbook = data.startswith((_ZIP, _COMPOUND))
        return None if is_workbook else next((f for f in formats() if f.looks_like(data)), None)
    found = format_of(name, data)
    if found is not None or data.startswith((_ZIP, _COMPOUND)) or _is_table(name, data):
        return found
    named = formats_named(name)
    if len(named) > 1:
        titles = joined(format.title for format in named)
        raise InputError.say("not a file type that xltie reads ({known})", known=titles)
    return next(iter(named), None)  # its reader says what is wrong


def _stated_at(event: Event, name: str) -> Place:
    """Return the line of a report that lists the tie-breaks: record 212, or else 202."""
    for record in ("212", "202"):
        for number, (line, _) in enumerate(event.records, 1):
            if line.startswith(record):
                return Place(file=name, line=number)
    return Place()


def _not_known(criterion: str, why: Message, event: Event, place: Place) -> Fault:
    """Return the warning that a file's criterion is left out, with its line and column."""
    line = event.records[place.line - 1][0] if place.line else ""
    at = line.find(criterion, 3)
    said = say(
        "criterion {criterion!r} is not computed and parts nobody: {why}",
        criterion=criterion,
        why=why,
    )
    return Fault(said, replace(place, column=at + 1) if at > 0 else place)


def refusal_of(opened: Tournament) -> InputError:
    """Return all that is faulty in an event as an error, which tells the language that it is in."""
    refused = InputError(opened.event.faults)
    refused.language = language_of(opened)
    return refused


def language_of(opened: Tournament) -> str:
    """Return the code of the language that an event is in, "" for a file that does not say."""
    named = opened.event.settings.text(LANGUAGE)
    if named or not opened.sheets:
        return named
    from xltie.sheets.workbook import language_in  # files of other formats need no sheets

    return language_in(opened.sheets)
