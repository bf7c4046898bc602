"""Formulas of every template: short, each one missed if it is typed over, and put back."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.books import values
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Grid, column_name, column_number
from xltie.event import Event, TeamEvent
from xltie.games import PRESETS, preset
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.sheets.forms import FOLDED
from xltie.sheets.formulas import overwritten
from xltie.sheets.tables import with_names
from xltie.sheets.workbook import provisional_tournament
from xltie.workbooks.add_sheet import layout_of, sheets_to_add, with_sheet
from xltie.workbooks.added_sheets import add_sheet
from xltie.workbooks.build import build_workbook, new_workbook
from xltie.workbooks.build_teams import build_team_workbook
from xltie.workbooks.repair import repaired

LONGEST = 60
INPUT = {("Explain", (3, 2)), ("Scorecard", (3, 4))}
"""Formulas that a person types over to choose something else."""
STILL = ("Why", "Help", "All settings")
"""Sheets to add that hold texts."""


def with_added(template: str) -> openpyxl.Workbook:
    """A new workbook with every sheet that can be added to it."""
    book = built(template)
    is_of_teams = template in ("teams", "one match")
    event = TeamEvent(game="chess") if is_of_teams else Event(game=template.partition(" ")[0])
    layout = layout_of(event, "PTS")
    for name in sheets_to_add(event):
        if name not in STILL:
            add_sheet(book.create_sheet(name), name, layout)
    return book


def built(template: str) -> openpyxl.Workbook:
    if template == "teams":
        return build_team_workbook(3, 2, 2)
    if template == "one match":
        return build_team_workbook(2, 1, 1)
    if template == "bridge teams":
        given = {"contest": "teams", "criteria": "VP, IMP"}
        return build_workbook(preset("bridge"), 4, 2, settings=given)
    return build_workbook(preset(template), 2, 1)


@lru_cache
def formulas_and_grids(
    template: str,
) -> tuple[dict[str, dict[tuple[int, int], str]], dict[str, Grid]]:
    book = with_added(template)
    formulas: dict[str, dict[tuple[int, int], str]] = {}
    grids: dict[str, Grid] = {}
    for sheet in book:
        own = formulas.setdefault(sheet.title, {})
        rows: list[list[Any]] = []
        for row in sheet.iter_rows():
            rows.append([None if str(cell.value).startswith("=") else cell.value for cell in row])
            for cell in row:
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    own[cell.row, cell.column] = cell.value[1:]
        grids[sheet.title] = Grid(rows, sheet.title)
    return formulas, grids


@pytest.mark.slow
@pytest.mark.parametrize("template", [*PRESETS, "bridge teams", "teams"])
def test_formulas_can_be_read_by_a_person(template: str) -> None:
    """The lookup of a name is the one exception; big events have the same formulas as small."""
    large = (
        build_workbook(preset(template), 60, 99)
        if template in PRESETS
        else build_team_workbook(60, 11, 20)
    )
    for book in (built(template), large):
        for sheet in book:
            for row in sheet.iter_rows():
                for cell in row:
                    text = re.sub('"[^"]*"', '""', str(cell.value)).replace("_xlfn.", "")
                    is_name = "VLOOKUP(" in text or "INDEX(Names" in text
                    if text.startswith("=") and not is_name:
                        assert len(text) <= LONGEST, (sheet.title, cell.coordinate, text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "template",
    ["othello", *sorted(PRESETS.keys() - {"othello"}), "bridge teams", "teams", "one match"],
)
def test_every_formula_that_is_typed_over_is_missed(template: str) -> None:
    formulas, grids = formulas_and_grids(template)
    assert overwritten(formulas, grids) == []
    count = 0
    for sheet, of_sheet in formulas.items():
        if sheet in ("Players", "Teams", "Boards"):
            continue  # start scores and scores may be typed
        beside = {position for position, text in of_sheet.items() if text == FOLDED}
        for position in of_sheet.keys() - beside - {cell for name, cell in INPUT if name == sheet}:
            left = {**formulas, sheet: {at: t for at, t in of_sheet.items() if at != position}}
            found = overwritten(left, grids)
            assert [(o.sheet, o.position, o.formula) for o in found] == [
                (sheet, position, of_sheet[position])
            ]
            count += 1
    assert count > 100


def test_a_workbook_from_before_the_notices_is_not_blamed_for_them() -> None:
    formulas, grids = formulas_and_grids("othello")
    older = {
        sheet: {at: text for at, text in own.items() if not re.search(r"EventName|NOTICE\(", text)}
        for sheet, own in formulas.items()
    }
    assert overwritten(older, grids) == []
    position = (6, 1)
    del older["Standings"][position]
    assert [one.position for one in overwritten(older, grids)] == [position]


def test_names_that_are_looked_up_as_they_were_once_are_missed_too() -> None:
    formulas, grids = formulas_and_grids("othello")
    older = dict(formulas)
    older["Standings"] = {
        (row, at): f'IFERROR(VLOOKUP($C{row},Names,2,0),"")' if (row > 4 and at == 2) else text
        for (row, at), text in formulas["Standings"].items()
    }
    assert overwritten(older, grids) == []
    was = older["Standings"].pop((6, 2))
    assert [(one.position, one.formula) for one in overwritten(older, grids)] == [((6, 2), was)]


def test_what_was_typed_over_is_missed_in_the_file_of_a_program_with_names_of_its_own() -> None:
    formulas, grids = formulas_and_grids("othello")
    spelled = {
        sheet: {at: re.sub(r"([A-Z]+)\((?=.*Event)", spell, text) for at, text in own.items()}
        for sheet, own in formulas.items()
    }
    assert overwritten(spelled, grids) == []
    position = (6, 1)
    del spelled["Standings"][position]
    assert [one.position for one in overwritten(spelled, grids)] == [position]


def spell(match: re.Match[str]) -> str:
    """One of our functions as LibreOffice writes it into a file."""
    ours = match[1] not in (
        "IF",
        "IFERROR",
        "INDEX",
        "MATCH",
        "VLOOKUP",
        "COUNTA",
        "ISNUMBER",
        "LEN",
    )
    return f"ORG.XLTIE.CALC.XLTIEADDIN.{match[0]}" if ours else match[0]


@pytest.mark.slow
def test_a_column_of_a_persons_own_may_be_filled_part_of_the_way(
    tmp_path: Path, shell: Shell
) -> None:
    book = openpyxl.load_workbook(io.BytesIO(new_workbook(preset("chess"), 6, 2)))
    sheet = book["Standings"]
    right = sheet.max_column + 1
    for row in range(5, sheet.max_row - 1):
        sheet.cell(row, right, f'=IF(C{row}="","",BUCHHOLZ(C{row},Event))')
    path = tmp_path / "event.xlsx"
    book.save(path)
    shell("check", path)


@pytest.mark.parametrize("game", ["othello", pytest.param("bridge", marks=pytest.mark.slow)])
def test_what_was_typed_over_is_named_and_put_back(game: str, tmp_path: Path, shell: Shell) -> None:
    right = new_workbook(preset(game), 4, 2)
    book = openpyxl.load_workbook(io.BytesIO(right))
    book["Standings"]["E6"] = 999
    book["Standings"]["A3"] = None
    out = io.BytesIO()
    book.save(out)
    path = tmp_path / "event.xlsx"
    path.write_bytes(out.getvalue())
    said = shell("check", path, code=1).err
    own = {"othello": "BQ", "bridge": "MPTOTAL"}[game]
    assert f"Standings!E6: a value stands in place of the formula ={own}($C6,Event)" in said
    assert "Standings!A3: a value stands in place of" in shell("recompute", path).err
    assert "Standings!E6" in shell("repair", path).out
    assert main(["check", str(path)]) == 0
    before, after = (values(data, "Standings") for data in (right, path.read_bytes()))
    assert before == after
    once = path.read_bytes()
    assert main(["repair", str(path)]) == 0 and path.read_bytes() == once
    assert repaired(WorkbookFile(once)) == (once, [])


@pytest.mark.parametrize("game", PRESETS)
def test_what_a_person_types_into_is_unlocked_and_nothing_else(game: str) -> None:
    """Nothing is protected; whoever protects a sheet can still type into all that is theirs."""
    book = build_workbook(preset(game), 4, 2)
    rounds = "Boards" if game == "bridge" else "Rounds"
    open_cells = {"Players": ["B5", "B60", "C5"], rounds: ["C5", "C90"], "Settings": ["B6", "B7"]}
    for sheet in book:
        assert not sheet.protection.sheet
        for row in sheet.iter_rows(min_row=5):
            for cell in row:
                if sheet.title in ("Standings", "Crosstable", "Race") or "VLOOKUP(" in str(
                    cell.value
                ):
                    assert cell.protection.locked, (sheet.title, cell.coordinate)
        for address in open_cells.get(sheet.title, ()):
            cell = sheet[address]
            column = sheet.column_dimensions[cell.column_letter]
            own = cell if cell.has_style else column
            assert not own.protection.locked, (sheet.title, address)


READY = Path(__file__).parents[2] / "templates"
CELL = r"(\$?)\b([A-Z]{1,3})(\$?\d+)"
REFERENCE = re.compile(rf"((?:'[^']+'|[^\W\d]\w*)!)?{CELL}(?::{CELL})?\b(?!\()")
OWN_HEADINGS = ("Note", "Remark", "Seen by", None)
TYPED = ("Players", "Teams", "Boards", "Rounds", "Settings")
"""Sheets in which a person types, by their English names."""
CALLED = {
    "Standings": "Wall", "Rounds": "Games", "Settings": "Rules", "Crosstable": "Kreuz",
    "Race": "Lauf", "Explain": "Asked", "Scorecard": "Cards", "Frequencies": "Scores",
    "Board prizes": "Prizes", "All settings": "Rules of all",
}  # fmt: skip
"""What somebody called the sheets."""


@lru_cache
def with_everything(template: str) -> tuple[dict[str, dict[tuple[int, int], str]], dict[str, Grid]]:
    """A ready workbook with every sheet that can be added to it, as its file has it."""
    file = WorkbookFile((READY / template).read_bytes())
    known = provisional_tournament(file.grids, None, file.formulas)
    for name in sheets_to_add(known.event):
        file = WorkbookFile(with_sheet(file, known.event, known.criteria, name))
    formulas = {
        sheet: {at: str(text) for at, text in own.items()} for sheet, own in file.formulas.items()
    }
    return formulas, file.grids


def with_column(
    formulas: dict[str, dict[tuple[int, int], str]], grids: dict[str, Grid], sheet: str, at: int,
    heading: str | None,
) -> tuple[dict[str, dict[tuple[int, int], str]], dict[str, Grid]]:  # fmt: skip
    """The workbook after a column was inserted: cells and references move, as programs do it."""
    rows = [
        [*line[: at - 1], heading if number == 4 else f"own {number}", *line[at - 1 :]]
        for number, line in enumerate(grids[sheet].rows, 1)
    ]
    moved = with_inserted(formulas, sheet, lambda row, column: (row, column + (column >= at)))
    return moved, {**grids, sheet: like(grids[sheet], rows)}


def with_row(
    formulas: dict[str, dict[tuple[int, int], str]], grids: dict[str, Grid], sheet: str, at: int
) -> tuple[dict[str, dict[tuple[int, int], str]], dict[str, Grid]]:
    """The workbook after a row was inserted, as programs do it."""
    rows = [*grids[sheet].rows[: at - 1], [None] * grids[sheet].width, *grids[sheet].rows[at - 1 :]]
    moved = with_inserted(formulas, sheet, lambda row, column: (row + (row >= at), column))
    return moved, {**grids, sheet: like(grids[sheet], rows)}


def like(grid: Grid, rows: list[Any]) -> Grid:
    """Other rows on the sheet of a grid, in the same roles."""
    found = Grid(rows, grid.sheet)
    found.roles |= grid.roles
    return found


def with_inserted(
    formulas: dict[str, dict[tuple[int, int], str]], sheet: str,
    beyond: Callable[[int, int], tuple[int, int]],
) -> dict[str, dict[tuple[int, int], str]]:  # fmt: skip
    """The formulas of a workbook after the cells of a sheet, and references to them, moved."""

    def cell(dollar: str, letters: str, row: str) -> str:
        number, column = beyond(int(row.strip("$")), column_number(letters))
        return f"{dollar}{column_name(column)}{'$' * row.startswith('$')}{number}"

    def moved(text: str, where: str) -> str:
        def reference(match: re.Match[str]) -> str:
            if (match[1] or f"{where}!").strip("!'") != sheet:
                return match[0]
            second = f":{cell(match[5], match[6], match[7])}" if match[6] else ""
            return f"{match[1] or ''}{cell(match[2], match[3], match[4])}{second}"

        parts = text.split('"')
        parts[::2] = [REFERENCE.sub(reference, part) for part in parts[::2]]
        return '"'.join(parts)

    return {
        where: {
            (beyond(*at) if where == sheet else at): moved(text, where) for at, text in own.items()
        }
        for where, own in formulas.items()
    }


@pytest.mark.parametrize(
    "template",
    sorted(path.name for path in READY.glob("*.xlsx")),
)
@pytest.mark.slow
@settings(max_examples=30, deadline=None, phases=[Phase.generate])
@given(data=st.data())
def test_each_formula_of_a_ready_workbook_is_missed_wherever_people_moved_it(
    template: str, data: st.DataObject
) -> None:
    """Columns of a person's own between ours, sheets renamed: what is typed over, and only that."""
    formulas, grids = with_everything(template)
    sheets = [name for name in formulas if name not in TYPED]
    for _ in range(data.draw(st.integers(0, 3))):
        sheet = data.draw(st.sampled_from(sheets))
        at = data.draw(st.integers(1, grids[sheet].width + 1))
        heading = data.draw(st.sampled_from(OWN_HEADINGS))
        formulas, grids = with_column(formulas, grids, sheet, at, heading)
    above = data.draw(st.sampled_from((0, 0, 1, 4)))
    if above:
        formulas, grids = with_row(formulas, grids, "Standings", above)
    called = CALLED if data.draw(st.booleans()) else {}
    formulas = {
        called.get(sheet, sheet): {at: with_names(text, called) for at, text in own.items()}
        for sheet, own in formulas.items()
    }
    grids = {called.get(sheet, sheet): grid for sheet, grid in grids.items()}
    assert overwritten(formulas, grids) == []
    chosen = data.draw(st.sampled_from(sheets))
    own = formulas[called.get(chosen, chosen)]
    position = data.draw(st.sampled_from(sorted(at for at in own if not is_asked(own, at))))
    left = {at: text for at, text in own.items() if at != position}
    found = overwritten({**formulas, called.get(chosen, chosen): left}, grids)
    assert found == [(called.get(chosen, chosen), position, own[position])]


@pytest.mark.slow
def test_a_heading_that_is_put_back_follows_those_of_the_standings() -> None:
    """A row was put above them, and the heading of the cross table shows one of them."""
    formulas, grids = with_everything("othello.xlsx")
    formulas, grids = with_row(formulas, grids, "Standings", 4)
    shown = {at: text for at, text in formulas["Crosstable"].items() if "Standings!$D$5" in text}
    (position, text) = next(iter(shown.items()))
    left = {at: text for at, text in formulas["Crosstable"].items() if at != position}
    found = overwritten({**formulas, "Crosstable": left}, grids)
    assert found == [("Crosstable", position, text)]


def is_asked(own: dict[tuple[int, int], str], at: tuple[int, int]) -> bool:
    """Whether a formula only says whom a sheet is asked about at first."""
    shown = r"(IFERROR\()?(TRIM\(RIGHT\(SUBSTITUTE\()?(Standings|Wall)!"
    return at[0] == 3 and re.match(shown, own[at]) is not None
