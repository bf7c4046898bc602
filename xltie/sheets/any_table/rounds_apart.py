"""Sheets, or tables of a page, that hold a round each: one event together."""

from __future__ import annotations

import re
from typing import Dict, Iterable, List, Mapping, Tuple

from xltie.core.cells import Grid
from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import texts_of
from xltie.sheets.any_table.titles import round_in_title
from xltie.sheets.tables import HEADINGS, Pile, heading_of

_SHEET_WORDS = frozenset(map(normal, HEADINGS["round"].split())) | {"", "第", "제"}
_LOOK_FOR_TITLES = 6


def piled(sheets: Mapping[str, Grid]) -> Mapping[str, Grid]:
    """Return sheets of one round each, by their names or titles, as one; others as they are."""
    rounds = _by_round(sheets)
    if len(rounds) < 2:
        rounds = _by_title(sheets)
    if len(rounds) < 2:
        return sheets
    pile = Pile([(f"Round {number}", sheets[rounds[number]]) for number in sorted(rounds)])
    others = {name: grid for name, grid in sheets.items() if name not in rounds.values()}
    return {"": pile, **others}


def sheets_beside(sheets: Iterable[str], name: str) -> List[str]:
    """Return a sheet alone; where sheets hold a round each and it is one of them, all those."""
    names = list(sheets)
    rounds = _by_round(names)
    together = rounds.values() if len(rounds) > 1 and name in rounds.values() else [name]
    return [name for name in names if name in together]


def _by_round(sheets: Iterable[str]) -> Dict[int, str]:
    """Return the sheets that their names say to hold a round each, by its number."""
    rounds: Dict[int, str] = {}
    for name in sheets:
        found = re.fullmatch(r"\W*(\D*?)\W*(\d{1,2})\W*(\D*)", name)
        words = {normal(half) for half in (found[1], found[3]) if half} if found else {"?"}
        if found and words <= _SHEET_WORDS:
            rounds.setdefault(int(found[2]), name)
    return rounds


def _by_title(sheets: Mapping[str, Grid]) -> Dict[int, str]:
    """Return the sheets whose titles name a round, by its number; {} where two name the same one.

    The tables of a saved page are such sheets: ``Round 3 on 2025/10/03``.
    """
    found: List[Tuple[int, str]] = []
    for name, grid in sheets.items():
        for line in grid.rows[:_LOOK_FOR_TITLES]:
            filled = [text for text in texts_of(line) if text]
            number = round_in_title(filled)
            if number is not None:
                found.append((number, name))
            if number is not None or len(filled) > 1:
                break
    if len({number for number, _ in found}) < len(found):
        found = [(number, name) for number, name in found if _has_sides(sheets[name])]
    rounds = dict(found)
    return rounds if len(rounds) == len(found) else {}


def _has_sides(grid: Grid) -> bool:
    """Tell whether a line near the top is headed by two sides: a ranking after a round has one."""
    return any(
        sum(heading_of(text).meaning == "player" for text in texts_of(line)) > 1
        for line in grid.rows[:_LOOK_FOR_TITLES]
    )
