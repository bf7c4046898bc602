"""A cross table as one way of reading it sees its cells, and what these say beside the scores."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.event import Status
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import Cell, Worth
from xltie.sheets.any_table.list_event import DISCS, are_called_discs
from xltie.sheets.any_table.roster import Roster
from xltie.sheets.tables import number_in, score_of

Key = Tuple[int, int]
"""A player's number, and a round from 0."""


class Entry(NamedTuple):
    """What a player's cell of a round says."""

    text: str
    column: int
    cell: Optional[Cell]
    alone: Optional[Status]


class Tried(NamedTuple):
    """A table in one order of its cells and with one meaning of its numbers.

    ``rounds`` are the columns of each; () in a matrix.
    """

    agreed: int
    games: int
    roster: Roster
    entries: Dict[Key, Entry]
    unread: List[Key]
    rounds: Tuple[Tuple[int, ...], ...] = ()


_MARKS = "○●"


def discs_of(table: Table, tried: Tried) -> Tuple[Dict[Key, Fraction], List[Key]]:
    """Return the discs of all games of Othello, {} of others, and the counts that contradict.

    They are the scores themselves, or stand behind them: ``40-24``, ``+16``.
    """
    are_called = are_called_discs(table)
    found: Dict[Key, Fraction] = {}
    wrong: List[Key] = []
    alone: List[Key] = []
    games = 0
    for key, entry in tried.entries.items():
        back = entry.cell and tried.entries[entry.cell.opponent, key[1]].cell
        if entry.cell is None or back is None or not entry.cell.score:
            continue
        games += 1
        own, other = _counted(entry.cell, are_called), _counted(back, are_called)
        is_of_one = len(own) == len(other) == 1
        total = own[0] + other[0] if own and other else None
        if total == DISCS and (is_of_one or own[::-1] == other):
            found[key] = own[0]
        elif entry.cell.counted and not is_of_one and own[::-1] != other:
            wrong.append(key)
        elif entry.cell.counted:
            alone.append(key)
    if are_called or len(found) > len(alone):
        wrong += alone
    return (found if len(found) == games else {}), wrong


def _counted(cell: Cell, are_discs: bool) -> Tuple[Fraction, ...]:
    """Return what a cell says that both counted, or the player alone; () where it says neither.

    A margin, ``+16``, is what it makes of discs, and of anything else what it says.
    """
    text = cell.counted or cell.score
    both = score_of(text)
    if both is not None and both.left is not None and both.right is not None:
        return both.left, both.right
    value = number_in(text)
    if value is None:
        return ()
    if not cell.counted or text[0] not in "+-":
        return (value,)
    return ((DISCS + value) / 2, (DISCS - value) / 2) if are_discs else (value, -value)


def marks_in(tried: Tried, meaning: Mapping[str, Worth]) -> Optional[List[Key]]:
    """Return the cells whose ○ or ● contradicts who won; None where these are colours, or none."""
    agrees: Dict[Key, bool] = {}
    for key, entry in tried.entries.items():
        back = entry.cell and tried.entries[entry.cell.opponent, key[1]].cell
        if entry.cell is None or back is None or entry.cell.colour not in _MARKS:
            continue
        mine, theirs = meaning[entry.cell.score].value, meaning[back.score].value
        if entry.cell.colour and mine is not None and theirs is not None and mine != theirs:
            agrees[key] = (mine > theirs) == (entry.cell.colour == _MARKS[0])
    wrong = [key for key, does in agrees.items() if not does]
    if not agrees or 5 * len(wrong) > len(agrees) or _are_colours(tried, wrong):
        return None
    return wrong


def _are_colours(tried: Tried, unlike: Sequence[Key]) -> bool:
    """Tell whether signs that no result bears out are those of colours: one each in every game."""
    both = [(tried.entries[key].cell, key[1]) for key in unlike]
    games = [(cell, tried.entries[cell.opponent, at].cell) for cell, at in both if cell]
    return any(back and {cell.colour, back.colour} == set(_MARKS) for cell, back in games)
