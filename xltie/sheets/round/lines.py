"""Where a drawn round goes in the sheet of games: its lines by field, and rows free for them."""

from __future__ import annotations

from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.catalogues import translated
from xltie.core.cells import Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import InputError
from xltie.core.laid_cells import LaidCell, LaidLines, Position
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, replace
from xltie.event import BoardResult, EventIndex, Id
from xltie.pairing.catalogue import Board, Round
from xltie.pairing.state import COLOURS
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import FormOnSheet, board_cells, boards_on, rounds_on
from xltie.sheets.read import boards_header
from xltie.sheets.round.movement import open_boards, round_of_boards
from xltie.sheets.round.seated import Seated, line_cells, results_in_full
from xltie.sheets.round.seating import Seating
from xltie.sheets.settings import event_language
from xltie.sheets.tables import Header, games_header, matches_header, sides_of
from xltie.sheets.workbook import games_sheet

_SIDES = ("black", "white", "first", "second", "ns", "ew", "north", "south", "east", "west")
_SAYS = ("result", "black score", "white score", "first score", "second score", "handicap")
_FIRST_TYPED = ("black score", "first score", "board 1", "contract", "result")
"""Where the first key of a line goes: the counts of the left player, a board, or the result."""
_RESULTS = ("result", "contract", "score", "ns adjusted", "ew adjusted")
"""Where the result of a line stands; a movement that is laid out again has some already."""
_BYE = "BYE"
Line = Dict[str, Scalar]


class Placing(NamedTuple):
    """Where lines go; rows count from 1.

    ``model`` is the row whose styles and formulas new lines take over, ``end`` the last row that
    is in use before, ``last`` the last one after.
    """

    rows: Tuple[int, ...]
    model: int
    end: int
    last: int

    def told(self, sheet: str) -> Message:
        """Return the rows of a sheet in words."""
        first, last = min(self.rows), max(self.rows)
        if last > first:
            return say("lines {first} to {last} of {sheet}", first=first, last=last, sheet=sheet)
        return say("line {line} of {sheet}", line=first, sheet=sheet)


