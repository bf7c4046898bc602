"""The formulas of the Settings: those that pack the event, and those that settings have."""

from __future__ import annotations

import re
from typing import Dict, Iterator, Mapping, Optional, Tuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, text_of
from xltie.core.laid_cells import Position
from xltie.games import PRESETS
from xltie.settings.declared import GAME
from xltie.sheets.forms import EVENT_NAME_FORMULA
from xltie.sheets.settings import settings_of

Formulas = Mapping[Position, Optional[str]]
"""The formulas of a sheet by row and column, from 1; None for one whose text is not known here."""
PACKS = re.compile(r"EVENTTEXT\(|TEAMEVENT\(")
_PARTS = re.compile(r"TEAMEVENT\(.*,(\d+),\w+\)$")


def key_formula(first: int, last: int) -> str:
    """Return the formula of the number, from the rows of the first and last part of the text.

    An xltie that does not know the function yet is only slower: an error would be Event's.
    """
    parts = f"B{first}" if first == last else f"B{first}:B{last}"
    return f"IFERROR(EVENTKEY({parts}),0)"


def team_event_formula(part: int, parts: int) -> str:
    """Return the formula of a part of the event as text, from 1, where teams play matches."""
    return f"TEAMEVENT(AllPlayers,AllGames,AllRoster,{part},{parts},AllSettings)"


def event_formula(part: int) -> str:
    """Return the formula of a part of the event as text, from 1."""
    more = f",{part}" if part > 1 else ""
    return f"EVENTTEXT(AllPlayers,AllGames,AllSettings{more})"


def _settings_rows(grids: Mapping[str, Grid]) -> Dict[str, int]:
    """Return the row of every label of the Settings."""
    found: Dict[str, int] = {}
    for number, line in enumerate((grids.get("Settings") or Grid(())).rows, 1):
        found.setdefault(in_english("setting", text_of(line[0])), number)
    return found


def packing_formulas(own: Formulas, grids: Mapping[str, Grid]) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas that pack the event, of which there are as many as parts of its text."""
    first = _settings_rows(grids).get("Event in one cell", 0)
    if not first:
        return
    lines = grids["Settings"].rows
    there = {row: text for (row, _), text in own.items() if text and PACKS.search(text)}
    bottom = max([first, *(row for row in there if row > first)])
    while bottom < len(lines) and isinstance(lines[bottom][1], str) and lines[bottom][1]:
        bottom += 1
    parts = next((match[1] for text in there.values() if (match := _PARTS.search(text))), "")
    for row in range(first, bottom + 1):
        part = row - first + 1
        if "Teams" in grids:
            yield (row, 2), team_event_formula(part, int(parts or bottom + 1 - first))
        else:
            yield (row, 2), event_formula(part)


def settings_formulas(own: Formulas, grids: Mapping[str, Grid]) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas of the Settings, in the rows of their labels."""
    rows = _settings_rows(grids)
    packing = dict(packing_formulas(own, grids))
    yield from packing.items()
    if "Event" in rows:
        yield (rows["Event"], 2), EVENT_NAME_FORMULA
    if "Faulty lines" in rows:
        yield (rows["Faulty lines"], 2), "FAULTROWS(Event)"
    lines = (grids.get("Settings") or Grid(())).rows
    below = 1 + max((row for row, _ in packing), default=0)
    if packing and below <= len(lines) and isinstance(lines[below - 1][1], (int, float)):
        yield (below, 2), key_formula(min(packing)[0], below - 1)
    preset = PRESETS.get(settings_of(grids.get("Settings")).text(GAME).lower())
    if preset is None:
        return
    cells = {s.key: f"$B${rows[s.label]}" for s in preset.settings if s.label in rows}
    for setting in preset.settings:
        if setting.formula and setting.label in rows:
            yield (rows[setting.label], 2), setting.formula.format(**cells)
