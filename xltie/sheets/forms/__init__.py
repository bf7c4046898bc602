"""The sheets of our workbooks as data: what new ones are made of, and what is added to them."""

from __future__ import annotations

from xltie.sheets.forms.form import (
    FIRST,
    GOLD,
    GREEN,
    HAIR,
    HEADER_ROW,
    INK,
    LAST,
    PALE,
    RED,
    ROSE,
    RULE,
    WHITE,
    YELLOW,
    Above,
    Column,
    Form,
    FormOnSheet,
    Mark,
    faulty,
    kept,
    on_sheet,
)
from xltie.sheets.forms.of_boards import BOARDS_NEED, board_cells, boards_form, form_of_boards
from xltie.sheets.forms.of_games import NEEDED, games_form, named
from xltie.sheets.forms.of_matches import matches_form
from xltie.sheets.forms.of_standings import standings_form, standings_lines, standings_notice
