"""The formulas that a workbook of ours must have: what was typed over, and what stood there.

A column of formulas says itself what belongs in a cell of it: what the other cells hold, read at
this one. Few formulas stand alone; those are known by their place.
"""

from __future__ import annotations

import re
from collections import Counter
from math import inf
from typing import Callable, Iterator, Mapping, NamedTuple, Optional, Sequence

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, column_name, text_of
from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.event.packed import OVERWRITTEN
from xltie.games import PRESETS, TEAM_PRESETS, Preset
from xltie.settings.declared import GAME
from xltie.sheets.forms import (
    HEADER_ROW,
    NEEDED,
    FormOnSheet,
    games_form,
    kept,
    matches_form,
    on_sheet,
    standings_notice,
)
from xltie.sheets.formulas.formula_text import (
    ASKED_NAME,
    EVENT_NAME_FORMULA,
    begun_formula,
    event_formula,
    has_title,
    key_formula,
    read_at,
    relative,
    team_event_formula,
)
from xltie.sheets.settings import settings_of
from xltie.sheets.tables import (
    boards_in,
    english_formulas,
    english_heading,
    matches_header,
    own_names,
    with_names,
)

Position = tuple[int, int]


Formulas = Mapping[Position, Optional[str]]
"""The formulas of a sheet by row and column, from 1; None for one whose text is not known here."""

_BODIES: Mapping[str, int] = {
    "Standings": HEADER_ROW,
    "Crosstable": HEADER_ROW,
    "Race": HEADER_ROW,
    "Rounds": HEADER_ROW,
    "Matches": HEADER_ROW,
    "Explain": HEADER_ROW - 1,
    "Frequencies": HEADER_ROW - 1,
    "Scorecard": HEADER_ROW - 1,
    "Board prizes": HEADER_ROW,
}
"""Sheets with lines of formulas, and the row above the first of them."""
_ADDED = ("Crosstable", "Race", "Explain", "Frequencies", "Scorecard", "Board prizes")
"""Those that are made when they are asked for."""
_INPUT = ("Rounds", "Matches")
"""Sheets that are typed into, where formulas look up the names."""
_PACKED = "Event in one cell"
_LAST = re.compile(r"\bDECIDEDBY\(")
"""In the last column of the Standings; those right of it are a person's own."""
CRITERION_HEADING = "CRITERIONAT(Event,Event,COLUMN()-3)"
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


def _in_english(
    find: Callable[..., list[Overwritten]],
    formulas: Mapping[str, Formulas],
    grids: Mapping[str, Grid],
) -> list[Overwritten]:
    """Return what is found under the English names of the sheets, in the names they have."""
    names = own_names(formulas)
    back = {name: english for english, name in names.items()}
    found = find(english_formulas(formulas), {back.get(s, s): g for s, g in grids.items()})
    return [Overwritten(names[s], at, with_names(text, names)) for s, at, text in found]


def _missing(formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]) -> list[Overwritten]:
    """Return what is missing of a workbook whose sheets have their English names."""
    if not _is_ours(formulas):
        return []
    found = []
    for sheet, of_sheet in formulas.items():
        expected = dict(_alone(sheet, formulas, grids))
        grid = grids.get(sheet) or Grid(())
        form = _form_of(grid, grids) if sheet == "Rounds" else None
        if form is not None:
            expected.update(_names(form, grid))
            expected.update(_scores(form, grid, of_sheet))
        else:
            expected.update(_lines(sheet, _top(sheet, grids), of_sheet, grid))
        found += [
            Overwritten(sheet, position, text)
            for position, text in sorted(expected.items())
            if position not in of_sheet
        ]
    return found


def _form_of(grid: Grid, grids: Mapping[str, Grid]) -> Optional[FormOnSheet]:
    """Return the form of the games; None for those of an older workbook."""
    preset = _game_named(grids)
    if preset is None or grid.height < HEADER_ROW:
        return None
    header, teams = matches_header(grid), TEAM_PRESETS.get(preset.game)
    if header is not None and teams is not None:
        return on_sheet(matches_form(teams, max(1, boards_in(header))), grid, HEADER_ROW, NEEDED)
    return on_sheet(games_form(preset), grid, HEADER_ROW, NEEDED)


def _game_named(grids: Mapping[str, Grid]) -> Optional[Preset]:
    """Return the game that the Settings name."""
    return PRESETS.get(settings_of(grids.get("Settings")).text(GAME).lower())


