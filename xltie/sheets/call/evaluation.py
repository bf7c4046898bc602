"""The evaluation of a call for every host: from its cells to the cells of its value."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Callable, Optional, Sequence, Tuple, Union

from xltie.core.cells import CellError, Grid, Rows, Scalar, Value, is_blank, text_of, to_cell
from xltie.core.errors import NOWHERE, Fault, InputError, Place, UndefinedValue, UnknownPlayer
from xltie.core.messages import say
from xltie.event.packed import MOST_PARTS, OVERWRITTEN, RefusedEvent
from xltie.functions.coercion import ErrorCell
from xltie.functions.registry import Function, Shape
from xltie.ranking import SettingError
from xltie.ranking.cells import in_one_cell
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.call.player_call import PlayerCall, bind, stands_for_event, take_event
from xltie.sheets.read import event_index_of, holds_event
from xltie.sheets.settings import with_headings

_PACKED = re.compile(r"[A-Za-z0-9+/=]*")


def no_event(cells: Sequence[Value]) -> Optional[RefusedEvent]:
    """Return the refusal of a call whose first two arguments are no event and no tables.

    None where they may be one. It names the cell, if the host says which it is.
    """
    grids = [cell if isinstance(cell, Grid) else Grid([[cell]]) for cell in cells[:2]]
    if not grids or any(grid.width != 1 or grid.height > MOST_PARTS for grid in grids):
        return None
    if any(isinstance(cell, CellError) for grid in grids for cell in grid.flat()):
        return None
    packed = next((grid for grid in grids if holds_event(grid)), None)
    if packed is not None and _is_readable(packed):
        return None
    named = next((grid for grid in grids if grid.sheet), None)
    return RefusedEvent([Fault(OVERWRITTEN, NOWHERE if named is None else _wrong_part(named))])


def _refused(cells: Sequence[Value]) -> Optional[RefusedEvent]:
    """Return what :func:`no_event` does, found once for all calls that name one range twice."""
    first = cells[0] if len(cells) > 1 else None
    if isinstance(first, Grid) and first is cells[1]:
        return first.cached("no event", lambda grid: no_event((grid,)))
    return no_event(cells)


def _is_readable(grid: Grid) -> bool:
    try:
        event_index_of(grid)
    except RefusedEvent:
        return True  # it says itself what is wrong
    except (InputError, ErrorCell):
        return False
    return True


def _wrong_part(grid: Grid) -> Place:
    """Return the place of the first part of a text that is none; of the first if it is another."""
    for number, (cell, *_) in enumerate(grid.rows):
        is_part = holds_event(grid) if number == 0 else bool(_PACKED.fullmatch(text_of(cell)))
        is_key = number == grid.height - 1 and isinstance(cell, (int, float))
        if not is_part or not (number == 0 or is_key or isinstance(cell, str) or is_blank(cell)):
            return grid.place(number, 0)
    return grid.place(0, 0)


Answer = Union[Scalar, Rows]


def evaluate_call(entry: Function, cells: Sequence[Value]) -> Answer:
    """Return the value of a call: one cell, or rows that spill.

    ``cells`` are the arguments in order; None stands for one that is left out.

    Raises:
        XltieError: what the cell shows instead (:attr:`XltieError.code`) and why.
    """
    try:
        if entry.is_of_players:
            return _of_players(entry, cells)
        if entry.shape is Shape.CALL:
            answer: Answer = _once(_of_arguments, entry, cells, 2, (*cells[:2], *cells[3:]))
            return answer
        if entry.shape is Shape.PLAIN:
            return _of_arguments(entry, cells)
    except RefusedEvent:
        return ""  # what is wrong is said once, by NOTICE
    return _of_event(entry, cells)


_Build = Callable[[Function, Sequence[Value]], Any]


def _once(
    build: _Build, entry: Function, cells: Sequence[Value], at: int, others: Tuple[Value, ...]
) -> Any:
    """Return what is built for the event in one of the cells, once for all calls with the others.

    What is no range has nothing to keep it.
    """
    event = cells[at] if len(cells) > at else None
    if not isinstance(event, Grid):
        return build(entry, cells)
    key = (entry.name, tuple(map(type, others)), others)
    return event.cached(key, lambda _: build(entry, cells))


def _of_arguments(entry: Function, cells: Sequence[Value]) -> Answer:
    given, _ = bind(entry, cells)
    return _cells(entry.compute(**given))


def _cells(value: Any) -> Answer:
    if isinstance(value, list):
        return tuple(tuple(_cell(cell) for cell in row) for row in value)
    return _cell(value)


def _cell(value: Any) -> Scalar:
    return in_one_cell(value) if isinstance(value, CriterionValue) else to_cell(value)


# -- the whole event -----------------------------------------------------------------------------


def _of_event(entry: Function, cells: Sequence[Value]) -> Answer:
    refused = None if entry.shape is Shape.PACK else _refused(cells)
    given, _ = bind(entry, cells)
    if refused is not None:
        return _without_event(entry, refused, **given)
    try:
        event_index = take_event(entry, given)
        return _cells(with_headings(entry.compute(event_index, **given), event_index.event))
    except InputError as error:
        return _without_event(entry, error, **given)


def _without_event(entry: Function, error: InputError, **given: Any) -> Answer:
    """Answer where no event can be made of the tables: most functions leave it to others."""
    if entry.without_event is not None:
        return _cells(entry.without_event(error, **given))
    if isinstance(error, (RefusedEvent, SettingError)):
        return ""  # a setting that is not understood is named where the event is packed
    raise error


# -- one player, or a column of them -------------------------------------------------------------


def _of_players(entry: Function, cells: Sequence[Value]) -> Answer:
    """Answer for one player, or for each of a column or row of players in its shape."""
    players = cells[0] if cells else None
    is_one = len(cells) > 1 and cells[1] is not None and not isinstance(players, (Grid, CellError))
    if is_one and is_blank(players):
        return ""  # nobody, whatever the event is
    call: PlayerCall = _once(PlayerCall, entry, cells, 1, tuple(cells[2:]))
    is_text = stands_for_event(cells[1]) if len(cells) > 1 else False
    if isinstance(players, Grid):
        return _of_each(call, players, is_text)
    return players if isinstance(players, CellError) else _of_one(call, is_text, players)


def _of_one(call: PlayerCall, is_text: bool, player: Scalar) -> Answer:
    try:
        row = ("",) if is_blank(player) else _row(call, text_of(player))
    except UndefinedValue:
        if is_text:
            return UNDEFINED
        raise
    return row[0] if len(row) == 1 else (row,)


def answers_by_player(entry: Function, cells: Sequence[Value]) -> Callable[[Scalar], Answer]:
    """Return what answers as :func:`evaluate_call` for one player after another.

    ``cells`` are the arguments of one of the calls, in which an event as text stands second; the
    others differ in the player alone, who is not blank.

    Raises:
        XltieError: as :func:`evaluate_call`, for all of them.
    """
    try:
        return partial(_of_one, PlayerCall(entry, cells), True)
    except RefusedEvent:
        return lambda player: ""


UNDEFINED = "-"
"""What a value without a meaning is beside an event in one cell, as in the standings; #N/A else."""