@dataclass(frozen=True)
class RoundLines:
    """The lines of a round, by field, and the sheet that they go to.

    ``prepared`` are rows, from 1, one for each line as far as they go: None where a line has no
    row of its own. ``empty`` are rows above the last line of the sheet that say nothing at all.
    On a sheet of a ``form`` of ours the lines are laid down whole: names, scores and looks; of
    boards they are what is ``held`` by key.
    """

    sheet: str
    grid: Grid
    header: Header
    lines: Tuple[Line, ...]
    prepared: Tuple[Optional[int], ...]
    empty: Tuple[int, ...] = ()
    form: Optional[FormOnSheet] = None
    seated: Tuple[Seated, ...] = ()
    event_index: Optional[EventIndex] = None
    left_over: Tuple[int, ...] = ()
    held: Tuple[Mapping[str, Scalar], ...] = ()

    def laid(self, rows: Sequence[int]) -> Optional[LaidLines]:
        """Return the lines as they are laid down whole; None on a sheet that is not of our form."""
        if self.form is None or self.event_index is None:
            return None
        if self.held:
            return self._laid_boards(self.form, rows)
        cells: Dict[Position, LaidCell] = {}
        first = min(rows)
        for row, line in zip(rows, self.seated):
            begins = row == first and row > self.form.header + 1
            cells.update(line_cells(self.form, row, line, self.event_index, begins=begins))
        for row in self.left_over:
            blank = dict.fromkeys(column.key for column in self.form.form.columns)
            cells.update(self.form.cells(row, blank, {}))
        before = range(self.form.header + 1, first)
        last = max(*rows, self.last_line())
        return LaidLines(
            self.sheet, cells, self.form.form.height,
            results_in_full(self.grid, self.header, self.event_index.event), tuple(before),
            (last, self.form.printed),
        )  # fmt: skip

    def _laid_boards(self, form: FormOnSheet, rows: Sequence[int]) -> LaidLines:
        """Return lines of boards, a strong line above each round."""
        cells: Dict[Position, LaidCell] = {}
        before: Scalar = None
        for row, values in zip(rows, self.held):
            begins = before not in (None, values["round"])
            cells.update(form.cells(row, values, {}, begins=begins))
            before = values["round"]
        for row in self.left_over:
            blank = dict.fromkeys(column.key for column in form.form.columns)
            cells.update(form.cells(row, blank, {}))
        return LaidLines(
            self.sheet, cells, form.form.height, {}, (), (max(rows), form.printed),
            top=form.header + 1,
        )  # fmt: skip

    @property
    def inside(self) -> Tuple[int, int]:
        """Return the row and the column, from 1, of a cell of the table."""
        return self.header.row + 1, min(self.header.columns.values()) + 1

    def placed(self, table_bottom: int) -> Placing:
        """Return the rows of the lines on a sheet whose table ends at a row, 0 if there is none.

        A line goes to the row prepared for it, else to an empty one of the table, else below all
        that stands there; in a table these take after its last line.
        """
        end = max(table_bottom, self._last_game()) if table_bottom else self.last_line()
        empty = iter([row for row in self.empty if row <= table_bottom])
        fresh = iter(range(end + 1, end + 1 + len(self.lines)))
        rows = tuple(row or next(empty, 0) or next(fresh) for row in self.prepared)
        return Placing(rows, table_bottom or end, end, max((end, *rows)))

    def cells(self, rows: Sequence[int]) -> Dict[Tuple[int, int], Scalar]:
        """Return what to type, by row and column from 1."""
        return {
            (row, self.header.columns[field] + 1): value
            for row, line in zip(rows, self.lines)
            for field, value in line.items()
            if field in self.header.columns
        }

    def first_result(self, rows: Sequence[int]) -> Tuple[int, int]:
        """Return the cell, row and column from 1, in which the first result is typed.

        Of lines that the director fills it is the cell of the first number.
        """
        columns = self.header.columns
        if self.seated and not self.seated[0].left:
            left = sides_of(self.header)[0]
            return min(rows), columns.get(f"{left} no", columns[left]) + 1
        open_rows = [
            row
            for row, line in zip(rows, self.lines)
            if all(is_blank(line.get(field)) for field in _RESULTS)
            and _BYE
            not in (line.get("second"), line.get("white"), line.get("black"), line.get("first"))
        ]
        field = next((field for field in _FIRST_TYPED if field in columns), "round")
        return min(open_rows or rows), columns.get(field, 0) + 1

    def last_line(self) -> int:
        """Return the last row, from 1, on which the table says anything."""
        columns = set(self.header.columns.values())
        return 1 + max(
            number
            for number in range(self.header.row, self.grid.height)
            if any(not is_blank(self.grid.rows[number][column]) for column in columns)
        )

    def _last_game(self) -> int:
        """Return the last row, from 1, that names somebody: games may be typed below a table."""
        columns = [self.header.columns[side] for side in _SIDES if side in self.header.columns]
        return 1 + max(
            (
                number
                for number in range(self.header.row, self.grid.height)
                if any(not is_blank(self.grid.rows[number][column]) for column in columns)
            ),
        )


