"""``xltie import`` and ``xltie export``: workbooks from tournament files and back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from xltie.cli.reading import in_file, open_tournament, print_warnings
from xltie.core.errors import InputError, Place, UnsupportedWorkbook
from xltie.event.model import Contestant, Event
from xltie.exchange.formats import Format, format_for_writing, format_of, formats
from xltie.ranking.session_results import published
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.rulebooks import edition_of
from xltie.sheets.tournament import default_criteria

_WORKBOOKS = (".xlsx", ".xlsm")


def add_parser(subparsers: Any) -> None:
    """Add both commands to the command line."""
    importing = subparsers.add_parser("import", help="make a workbook from a tournament file")
    importing.add_argument("file", help="a tournament file, for example a TRF")
    importing.add_argument("workbook", help="the workbook to make (.xlsx)")
    importing.add_argument("--force", action="store_true", help="replace the file if it exists")
    importing.set_defaults(run=run_import)
    exporting = subparsers.add_parser("export", help="write a tournament file from a workbook")
    exporting.add_argument("workbook", help="the workbook (.xlsx, .xlsm), or any event file")
    exporting.add_argument("file", help="the file to write; its extension determines the format")
    exporting.add_argument("--force", action="store_true", help="replace the file if it exists")
    exporting.set_defaults(run=run_export)


def run_import(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the workbook; returns 0."""
    from xltie.recompute.ooxml.read_grids import write_new

    path = _target(args.workbook, args.force)
    if path.suffix.lower() not in _WORKBOOKS[:1]:
        raise UnsupportedWorkbook(
            "the name of a workbook must end in .xlsx", Place(file=args.workbook)
        )
    tournament = open_tournament(args.file)
    print_warnings(tournament, err)
    event = tournament.event
    write_new(path, _workbook(event, tournament.criteria, Path(args.file)))
    rounds = max((match.round for match in event.matches), default=0)
    boards = len({board_result.board for board_result in event.board_results})
    played = f"{boards} boards" if boards else f"{rounds} rounds"
    print(f"{path}: {len(event.contestants)} players, {played} played", file=out)
    return 0


def _target(name: str, force: bool) -> Path:
    path = Path(name)
    if path.exists() and not force:
        raise UnsupportedWorkbook("already exists; --force replaces it", Place(file=name))
    return path


def _workbook(event: Event, criteria: str, source: Path) -> bytes:
    """Return a workbook with the event, and a sheet with the lines of the file where it has any."""
    from xltie.games import preset
    from xltie.templates.build import build_workbook, computed_bytes
    from xltie.templates.records_sheet import add_records

    rounds = max([event.rounds, *(match.round for match in event.matches)])
    rounds = len({board_result.board for board_result in event.board_results}) or rounds
    book = build_workbook(
        preset(event.game),
        len(event.contestants),
        max(1, rounds),
        event.contestants,
        _settings(event, criteria),
        event.matches,
        event.board_results,
    )
    if event.records:
        add_records(
            book, _sheet_of(source, event), event.records, event.settings.get("encoding", "")
        )
    return computed_bytes(book)


def _settings(event: Event, criteria: str) -> dict[str, object]:
    from xltie.games import preset

    scoring = event.scoring
    known = {setting.key for setting in preset(event.game).settings}
    settings: dict[str, object] = {
        **{key: value for key, value in event.settings.items() if key in known},
        "event": event.name,
        "date": event.start_date,
        "format": event.format,
        "rulebook": edition_of(event),
        "criteria": criteria,
        "win": _cell(scoring.win),
        "draw": _cell(scoring.draw),
        "loss": _cell(scoring.loss),
        "pairing_bye": _cell(scoring.pairing_bye),
        "missed": _cell(scoring.absent),
        "contest": event.settings.get("contest", ""),
        "winners": event.settings.get("winners", ""),
    }
    return {key: value for key, value in settings.items() if value != ""}


def _cell(value: Any) -> object:
    from xltie.core.cells import to_cell

    return to_cell(value)


def _sheet_of(path: Path, event: Event) -> str:
    """Return the name of the sheet that keeps the lines of a file of this kind."""
    found = format_for_writing(path.name, event.game)
    return found.name.upper() if found else "Lines"


def run_export(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the file; returns 0."""
    from xltie.recompute.ooxml.read_grids import write_new

    path = _target(args.file, args.force)
    if format_for_writing(path.name) is None:
        known = ", ".join(suffix for own in formats() if own.write for suffix in own.suffixes)
        raise InputError.of(f"no format for this extension can be written; choose from {known}",
                            Place(file=args.file))  # fmt: skip
    tournament = open_tournament(args.workbook)
    print_warnings(tournament, err)
    chosen = format_for_writing(path.name, tournament.event.game)
    assert chosen is not None and chosen.write is not None
    event = _with_lines(tournament.event, args.workbook, chosen.name.upper())
    if _says_criteria(event, tournament.criteria, chosen):
        event = _with_option(event, "criteria", tournament.criteria)
    if event.board_results:
        event = published(event, tournament.criteria)
    event = _with_ranks(event, tournament.criteria)
    try:
        data = chosen.write(event)
    except InputError as error:
        raise InputError(in_file(fault, args.workbook) for fault in error.faults) from None
    write_new(path, data)
    print(f"{path}: {chosen.title}, {len(event.contestants)} players", file=out)
    return 0


def _with_lines(event: Event, name: str, title: str) -> Event:
    """Return the event with the lines that its workbook keeps of the file it came from."""
    from xltie.recompute.ooxml.read_grids import read_bytes, workbook_grids
    from xltie.templates.records_sheet import read_records

    path = Path(name)
    if path.suffix.lower() not in _WORKBOOKS:
        kept = format_of(path.name, read_bytes(path))
        return event if kept and kept.name.upper() == title else replace(event, records=())
    records, encoding = read_records(workbook_grids(read_bytes(path)), title)
    if not records:
        return event
    return _with_option(replace(event, records=records), "encoding", encoding)


def _with_option(event: Event, name: str, value: str) -> Event:
    return replace(event, options=tuple({**event.settings, name: value}.items()))


def _says_criteria(event: Event, criteria: str, chosen: Format) -> bool:
    """Tell whether the file should name its criteria: not the default ones if it never did."""
    if not event.records or criteria != default_criteria(event):
        return True
    text = "".join(line + end for line, end in event.records)
    before = chosen.read(text.encode(event.settings.get("encoding", "utf-8")), "")
    return "criteria" in before.settings


def _with_ranks(event: Event, criteria: str) -> Event:
    """Return the event with the places and criteria as fields of every contestant.

    Criteria already in a contestant's record stay; result lists have at least four.
    """
    from xltie.event.index import EventIndex
    from xltie.ranking.criteria import parse_criteria
    from xltie.ranking.standings import rank

    lines = rank(EventIndex(event), parse_criteria(criteria, event=event)).lines
    fields = {
        line.who: {
            "Rank": str(line.place),
            **{f"Criterion {n}": text for n, text in enumerate(_padded(line.values), 1)},
        }
        for line in lines
    }

    def ranked(own: Contestant) -> Contestant:
        more = dict(own.more)
        new = {"Rank": fields[own.id]["Rank"]} if "Criterion 1" in more else fields[own.id]
        return replace(own, more=tuple({**more, **new}.items()))

    return replace(event, contestants=tuple(map(ranked, event.contestants)))


def _padded(values: Sequence[CriterionValue | None]) -> list[str]:
    from xltie.cli.standings import shown

    texts = [shown(value) or "0" for value in values]
    return texts + ["0"] * (4 - len(texts))