def _of_each(call: PlayerCall, players: Grid, is_text: bool) -> Answer:
    rows = [
        tuple(cell for player in line for cell in _one_of_many(call, player, is_text))
        for line in players.rows
    ]
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    width = max(map(len, rows), default=0)
    return tuple(row + ("",) * (width - len(row)) for row in rows)


def _one_of_many(call: PlayerCall, cell: Scalar, is_text: bool) -> Tuple[Scalar, ...]:
    """Answer for one cell of a column: an error of one player leaves the others alone."""
    if isinstance(cell, CellError):
        return (cell,)
    if is_blank(cell):
        return ("",)
    try:
        return _row(call, text_of(cell))
    except (UnknownPlayer, UndefinedValue) as error:
        if is_text and isinstance(error, UndefinedValue):
            return (UNDEFINED,)
        return (CellError(error.code, error.text),)


def _row(call: PlayerCall, named: str) -> Tuple[Scalar, ...]:
    """Return the value of a player as a row: one cell, or one for each step."""
    who = call.event_index.find(named)
    value = call.ranked_value(who) or call.value(who)
    if not isinstance(value, CriterionValue):
        return (to_cell(value),)
    total = value.total
    if total is None:
        raise UndefinedValue(value.why or say("the value is not defined"))
    if not isinstance(total, tuple):
        return (to_cell(total),)
    if call.entry.stands_for:
        return (in_one_cell(value),)
    return tuple(map(to_cell, total)) or ("",)
