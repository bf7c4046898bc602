"""Who is tied with whom, by the values that stand beside them in a sheet."""

from __future__ import annotations

from typing import Any, Dict, Tuple

from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import UnknownPlayer
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.ranking.level_groups import groups_of


def tied_in(event_index: EventIndex, tied: Grid) -> Dict[Id, Tuple[Id, ...]]:
    """Group the players of the first column by what stands in the others, each player once."""
    keys: Dict[Id, Tuple[Any, ...]] = {}
    for line in tied.rows:
        if not is_blank(line[0]) and not isinstance(line[0], CellError):
            try:
                who = event_index.find(text_of(line[0]))
            except UnknownPlayer:
                continue  # a header, or a player without games
            keys.setdefault(who, tuple(_criterion_cell(cell) for cell in line[1:]))
    return groups_of(keys.items())


def _criterion_cell(cell: Scalar) -> Any:
    number = number_of(cell)
    return text_of(cell) if number is None else number
