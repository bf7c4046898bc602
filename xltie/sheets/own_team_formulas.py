"""The formulas that a workbook of teams must have: its event, the scores of its matches, prizes."""

from __future__ import annotations

from typing import Collection, Iterator, Mapping, Tuple

from xltie.core.cells import Grid, column_name, text_of
from xltie.sheets.headers import english_heading

Position = Tuple[int, int]

PRIZE_LINES = 10
"""Players that the sheet of the boards shows of each board."""


def team_event_formula(part: int, parts: int) -> str:
    """Return the formula of a part of the event as text, from 1, where teams play matches."""
    return f"TEAMEVENT(AllPlayers,AllGames,AllRoster,{part},{parts},AllSettings)"


def match_score_formula(row: int, first: str, last: str, win: int, draw: int) -> str:
    """Return the formula of the score of a match, from its boards and two rows of Settings."""
    return f"MATCHSCORE({first}{row}:{last}{row},Settings!$B${win},Settings!$B${draw})"


def prize_formula(row: int, column: int, line: int) -> str:
    """Return the formula of a cell of the prizes of a board, of the line of that board from 1."""
    call = f"BOARDPRIZES(Event,,$A{row},$B$3,$D$3)"
    return f'IFERROR(INDEX({call},{line + 1},{column - 1}),"")'


def prizes(own: Collection[Position], top: int) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas of the prizes, from the cells that hold one; ``top`` is the header's row.

    The prizes of every board have the same number of lines.
    """
    for row in range(top + 1, max((row for row, _ in own), default=top) + 1):
        line = (row - top - 1) % PRIZE_LINES + 1
        for column in range(2, max(column for _, column in own) + 1):
            yield (row, column), prize_formula(row, column, line)


def match_scores(
    own: Collection[Position], grid: Grid, labels: Mapping[str, int], top: int
) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas of the scores of the matches, in the lines that hold a formula."""
    cells = grid.rows[top - 1] if grid.height >= top else ()
    head = [english_heading(text_of(cell)) for cell in cells]
    boards = [at for at, heading in enumerate(head, 1) if heading.startswith("Board ")]
    win, draw = (labels.get(f"Points for a {own} game", 0) for own in ("won", "drawn"))
    if "Score" in head and boards and win and draw:
        first, last = column_name(boards[0]), column_name(boards[-1])
        for row in sorted({row for row, _ in own if row > top}):
            yield (
                (row, head.index("Score") + 1),
                match_score_formula(row, first, last, win, draw),
            )
