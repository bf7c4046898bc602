"""The sheet Rounds of games: a line for each game, as the list that hangs on the wall."""

from __future__ import annotations

from typing import Iterator, List, Tuple

from xltie.games.preset import Preset
from xltie.sheets.forms.form import FIRST, INK, LAST, NAMES, YELLOW, Column, Form, Mark, faulty

NEEDED = ("round", "left_no", "left", "right", "right_no")
"""The columns without which a sheet of games is of another form."""


def named(key: str) -> str:
    """Return the formula of the name of who has the number in a column."""
    return f'IFERROR(VLOOKUP({{{key}}}{{row}},{NAMES},COLUMNS({NAMES}),0),"")'


def games_form(preset: Preset, *, is_mcmahon: bool = False, has_results: bool = False) -> Form:
    """Return the sheet of the games of a preset; scores begin with ranks where ``is_mcmahon``.

    Where it ``has_results``, some game of counts ended otherwise than they say, as by time.
    """
    columns = [
        Column("Round", 7, "Small", "round", is_open=True),
        Column(preset.traits.seat, 7, "Place", "table", is_open=True),
        *_side(preset, "left", is_mcmahon),
        *_results(preset),
        *reversed(_side(preset, "right", is_mcmahon)),
    ]
    if has_results and all(column.key != "result" for column in columns):
        columns.append(Column("Result", 11, "Result", "result", is_open=True))
    form = Form(columns, height=21)
    return Form(columns, list(_marks(preset, form)), height=21)


def _side(preset: Preset, side: str, is_mcmahon: bool) -> List[Column]:
    """Return the columns of a player, from the number to the score."""
    heading = preset.traits.first if side == "left" else preset.traits.second
    width = 29 if not (preset.scores or preset.traits.has_ranks) else 28
    columns = [
        Column("No", 5, "Small", f"{side}_no", is_open=True),
        Column(heading, width, "Name", side, formula=named(f"{side}_no"), is_open=True),
    ]
    if preset.traits.has_ranks:
        columns.append(Column("Rank", 6, "Number", f"{side}_rank"))
    if is_mcmahon:
        return [*columns, Column("MMS", 7, "Number", f"{side}_pts")]
    return [*columns, Column("Pts", 6, "Score", f"{side}_pts")]


def _results(preset: Preset) -> Iterator[Column]:
    """Yield what is typed of a game: counts of both, or the result."""
    if preset.scores and preset.traits.tally_sum:
        cell, total = "{left_score}{row}", preset.traits.tally_sum
        rest = f'IF(ISNUMBER({cell}),{total}-{cell},"")'
        yield Column(preset.scores[0], 8, "Discs", "left_score", is_typed=True)
        yield Column(preset.scores[1], 8, "Discs", "right_score", formula=rest, is_open=True)
        return
    yield Column("Result", 11, "Result", "result", preset.traits.typed, is_typed=True)
    if preset.traits.has_handicap:
        yield Column("Handicap", 11, "Discs", "handicap", is_typed=True)


def _marks(preset: Preset, form: Form) -> Iterator[Mark]:
    """Yield the marks: a faulty line, a result that is missing, the winner's name."""
    yield faulty("R", form.last_column)
    typed = form.letters("left_score" if preset.scores else "result")
    there = f'${form.letters("right_no")}{FIRST}<>""'
    yield Mark(f"{typed}{FIRST}:{typed}{LAST}", f'AND({there},${typed}{FIRST}="")',
               color=INK, fill=YELLOW)  # fmt: skip
    for side, won in zip(("left", "right"), _won(preset, f"${typed}{FIRST}")):
        name = form.letters(side)
        yield Mark(f"{name}{FIRST}:{name}{LAST}", f"AND({there},{won})", is_bold=True)


def _won(preset: Preset, cell: str) -> Tuple[str, str]:
    """Return the tests of a game that the first, and the second, has won."""
    if preset.scores and preset.traits.tally_sum:
        half = preset.traits.tally_sum // 2
        return f"N({cell})>{half}", f"AND(ISNUMBER({cell}),{cell}<{half})"
    first, second = (side[:1] for side in (preset.traits.first, preset.traits.second))
    one, other = (f'OR({cell}&""="{n}",LEFT({cell},3)="{n}-{1 - n}")' for n in (1, 0))
    if not preset.traits.has_handicap:
        return one, other
    return f'OR(LEFT({cell})="{first}",{one})', f'OR(LEFT({cell})="{second}",{other})'