def _settings_rows(grids: Mapping[str, Grid]) -> dict[str, int]:
    """Return the row of every label of the Settings."""
    found: dict[str, int] = {}
    for number, line in enumerate((grids.get("Settings") or Grid(())).rows, 1):
        found.setdefault(in_english("setting", text_of(line[0])), number)
    return found


def _names(form: FormOnSheet, grid: Grid) -> Iterator[tuple[Position, str]]:
    """Yield the formulas of the names beside numbers; where there is no name none is wrong."""
    for column in form.form.columns:
        if column.key not in ("left", "right"):
            continue
        number, at = form.columns[f"{column.key}_no"], form.columns[column.key]
        for row, line in enumerate(grid.rows[form.header :], form.header + 1):
            if text_of(line[number - 1]) and text_of(line[at - 1]):
                yield (row, at), form.formula(column, row)


def _scores(form: FormOnSheet, grid: Grid, own: Formulas) -> Iterator[tuple[Position, str]]:
    """Yield the formulas of the scores of matches; what a game is worth stands in the others."""
    at = form.columns.get("score")
    if at is None:
        return
    there = {row: text for (row, column), text in own.items() if column == at and row > form.header}
    pattern = _pattern(at, there)
    column = next(known for known in form.form.columns if known.key == "score")
    for row, line in enumerate(grid.rows[form.header :], form.header + 1):
        if text_of(line[form.columns["right_no"] - 1]):
            yield (row, at), read_at(pattern, row, at) if pattern else form.formula(column, row)


# -- columns of formulas ---------------------------------------------------------------------------


def _top(sheet: str, grids: Mapping[str, Grid]) -> float:
    """Return the row above the first line of formulas of a sheet; beyond all where there is none.

    The sheet Explain of before, which shows its name as a title, begins further down.
    """
    if sheet == "Explain" and has_title(sheet, grids):
        return HEADER_ROW + 4
    return _BODIES.get(sheet, inf)


def _lines(sheet: str, top: float, own: Formulas, grid: Grid) -> Iterator[tuple[Position, str]]:
    """Yield the formulas that belong in the lines of a sheet and are not there."""
    columns: dict[int, dict[int, Optional[str]]] = {}
    for (row, column), text in own.items():
        if row > top:
            columns.setdefault(column, {})[row] = text
    rows = sorted({row for cells in columns.values() for row in cells})
    head = grid.rows[HEADER_ROW - 1] if sheet in _INPUT and grid.height >= HEADER_ROW else ()
    names = {
        at
        for at, heading in enumerate(head, 1)
        if english_heading(text_of(heading)).endswith(" name")
    }
    for column in names:
        columns.setdefault(column, {})
    absent = {
        column: [row for row in rows if row not in cells]
        for column, cells in columns.items()
        # of a formula that a person added there are few
        if 2 * len(cells) >= len(rows) or column in names
    }
    if not any(absent.values()):
        return
    patterns = {column: _pattern(column, cells) for column, cells in columns.items()}
    last = max((at for at, text in patterns.items() if _LAST.search(text)), default=0)
    for column, missing in absent.items():
        if 0 < last < column:
            continue  # that is right of ours
        pattern = patterns[column]
        for row in missing:
            text = pattern or _beside(own, row)
            if text:
                yield (row, column), read_at(text, row, column)


def _pattern(column: int, cells: Mapping[int, Optional[str]]) -> str:
    """Return what most cells of a column hold, in terms of their own place."""
    counts = Counter(relative(text, row, column) for row, text in cells.items() if text)
    return counts.most_common(1)[0][0] if counts else ""


def _beside(own: Formulas, row: int) -> str:
    """Return the formula of another cell of a row, in terms of its place."""
    texts = ((column, text) for (line, column), text in own.items() if line == row)
    return next((relative(text, row, column) for column, text in texts if text), "")


# -- formulas that stand alone --------------------------------------------------------------------


NOTICE = "NOTICE(Event)"
"""The third row of a sheet that has nothing else to say there."""
NOTICES: Mapping[str, tuple[str, str]] = {
    "Teams": ("NOTICE(Event,2)", NOTICE),
    "Players": ("NOTICE(Event,2)", NOTICE),
    "Rounds": (kept("NOTICE(Event,3)"), NOTICE),
    "Matches": (kept("NOTICE(Event,3)"), NOTICE),
    "Boards": (kept("NOTICE(Event,3)"), NOTICE),
    "Standings": (kept("NOTICE(Event,4)"), standings_notice("{columns}")),
    "Settings": ("", NOTICE),
}
"""The second and the third row of a sheet: what it shows, and what comes next."""
_PACKS = re.compile(r"EVENTTEXT\(|TEAMEVENT\(")
_PARTS = re.compile(r"TEAMEVENT\(.*,(\d+),\w+\)$")


