"""``xltie repair FILE``: put back formulas of our workbooks that were typed over."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.catalogues import spellings
from xltie.core.errors import Fault
from xltie.core.messages import Message, count, joined, say

if TYPE_CHECKING:
    from xltie.core.cells import Grid
    from xltie.recompute.ooxml.package import Package
    from xltie.recompute.ooxml.workbook_file import SheetFormulas
    from xltie.recompute.run.report import Looked


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    from xltie.cli.changed_workbook import add_file_arguments

    add_file_arguments(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Put the formulas back and name their cells; a file without a missing one stays as it is."""
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.workbooks.repair import repaired

    book = ChangedWorkbook.read(args.file, args.out)
    console.follow(book.language)
    new, missing = repaired(book.file)
    book.write(_without_panes(new, book.file.package))
    for cell in missing:
        console.say(cell.fault.placed)
    done = (
        count(len(missing), "{n} formula put back", "{n} formulas put back")
        if missing
        else say("nothing to put back")
    )
    console.say(joined((str(args.file), done), ": "))
    return 0


def _without_panes(data: bytes, opened: Package) -> bytes:
    """Return a workbook without what LibreOffice leaves of an add-in's pane."""
    from xltie.hosts.common.respell import PANES, drop_panes
    from xltie.recompute.ooxml.package_edit import Parts

    if PANES not in opened.names:
        return data
    parts = Parts(data)
    return parts.finished() if drop_panes(parts, of_lite=False) else data


_OURS = ("Standings", "Rounds", "Boards")
"""What a workbook of ours has, whatever else in it was renamed."""


def looked_at(
    sheets: Iterable[str], read: Callable[[], tuple[dict[str, Grid], dict[str, SheetFormulas]]]
) -> Looked:
    """Return where a value stands in place of a formula of ours in a workbook, and its language.

    ``read`` gives its grids and formulas, and is called only for one with sheets of ours.
    """
    from xltie.recompute.run.report import Looked

    ours = {spelling for name in _OURS for spelling in spellings("sheet", name)}
    if set(sheets).isdisjoint(ours):
        return Looked()
    from xltie.sheets.formulas import overwritten
    from xltie.sheets.workbook import language_in

    grids, formulas = read()
    faults = tuple(cell.fault for cell in overwritten(formulas, grids))
    return Looked(faults, language_in(grids), tuple(_not_computed(grids)))


def _not_computed(grids: Mapping[str, Grid]) -> Iterator[Fault]:
    """Yield the criteria in the Settings of a workbook that are the organizer's own."""
    from xltie.ranking import heading_of, split_list
    from xltie.settings.declared import CRITERIA
    from xltie.sheets.settings import settings_of
    from xltie.sheets.workbook import settings_sheet

    settings = settings_of(settings_sheet(grids))
    for part in split_list(settings.text(CRITERIA)):
        if heading_of(part):
            said = say("criterion {criterion!r} is not computed and parts nobody", criterion=part)
            yield Fault(said, settings.place(CRITERIA))


def print_overwritten(
    path: Path, found: Sequence[Fault], console: Console, told: Iterable[Fault] = ()
) -> None:
    """Print where formulas of a file were typed over, and how they come back.

    Those that are among the faults of the event, which were ``told``, are not said twice.
    """
    known = {_where(fault) for fault in told}
    for fault in found:
        if _where(fault) not in known:
            console.note("{file}: warning: {what}", file=str(path), what=fault.placed)
    if found:
        console.note(
            count(
                len(found),
                "{file}: xltie repair {file} puts {n} formula back",
                "{file}: xltie repair {file} puts {n} formulas back",
                file=str(path),
            )
        )


def _where(fault: Fault) -> tuple[str, str, Message]:
    return fault.place.sheet, fault.place.cell, fault.message
