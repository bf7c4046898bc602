"""Functions in cells about a whole event: places, tables of places, the event as text."""

from __future__ import annotations

from xltie.ranking.cells.earlier_places import cross_table_cell, place_after
from xltie.ranking.cells.event_functions import (
    STANDINGS,
    id_cell,
    in_one_cell,
    lines_missing,
    no_standings,
    packed_refusal,
    place,
    standings_of,
)
