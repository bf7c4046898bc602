"""How ``xltie pair`` prints a round: a table, CSV or JSON, and why it is as it is."""

from __future__ import annotations

import argparse
import csv
import json
from typing import TYPE_CHECKING, TextIO

from xltie.core.messages import say

if TYPE_CHECKING:
    from xltie.event.index import EventIndex
    from xltie.pairing.systems.drawn_round import Round
    from xltie.sheets.planned_round import PlannedRound

_OPPONENT = 3
"""Where the id of the second player, or BYE, stands in a printed line."""


def print_round(args: argparse.Namespace, plan: PlannedRound, out: TextIO) -> None:
    """Print a round in the format that was asked for."""
    from xltie.cli.speech import speaking
    from xltie.pairing.systems.reasons import reason_lines
    from xltie.pairing.systems.why_not import why_not
    from xltie.pairing.table_function import rows_of

    drawn, wants = plan.drawn, plan.wants
    is_json = args.format == "json"
    rows = rows_of(plan.event_index, drawn)
    if args.format == "csv":
        csv.writer(out, lineterminator="\n").writerows(rows)
        return
    reasons: list[str] = []
    if args.explain or is_json:
        reasons = reason_lines(plan.drawn_from, drawn, wants, speaking())
    if is_json:
        boards = [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]
        about = {"round": drawn.round, "system": str(drawn.system.title), "boards": boards}
        json.dump({**about, "reasons": reasons}, out, ensure_ascii=False, indent=1)
        print(file=out)
        return
    _text(plan.event_index, drawn, rows, out)
    if reasons:
        print("\n".join(reasons), file=out)
    if args.why_not:
        find = plan.event_index.find
        one, other = (who if who == "BYE" else find(who) for who in args.why_not)
        print(
            why_not(plan.drawn_from, drawn, wants, one, "" if other == "BYE" else other), file=out
        )


def _text(
    event_index: EventIndex, drawn: Round, rows: list[tuple[object, ...]], out: TextIO
) -> None:
    from xltie.cli.printing import print_table
    from xltie.cli.speech import speaking
    from xltie.core.catalogues import translated

    print(say("Round {n}: {what}", n=drawn.round, what=drawn.system.title), file=out)
    headings, *lines = ([str(cell) for cell in row[1:]] for row in rows)
    resting = translated("result", "bye", speaking().code)
    for line in lines:
        if line[_OPPONENT] == "BYE" and resting != "bye":
            line[_OPPONENT : _OPPONENT + 2] = "", resting
    print_table(headings, lines, range(1, len(headings)), out)
    if drawn.resting:
        called = (f"{who} {event_index.name_of(who)}".strip() for who in drawn.resting)
        print(say("Not in this round: {called}", called=", ".join(called)), file=out)