def round_lines(
    sheets: Mapping[str, Grid], event_index: EventIndex, drawn: Round, *more: Round
) -> RoundLines:
    """Return the lines of a round for the sheet of games; of a bridge movement, of several.

    Raises:
        InputError: there is no sheet to write to.
    """
    found = games_sheet(sheets)
    if found is None:
        raise InputError.say("no sheet holds games; there is nowhere to write the round")
    name, grid = found
    boards = boards_header(grid)
    if boards is not None:
        event = event_index.event
        dealt = [line for row in (drawn, *more) for line in round_of_boards(event, row)]
        open_rows = open_boards(grid, boards)
        rows = tuple(_first(open_rows.get(line.board, [])) for line in dealt)
        return RoundLines(name, grid, boards, tuple(map(_told, dealt)), rows)
    header = games_or_matches(grid)
    assert header is not None  # games_sheet looked for it
    sheet = _Sheet(grid, header, event_index, drawn)
    form = rounds_on(event_index.event, grid, header.row + grid.row)
    prepared, empty = sheet.free_rows(drawn.round)
    seated = tuple(sheet.seated())
    own = tuple(_first(prepared) for _ in seated)
    return RoundLines(
        name, grid, header, tuple(map(sheet.line, seated)), own, () if form else tuple(empty),
        form, seated, event_index, tuple(prepared) if form else (),
    )  # fmt: skip


def open_line(grid: Grid) -> Optional[Tuple[int, int]]:
    """Return the cell, row and column from 1, of the first result that a sheet of games waits for.

    None where it waits for none, or holds no games of two numbered sides.
    """
    boards = boards_header(grid)
    if boards is not None:
        return _open_board(grid, boards)
    header = games_or_matches(grid)
    if header is None:
        return None
    columns, sides = header.columns, [f"{side} no" for side in sides_of(header)]
    first = next((known for known in _FIRST_TYPED if known in columns), "")
    if not first or not columns.keys() >= set(sides):
        return None
    fields = boards_of(header) or [first]
    for at in grid.below(header.row):
        line = grid.rows[at]
        is_paired = not any(is_blank(header.get(line, side)) for side in sides)
        if is_paired and is_blank(header.get(line, "result")):
            field = next((field for field in fields if is_blank(header.get(line, field))), None)
            if field is not None:
                return grid.row + at, grid.column + columns[field]
    return None


def _open_board(grid: Grid, header: Header) -> Optional[Tuple[int, int]]:
    """Return the cell of the first result that a sheet of boards waits for."""
    columns = header.columns
    sides = list(filter(columns.__contains__, _SIDES))
    results = list(filter(columns.__contains__, _RESULTS))
    for at in grid.below(header.row):
        line = grid.rows[at]
        is_seated = not any(is_blank(header.get(line, side)) for side in sides)
        if is_seated and all(is_blank(header.get(line, field)) for field in results):
            field = next(field for field in (*_FIRST_TYPED, *results) if field in columns)
            return grid.row + at, grid.column + columns[field]
    return None


def seated_lines(
    sheets: Mapping[str, Grid], event_index: EventIndex, seating: Seating
) -> RoundLines:
    """Return all lines of a movement, and the results that are there, for the sheet of boards.

    On a sheet of ours they are laid down round by round; on any other a line goes to the first row
    that has its board and no pairs.

    Raises:
        InputError: there is no sheet of boards, or it is not of ours and pairs stand there already.
    """
    found = games_sheet(sheets)
    header = None if found is None else boards_header(found[1])
    if found is None or header is None:
        raise InputError.say("no sheet holds games; there is nowhere to write the round")
    name, grid = found
    form = boards_on(seating.lines, grid, header.row + grid.row)
    if form is None:
        if event_index.event.board_results:
            raise InputError.of(say(
                "{sheet} has no columns Round and Table: its rounds cannot be laid out again",
                sheet=name,
            ))  # fmt: skip
        return round_lines(sheets, event_index, *seating.rounds)
    held = tuple(map(_told, seating.lines))
    top = form.header + 1
    rows = range(top, top + len(held))
    lines = RoundLines(name, grid, header, held, tuple(rows), (), form, (), event_index, (), held)
    return replace(lines, left_over=tuple(range(rows.stop, lines.last_line() + 1)))


def _told(line: BoardResult) -> Line:
    """Return what a line of boards says by key."""
    return {key: value for key, value in board_cells(line).items() if value is not None}


def games_or_matches(grid: Grid) -> Optional[Header]:
    """Return the header row of a table of games, or of matches of teams; None where there is none.

    In either the two sides are called first and second, where they are not called by colours.
    """
    return matches_header(grid) or games_header(grid)


