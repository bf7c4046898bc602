"""The formulas that a workbook of ours must have: what was typed over, and what stood there.

What a sheet holds is described once, as a form, for new workbooks and for those that are looked at
here. Where people moved columns or put some between, the form is found again by its headings, and
where those are formulas by what the cells below compute.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid, text_of
from xltie.core.errors import Fault, InputError, Place, XltieError
from xltie.core.messages import say
from xltie.event import Event, TeamEvent
from xltie.event.packed import OVERWRITTEN
from xltie.games import PRESETS, TEAM_PRESETS, Preset
from xltie.ranking import label_in, parse_criterion
from xltie.settings.declared import GAME
from xltie.sheets.forms import (
    ADDED,
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
from xltie.sheets.formulas.of_settings import (
    PACKS,
    Formulas,
    Position,
    packing_formulas,
    settings_formulas,
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

_FEWEST, _MOST = 3, 0.6
"""How many formulas tell which sheet it is that somebody renamed, and what share of them."""
_REACH = 12
"""Rows in which the headings of the Standings are looked for: people put some above them."""
_OF_TEXTS = ("Settings", "Why", "Help")
"""Sheets of which only the rows above the table hold formulas that are known by their place."""


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
        said = say("a value stands in place of the formula ={formula}", formula=_bare(self.formula))
        packs = PACKS.match(self.formula)
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
    texts = (text or "" for own in formulas.values() for text in own.values())
    is_older = not any(map(_ABOVE.search, texts))
    for sheet, there in formulas.items():
        missing = forms.missing(sheet)
        if sheet == "Settings":
            missing.update(settings_formulas(there, grids))
        for position, text in sorted(missing.items()):
            if position not in there and not (is_older and _ABOVE.search(text)):
                yield Overwritten(sheet, position, text)


def _not_packed(
    formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> Iterator[Overwritten]:
    own = formulas.get("Settings", {})
    for position, text in packing_formulas(own, grids):
        if position not in own:
            yield Overwritten("Settings", position, text)


# -- sheets that a form describes ------------------------------------------------------------------


def _event_of(grids: Mapping[str, Grid]) -> Event:
    """Return an event without players that goes by the Settings, as far as they are understood."""
    settings = settings_of(grids.get("Settings"))
    header = matches_header(grids["Rounds"]) if "Rounds" in grids else None
    try:
        boards = None if header is None else boards_in(header)
        return checked_event(settings) if boards is None else team_base(settings, boards)
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
        above = {_shape(text): row for (row, _), text in there.items() if row <= on.header and text}
        # what stands elsewhere above the table was only moved, also with the table itself
        moved = [above[_shape(t)] - row for (row, _), t in head.items() if _shape(t) in above]
        down = max(moved, default=0)
        missing = {(row + down, column): text for (row, column), text in head.items()
                   if _shape(text) not in above}  # fmt: skip
        if missing and on.form.columns:
            anywhere = {_shape(text) for text in there.values() if text}
            missing = {at: text for at, text in missing.items() if _shape(text) not in anywhere}
        if sheet == "Rounds":
            return {**missing, **dict(_names(on, self.grids[sheet]))}
        lines = _lines(on, there, self.grids[sheet])
        is_ours = lines is not None or len(missing) < len(head)
        return {**missing, **(lines or {})} if is_ours else {}

    def on(self, sheet: str) -> Optional[FormOnSheet]:
        """Return the form of a sheet as it stands; None for one that is none of ours."""
        grid, there = self.grids.get(sheet), self.formulas.get(sheet, {})
        if grid is None or grid.height < HEADER_ROW:
            return None
        if sheet == "Rounds":
            return rounds_on(self.event, grid, HEADER_ROW) or _headed(Form(()), there)
        if sheet == "Standings":
            return _found(standings_form(self.event, _labels(self.event, grid, there)), grid, there)
        if sheet in ADDED and self.preset is not None:
            return _found(ADDED[sheet](self._measures(self.preset, grid)), grid, there)
        is_list = sheet == ("Teams" if "Teams" in self.formulas else "Players")
        if sheet in _OF_TEXTS:
            return _headed(Form((), facts=sheet), there)
        if sheet in NOTICES:
            return _headed(Form((), is_first=is_list), there)
        likely = self._likely(grid, there)
        return None if likely is None else _found(likely, grid, there)

    def _likely(self, grid: Grid, there: Formulas) -> Optional[Form]:
        """Return the form that a sheet has which was added and renamed; None for any other."""
        if self.preset is None or not there:
            return None
        measures = self._measures(self.preset, grid)
        likely = max((made(measures) for made in ADDED.values()), key=partial(_share, there))
        return likely if _share(there, likely) > _MOST else None

    @property
    def preset(self) -> Optional[Preset]:
        """The preset of the game."""
        return (TEAM_PRESETS if isinstance(self.event, TeamEvent) else PRESETS).get(self.event.game)

    def _measures(self, preset: Preset, grid: Grid) -> Measures:
        """Return what a sheet on a grid follows: it has fewer rounds than columns."""
        standings, games = self.on("Standings"), self.on("Rounds")
        assert standings is not None, "only a workbook with them is looked at"
        column = games.letters.get("round", "A") if games else "A"
        return Measures(preset, grid.width, standings, column)


def _share(there: Formulas, form: Form) -> float:
    """Return which share of the formulas of a sheet, by what they compute, are those of a form."""
    own = {_shape(text) for (row, _), text in there.items() if text and row > HEADER_ROW}
    known = {_shape(form.whole.formula(one, FIRST)) for one in form.columns if one.formula}
    both = len(own & known)
    return both / len(own) if both and both >= min(_FEWEST, len(known)) else 0


def _headed(form: Form, there: Formulas) -> FormOnSheet:
    """Return a form of which the table is not known, from the first formula above it on."""
    left = min((column for row, column in there if row < HEADER_ROW), default=1)
    return FormOnSheet(form, HEADER_ROW, {"": left})


def _labels(event: Event, grid: Grid, there: Formulas) -> list[str]:
    """Return the headings of the values of Standings: criteria, with formulas below."""
    filled = {column for row, column in there if row > HEADER_ROW}
    found = []
    for at, cell in enumerate(grid.rows[_header_of(grid) - 1], grid.column):
        text = label_in(text_of(cell))
        if english_heading(text) == "Decided by":
            break
        if at in filled and english_heading(text) not in ("Place", "Name", "No"):
            try:
                parse_criterion(text, event)
            except XltieError:
                continue
            found.append(text)
    return found


def _header_of(grid: Grid) -> int:
    """Return the row of the headings of the Standings."""
    said = (map(english_heading, map(text_of, line)) for line in grid.rows[:_REACH])
    return next((row for row, line in enumerate(said, 1) if "Decided by" in line), HEADER_ROW)


def _found(form: Form, grid: Grid, there: Formulas) -> FormOnSheet:
    """Return a form on a sheet: columns by their headings, others by what their cells compute."""
    header = _header_of(grid)
    on = on_sheet(form, grid, header, ())
    assert on is not None, "no column is needed"
    columns, whole = dict(on.columns), form.whole
    below = _by_column(there)
    for column in form.columns:
        if column.formula and column.key not in columns:
            free = sorted(below.keys() - {*columns.values()})
            shape = _shape(whole.formula(column, FIRST))
            columns.update((column.key, at) for at in free[::-1] if _ends(below[at], shape))
    return FormOnSheet(form, header, columns)


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


def _lines(on: FormOnSheet, there: Formulas, grid: Grid) -> Optional[Dict[Position, str]]:
    """Return the formulas that the lines of a table lack; None where there is none of ours.

    They go from the first to the last that computes what the form says, or begins with a text of
    ours. A column that computes nothing of that is somebody's own.
    """
    below = _by_column(there)
    rows: List[int] = []
    judged: Dict[int, Callable[[int], str]] = {}
    for column in on.form.columns:
        at, formula = on.columns.get(column.key, 0), on.formula(column, FIRST)
        ends = _ends(below[at], _shape(formula)) if formula and at in below else ()
        if ends:
            judged[at] = _like(on, column, {row: below[at][row] or "" for row in ends})
            rows += ends
        elif column.key and at and not formula:
            rows += _filled(grid, at)
    if not judged:
        return None
    return {
        (row, at): written(row)
        for row in range(min(rows), max(rows) + 1)
        for at, written in judged.items()
        if (row, at) not in there
    }


def _like(on: FormOnSheet, column: Column, found: Mapping[int, str]) -> Callable[[int], str]:
    """Return what writes the formula of a column in a row, from the rows where it was found.

    Where rows were put above a table, what is found is not what the form says, and goes on itself.
    """
    if any(_bare(text) == _bare(on.formula(column, row)) for row, text in found.items()):
        return partial(on.formula, column)
    first, text = next(iter(found.items()))
    return lambda row: _moved(text, row - first)


def _moved(formula: str, rows: int) -> str:
    """Return a formula so many rows further down, as filling down writes it."""
    parts = formula.split('"')
    parts[::2] = [
        _RELATIVE.sub(lambda at: f"{at[1]}{int(at[2]) + rows}", one) for one in parts[::2]
    ]
    return '"'.join(parts)


def _names(on: FormOnSheet, grid: Grid) -> Iterator[Tuple[Position, str]]:
    """Yield the formulas of names beside numbers, where there is a name, and of matches' scores."""
    needed = {"left": ("left_no", "left"), "right": ("right_no", "right"), "score": ("right_no",)}
    for column in on.form.columns:
        if column.key in needed and column.key in on.columns:
            formula = on.written(column.formula, row="{row}")
            for row, line in enumerate(grid.rows[on.header :], on.header + 1):
                if all(text_of(line[on.columns[key] - 1]) for key in needed[column.key]):
                    yield (row, on.columns[column.key]), formula.replace("{row}", str(row))


