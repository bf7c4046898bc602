"""A new event in a club's own workbook: what the last event left goes, all else stays.

Colours, pictures, own columns and sheets are the club's: the file is taken as it is, every byte
that is not changed included, and no sheet is made anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xltie.core.cells import Grid, Scalar, is_blank, text_of, to_cell
from xltie.core.errors import DomainError, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Contestant
from xltie.exchange import formats
from xltie.ranking.cells import id_cell
from xltie.recompute import recompute
from xltie.recompute.ooxml.calculation_settings import without_calculation_chain
from xltie.recompute.ooxml.insert_cells import cells_of
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits, edit_workbook
from xltie.settings import declared
from xltie.sheets.functions import callables
from xltie.sheets.round import PAIRED_HEADINGS, find_log, standings_anew
from xltie.sheets.settings import cells_saying, settings_of
from xltie.sheets.tables import english_heading, players_header, sheet_of
from xltie.sheets.workbook import (
    games_sheet,
    players_sheet,
    provisional_tournament,
    teams_sheet,
)
from xltie.workbooks.input_sheets import player_details
from xltie.workbooks.layout import event_parts
from xltie.workbooks.records_sheet import read_records

OF_ONE_EVENT = (
    declared.START_DATE, declared.END_DATE, declared.ROUND_DATES, declared.PAIRING_SEED,
    declared.LOT,
)  # fmt: skip
"""Settings that a new event does not take over."""
_PACKS = ("EVENTTEXT(", "TEAMEVENT(")


def from_template(
    file: WorkbookFile,
    players: Sequence[Contestant],
    planned: int,
    settings: Mapping[str, str],
) -> bytes:
    """Return a workbook for a new event from one of ours, every formula with its value.

    There are lines for as many players as are ``planned``, at least. ``settings`` are those that
    are named, by key; ``event`` is what it is called.

    Raises:
        DomainError: it is no workbook of ours, or too small for so many.
        WorkbookRefused: it cannot be changed safely.
    """
    grids = file.grids
    located, list_grid = games_sheet(grids), teams_sheet(grids) or players_sheet(grids)
    if located is None or "allgames" not in located[1].roles or list_grid is None:
        raise DomainError.say("the template is no workbook made by xltie")
    _refuse_lines(grids)
    rounds = settings.get(declared.ROUNDS.key) or settings_of(sheet_of(grids, "Settings")).text(
        declared.ROUNDS
    )
    _refuse_small(file, max(planned, len(players)), int(rounds or 1))
    emptied = file
    if not provisional_tournament(grids, None, file.formulas).event.traits.is_session:
        emptied = _without_lines(file, *located)
    edits = [_of_settings(file, settings)]
    listed, roster = players, players_sheet(grids)
    of_teams = "" if roster is None or roster.sheet == list_grid.sheet else roster.sheet
    if of_teams:
        names = dict.fromkeys(player.team for player in players if player.team)
        listed = [Contestant(str(number), name) for number, name in enumerate(names, 1)]
    for grid in grids.values():
        if grid.sheet == list_grid.sheet:
            edits.append(_of_list(file, grid, listed, planned, settings.get("event", "")))
        elif grid.sheet == of_teams:
            edits.append(
                _of_list(file, grid, sorted(players, key=lambda player: player.team), 0, None)
            )
        elif grid is located[1] and emptied is file:
            edits.append(CellEdits(grid.sheet, dict.fromkeys(_typed(file, grid, 0))))
    computed, _ = recompute(edit_workbook(emptied, *edits).package, callables())
    made = WorkbookFile(computed)
    event = provisional_tournament(made.grids, None, made.formulas).event
    anew = standings_anew(made.grids, event)
    if anew is not None and anew.cells:
        computed, _ = recompute(edit_workbook(made, anew).package, callables())
    return computed


def _refuse_lines(grids: Mapping[str, Grid]) -> None:
    """Refuse a workbook that holds the lines of an event's file: another event has others."""
    for known in formats():
        name = known.name.upper()
        if name in grids and read_records(grids, name)[0]:
            raise DomainError.say(
                "the sheet {sheet} holds the file of another event; delete it first", sheet=name
            )


