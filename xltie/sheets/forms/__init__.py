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
from xltie.sheets.forms.head import EVENT_NAME_FORMULA, FOLDED, NOTICES, head_formulas
from xltie.sheets.forms.of_added import ADDED, PRIZE_LINES, SETTINGS, Measures
from xltie.sheets.forms.of_boards import board_cells, boards_form, boards_on, form_of_boards
from xltie.sheets.forms.of_games import games_form, named
from xltie.sheets.forms.of_matches import matches_form
from xltie.sheets.forms.of_rounds import rounds_form, rounds_on
from xltie.sheets.forms.of_standings import standings_form, standings_lines
