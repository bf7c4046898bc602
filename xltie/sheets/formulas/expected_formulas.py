"""The formulas that a workbook of ours must have: what was typed over, and what stood there.

What a sheet holds is described once, as a form, for new workbooks and for those that are looked at
here. Where people moved columns or put some between, the form is found again by its headings, and
where those are formulas by what the cells below compute.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, text_of
from xltie.core.errors import Fault, InputError, Place, XltieError
from xltie.core.messages import say
from xltie.event import Event, TeamEvent
from xltie.event.packed import OVERWRITTEN
from xltie.games import PRESETS, TEAM_PRESETS, Preset
from xltie.ranking import parse_criterion
from xltie.settings.declared import GAME
from xltie.sheets.forms import (
    ADDED,
    EVENT_NAME_FORMULA,
    FIRST,
    HEADER_ROW,
    NOTICES,
    Column,
    Form,
    FormOnSheet,
    Measures,
    head_formulas,
    on_sheet,
    rounds_on,
    standings_form,
)
from xltie.sheets.settings import checked_event, settings_of, team_base
from xltie.sheets.tables import (
    boards_in,
    english_formulas,
    english_heading,
    matches_header,
    own_names,
    with_names,
)

Position = Tuple[int, int]


Formulas = Mapping[Position, Optional[str]]
"""The formulas of a sheet by row and column, from 1; None for one whose text is not known here."""

_PACKED = "Event in one cell"
_OF_TEXTS = ("Settings", "Why", "Help")
"""Sheets of which only the rows above the table hold formulas that are known by their place."""
XLFN_PREFIX = "_xlfn."
"""What a file writes before the functions that came after Excel 2007; nobody sees it."""


class Overwritten(NamedTuple):
    """A cell in which a value, or nothing, stands in place of a formula; the formula has no =."""

    sheet: str
    position: Position
    formula: str

    def __str__(self) -> str:
        return str(self.fault)

    @property
    def fault(self) -> Fault:
        """Return what is wrong there."""
        said = say(
            "a value stands in place of the formula ={formula}",
            formula=self.formula.replace(XLFN_PREFIX, ""),
        )
        packs = _PACKS.match(self.formula)
        return Fault(OVERWRITTEN if packs else said, Place(self.sheet, *self.position))


def overwritten(formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]) -> list[Overwritten]:
    """Return the cells of a workbook of ours in which a formula is missing, sheet by sheet.

    ``formulas`` are those of every sheet, ``grids`` their values from A1. A workbook without
    Standings of ours has none. Scores on Boards and start scores on Players may be typed over.
    """
    return _in_english(_missing, formulas, grids)


def packing_overwritten(
    formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> list[Overwritten]:
    """Return the cells in which the formula that packs the event is missing.

    Nothing on the other sheets can be right then: they follow from that cell alone.
    """
    return _in_english(_not_packed, formulas, grids)


def _in_english(
    find: Callable[..., Iterator[Overwritten]],
    formulas: Mapping[str, Formulas],
    grids: Mapping[str, Grid],
) -> list[Overwritten]:
    """Return what is found under the English names of the sheets, in the names they have."""
    standings = next((sheet for sheet, there in formulas.items() if _are_standings(there)), None)
    if standings is None:
        return []
    known = {**_by_role(grids), "Standings": standings}
    called = {english: name for english, name in own_names(formulas).items() if english != name}
    rest = {name: name for name in formulas if name not in {*known.values(), *called.values()}}
    names = {**rest, **known, **called}
    back = {name: english for english, name in names.items()}
    spoken = english_formulas(formulas, back)
    found = find(spoken, {back.get(sheet, sheet): grid for sheet, grid in grids.items()})
    return [Overwritten(names[s], at, with_names(text, names)) for s, at, text in found]


def _are_standings(there: Formulas) -> bool:
    return any("PLAYERAT(Event," in (text or "") for text in there.values())


def _by_role(grids: Mapping[str, Grid]) -> Dict[str, str]:
    """Return sheets by English names, known by what their cells are called: people rename them."""
    is_of_teams = any("allroster" in grid.roles for grid in grids.values())
    roles = {
        "allgames": "Rounds", "allsettings": "Settings", "allroster": "Players",
        "allplayers": "Teams" if is_of_teams else "Players",
    }  # fmt: skip
    return {
        english: name
        for role, english in roles.items()
        for name, grid in grids.items()
        if role in grid.roles
    }


def _missing(formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]) -> Iterator[Overwritten]:
    """Yield what is missing of a workbook whose sheets have their English names."""
    forms = _Forms(_event_of(grids), formulas, grids)
    for sheet, there in formulas.items():
        missing = forms.missing(sheet)
        if sheet == "Settings":
            missing.update(_of_settings(there, grids))
        for position, text in sorted(missing.items()):
            if position not in there:
                yield Overwritten(sheet, position, text)


def _not_packed(
    formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> Iterator[Overwritten]:
    own = formulas.get("Settings", {})
    for position, text in _packing(own, grids, _settings_rows(grids).get(_PACKED, 0)):
        if position not in own:
            yield Overwritten("Settings", position, text)


# -- sheets that a form describes ------------------------------------------------------------------


def _event_of(grids: Mapping[str, Grid]) -> Event:
    """Return an event without players that goes by the Settings, as far as they are understood."""
    settings = settings_of(grids.get("Settings"))
    header = matches_header(grids["Rounds"]) if "Rounds" in grids else None
    try:
        if header is not None:
            return team_base(settings, boards_in(header))
        return checked_event(settings)
    except InputError:
        game = settings.text(GAME).lower()
        return (
            Event(game=game) if header is None else TeamEvent(game=game, boards=boards_in(header))
        )


class _Forms(NamedTuple):
    """The forms of the sheets of a workbook, and which formulas are missing in their cells."""

    event: Event
    formulas: Mapping[str, Formulas]
    grids: Mapping[str, Grid]

    def missing(self, sheet: str) -> Dict[Position, str]:
        """Return the formulas that a sheet lacks; none where nothing of ours is left on it."""
        there, on = self.formulas[sheet], self.on(sheet)
        if on is None:
            return {}
        head = head_formulas(on, sheet)
        above = {_shape(text) for (row, _), text in there.items() if text and row <= HEADER_ROW}
        # what stands elsewhere above the table was only moved
        missing = {at: text for at, text in head.items() if _shape(text) not in above}
        if sheet == "Rounds":
            return {**missing, **dict(_names(on, self.grids[sheet]))}
        lines = _Lines.of(on, there, self.grids[sheet])
        is_ours = lines.judged or len(missing) < len(head)
        return {**missing, **dict(lines.missing())} if is_ours else {}

    def on(self, sheet: str) -> Optional[FormOnSheet]:
        """Return the form of a sheet as it stands; None for one that is none of ours."""
        grid = self.grids.get(sheet)
        if grid is None or grid.height < HEADER_ROW:
            return None
        there = self.formulas[sheet]
        if sheet == "Rounds":
            return rounds_on(self.event, grid, HEADER_ROW) or _headed(Form(()), there)
        if sheet == "Standings":
            return _found(standings_form(self.event, _labels(self.event, grid, there)), grid, there)
        if sheet in ADDED and self.preset is not None:
            return _found(ADDED[sheet](self._measures(self.preset, grid)), grid, there)
        is_list = sheet == ("Teams" if "Teams" in self.formulas else "Players")
        if sheet in _OF_TEXTS:
            return _headed(Form((), facts=sheet), there)
        return _headed(Form((), is_first=is_list), there) if sheet in NOTICES else None

    @property
    def preset(self) -> Optional[Preset]:
        """The preset of the game."""
        presets = TEAM_PRESETS if isinstance(self.event, TeamEvent) else PRESETS
        return presets.get(self.event.game)

    def _measures(self, preset: Preset, grid: Grid) -> Measures:
        """Return what a sheet on a grid follows: it has fewer rounds than columns."""
        standings, games = (
            self.on("Standings"),
            self.on("Rounds") if "Rounds" in self.grids else None,
        )
        assert standings is not None
        column = games.letters.get("round", "A") if games else "A"
        return Measures(preset, grid.width, standings, column)


def _headed(form: Form, there: Formulas) -> FormOnSheet:
    """Return a form of which the table is not known, from the first formula above it on."""
    left = min((column for row, column in there if row < HEADER_ROW), default=1)
    return FormOnSheet(form, HEADER_ROW, {"": left})


def _labels(event: Event, grid: Grid, there: Formulas) -> list[str]:
    """Return the headings of the values of Standings: criteria, with formulas below."""
    filled = {column for row, column in there if row > HEADER_ROW}
    found = []
    for at, cell in enumerate(grid.rows[HEADER_ROW - 1], grid.column):
        text = text_of(cell)
        if english_heading(text) == "Decided by":
            break
        if at in filled and english_heading(text) not in ("Place", "Name", "No"):
            try:
                parse_criterion(text, event)
            except XltieError:
                continue
            found.append(text)
    return found


def _found(form: Form, grid: Grid, there: Formulas) -> FormOnSheet:
    """Return a form on a sheet: columns by their headings, others by what their cells compute."""
    on = on_sheet(form, grid, HEADER_ROW, ())
    assert on is not None, "no column is needed"
    columns, whole = dict(on.columns), form.whole
    below = _by_column(there)
    for column in form.columns:
        if column.formula and column.key not in columns:
            free = sorted(below.keys() - {*columns.values()})
            shape = _shape(whole.formula(column, FIRST))
            columns.update((column.key, at) for at in free[::-1] if _ends(below[at], shape))
    return FormOnSheet(form, HEADER_ROW, columns)


def _by_column(there: Formulas) -> Dict[int, Dict[int, Optional[str]]]:
    """Return the formulas below the headings by column and row."""
    found: Dict[int, Dict[int, Optional[str]]] = {}
    for (row, column), text in there.items():
        if row > HEADER_ROW:
            found.setdefault(column, {})[row] = text
    return found


def _ends(cells: Mapping[int, Optional[str]], shape: str) -> Tuple[int, ...]:
    """Return the first and the last row in which something is computed; () where nowhere."""
    rows = sorted(cells)
    ends = (next((row for row in way if _shape(cells[row] or "") == shape), 0)
            for way in (rows, rows[::-1]))  # fmt: skip
    return tuple(filter(None, ends))


def _filled(grid: Grid, column: int) -> Iterator[int]:
    """Yield the rows below the headings down to the first in which a column is blank."""
    for row in range(HEADER_ROW, grid.height):
        if not text_of(grid.rows[row][column - 1]):
            return
        yield row + 1


class _Lines(NamedTuple):
    """The lines of a table, from the first to the last that computes what the form says.

    Lines that begin with a text of ours are of it too. A column that computes nothing of that is
    somebody's own.
    """

    on: FormOnSheet
    there: Formulas
    judged: Mapping[int, Column]
    rows: Sequence[int]

    @classmethod
    def of(cls, on: FormOnSheet, there: Formulas, grid: Grid) -> _Lines:
        """Return the lines of a form on a sheet."""
        below, judged = _by_column(there), {}
        rows: List[int] = []
        for column in on.form.columns:
            at, formula = on.columns.get(column.key, 0), on.formula(column, FIRST)
            ends = _ends(below[at], _shape(formula)) if formula and at in below else ()
            if ends:
                judged[at] = column
                rows += ends
            elif column.key and at and not formula:
                rows += _filled(grid, at)
        return cls(on, there, judged, range(min(rows), max(rows) + 1) if judged else ())

    def missing(self) -> Iterator[Tuple[Position, str]]:
        """Yield the formulas that belong in the lines and are not there."""
        for row in self.rows:
            for at, column in self.judged.items():
                if (row, at) not in self.there:
                    yield (row, at), self.on.formula(column, row)


def _names(on: FormOnSheet, grid: Grid) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas of names beside numbers, where there is a name, and of matches' scores."""
    needed = {"left": ("left_no", "left"), "right": ("right_no", "right"), "score": ("right_no",)}
    for column in on.form.columns:
        if column.key in needed and column.key in on.columns:
            at = on.columns[column.key]
            for row, line in enumerate(grid.rows[on.header :], on.header + 1):
                if all(text_of(line[on.columns[key] - 1]) for key in needed[column.key]):
                    yield (row, at), on.formula(column, row)


_REFERENCE = re.compile(r"(?<![A-Za-z0-9_.$])\$?[A-Z]{1,3}\$?[1-9]\d*(?![A-Za-z0-9_(.])")


@lru_cache(maxsize=65536)
def _shape(formula: str) -> str:
    """Return a formula without the cells that it refers to: what it computes of any."""
    parts = formula.replace(XLFN_PREFIX, "").split('"')
    parts[::2] = [_REFERENCE.sub("", part) for part in parts[::2]]
    return '"'.join(parts)


# -- the Settings ----------------------------------------------------------------------------------


_PACKS = re.compile(r"EVENTTEXT\(|TEAMEVENT\(")
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


def _packing(
    own: Formulas, grids: Mapping[str, Grid], first: int
) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas that pack the event, from the row of the first of them on."""
    if not first:
        return
    lines = grids["Settings"].rows
    there = {row: text for (row, _), text in own.items() if text and _PACKS.search(text)}
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


def _of_settings(own: Formulas, grids: Mapping[str, Grid]) -> Iterator[Tuple[Position, str]]:
    rows = _settings_rows(grids)
    packing = dict(_packing(own, grids, rows.get(_PACKED, 0)))
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
