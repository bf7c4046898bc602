"""``xltie verify FILE``: recompute the columns of a published result file."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from xltie.cli.console import Console, report
from xltie.cli.option_values import add_reads, add_timeout, as_read
from xltie.cli.parser import Parser
from xltie.core.messages import Message, Said, Value, count, joined, say, word
from xltie.core.numbers import Number
from xltie.event import EventIndex
from xltie.ranking import Tournament, display_name
from xltie.ranking.verification import (
    Candidate,
    ColumnMatch,
    FileCriteria,
    OddRow,
    PrintedMatch,
    TotalsMatch,
)
from xltie.settings.declared import CRITERIA, RULEBOOK

_MOST_ROWS = 20
_DOUBLED = 2


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Say which criterion each column of a result file holds, by which convention rounds "
            "without an opponent count, and which rows differ. Last come the places by these "
            "columns, and the criteria with which `standings` repeats them. Exit code 0: all "
            "columns agree; 1: some rows differ."
        )
    )
    parser.add(
        "file",
        nargs="+",
        help=say(
            "a result file: .h9 or .txt of the EGD, a .trf of chess, an .elo of Othello, .pbn or "
            ".xml of bridge, or a table of your own"
        ),
    )
    add_reads(parser)
    parser.flag("--all", help=say("print every row that differs"))
    add_timeout(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print what each column is and which rows differ; returns 1 where any do."""
    worst = 0
    for name in args.file:
        console.follow("")
        if len(args.file) > 1:
            console.show(f"{name}:")
        verified = _Verification(name, args, console)
        worst = max(worst, report(verified.run, console, args.timeout))
    return worst


class _Verification:
    """One file: what its columns are, line by line."""

    def __init__(self, name: str, args: argparse.Namespace, console: Console) -> None:
        self.name = name
        self.every_row: bool = args.all
        self.reads = as_read(args)
        self.criteria: str = args.settings.get(CRITERIA, "")
        self.rulebook: str = args.settings.get(RULEBOOK, "")
        self.console = console

    def run(self) -> int:
        """Print what the file holds; return 1 where some rows differ, or there is nothing."""
        from xltie.cli.opening import open_event
        from xltie.ranking.verification import verify_totals
        from xltie.ranking.verification.bridge_findings import verify_session

        opened = open_event(self.name, self.console, **self.reads)
        if opened.source == "trf":
            return self._ranks(opened)
        if opened.source == "elo":
            return self._totals(opened.event_index(), verify_totals)
        if opened.printed:
            return self._printed(opened)
        event_index = EventIndex(opened.event)
        if event_index.event.board_results:
            return self._totals(event_index, verify_session)
        if not event_index.event.matches:
            return self._nothing(say("the file contains no results to compute from"))
        return self._columns(event_index)

    def _columns(self, event_index: EventIndex) -> int:
        """Print which criterion each column holds, and the rows that differ."""
        from xltie.ranking.verification import criteria_of, verify

        findings = verify(event_index)
        if not findings:
            return self._nothing(say("the file contains no criterion columns to verify"))
        alone = any(
            record.other is None for who in event_index.ids for record in event_index.rounds_of(who)
        )
        for finding in findings:
            self.console.say(sentence(finding, alone))
            self._print_rows([_row(event_index, row) for row in finding.differences])
        self._print_places(event_index, criteria_of(event_index, findings))
        return 0 if all(finding.is_reproduced for finding in findings) else 1

    def _nothing(self, why: Message) -> int:
        self.console.note(joined((self.name, why), ": "))
        return 1

    def _print_places(self, event_index: EventIndex, found: FileCriteria) -> None:
        """Print by which criteria the lines stand in their order, and those that do not."""
        lines = len(event_index.ids)
        self.console.say(
            "places: {right} of {lines} lines stand where they belong",
            right=lines - len(found.misplaced),
            lines=lines,
        )
        self._print_rows([_misplaced(event_index, *row) for row in found.misplaced])
        self.console.show(f'--criteria "{found.text}"')

    def _printed(self, opened: Tournament) -> int:
        """Print what each column that a table prints is, and the cells that differ from it."""
        from xltie.ranking.verification import verify_printed

        event_index = opened.event_index()
        found = verify_printed(event_index, opened.printed)
        for match in found:
            self.console.say(_printed_sentence(match))
            column = match.column
            self._print_rows(
                [
                    differs(
                        joined((str(column.cells[who]), display_name(event_index, who)), " "),
                        column.values[who],
                        match.computed.get(who),
                    )
                    for who in match.unlike
                ]
            )
        return 0 if all(match.criterion and not match.unlike for match in found) else 1

    def _ranks(self, opened: Tournament) -> int:
        """Print how many ranks of a report its tie-breaks give, and the first that they do not."""
        from xltie.cli.check import ranks_of_file

        found = ranks_of_file(opened, self.name, self.criteria, self.rulebook)
        if found is None or not found.declared:
            return self._nothing(
                say(
                    "the file declares no ranks, or no list of known tie-breaks (202, 212): "
                    "give --criteria"
                )
            )
        self.console.say(
            "ranks: {right} of {ranks} by {criteria}",
            right=found.agreeing,
            ranks=found.declared,
            criteria=self.criteria or opened.criteria,
        )
        if found.first is not None:
            self.console.show(f"  {self.console.words(found.first.placed)}")
        return 0 if found.first is None else 1

    def _totals(
        self, event_index: EventIndex, verified: Callable[[EventIndex], Sequence[TotalsMatch]]
    ) -> int:
        """Print what points, totals and places of a result file come out as."""
        found = verified(event_index)
        if not found:
            return self._nothing(say("the file contains no points, totals or places to verify"))
        is_session = bool(event_index.event.board_results)
        for column in found:
            self.console.say(_totals_sentence(column))
            self._print_rows([
                _misplaced(event_index, *row, row.computed) if column.is_place
                else differs(*row) if is_session else _row(event_index, row)
                for row in column.differences
            ])  # fmt: skip
        if not is_session:
            self.console.show(f'--criteria "{found[-1].criterion}"')
        return 1 if any(column.differences for column in found) else 0

    def _print_rows(self, rows: Sequence[Message]) -> None:
        """Print the rows that differ: all, or the first ones and how many more there are."""
        shown = rows if self.every_row else rows[:_MOST_ROWS]
        for row in shown:
            self.console.show(f"  {self.console.words(row)}")
        more = len(rows) - len(shown)
        if more:
            told = count(
                more,
                "... and {n} more row (--all shows it)",
                "... and {n} more rows (--all shows them)",
            )
            self.console.show(f"  {self.console.words(told)}")


