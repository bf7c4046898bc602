"""What the sheets of a new workbook are on paper, as far as the file decides it."""

from __future__ import annotations

import pytest
from openpyxl import Workbook

from xltie.games import preset
from xltie.templates.build import build_workbook
from xltie.templates.build_teams import build_team_workbook

WITHOUT_NAME = {"Settings", "Journal", "Why", "Help"}
"""Sheets that are not the event's, or have its name as a setting."""


def book_of(kind: str) -> Workbook:
    if kind == "teams":
        return build_team_workbook(24, 3, 4)
    return build_workbook(preset(kind), 24, 3)


@pytest.mark.parametrize("kind", ["othello", "chess", "go", "bridge", "teams"])
def test_the_event_is_named_on_every_page_and_no_page_is_blank(kind: str) -> None:
    for sheet in book_of(kind):
        if sheet.title in WITHOUT_NAME:
            continue
        assert sheet["D1"].value == '=Settings!$B$5&""', sheet.title
        if sheet.title != "Explain":  # one page
            assert str(sheet.print_title_rows) == "$1:$4", sheet.title
        if sheet.title in ("Standings", "Crosstable"):
            assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1)


@pytest.mark.parametrize("kind", ["othello", "chess", "go", "bridge", "teams"])
def test_no_heading_is_broken_inside_a_word(kind: str) -> None:
    for sheet in book_of(kind):
        for cell in sheet[4] if sheet.title not in ("Help", "Explain") else ():
            text = str(cell.value or "")
            if text.startswith("="):
                assert not cell.alignment.wrap_text, (sheet.title, cell.coordinate)
            elif cell.fill.fgColor.rgb[-6:] == "1F6F54":
                longest = max(map(len, text.split()), default=0)
                width = sheet.column_dimensions[cell.column_letter].width
                assert longest + 2 <= width, (sheet.title, text, width)