def packing_overwritten(
    formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> list[Overwritten]:
    """Return the cells in which the formula that packs the event is missing.

    Nothing on the other sheets can be right then: they follow from that cell alone.
    """
    return _in_english(_not_packed, formulas, grids)


def _not_packed(formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]) -> list[Overwritten]:
    own = formulas.get("Settings")
    if own is None or not _is_ours(formulas):
        return []
    return [
        Overwritten("Settings", position, text)
        for position, text in _packing(own, grids, _settings_rows(grids).get(_PACKED, 0))
        if position not in own
    ]


def _is_ours(formulas: Mapping[str, Formulas]) -> bool:
    """Tell whether a workbook has Standings of ours."""
    standings = formulas.get("Standings", {})
    return any("PLAYERAT(Event," in (text or "") for text in standings.values())


def _packing(
    own: Formulas, grids: Mapping[str, Grid], first: int
) -> Iterator[tuple[Position, str]]:
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


def _alone(
    sheet: str, formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> Iterator[tuple[Position, str]]:
    """Yield the formulas of a sheet that no other cell repeats."""
    if sheet == "Settings":
        yield from _of_settings(formulas[sheet], grids)
        return
    standings = formulas["Standings"]
    yield from _head(sheet, formulas, grids)
    if sheet == "Standings":
        if CRITERION_HEADING in standings.values():  # as workbooks had it that name no function
            yield from (((HEADER_ROW, column), CRITERION_HEADING) for column in _values(standings))
    elif sheet == "Crosstable":
        yield (
            (HEADER_ROW, max((c for row, c in formulas[sheet] if row > HEADER_ROW), default=1)),
            (f"Standings!$D${HEADER_ROW}"),
        )
    elif sheet == "Race":
        yield (3, 2), begun_formula()
    elif sheet in ("Explain", "Scorecard") and not has_title(sheet, grids):
        yield (3, 5), ASKED_NAME


def _values(standings: Formulas) -> list[int]:
    """Return the columns of values of the standings: those before what decided the places."""
    found = {column: text for (row, column), text in standings.items() if row > HEADER_ROW and text}
    last = max((column for column, text in found.items() if _LAST.search(text)), default=0)
    return [column for column in sorted(found) if 3 < column < last]


def heading_range(columns: Sequence[int]) -> str:
    """Return the cells of the headings of these columns."""
    first, last = (column_name(column) for column in (min(columns), max(columns)))
    return f"${first}${HEADER_ROW}:${last}${HEADER_ROW}"


def _head(
    sheet: str, formulas: Mapping[str, Formulas], grids: Mapping[str, Grid]
) -> Iterator[tuple[Position, str]]:
    """Yield the formulas above the table of a sheet, or beside the name of any other of ours."""
    is_list = sheet == ("Teams" if "Teams" in formulas else "Players")
    if has_title(sheet, grids):
        return
    if sheet in NOTICES:
        if not is_list:
            yield (1, 1), EVENT_NAME_FORMULA
        columns = heading_range(_values(formulas["Standings"]) or [4])
        for row, text in enumerate(NOTICES[sheet], 2):
            if text:
                yield (row, 1), text.format(columns=columns)
    elif sheet in _ADDED and formulas[sheet]:
        yield (1, 1), EVENT_NAME_FORMULA
        if sheet == "Crosstable":
            yield (3, 1), NOTICE


def _of_settings(own: Formulas, grids: Mapping[str, Grid]) -> Iterator[tuple[Position, str]]:
    rows = _settings_rows(grids)
    packing = dict(_packing(own, grids, rows.get(_PACKED, 0)))
    yield from packing.items()
    yield from _head("Settings", {"Settings": own, "Standings": {}}, grids)
    if "Event" in rows:
        yield (rows["Event"], 2), EVENT_NAME_FORMULA
    if "Faulty lines" in rows:
        yield (rows["Faulty lines"], 2), "FAULTROWS(Event)"
    lines = (grids.get("Settings") or Grid(())).rows
    below = 1 + max((row for row, _ in packing), default=0)
    if packing and below <= len(lines) and isinstance(lines[below - 1][1], (int, float)):
        yield (below, 2), key_formula(min(packing)[0], below - 1)
    preset = _game_named(grids)
    cells = (
        {s.key: f"$B${rows[s.label]}" for s in preset.settings if s.label in rows} if preset else {}
    )
    for setting in preset.settings if preset else ():
        if setting.formula and setting.label in rows:
            yield (rows[setting.label], 2), setting.formula.format(**cells)
