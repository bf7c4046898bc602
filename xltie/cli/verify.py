"""``xltie verify FILE``: recompute the columns of a published result file."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TextIO

from xltie.core.messages import say
from xltie.core.numbers import Number, show
from xltie.event.index import EventIndex
from xltie.ranking.verification import Difference, FileCriteria, Finding
from xltie.sheets.tournament import Tournament

_MOST_ROWS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.description = say(
        "Finds out which criterion each column of a result file holds and by which convention rounds without an opponent count. Exit code 0: all columns come out; 1: some rows differ. Last come the places by these columns, and the criteria to repeat them with `standings`."
    )
    parser.add_argument(
        "file",
        nargs="+",
        help=say(
            "an EGD tournament file (.h9, .txt), a tournament report of chess (.trf), or bridge results (.pbn, .xml)"
        ),
    )
    parser.add_argument("--all", action="store_true", help=say("print every row that differs"))
    parser.add_argument(
        "--criteria", default="", help=say("for the ranks of a report that lists no tie-breaks")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print what each column is and which rows differ; returns 1 where any do."""
    from xltie.cli.main import report

    worst = 0
    for name in args.file:
        if len(args.file) > 1:
            print(f"{name}:", file=out)
        code = report(
            lambda name=name: _verify(name, args.all, args.criteria, out, err),  # type: ignore[misc]
            err,
        )
        worst = max(worst, code)
    return worst


def _verify(name: str, every_row: bool, criteria: str, out: TextIO, err: TextIO) -> int:
    from xltie.api import open_event
    from xltie.ranking.verification import criteria_of, verify

    opened = open_event(name)
    if opened.source == "trf":
        return _verify_ranks(name, opened, criteria, out, err)
    event_index = EventIndex(opened.event)
    if event_index.event.board_results:
        return _verify_session(name, event_index, every_row, out, err)
    if not event_index.event.matches:
        print(say("{name}: the file contains no results to compute from", name=name), file=err)
        return 1
    findings = verify(event_index)
    if not findings:
        print(say("{name}: the file contains no criterion columns to verify", name=name), file=err)
        return 1
    alone = any(o.other is None for who in event_index.ids for o in event_index.rounds_of(who))
    for finding in findings:
        print(sentence(finding, alone), file=out)
        _print_rows([_row(event_index, row) for row in finding.differences], every_row, out)
    _print_places(event_index, criteria_of(event_index, findings), every_row, out)
    return 0 if all(finding.is_reproduced for finding in findings) else 1


def _print_places(event_index: EventIndex, own: FileCriteria, every_row: bool, out: TextIO) -> None:
    """Print by which criteria the lines stand in their order, and those that stand elsewhere."""
    from xltie.ranking.explain import display_name

    count = len(event_index.ids)
    print(
        say(
            "places: {misplaced} of {count} lines stand where they belong",
            misplaced=count - len(own.misplaced),
            count=count,
        ),
        file=out,
    )
    rows = [
        f"  {display_name(event_index, row.who)}: line {row.line} of the players, place "
        + (str(row.first) if row.first == row.last else f"{row.first} to {row.last}")
        for row in own.misplaced
    ]
    _print_rows(rows, every_row, out)
    print(f'--criteria "{own.text}"', file=out)


def _verify_ranks(name: str, opened: Tournament, criteria: str, out: TextIO, err: TextIO) -> int:
    """Print how many ranks of a report its own tie-breaks give, and the first that they do not."""
    from xltie.cli.ranks_of_file import ranks_of_file

    found = ranks_of_file(opened, name, criteria)
    if found is None or not found.declared:
        print(
            say(
                "{name}: the file declares no ranks, or no list of known tie-breaks (202, 212): give --criteria",
                name=name,
            ),
            file=err,
        )
        return 1
    print(
        say(
            "ranks: {count} of {all} by {criteria}",
            count=found.agreeing,
            all=found.declared,
            criteria=criteria or opened.criteria,
        ),
        file=out,
    )
    if found.first is not None:
        print(f"  {found.first}", file=out)
    return 0 if found.first is None else 1


def _verify_session(
    name: str, event_index: EventIndex, every_row: bool, out: TextIO, err: TextIO
) -> int:
    from xltie.ranking.verification.bridge_findings import verify_session

    columns = verify_session(event_index)
    if not columns:
        print(
            say("{name}: the file contains no points, totals or places to verify", name=name),
            file=err,
        )
        return 1
    for own in columns:
        agree = own.count - len(own.differences)
        print(
            say(
                "{title}: {agree} of {count} as {criterion}",
                title=own.title,
                agree=agree,
                count=own.count,
                criterion=own.criterion,
            ),
            file=out,
        )
        _print_rows(
            [_differs(row.where, row.published, row.computed) for row in own.differences],
            every_row, out,
        )  # fmt: skip
    return 1 if any(own.differences for own in columns) else 0


def _print_rows(rows: Sequence[str], every_row: bool, out: TextIO) -> None:
    """Print the rows that differ: all, or the first ones and how many more there are."""
    shown = rows if every_row else rows[:_MOST_ROWS]
    for row in shown:
        print(row, file=out)
    if len(shown) < len(rows):
        print(
            say("  ... and {value} more rows (--all shows them)", value=len(rows) - len(shown)),
            file=out,
        )


def _differs(where: str, published: Number | None, computed: Number | None) -> str:
    said, found = ("nothing" if own is None else show(own) for own in (published, computed))
    return f"  {where}: published {said}, computed {found}"


def sentence(finding: Finding, alone: bool) -> str:
    """Return a finding as a line: ``SOS: 66 of 66 with unplayed=self (column 3)``."""
    where = f"column {finding.number}"
    heading = finding.heading
    if finding.is_zero:
        return f"{heading or 'padding'}: all 0 ({where})"
    if finding.is_foreign:
        return say(
            "{heading}: not a criterion, left out ({where})", heading=heading or "text", where=where
        )
    own, rows = finding.found, len(finding.column)
    if own is None:
        near = finding.nearest.name if finding.nearest else "none"
        return say(
            "{heading}: no criterion gives this column; nearest is {near} ({where})",
            heading=heading or "unknown",
            near=near,
            where=where,
        )
    agree = rows - len(finding.differences)
    if heading and heading != own.name:
        where += say("; the file calls it {heading}", heading=heading)
    name = say("start score") if own.name == "START" else own.name
    text = f"{name}{' doubled' if own.scale == 2 else ''}: {agree} of {rows}"
    if own.options:
        text += f" with {own.options}"
    elif not alone and own.name.startswith(("SOS", "SODOS")):
        where += say("; every round has an opponent")
    if finding.same:
        where += say("; the same with {same}", same=", ".join(finding.same))
    return f"{text} ({where})"


def _row(event_index: EventIndex, row: Difference) -> str:
    from xltie.ranking.explain import display_name

    line = event_index.contestant(row.who).place.line
    return _differs(
        f"line {line}, {display_name(event_index, row.who)}", row.published, row.computed
    )
