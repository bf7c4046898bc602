"""How a workbook looks: legible on paper, on a projector and on a dark page."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from tests.quick import first_quick
from xltie.core.cells import column_name
from xltie.event import Event, TeamEvent
from xltie.games import TEAM_PRESETS, preset
from xltie.workbooks.add_sheet import layout_of, sheets_to_add
from xltie.workbooks.added_sheets import add_sheet
from xltie.workbooks.build import build_workbook
from xltie.workbooks.build_teams import build_team_workbook

READY = Path(__file__).parents[2] / "templates"
KINDS = ("othello", "chess", "go", "bridge", "chess teams", "go teams")
SIGHT = 162.8
"""Letters across that Calc shows of a sheet on a screen of 1366 pixels, a sidebar folded beside."""
LEAST = 4.5
"""The contrast that WCAG 2.1 AA asks of text."""


def book_of(kind: str) -> Workbook:
    game, _, teams = kind.partition(" ")
    if teams:
        return build_team_workbook(6, 2, 3, preset=TEAM_PRESETS[game])
    return build_workbook(preset(kind), 6, 2)


def own_sheets(kind: str) -> list[Worksheet]:
    """All sheets of a workbook, and those that are added on request."""
    book = book_of(kind)
    game, _, teams = kind.partition(" ")
    event = TeamEvent(game=game, boards=3) if teams else Event(game=game)
    for name in sheets_to_add(event):
        add_sheet(book.create_sheet(name), name, layout_of(event, "PTS"))
    return book.worksheets


def luminance(color: str) -> float:
    def part(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (part(int(color[at : at + 2], 16)) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted(map(luminance, (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def color_of(cell: Cell) -> str | None:
    return None if cell.font.color is None else str(cell.font.color.rgb)[-6:]


@pytest.mark.parametrize("kind", KINDS)
def test_text_is_legible_and_takes_the_colour_of_a_page_without_a_fill(kind: str) -> None:
    for sheet in own_sheets(kind):
        for row in sheet.iter_rows(max_row=8):
            for cell in row:
                if not cell.has_style:
                    continue
                assert not cell.font.italic
                if cell.fill.fill_type is None:
                    assert color_of(cell) is None, (sheet.title, cell.coordinate)
                else:
                    fill = str(cell.fill.fgColor.rgb)[-6:]
                    own = color_of(cell) or "000000"
                    assert contrast(own, fill) >= LEAST, (sheet.title, cell.coordinate)


@pytest.mark.parametrize("kind", KINDS)
def test_marks_are_few_legible_and_look_at_their_own_line(kind: str) -> None:
    for sheet in own_sheets(kind):
        rules = [rule for area in sheet.conditional_formatting for rule in area.rules]
        assert len(rules) <= 6, sheet.title
        for rule in rules:
            assert "COUNTIF" not in rule.formula[0] and "ISFORMULA" not in rule.formula[0]
            font, fill = rule.dxf.font, rule.dxf.fill
            if font is None or font.color is None:
                continue
            if "ERROR" in rule.formula[0]:
                # only what was blank, while all else stays and row 3 says it; before other rules
                assert rule.formula[0] == (
                    "IF(ISERROR(A5),AND(ERROR.TYPE(A5)=5,NOT(ISERROR($C$5))),FALSE)"
                )
                assert rule.priority == min(
                    one.priority
                    for area in sheet.conditional_formatting
                    for one in area.rules
                    if str(area.sqref) == f"A5:{column_name(sheet.max_column)}9999"
                )
                assert "xltie is not at work here" in sheet["A3"].value
                continue
            # a colour without a fill would be lost on a light page or on a dark one
            colors = [str(one.rgb)[-6:] for one in (font.color, fill.bgColor)]
            if rule.formula[0].startswith("ISNA("):
                assert colors[0] == colors[1], "what is to come is shaded, on any page"
            else:
                assert contrast(*colors) >= LEAST, (sheet.title, rule.formula)


@pytest.mark.parametrize(
    "template", first_quick(sorted(READY.glob("*.xlsx"))), ids=lambda path: path.stem
)
def test_what_decided_is_in_sight_on_a_small_screen(template: Path) -> None:
    sheet = load_workbook(template)["Standings"]
    (last,) = [cell.column for cell in sheet[4] if cell.value == "Decided by"]
    widths = [sheet.column_dimensions[column_name(n)].width for n in range(1, last + 1)]
    assert sum(widths) <= SIGHT


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_sheet_is_the_one_that_is_filled_in_first(kind: str) -> None:
    first, *others = book_of(kind).worksheets
    assert first.title == ("Teams" if kind.endswith("teams") else "Players")
    assert first.sheet_view.selection[-1].activeCell == "B5"
    assert [cell.value for cell in first[4]][:2] == ["No", "Name"]
    assert "Settings" in [sheet.title for sheet in others]
    for sheet in (first, *others):
        assert not any(table.autoFilter for table in sheet.tables.values())
        assert not sheet.merged_cells.ranges, sheet.title


HELVETICA = dict(
    zip(
        "CFAhelsadunmcito ",
        (722, 611, 667, 556, 556, 222, 500, 556, 556, 556, 556, 833, 500, 222, 278, 556, 278),
        strict=True,
    )
)
"""Widths of letters in thousandths of their size: those of Arial (Adobe's metrics of Helvetica)."""
LONG = "Chelsea and Fulham Chess Association"
BESIDE_NAME, SMALLEST = 18, 8
"""Pixels of a cell that its margins and its indent take, and the least size of a text in points."""


@pytest.mark.parametrize("boards", [2, 4, 8])
@pytest.mark.parametrize("game", ["chess", "go"])
def test_a_long_name_of_a_team_is_not_shrunk_beyond_reading(game: str, boards: int) -> None:
    book = build_team_workbook(4, 3, boards, preset=TEAM_PRESETS[game])
    pixels = sum(HELVETICA[letter] for letter in LONG) / 1000 * 4 / 3  # for each point of size
    for title, headings in (
        ("Teams", ["Name"]), ("Rounds", ["Team A", "Team B"]), ("Standings", ["Name"]),
    ):  # fmt: skip
        sheet = book[title]
        columns = [c for c in sheet[4] if str(c.value).partition("\n")[0] in headings]
        assert len(columns) == len(headings)
        for cell in columns:
            room = 7 * sheet.column_dimensions[cell.column_letter].width + 5 - BESIDE_NAME
            assert room / pixels >= SMALLEST, (title, cell.value)
