"""What is said of a list whose players are known and no column of which holds results."""

from __future__ import annotations

from typing import Optional, Sequence

from xltie.core.errors import Fault
from xltie.core.messages import Message, joined, say
from xltie.sheets.any_table.asked import read_as
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.counts import are_counts
from xltie.sheets.any_table.players import Pair
from xltie.sheets.tables import NO_RESULTS, TO_COME, score_of, stored_as

_OTHERS = ("rating", "date", "club", "federation", "title", "grade", "tiebreak", "handicap",
           "table", "round", "place", "number", "colour", "player")  # fmt: skip


def no_results(table: Table, pair: Pair, lines: Sequence[Line]) -> Fault:
    """Say that no column of a list holds results, which one could, and how to say so."""
    empty = table.columns_of("result", "winner")
    if empty and all(score_of(line.texts[at]) is TO_COME for at in empty for line in lines):
        return Fault.say("no game has a result", table.place(lines[0], empty[0]))
    filled = [
        at for at in range(len(table.headings))
        if at not in (pair.left, pair.right) and any(line.texts[at] for line in lines)
    ]  # fmt: skip
    before = [at for side in pair.sides for at in table.columns_of("points", side=side)]
    if len(before) == 2 and set(before) <= set(filled):
        said = _of_two(table, before)
        return Fault(said, table.place_of_heading(before[0]))
    unknown = [at for at in filled if table.headings[at].meaning not in _OTHERS]
    counts = [
        at for at in unknown
        if table.headings[at].text and are_counts([line.texts[at] for line in lines])
    ]  # fmt: skip
    if len(counts) == 2 and counts[1] == counts[0] + 1:
        return Fault(_of_two(table, counts), table.place_of_heading(counts[0]))
    likely = _may_be_results(table, unknown)
    if not unknown or (table.heading_row >= 0 and len(unknown) > 1 and not likely):
        return Fault(NO_RESULTS, table.place_of_heading(pair.right))
    stored = stored_as(_first(lines, unknown[-1]))
    if stored is not None:
        at = next(line for line in lines if line.texts[unknown[-1]])
        return Fault(stored, table.place(at, unknown[-1]))
    odd = _odd_one(lines, unknown[-1])
    text = table.headings[unknown[-1]].text or _first(lines, unknown[-1])
    said = say(
        "no column holds the results; {name!r} is not understood",
        name=odd.texts[unknown[-1]] if odd else text,
    )
    place = table.place(odd, unknown[-1]) if odd else table.place_of_heading(unknown[-1])
    return Fault(said, place)


def _may_be_results(table: Table, columns: Sequence[int]) -> bool:
    """Tell whether a column is headed as one of results, or has cells that look like some."""
    headings = [table.headings[at] for at in columns]
    headed = ("result", "winner", "points")
    return any(not heading.text or heading.meaning in headed for heading in headings) or any(
        score_of(text) for at in columns for text in table.column(at) if text
    )


def _of_two(table: Table, columns: Sequence[int]) -> Message:
    """Ask whether two columns of numbers are what both scored, or something else."""
    one, other = (table.headings[at].text for at in columns)
    return say(
        "no column holds the results; {one!r} and {other!r} may be what both scored, or not: say "
        "so by {option}",
        one=one,
        other=other,
        option=joined((read_as(one, "Score 1"), read_as(other, "Score 2")), " "),
    )


def _odd_one(lines: Sequence[Line], column: int) -> Optional[Line]:
    """Return the first line whose cell is no result, where those of most others are."""
    odd = [line for line in lines if line.texts[column] and score_of(line.texts[column]) is None]
    return odd[0] if odd and 2 * len(odd) < len(lines) else None


def _first(lines: Sequence[Line], column: int) -> str:
    return next((line.texts[column] for line in lines if line.texts[column]), "")
