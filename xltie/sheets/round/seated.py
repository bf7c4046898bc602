"""A game as a line of the sheet Rounds: who sits where, with the scores that they come with."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, NamedTuple, Optional, Tuple

from xltie.core.catalogues import translated
from xltie.core.cells import Grid, Scalar, is_blank, text_of, to_cell
from xltie.core.laid_cells import LaidCell, Position
from xltie.core.messages import count
from xltie.event import (
    OF_ABSENT,
    OF_REQUESTED,
    Event,
    EventIndex,
    Id,
    Match,
    Outcome,
    Side,
    Status,
)
from xltie.ranking.cells import id_cell
from xltie.sheets.forms import FormOnSheet
from xltie.sheets.settings import event_language
from xltie.sheets.tables import (
    PENDING,
    Header,
    read_alone,
    read_game,
    write_alone,
    write_game,
)


class Seated(NamedTuple):
    """A line of a round: two who meet, or one who does not; what is known of the result.

    Of a line that the director fills ``left`` and ``right`` are blank.
    """

    round: int
    table: Scalar
    left: Id
    right: Optional[Id]
    result: str = ""
    handicap: int = 0
    left_score: Optional[Fraction] = None
    right_score: Optional[Fraction] = None
    boards: Tuple[Tuple[str, str], ...] = ()
    """What was typed of a match of teams, by the keys of its columns."""

    @classmethod
    def of(cls, match: Match, table: Scalar, first: str, *, has_counts: bool = True) -> Seated:
        """Return the line of a match; ``first`` is the seat that stands at the left.

        Without ``has_counts`` the game has no columns of counts, such as goals: the result says it.
        """
        left, right = match.a, match.b
        if right is not None and right.seat == first.lower():
            left, right = right, left
        if right is None:
            return cls(match.round, table, left.who, None, write_alone(left))
        is_counted = has_counts and counts_say_it(left, right)
        says = "" if is_counted else write_game(left, right).replace("1/2", "½")
        return cls(match.round, table, left.who, right.who, says, match.handicap, left.tally,
                   right.tally)  # fmt: skip


def counts_say_it(left: Side, right: Side) -> bool:
    """Tell whether the counts alone give the result of a game."""
    if left.status is not Status.PLAYED or left.tally is None or right.tally is None:
        return False
    means = {True: Outcome.WIN, False: Outcome.LOSS}
    by_count = Outcome.DRAW if left.tally == right.tally else means[left.tally > right.tally]
    return left.outcome is by_count


def line_cells(
    form: FormOnSheet, row: int, line: Seated, event_index: EventIndex, *, begins: bool = False
) -> Dict[Position, LaidCell]:
    """Return the cells of a line in a row: scores and numbers as paired, names as formulas.

    A line that ``begins`` a round stands under a strong line.
    """
    values: Dict[str, Scalar] = {"round": line.round, "table": line.table}
    looks: Dict[str, str] = {}
    for side, who in (("left", line.left), ("right", line.right)):
        values[f"{side}_no"] = id_cell(who) if who else None
        values[f"{side}_pts"] = _score(event_index, who, line.round) if who else None
        values[f"{side}_rank"] = event_index.contestant(who).grade or None if who else None
    values.update((column.key, None) for column in form.form.columns if column.is_typed)
    values.update(_counts(line))
    values.update(line.boards)
    if line.right is None:
        language = event_language(event_index.event)
        said = translated("result", line.result, language.code)
        values.update(dict.fromkeys(("table", "right_score", "handicap", "score")))
        values.update(result=said, left_score=said, right=_instead(line.result, event_index.event))
        looks = {column.key: "Number" for column in form.form.columns if column.look in _TYPED}
        looks["right"] = "Text"
    if "result" in form.columns and isinstance(values.get("left_score"), str):
        values["left_score"] = None  # it is said where results are
    return dict(form.cells(row, values, looks, begins=begins))


_TYPED = ("Result", "Discs")
"""Looks of what is typed of a game; nothing is where there is none."""


def _counts(line: Seated) -> Dict[str, Scalar]:
    """Return the result and the counts; the second count follows from the first by a formula."""
    left, right = (None if score is None else to_cell(score)
                   for score in (line.left_score, line.right_score))  # fmt: skip
    said: Dict[str, Scalar] = {"result": line.result or None, "handicap": line.handicap or None}
    said["left_score"] = line.result or None if left is None else left
    return said if right is None else {**said, "right_score": right}


def _score(event_index: EventIndex, who: Id, round_number: int) -> Scalar:
    """Return the score of somebody before a round."""
    before = event_index.score(who, after=round_number - 1)
    return to_cell(before + event_index.in_points(event_index.scaled_start(who)))


def _instead(result: str, event: Event) -> str:
    """Return what stands in place of an opponent."""
    language = event_language(event)
    status = read_alone(result)
    if status is Status.HALF_BYE:
        return translated("result", OF_REQUESTED, language.code)
    if status is not Status.PAIRING_BYE:
        return translated("result", OF_ABSENT, language.code)
    bye, worth = translated("result", "bye", language.code), event.scoring.pairing_bye
    if worth.denominator != 1 or event.traits.has_ranks:
        return bye
    points = count(int(worth), "{n} point", "{n} points")
    return f"{bye} ({language.say(points)})"


def results_in_full(grid: Grid, header: Header, event: Event) -> Dict[Position, Scalar]:
    """Return the results of games typed in short as they are written in full, by cell."""
    column = header.columns.get("result")
    found: Dict[Position, Scalar] = {}
    games = (match.place.row for match in event.matches if match.b is not None)
    for at in (row - grid.row for row in games if row) if column is not None else ():
        cell = grid.rows[at][column or 0]
        text = text_of(cell)
        said = read_game(text) if len(text) <= _SHORT and not is_blank(cell) else None
        if said is None or said is PENDING or text[0] not in _DIGITS:
            continue
        in_full = write_game(*said).replace("1/2", "½")
        if in_full != text:
            found[grid.row + at, grid.column + (column or 0)] = in_full
    return found


_SHORT = len("0.5")
_DIGITS = "105½Ff"
"""The letters with which what is typed for a result begins, if it is no name of a colour."""
