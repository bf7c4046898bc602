"""What computes lowered formulas that are simple, for the rows of a run.

What is not simple raises :class:`NotSimple`.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from xltie.core.cells import CellError, Grid, to_cell
from xltie.recompute.engine.custom_calls import Calls, one_line
from xltie.recompute.engine.engine_values import known_error
from xltie.recompute.lowering.made import NOTHING, PIECE
from xltie.recompute.lowering.template import Block, Site
from xltie.recompute.lowering.tree import Node, Part
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Bounds, Reference
from xltie.recompute.runs import functions as simple
from xltie.recompute.runs.columns import Cells, Compute, Frame
from xltie.recompute.runs.functions import elementwise, indexed
from xltie.recompute.runs.vectors import NOT_FOUND, Line, Same, Undecided, Vector, each, spread

Value = Any
OFTEN = 64
"""So many calls between two looks at the clock."""


def called(frame: Frame, name: str, given: list[Vector], *, first: bool) -> Vector:
    """Return what one of our functions answers in the rows of a frame."""
    calls = frame.cells.calls
    function = calls.functions.get(name)
    if function is None:
        raise Undecided  # a function that stands in for one of the engine's
    if all(isinstance(one, Same) for one in given):
        return _once(frame, name, [one.value for one in given if isinstance(one, Same)], first)
    if getattr(function, "takes_column", False):
        found = _by_column(frame, function, given, first)
        if found is not None:
            return found
    count = len(frame.rows)
    found = []
    for number, taken in enumerate(zip(*[spread(one, count) for one in given])):
        if number % OFTEN == 0:
            frame.cells.deadline.check()
        site = Site(frame.sheet, frame.rows[number], frame.column)
        found.append(_answer(calls, name, list(taken), site, first))
    return found


def _once(frame: Frame, name: str, given: list[Any], first: bool) -> Vector:
    """Call once for all rows; what was said of the call is said of each."""
    calls = frame.cells.calls
    sites = [Site(frame.sheet, row, frame.column) for row in frame.rows]
    answer = _answer(calls, name, given, sites[0], first)
    kept: tuple[dict[Site, Any], ...] = (calls.texts, calls.faults, calls.cut)
    for said in kept:
        if sites[0] in said:
            said.update(dict.fromkeys(sites, said[sites[0]]))
    return Same(answer)


def _answer(calls: Calls, name: str, given: list[Any], site: Site, first: bool) -> Any:
    for value in given:
        if type(value) is CellError:
            return value
        if type(value) is list:
            raise Undecided
    answer = calls.answer(name, calls.functions[name], given, site, first=first)
    if site in calls.failures:
        raise Undecided
    return _plain(answer)


def _by_column(
    frame: Frame, function: Callable[..., object], given: list[Vector], first: bool
) -> Vector | None:
    """Call once for the column of the first argument; None where a call for each cell is due."""
    players, rest = given[0], [one.value for one in given[1:] if isinstance(one, Same)]
    if isinstance(players, Same) or len(rest) < len(given) - 1:
        return None
    if any(type(value) in (CellError, list) for value in rest):
        return None
    kinds = set(map(type, players))
    asked: Sequence[int] = range(len(players))
    if CellError in kinds:
        asked = [place for place in asked if type(players[place]) is not CellError]
    if len(asked) < 2 or list in kinds:
        return None
    try:
        rows = function(Grid([(players[place],) for place in asked]), *rest)
    except Exception:
        return None  # the calls for each cell say what is wrong, and where
    if not isinstance(rows, (list, tuple)) or len(rows) != len(asked):
        return None
    if set(map(type, rows)) - {list, tuple}:
        return None
    widths = set(map(len, rows))
    if 0 in widths or (widths != {1} and not first):
        return None
    return _answers(frame, players, asked, [row[0] if row else None for row in rows])


def _answers(frame: Frame, players: list[Any], asked: Sequence[int], answers: list[Any]) -> Vector:
    """Return the answers of a column where they stand, errors of the players as they are."""
    found = list(players)
    for place, answer in zip(asked, answers):
        if type(answer) is CellError:
            site = Site(frame.sheet, frame.rows[place], frame.column)
            frame.cells.calls.texts[site] = one_line(str(answer.text))
        found[place] = answer if type(answer) is str else _plain("" if answer is None else answer)
    return found


def _plain(value: Any) -> Any:
    """Return an answer as an engine hands it on: a scalar, or rows of scalars in a list."""
    if type(value) is str:
        return value
    if isinstance(value, list):
        return [[_plain(cell) for cell in line] for line in value]
    if isinstance(value, CellError):
        return known_error(value.code)
    scalar: Any = to_cell(value)
    if isinstance(scalar, bool) or scalar is None:
        return scalar
    if isinstance(scalar, str):
        return str(scalar)
    try:
        number = float(scalar)
    except (OverflowError, TypeError):
        raise Undecided from None
    if not math.isfinite(number):
        raise Undecided
    return number


_OPERATORS = {"&": simple.joined, "+": simple.added, "-": simple.subtracted}


class NotSimple(Exception):
    """A formula that the general engine has to compute."""


def compiled(node: Node) -> Compute:
    """Return what computes a value, a cell, a call, a bracket, or what operators make of them.

    Raises:
        NotSimple: anything else.
    """
    if node.kind == Part.CALL:
        return _call(node)
    if node.kind == Part.CHAIN:
        return _chain(node)
    if node.kind == Part.GROUP:
        return compiled(node.parts[0])
    if node.kind == Part.TEXT and node.text != NOTHING:
        return simple.constant(node.said)
    if node.kind == Part.NUMBER:
        return simple.constant(float(node.text))
    if node.kind == Part.NAME and node.text.upper() in ("TRUE", "FALSE"):
        return simple.constant(node.text.upper() == "TRUE")
    if isinstance(node.item, Reference) and not node.item.ranged:
        return _cell(node.item)
    raise NotSimple


def _chain(node: Node) -> Compute:
    if "=" in node.signs:
        # the only comparison that the lowering leaves to an engine
        text = node.parts[1]
        if text.kind != Part.TEXT or not text.said.isascii():
            raise NotSimple
        return simple.is_text(compiled(node.parts[0]), text.said)
    left = compiled(node.parts[0])
    for sign, part in zip(node.signs, node.parts[1:]):
        if sign not in _OPERATORS:
            raise NotSimple
        left = simple.elementwise(_OPERATORS[sign])(left, compiled(part))
    return left


def _call(node: Node) -> Compute:
    name, given = node.text, node.parts
    if name in SPECIAL:
        return SPECIAL[name](given)
    if name.startswith("XLT."):
        return _own_call(name.removeprefix("XLT."), *given)
    if name in OF_COLUMNS:
        function, kinds = OF_COLUMNS[name]
        if len(given) != len(kinds):
            raise NotSimple
        return elementwise(function)(*[kind(one) for kind, one in zip(kinds, given)])
    make, least, most = simple.FUNCTIONS.get(name, (None, 0, 0))
    if make is None or not least <= len(given) <= most:
        raise NotSimple
    return make(*map(compiled, given))


def _own_call(name: str, caller: Node, *given: Node) -> Compute:
    """Compile a call of one of our functions."""
    first = getattr(caller.item, "first", None)
    if first is None:
        raise NotSimple
    arguments = [_own_argument(one) for one in given]
    return lambda frame: called(
        frame, name, [argument(frame) for argument in arguments], first=first
    )


def _own_argument(node: Node) -> Compute:
    """Compile an argument of our functions: also a shared range, or one that is left out."""
    if node.kind == Part.TEXT and node.text == NOTHING:
        return simple.constant(None)
    if isinstance(node.item, Block):
        return _range(node.item.reference, Cells.grid)
    return compiled(node)


def lines(node: Node) -> Compute:
    """Compile a range of one column, or a whole column of a range: ``INDEX(A4:B9999,0,1)``."""
    if node.kind != Part.CALL or node.text != "INDEX" or len(node.parts) != 3:
        return _range(ranged(node), Cells.line)
    rows, down, across = node.parts
    whole, number = areas(rows), across.text
    if (down.kind, down.text, across.kind) != (Part.NUMBER, "0", Part.NUMBER):
        raise NotSimple
    return lambda frame: each(lambda columns: _column(columns, float(number)), whole(frame))


def _column(columns: list[Line], number: Value) -> Line:
    """Return a column of a range by its number from 1."""
    if type(number) is not float or number not in range(1, len(columns) + 1):
        raise Undecided
    return columns[int(number) - 1]


def areas(node: Node) -> Compute:
    """Compile a range of columns."""
    return _range(ranged(node), Cells.area)


def ranged(node: Node) -> Reference:
    """Return the range that a part of a formula is."""
    if node.kind != PIECE or not isinstance(node.item, Reference) or not node.item.ranged:
        raise NotSimple
    return node.item


def _cell(reference: Reference) -> Compute:
    """Return what gives the values of a reference to one cell."""
    top, left = reference.top, reference.left

    def compute(frame: Frame) -> Vector:
        sheet = reference.sheet or frame.sheet
        column = left.at(frame.column, LAST_COLUMN)
        if top.fixed:
            return Same(frame.cells.value(sheet, top.number, column))
        return frame.cells.vector(sheet, column, frame.rows, top.number)

    return compute


def _range(reference: Reference, read: Callable[[Cells, str, Bounds], Any]) -> Compute:
    """Return what gives the cells of a range, the same in all rows or another in each."""
    fixed = reference.top.fixed and reference.bottom.fixed

    def compute(frame: Frame) -> Vector:
        sheet = reference.sheet or frame.sheet
        rows = frame.rows[:1] if fixed else frame.rows
        found = [read(frame.cells, sheet, reference.bounds(row, frame.column)) for row in rows]
        return Same(found[0]) if fixed else found

    return compute


def _only(given: Sequence[Node]) -> Compute:
    """Compile the value of a formula that might return several."""
    return compiled(given[-1])


def _as_text(given: Sequence[Node]) -> Compute:
    """Compile an operand of ``&``."""
    value = compiled(given[0])

    def text(one: Value, as_text: Any) -> Value:
        if isinstance(one, list):
            raise Undecided
        return one if type(one) is str else as_text(one)

    return lambda frame: each(lambda one: text(one, frame.cells.calls.as_text), value(frame))


def _index(given: Sequence[Node]) -> Compute:
    """Compile one value out of what one of our functions returns."""
    if len(given) != 3:
        raise NotSimple
    rows = given[0]
    if isinstance(rows.item, Reference) and rows.item.ranged:
        return elementwise(_cell_of)(areas(rows), *map(compiled, given[1:]))
    return elementwise(indexed)(*map(compiled, given))


def _cell_of(columns: list[Line], down: Value, across: Value) -> Value:
    """Return one cell of a range."""
    if isinstance(down, CellError):
        return down
    column = _column(columns, across)
    if type(down) is not float or not 1 <= down <= len(column.cells):
        raise Undecided
    return column.at(int(down) - 1)


def _matched(value: Value, column: Line, nearest: Value) -> Value:
    """Return what an exact ``MATCH`` answers."""
    if isinstance(value, CellError):
        return value
    if nearest not in (False, 0.0):
        raise Undecided
    place = column.find(value)
    return NOT_FOUND if place < 0 else place + 1.0


def _row(given: Sequence[Node]) -> Compute:
    """Compile the row of the cell itself, or of a cell that is named and not read."""
    if not given:
        return lambda frame: [float(row) for row in frame.rows]
    named = given[0].item
    if len(given) > 1 or not isinstance(named, Reference) or named.ranged:
        raise NotSimple
    top = named.top
    if top.fixed:
        return simple.constant(float(top.number))
    return lambda frame: [float(top.at(row, LAST_ROW)) for row in frame.rows]


SPECIAL: dict[str, Callable[[Sequence[Node]], Compute]] = {
    "XLT.ONE": _only,
    "XLT.FIRST": _only,
    "XLT.AS.TEXT": _as_text,
    "INDEX": _index,
    "ROW": _row,
}
"""What compiles a call by its name, from what it is given."""


def _looked_up(value: Value, columns: list[Line], index: Value, nearest: Value) -> Value:
    """Return what an exact ``VLOOKUP`` answers."""
    row, found = _matched(value, columns[0], nearest), _column(columns, index)
    return row if isinstance(row, CellError) else found.at(int(row) - 1)


OF_COLUMNS: dict[str, tuple[Callable[..., Any], tuple[Callable[[Node], Compute], ...]]] = {
    "VLOOKUP": (_looked_up, (compiled, areas, compiled, compiled)),
    "MATCH": (_matched, (compiled, lines, compiled)),
    "COUNTA": (Line.filled, (lines,)),
    "COLUMNS": (lambda columns: float(len(columns)), (areas,)),
}
"""What a call answers in a row, and what compiles each of its arguments."""