_ABOVE = re.compile(r"\b(?:EventName\b|NOTICE\()")
"""What stands above the tables of all workbooks but the oldest."""
_REFERENCE = re.compile(r"(?<![A-Za-z0-9_.$])\$?[A-Z]{1,3}\$?[1-9]\d*(?![A-Za-z0-9_(.])")
_RELATIVE = re.compile(r"(?<![A-Za-z0-9_.$])(\$?[A-Z]{1,3})([1-9]\d*)(?![A-Za-z0-9_(.])")
"""A reference to a cell whose row goes along where a formula is filled down."""
_NAMED_ONCE = "VLOOKUP(,Names,2,0)", "INDEX(Names,MATCH(,INDEX(Names,0,1),0),2)"
"""How names in Standings were looked up, as beside games, and how they are but for the column."""
_BEFORE_NAMES = re.compile(r"_xl(?:fn|l|udf)\.|org\.xltie\.calc\.xltieaddin\.", re.IGNORECASE)
"""What a program writes into a file before the names of functions."""


def _bare(formula: str) -> str:
    """Return a formula as people see it."""
    return _BEFORE_NAMES.sub("", formula)


@lru_cache(maxsize=65536)
def _shape(formula: str) -> str:
    """Return a formula without the cells that it refers to: what it computes of any."""
    parts = _bare(formula).split('"')
    parts[::2] = [_REFERENCE.sub("", part) for part in parts[::2]]
    return '"'.join(parts).replace("COLUMNS(Names)", "2").replace(*_NAMED_ONCE)
