"""The sheets that a workbook of an earlier release lacks: Journal, Why, places on the Race."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from xltie.core.catalogues import in_english, translated
from xltie.core.cells import Grid, cell_name, is_blank, text_of
from xltie.games import PRESETS
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.workbook import load
from xltie.sheets.event_head import head_of, name_cell
from xltie.sheets.journal import JOURNAL
from xltie.sheets.own_formulas import TOP, Formulas, begun_formula
from xltie.sheets.sheet_names import language_of_sheets, with_names
from xltie.sheets.why_sheet import WHY
from xltie.templates.build import build_workbook, workbook_bytes

_RACE = "Race"


@dataclass
class NewSheets:
    """Sheets to put into a workbook, by what is new about each, and the workbook they are in."""

    sheets: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    workbook: bytes = b""


def new_sheets(
    data: bytes,
    grids: Mapping[str, Grid],
    formulas: Mapping[str, Formulas],
    names: Mapping[str, str],
    far: int,
) -> NewSheets:
    """Return the sheets that a workbook lacks, in its language.

    ``grids`` and ``formulas`` are by the English names of the sheets, ``names`` the workbook's own
    by them, ``far`` the row down to which its formulas read. A race with cells or drawings of
    somebody else stays as it is.
    """
    made = NewSheets()
    labels = {
        in_english("setting", text_of(line[0])): (row, text_of(line[1]))
        for row, line in enumerate(grids["Settings"].rows, 1)
        if len(line) > 1
    }
    preset = PRESETS.get(in_english("choice", labels.get("Game", (0, ""))[1]).lower())
    if preset is None or "Event" not in labels:
        return made
    language = language_of_sheets(names.values())
    race = _race(grids, formulas)
    wanted = [JOURNAL] if preset.has_boards else [JOURNAL, WHY]
    local = {title: translated("sheet", title, language) for title in (*wanted, _RACE)}
    made.sheets = {local[title]: "a new sheet" for title in wanted if title not in names}
    if race and (own := _own_on_race(data, grids[_RACE], names[_RACE], race)):
        made.left = [f"{names[_RACE]}: the places after each round are not added, beside {own}"]
    elif race:
        made.sheets[names[_RACE]] = "points and places after each round, with charts"
    if not made.sheets:
        return made
    rounds, players = race or (1, 2)
    book = build_workbook(preset, max(2, players), rounds, settings={"language": language})
    for title in (name for name in book.sheetnames if name in made.sheets):
        sheet, english = book[title], in_english("sheet", title)
        # A name that stands on one sheet of a kind alone would be missed on the others.
        known = {**grids, english: Grid(((english,),))}
        head = head_of(english, labels["Event"][0], formulas, known)
        sheet.cell(*name_cell(english)).value = f"={with_names(head, names)}" if head else None
        if english == _RACE:
            sheet["B3"] = f"={with_names(begun_formula(far, 'A', 'C'), names)}"
    made.workbook = workbook_bytes(book)
    return made


def _race(grids: Mapping[str, Grid], formulas: Mapping[str, Formulas]) -> tuple[int, int] | None:
    """Return rounds and players of a race without places; None where there is none, or no race."""
    own = {at: text for at, text in formulas.get(_RACE, {}).items() if at[0] > TOP}
    texts = [text or "" for text in own.values()]
    if _RACE not in grids or any("PLACEAFTER(" in text for text in texts):
        return None
    if not any("POINTS(" in text for text in texts):
        return None
    return max(column for _, column in own) - 2, max(row for row, _ in own) - TOP


def _own_on_race(data: bytes, grid: Grid, name: str, race: tuple[int, int]) -> str:
    """Return what stands on the race that xltie did not write there, "" where nothing does."""
    rounds, players = race
    for row, line in enumerate(grid.rows, grid.row):
        for column, cell in enumerate(line, grid.column):
            if not is_blank(cell) and (row > TOP + players or column > max(rounds + 2, 4)):
                return cell_name(row, column)
    package = Package(data)
    book = load(package)
    index = book.sheet_index(name)
    drawings = [] if index is None else [*package.relationships(book.sheets[index].part).values()]
    if any(own.kind != "drawing" for own in drawings):
        return "what else the sheet holds"
    drawn = [chart for own in drawings for chart in package.relationships(own.target).values()]
    return "" if len(drawn) < 2 else "a chart or picture of your own"
