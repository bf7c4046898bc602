"""Calls of our functions from a run: one for the whole column where the function takes a column."""

from __future__ import annotations

import math
from typing import Any, Callable, Sequence

from xltie.core.cells import CellError, Grid, to_cell
from xltie.recompute.engine.custom_calls import Calls, one_line
from xltie.recompute.engine.engine_values import known_error
from xltie.recompute.lowering.template import Site
from xltie.recompute.runs.vectors import Frame, Same, Undecided, Vector, spread

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
