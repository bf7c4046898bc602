"""The sheet Rounds of teams: a line for each match, a column for each board."""

from __future__ import annotations

from fractions import Fraction
from typing import Iterator, List

from xltie.core.numbers import show
from xltie.event import TeamEvent
from xltie.games import TEAM_PRESETS
from xltie.sheets.forms.form import (
    FIRST,
    INK,
    LAST,
    TEAM_NAME,
    YELLOW,
    Column,
    Form,
    Mark,
    faulty,
    kept,
)
from xltie.sheets.forms.of_games import named


def matches_form(event: TeamEvent) -> Form:
    """Return the sheet of the matches of an event; its scores count as its games do."""
    preset, boards = TEAM_PRESETS[event.game], max(1, event.boards)
    worth = (event.game_scoring.win, event.game_scoring.draw)
    scoring = "" if worth == _USUAL else "".join(f",{show(points)}" for points in worth)
    columns = [
        Column("Round", 7, "Small", "round", is_open=True),
        Column("Match", 7, "Place", "table", is_open=True),
        *_side(preset.first, "left"),
        *(Column(f"Board {at}", 7, "Result", f"board_{at}", is_typed=True)
          for at in range(1, boards + 1)),
        Column("Score", 9, "Place", "score",
               formula=kept(f"MATCHSCORE({{board_1}}{{row}}:{{board_{boards}}}{{row}}{scoring})")),
        *reversed(_side(preset.second, "right")),
        Column("Result", 9, "Result", "result", is_typed=True),
        *(Column(heading, 11, "Text", key, is_open=True, is_printed=False)
          for heading, key in _BESIDE),
    ]  # fmt: skip
    form = Form(columns)
    marks = [faulty("R", form.last_column), *_open(form, boards)]
    return Form(columns, marks, height=21, is_landscape=True)


_USUAL = (Fraction(1), Fraction(1, 2))
"""What a won and a drawn game are worth as a rule."""
_BESIDE = (
    ("Line-up A", "first_line-up"), ("Line-up B", "second_line-up"), ("Bonus A", "first_bonus"),
    ("Bonus B", "second_bonus"),
)  # fmt: skip
"""What is typed rarely, right of what is printed."""


def _side(heading: str, side: str) -> List[Column]:
    """Return the columns of a team, from the number to the score."""
    return [
        Column("No", 5, "Small", f"{side}_no", is_open=True),
        Column(heading, TEAM_NAME, "Name", side, formula=named(f"{side}_no"), is_open=True),
        Column("Pts", 5, "Score", f"{side}_pts"),
    ]


def _open(form: Form, boards: int) -> Iterator[Mark]:
    """Yield the mark of boards without a result, in matches that have none of their own."""
    first, last = (form.letters(f"board_{at}") for at in (1, boards))
    second, result = (form.letters(key) for key in ("right_no", "result"))
    test = f'AND(${second}{FIRST}<>"",${result}{FIRST}="",{first}{FIRST}="")'
    yield Mark(f"{first}{FIRST}:{last}{LAST}", test, color=INK, fill=YELLOW)