def _refuse_small(file: WorkbookFile, players: int, rounds: int) -> None:
    """Refuse more games than the cells can hold that pack the event."""
    texts = [text or "" for of_sheet in file.formulas.values() for text in of_sheet.values()]
    cells = sum(any(name in text for name in _PACKS) for text in texts)
    if event_parts((players + 1) // 2 * rounds) > cells:
        raise DomainError(
            say("the template is too small for {n} players and {rounds} rounds",
                n=players, rounds=rounds)
        )  # fmt: skip


def _without_lines(file: WorkbookFile, sheet: str, grid: Grid) -> WorkbookFile:
    """Return the workbook without the lines of games: rounds are laid below the headings."""
    top = _headings(grid)[0]
    book = replace(file.book, package=file.package)
    part, scan = cells_of(book, sheet)
    gone = [Edit(row.start, row.end, b"") for number, row in scan.rows.items() if number > top]
    parts: dict[str, bytes | None] = dict(without_calculation_chain(book))
    parts[part] = splice(scan.data, gone)
    return file.changed(parts)


def _headings(grid: Grid) -> tuple[int, dict[int, str]]:
    """Return the row of the headings of a sheet of ours, and what they are by column, from 1."""
    for number, line in enumerate(grid.rows, 1):
        texts = {at: text_of(cell) for at, cell in enumerate(line, 1) if not is_blank(cell)}
        if "No" in map(english_heading, texts.values()) or "Board" in texts.values():
            return number, texts
    raise UnsupportedWorkbook.say("the template is no workbook made by xltie")


def _typed(file: WorkbookFile, grid: Grid, kept: int) -> Iterator[tuple[int, int]]:
    """Yield the cells below the headings that hold no formula, but for those of a column."""
    top, headings = _headings(grid)
    formulas = file.formulas.get(grid.sheet, {})
    for row in range(top + 1, grid.height + 1):
        for column in headings:
            cell = grid.rows[row - 1][column - 1]
            if column != kept and (row, column) not in formulas and not is_blank(cell):
                yield row, column


def _of_settings(file: WorkbookFile, settings: Mapping[str, str]) -> CellEdits:
    """Return what the settings are to say, and that nothing is paired."""
    grid = sheet_of(file.grids, "Settings")
    if grid is None:
        raise DomainError.say("the template is no workbook made by xltie")
    formulas = file.formulas.get(grid.sheet, {})
    said: dict[str, Scalar] = {**{setting.key: None for setting in OF_ONE_EVENT}, **settings}
    if declared.ROUNDS.key in said:
        said[declared.ROUNDS.key] = int(str(said[declared.ROUNDS.key]))
    values = {
        cell: value or None for cell, value in cells_saying(grid, said).items()
        if cell not in formulas
    }  # fmt: skip
    log = find_log(file.grids, "Settings", PAIRED_HEADINGS, PAIRED_HEADINGS)
    for number in range(log.start, grid.height) if log else ():
        assert log is not None
        if is_blank(grid.rows[number][log.columns[PAIRED_HEADINGS[0]] - grid.column]):
            break
        values.update({(grid.row + number, at): None for at in log.columns.values()})
    return CellEdits(grid.sheet, values)


def _of_list(
    file: WorkbookFile,
    grid: Grid,
    players: Sequence[Contestant],
    planned: int,
    title: str | None,
) -> CellEdits:
    """Return what the list of players, or teams, is to hold: their numbers and who is known."""
    top, headings = _headings(grid)
    header = players_header(grid)
    assert header is not None
    number = header.columns["id"] + 1
    values: dict[tuple[int, int], Scalar] = dict.fromkeys(_typed(file, grid, number))
    if title is not None:
        values[1, 1] = title or None
    formulas = file.formulas.get(grid.sheet, {})
    names = {at: english_heading(text) for at, text in headings.items()}
    rows = [row for row in range(top + 1, grid.height + 1)
            if not is_blank(grid.rows[row - 1][number - 1])]  # fmt: skip
    last = rows[-1] if rows else top + 1
    filled = {row: {at for at in names if (row, at) in formulas} for row in rows}
    model = max(rows, key=lambda row: len(filled[row]), default=last)
    over = [row for row in rows if filled[row] < filled[model]]  # a formula was typed over
    typed_in = names.keys() - filled.get(model, set())
    needed = max(planned, len(players))
    more = range(last + 1, last + 1 + max(0, needed - len(rows)))
    for turn, row in enumerate([*rows, *more]):
        own = players[turn] if turn < len(players) else Contestant(str(turn + 1))
        details = player_details(own, list(names.values()))
        for (at, heading), detail in zip(names.items(), details, strict=True):
            told = {"No": id_cell(own.id), "Name": own.name}.get(heading, detail)
            if told not in (None, "") and (row, at) not in formulas and at in typed_in:
                values[row, at] = to_cell(told)
    return CellEdits(
        grid.sheet,
        values,
        dict.fromkeys((*over, *more), model),
        (top, number),
        more[-1] if more else 0,
        last,
    )
