"""How ``xltie pair`` prints a round: a table, CSV or JSON, and why it is as it is."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.core.csv_table import write_csv
from xltie.core.messages import say

if TYPE_CHECKING:
    from xltie.sheets.round import PlannedRound

_OPPONENT = 3
"""Where the id of the second player, or BYE, stands in a printed line."""


def print_round(
    args: argparse.Namespace, plan: PlannedRound, asked_about: Sequence[str], console: Console
) -> None:
    """Print a round in the format that was asked for, and why two that are asked about do not meet.

    The second of these is "" for the bye.
    """
    from xltie.pairing.systems import brief_lines, reason_lines
    from xltie.pairing.systems.why_not_paired import why_not
    from xltie.pairing.table_function import rows_of

    drawn, wants = plan.drawn, plan.wants
    is_json = args.format == "json"
    rows = rows_of(plan.event_index, drawn)
    if args.format == "csv":
        write_csv(console.out, rows)
        return
    language = console.language
    if is_json:
        reasons = reason_lines(plan.drawn_from, drawn, wants, language)
        boards = [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]
        if plan.event_index.event.traits.has_handicap:
            boards = [{**board, "Handicap": board.get("Handicap") or 0} for board in boards]
        about = {"round": drawn.round, "system": str(drawn.system.title), "boards": boards}
        console.show(json.dumps({**about, "reasons": reasons}, ensure_ascii=False, indent=1))
        return
    _text(plan, rows, console)
    if args.explain:
        for line in brief_lines(plan.drawn_from, drawn, wants, language, args.verbose):
            console.show(line)
    if asked_about:
        console.say(why_not(plan.drawn_from, drawn, wants, *asked_about))


def _text(plan: PlannedRound, rows: list[tuple[object, ...]], console: Console) -> None:
    from xltie.cli.printing import print_table
    from xltie.core.catalogues import translated

    system = plan.drawn.system.title
    console.say(say("Round {n}: {what}", n=plan.drawn.round, what=system))
    titles, *lines = ([str(cell) for cell in row[1:]] for row in rows)
    headings = [console.language.heading(title) for title in titles]
    resting = translated("result", "bye", console.language.code)
    for line in lines:
        if line[_OPPONENT] == "BYE" and resting != "bye":
            line[_OPPONENT : _OPPONENT + 2] = "", resting
    print_table(headings, lines, range(1, len(headings)), console)
    if plan.not_in_it:
        console.say(plan.not_in_it)
