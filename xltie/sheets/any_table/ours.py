"""Whether a games table is of our own form, whose lines may be unfinished or faulty one by one."""

from __future__ import annotations

from xltie.core.cells import Grid, text_of
from xltie.sheets.any_table.blocks import tables_in
from xltie.sheets.any_table.results import is_bye_word
from xltie.sheets.tables import (
    GAME_COLUMNS,
    Header,
    doubled,
    games_header,
    heading_of,
    is_bye,
    matches_header,
)

_OF_RESULTS = frozenset({"result", "winner", "points", "decider", "not result"})


def is_ours(grid: Grid) -> bool:
    """Tell whether our own headings say all that the results of a table follow from.

    A second column that could be the result, a title that names a round, or a word in the place of
    a player that only others use make it a table of anybody's.
    """
    if matches_header(grid) is not None:
        return True
    header = games_header(grid)
    if header is None or doubled(grid, header, GAME_COLUMNS):
        return False
    return _says_results(header) and not _has_foreign_lines(grid, header)


def _says_results(header: Header) -> bool:
    """Tell whether our columns hold the results, and no other column could."""
    columns = header.columns
    scores = sum(field.endswith("score") for field in columns)
    others = set(range(len(header.texts))) - set(columns.values())
    return ("result" in columns or scores == 2) and not any(
        heading_of(header.texts[at]).meaning in _OF_RESULTS for at in others
    )


def _has_foreign_lines(grid: Grid, header: Header) -> bool:
    columns = [header.columns[field] for field in ("black", "white", "first", "second")
               if field in header.columns]  # fmt: skip
    for line in grid.rows[header.row + 1 :]:
        for at in columns:
            cell = line[at]
            if isinstance(cell, str) and is_bye_word(cell) and not is_bye(text_of(cell)):
                return True
    if "round" in header.columns:
        return False
    return any(line.round is not None for table in tables_in(grid) for line in table.lines)