def _misplaced(
    event_index: EventIndex, who: Said, line: Value, first: Value, last: Value
) -> Message:
    name = display_name(event_index, str(who))
    if first == last:
        return say("{who}: line {line} of the players, place {place}",
                   who=name, line=line, place=first)  # fmt: skip
    return say("{who}: line {line} of the players, place {first} to {last}",
               who=name, line=line, first=first, last=last)  # fmt: skip


def _printed_sentence(match: PrintedMatch) -> Message:
    """Return what a printed column is as a line: ``TB1 (Sheet1!L1): 12 of 12 by BH/C1``."""
    column = match.column
    lines = len(column.values)
    if match.criterion is None:
        return say(
            "{heading} ({cell}): no criterion that is known gives it",
            heading=column.heading,
            cell=str(column.place),
        )
    return say(
        "{heading} ({cell}): {right} of {lines} by {criterion}",
        heading=column.heading,
        cell=str(column.place),
        right=lines - len(match.unlike),
        lines=lines,
        criterion=joined((match.criterion, *match.others[:3]), " = "),
    )


def _totals_sentence(column: TotalsMatch) -> Message:
    """Return what a printed column of a result file is, as a line."""
    lines = column.count
    if not column.criterion:
        return say(
            "{column}: no criterion that is known gives it ({why})",
            column=column.title, why=column.kind,
        )  # fmt: skip
    said = say(
        "{column}: {right} of {rows} as {criterion}",
        column=column.title,
        right=lines - len(column.differences),
        rows=lines,
        criterion=column.criterion,
    )
    notes = [note for note in (column.remark, column.kind if column.differences else "") if note]
    return joined((said, *notes), "; ") if notes else said


def differs(where: Said, published: Number | None, computed: Number | None) -> Message:
    """Say what a file has in a place, and what was computed."""
    nothing = word("value", "nothing")
    return say(
        "{where}: published {published}, computed {computed}",
        where=where,
        published=nothing if published is None else published,
        computed=nothing if computed is None else computed,
    )


def sentence(finding: ColumnMatch, alone: bool) -> Message:
    """Return a finding as a line: ``SOS: 66 of 66 with unplayed=self (column 3)``."""
    where = say("column {n}", n=finding.number)
    heading, found = finding.heading, finding.found
    if finding.is_zero or finding.is_foreign or found is None:
        return _without_criterion(finding, where)
    if heading and heading != found.name:
        where = say("{where}; the file calls it {heading}", where=where, heading=heading)
    if not found.options and not alone and found.name.startswith(("SOS", "SODOS")):
        where = say("{where}; every round has an opponent", where=where)
    if finding.same:
        where = say("{where}; the same with {same}", where=where, same=", ".join(finding.same))
    return say("{agreement} ({where})", agreement=_agreement(finding, found), where=where)


def _without_criterion(finding: ColumnMatch, where: Message) -> Message:
    """Return a column that holds no criterion as a line."""
    heading = finding.heading
    if finding.is_zero:
        return say(
            "{heading}: all 0 ({where})", heading=heading or word("value", "padding"), where=where
        )
    if finding.is_foreign:
        return say(
            "{heading}: not a criterion, left out ({where})",
            heading=heading or word("value", "text"),
            where=where,
        )
    return say(
        "{heading}: no criterion gives this column; nearest is {near} ({where})",
        heading=heading or word("value", "unknown"),
        near=finding.nearest.name if finding.nearest else word("value", "none"),
        where=where,
    )


def _agreement(finding: ColumnMatch, found: Candidate) -> Message:
    """Say how many rows of a column a criterion gives."""
    name: Said = say("start score") if found.name == "START" else found.name
    if found.scale == _DOUBLED:
        name = say("{criterion} doubled", criterion=name)
    rows = len(finding.column)
    agree = say(
        "{criterion}: {right} of {rows}",
        criterion=name, right=rows - len(finding.differences), rows=rows,
    )  # fmt: skip
    if not found.options:
        return agree
    return say("{agreement} with {options}", agreement=agree, options=found.options)


def _row(event_index: EventIndex, row: OddRow) -> Message:
    where = say(
        "line {line}, {who}",
        line=event_index.contestant(str(row.where)).place.line,
        who=display_name(event_index, str(row.where)),
    )
    return differs(where, row.published, row.computed)
