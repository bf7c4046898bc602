"""The Rounds sheet: a line for every game, prepared for every round and table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.cells import column_name, to_cell
from xltie.event import Match, Outcome, Side, Status
from xltie.games.preset import Preset
from xltie.ranking.cells import id_cell
from xltie.sheets.formulas import HEADER_ROW
from xltie.sheets.tables import write_alone, write_game
from xltie.workbooks import styles
from xltie.workbooks.layout import Layout
from xltie.workbooks.line_warnings import validate
from xltie.workbooks.table_sheet import (
    LAST,
    Mark,
    TableColumn,
    TableSheet,
    end_table,
    faulty,
    paint_head,
    paint_line,
)


def rounds_sheet(sheet: Worksheet, layout: Layout, matches: Sequence[Match] = ()) -> None:
    """Write the Rounds table: every round and table prepared, with the games that are known."""
    table = rounds_table(layout)
    paint_head(sheet, table)
    row = HEADER_ROW
    by_round = _by_round(matches)
    for number in range(1, layout.rounds + 1):
        games = by_round.get(number, [])
        for at in range(1, layout.tables + 1):
            row += 1
            match = games[at - 1] if at <= len(games) else None
            cells = _game_cells(layout, number, at, match)
            paint_line(sheet, table, row, cells, begins=at == 1 < number)
    styles.table(sheet, "Rounds", len(table.columns), layout.last_round_row)
    validate(sheet, layout)
    end_table(sheet, table, layout.last_round_row)


def rounds_table(layout: Layout) -> TableSheet:
    """Return the Rounds sheet: a line for each game, and the marks of open and decided ones."""
    preset = layout.preset
    columns = []
    for at, heading in enumerate(layout.round_headings, 1):
        if heading.endswith(" name"):
            formula = layout.name_of(f"{column_name(at - 1)}{{row}}")
            columns.append(TableColumn(heading, 28, "Name", formula=formula))
        elif heading in ("Round", "Table"):
            columns.append(
                TableColumn(heading, 7, "Small" if heading == "Round" else "Place", is_open=True)
            )
        elif heading in (preset.first, preset.second):
            columns.append(TableColumn(heading, 7, "Small", is_typed=True))
        else:
            look = "Result" if heading == "Result" else "Discs"
            columns.append(TableColumn(heading, 11, look, is_typed=True))
    return TableSheet(
        columns,   list(_marks(layout)), height=21,
    )  # fmt: skip


def _marks(layout: Layout) -> Iterator[Mark]:
    """Yield the marks: a faulty line, a result that is missing, the winner's name."""
    preset, row = layout.preset, HEADER_ROW + 1
    one, two, result = (
        f"${layout.round_column(heading)}{row}"
        for heading in (preset.first, preset.second, "Result")
    )
    yield faulty("R", column_name(len(layout.round_headings)))
    there = f'{two}<>"",{two}<>"BYE"'
    typed = [layout.round_column(heading) for heading in (*preset.scores, "Result")]
    blank = ",".join(f'${letter}{row}=""' for letter in typed)
    cells = f"{typed[0]}{row}:{typed[max(0, len(typed) - 2)]}{LAST}"
    yield Mark(cells, f"AND({there},{blank})", color=styles.INK, fill=styles.YELLOW)
    for won, heading in ((_won(layout, result, 0), preset.first),
                         (_won(layout, result, 1), preset.second)):  # fmt: skip
        name = layout.round_column(f"{heading} name")
        yield Mark(f"{name}{row}:{name}{LAST}", f'AND({one}<>"",{there},{won})', is_bold=True)


def _won(layout: Layout, result: str, side: int) -> str:
    """Return the test of a game that a side has won, by its result or its count."""
    first, digit = layout.preset.traits.first[:1], "10"[side]
    letter = (first, layout.preset.traits.second[:1])[side]
    said = f'OR(LEFT({result})="{letter}",AND(LEFT({result})="{digit}",MID({result},2,1)<>"/"))'
    if not layout.preset.scores:
        return said
    own, other = (
        f"N(${layout.round_column(heading)}{HEADER_ROW + 1})" for heading in layout.preset.scores
    )
    return f"OR({own}{'><'[side]}{other},{said})"


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
