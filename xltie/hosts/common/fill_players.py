"""*Fill in players* on an open workbook: what ``xltie players fill`` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, List, NamedTuple, Optional, Tuple

from xltie.core.errors import DomainError, Fault
from xltie.core.files import read_bytes
from xltie.core.messages import Message, count, say
from xltie.exchange.rating_lists import rating_list
from xltie.hosts.common.open_workbook import Host, grids_and_formulas, recompute
from xltie.sheets.players import Filling, filling, list_cells, remembered_list
from xltie.sheets.workbook import players_sheet


class Filled(NamedTuple):
    """What was done, in sentences, and the players between whose lines somebody has to choose."""

    said: Tuple[Message, ...]
    doubts: Tuple[Fault, ...]


def fill(host: Host, choose: Callable[[], Optional[Path]]) -> Optional[Filled]:
    """Type what the list that the settings name says into the blank cells of the players.

    ``choose`` asks a person for the file of a list, where the settings name none that is there; its
    name is typed into the settings if it has one of the players. None where nobody chose one.

    Raises:
        XltieError: no players, no list, or one that cannot be read; then no cell is changed.
    """
    sheets, formulas = grids_and_formulas(host)
    grid = players_sheet(sheets)
    if grid is None:
        raise DomainError(say("no sheet holds players"))
    file = host.file()
    folder = None if file is None else file.parent
    listed = remembered_list(sheets, folder)
    if listed is None or not listed.is_file():
        listed = choose()
    if listed is None:
        return None
    host.say(say("xltie: looking the players up ..."))
    players = rating_list(read_bytes(listed), listed.name)
    found = filling(grid, players)
    named = list_cells(sheets, folder, listed)
    if named is not None and found.found:
        for position, value in named.cells.items():
            host.write(named.sheet, position, value)
    changes = [
        change for change in found.blank if change.position not in formulas.get(found.sheet, {})
    ]
    for change in changes:
        host.write(found.sheet, change.position, change.after)
    if changes:
        recompute(host)
    done = count(len(changes), "{n} cell filled", "{n} cells filled")
    said = [found.summary(players.federation, done), *_stays(found)]
    said += [fault.placed for fault in (*found.doubts, *found.notes)]
    return Filled(tuple(said), tuple(found.doubts))


def _stays(found: Filling) -> List[Message]:
    """Say how many cells hold something else than the list says, and the first of them."""
    if not found.other:
        return []
    first = found.other[0]
    return [
        count(
            len(found.other),
            "{n} cell holds something else than the list and stays: {cell} {before}, list {value}",
            "{n} cells hold something else than the list and stay, first {cell} {before}, "
            "list {value}",
            cell=str(first.place),
            before=first.before,
            value=str(first.after),
        )
    ]
