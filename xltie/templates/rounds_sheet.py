"""The Rounds sheet: a line for every game, prepared for every round and table."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Match, Outcome, Side, Status
from xltie.games.preset import Preset
from xltie.ranking.cells import id_cell
from xltie.sheets.formulas import HEADER_ROW
from xltie.sheets.tables import write_alone, write_game
from xltie.templates import styles
from xltie.templates.layout import Layout
from xltie.templates.line_warnings import mark_faults, mark_named, validate


def rounds_sheet(sheet: Worksheet, layout: Layout, matches: Sequence[Match] = ()) -> None:
    """Write the Rounds table: every round and table prepared, with the games that are known."""
    headings = layout.round_headings
    widths = tuple(_WIDTHS.get(h, 20 if h.endswith("name") else 9) for h in headings)
    hint = " ".join(layout.preset.hints[:1])
    styles.title(sheet, "Rounds", f"One line per game. {hint} Faulty lines turn red.")
    styles.header(sheet, headings, widths)
    row = HEADER_ROW
    above: list[Cell] = []
    by_round = _by_round(matches)
    for number in range(1, layout.rounds + 1):
        for table in range(1, layout.tables + 1):
            row += 1
            games = by_round.get(number, [])
            match = games[table - 1] if table <= len(games) else None
            above = _game(sheet, layout, row, _game_cells(layout, number, table, match), above)
    styles.table(sheet, "Rounds", len(headings), layout.last_round_row)
    names = [h for h in headings if h.endswith(" name")]
    styles.open_below(sheet, [layout.round_column(h) for h in headings if h not in names])
    for heading in names:
        letter = layout.round_column(heading)
        styles.mark_overwritten(sheet, f"{letter}{HEADER_ROW + 1}:{letter}{layout.last_round_row}")
    validate(sheet, layout)
    mark_named(sheet, len(headings), layout)
    mark_faults(sheet, layout)
    sheet.freeze_panes = f"A{HEADER_ROW + 1}"
    styles.printing(sheet, event=layout.setting("event"))


_WIDTHS = {"Round": 8, "Table": 7, "Result": 11, "Handicap": 11}


def _by_round(matches: Sequence[Match]) -> dict[int, list[Match]]:
    found: dict[int, list[Match]] = {}
    for match in matches:
        found.setdefault(match.round, []).append(match)
    return found


def _game_cells(layout: Layout, number: int, table: int, match: Match | None) -> dict[str, object]:
    """Return the typed cells of one line of the Rounds table by heading."""
    preset = layout.preset
    cells: dict[str, object] = {"Round": number, "Table": table}
    if match is None:
        return cells
    left, right = _seated(preset, match)
    cells[preset.first] = id_cell(left.who)
    cells[preset.second] = "BYE" if right is None else id_cell(right.who)
    cells["Handicap"] = match.handicap or None
    cells["Result"] = write_alone(left) if right is None else write_game(left, right)
    if right is not None and preset.scores and left.tally is not None and right.tally is not None:
        cells.update(zip(preset.scores, (to_cell(left.tally), to_cell(right.tally)), strict=True))
        if _says_it(left, right):
            cells["Result"] = None
    return cells


def _seated(preset: Preset, match: Match) -> tuple[Side, Side | None]:
    """Return the sides in the order of the columns."""
    if match.b is not None and match.b.seat == preset.first.lower():
        return match.b, match.a
    return match.a, match.b


def _says_it(left: Side, right: Side) -> bool:
    """Tell whether the counts alone give the result of a game."""
    if left.status is not Status.PLAYED or left.tally is None or right.tally is None:
        return False
    means = {True: Outcome.WIN, False: Outcome.LOSS}
    by_count = Outcome.DRAW if left.tally == right.tally else means[left.tally > right.tally]
    return left.outcome is by_count


def _game(
    sheet: Worksheet, layout: Layout, row: int, cells: dict[str, object], above: Sequence[Cell]
) -> list[Cell]:
    """Write one line, which looks like the one above it; return its cells."""
    line = []
    for column, heading in enumerate(layout.round_headings, 1):
        if above and not above[column - 1].quotePrefix:
            cell = styles.typed_like(above[column - 1], row, cells.get(heading))
            if heading.endswith(" name"):
                cell.value = layout.name_of(f"{column_name(column - 1)}{row}")
        else:
            cell = styles.typed(sheet, row, column, cells.get(heading))
            _dress(cell, layout, heading)
        line.append(cell)
    return line


def _dress(cell: Cell, layout: Layout, heading: str) -> None:
    """Give a cell of the first line the look of its column."""
    cell.alignment = styles.CENTRE
    if heading.endswith(" name"):
        cell.value = layout.name_of(f"{column_name(cell.column - 1)}{cell.row}")
        cell.font = styles.NOTE
        cell.protection = styles.LOCKED
        cell.alignment = styles.LEFT
    elif heading not in ("Round", "Table"):
        cell.fill = styles.INPUT_FILL
    if heading == "Result":
        cell.number_format = "@"