def boards_of(header: Header) -> List[str]:
    """Return the fields of the boards of a match of teams; none of a game."""
    return [column for column in header.columns if column.startswith("board ")]


def _first(rows: List[int]) -> Optional[int]:
    """Take the first of the rows that are left."""
    return rows.pop(0) if rows else None


class _Sheet:
    """The sheet of games: which columns it has, which rows are free, how players are written."""

    def __init__(self, grid: Grid, header: Header, event_index: EventIndex, drawn: Round) -> None:
        self.grid = grid
        self.header = header
        self.event_index = event_index
        self.drawn = drawn
        self.left, self.right = sides_of(header)
        self.by_name = self._writes_names()

    def seated(self) -> List[Seated]:
        """Return who sits at every table, and after them who has no opponent."""
        boards = [self._seated(board) for board in self.drawn.boards if board.second is not None]
        byes = [self._seated(board) for board in self.drawn.boards if board.second is None]
        kept = sum(match.b is not None for match in self.drawn.kept)
        boards += [
            Seated(self.drawn.round, kept + at, "", "")
            for at in range(1, self.drawn.open_tables + 1)
        ]
        number = max((board.table for board in self.drawn.boards), default=0)
        halves = [
            Seated(self.drawn.round, number + at, who, None, "half bye")
            for at, who in enumerate(self.drawn.half_byes, 1)
        ]
        return [*boards, *byes, *halves]

    def _seated(self, board: Board) -> Seated:
        first, second, result = board.first, board.second, ""
        if second is None:
            return Seated(self.drawn.round, board.table, first, None, "bye")
        field = self.drawn.state
        stands_first = COLOURS.get(self.left, 0)
        if field is not None and stands_first == -field.first_colour:
            first, second = second, first
        if board.absent:
            result = f"{int(first not in board.absent)}-{int(second not in board.absent)}F"
        return Seated(self.drawn.round, board.table, first, second, result, board.handicap)

    def line(self, seated: Seated) -> Line:
        """Return the cells of a line by field, as any table of games has them."""
        cells: Line = {
            "round": seated.round,
            "table": None if seated.right is None else seated.table,
            self.left: self._player(seated.left),
            self.right: _BYE if seated.right is None else self._player(seated.right),
        }
        if seated.handicap:
            cells["handicap"] = seated.handicap
        if seated.right is None:
            language = event_language(self.event_index.event)
            cells["result"] = translated("result", seated.result, language.code)
        elif seated.result:
            cells["result"] = seated.result
        return cells

    def _player(self, who: Id) -> Scalar:
        if not who:
            return None
        name = self.event_index.name_of(who)
        return name if self.by_name and name else id_cell(who)

    def _writes_names(self) -> bool:
        """Tell whether the games name players by name, as those that stand there do."""
        ids = {contestant.id.casefold() for contestant in self.event_index.event.contestants}
        for number in range(self.header.row + 1, self.grid.height):
            text = text_of(self.header.get(self.grid.rows[number], self.left)).casefold()
            if text:
                return text not in ids
        return False

    def _is_open(self, line: Sequence[Scalar]) -> bool:
        """Tell whether a line has no players and no result yet."""
        typed = (*_SAYS, *boards_of(self.header), f"{self.left} no", f"{self.right} no")
        return all(
            is_blank(self.header.get(line, field)) for field in (self.left, self.right, *typed)
        )

    def free_rows(self, round_number: int) -> Tuple[List[int], List[int]]:
        """Return the rows, from 1, prepared for a round, and the empty ones."""
        prepared, empty = [], []
        for number in range(self.header.row + 1, self.grid.height):
            line = self.grid.rows[number]
            if not self._is_open(line):
                continue
            cell = self.header.get(line, "round")
            if is_blank(cell):
                empty.append(number + 1)
            elif number_of(cell) == round_number:
                prepared.append(number + 1)
        return prepared, empty
