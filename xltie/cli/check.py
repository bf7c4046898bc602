"""``xltie check FILE``: every fault of an event with its sheet and cell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from xltie.cli.console import Console, report
from xltie.cli.few_rounds import few_rounds
from xltie.cli.opening import content_of, open_event
from xltie.cli.option_values import add_reads, add_timeout, as_read
from xltie.cli.parser import Parser
from xltie.cli.printing import contestants_of, deals, print_unranked, print_warnings, rounds
from xltie.cli.repair import looked_at, print_overwritten
from xltie.core.errors import DomainError, Fault, InputError, XltieError
from xltie.core.exit_codes import DONE, FAULTY
from xltie.core.files import in_file
from xltie.core.messages import Message, count, joined, say
from xltie.core.records import replace
from xltie.event import (
    Event,
    Status,
    TeamEvent,
    doubtful_entries,
    namesakes,
    rounds_begun,
)
from xltie.ranking import UNKNOWN, Tournament, advice, rank
from xltie.ranking.verification import RankCheck, check_ranks
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.settings.declared import LOT, MISSING, START_SCORES


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("file", nargs="+", help=say(
        "workbooks, tables or event files; - reads standard input"
    ))  # fmt: skip
    add_reads(parser)
    add_timeout(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print what each file holds, or its faults on stderr; returns 1 where there are any."""
    worst = 0
    for name in args.file:
        checked = _Checked(name, as_read(args))
        code = report(partial(checked.check, console), console, args.timeout)
        missing = checked.overwritten()
        print_overwritten(Path(name), missing, console, checked.told)
        worst = max(worst, code, int(bool(missing)))
    return worst


class _Checked:
    """A file that is checked: what it holds, and which faults of it were told."""

    def __init__(self, name: str, reads: Mapping[str, Any]) -> None:
        self.name = name
        self.reads = reads
        self.told: Sequence[Fault] = ()
        self._file: WorkbookFile | None = None

    def check(self, console: Console) -> int:
        """Check the file; keep what its faults are."""
        console.follow("")
        self._file = WorkbookFile(content_of(self.name))
        try:
            return _check(self.name, self._file, self.reads, console)
        except InputError as error:
            self.told = (*error.faults, *self._behind_formulas())
            InputError.__init__(error, self.told)
            raise

    def _behind_formulas(self) -> Iterator[Fault]:
        """Yield what is wrong in a workbook besides formulas without values, once they have one."""
        from xltie.sheets.workbook import uncomputed_formulas

        try:
            if self._file and uncomputed_formulas(self._file.grids, self._file.formulas):
                from xltie.recompute import recompute  # the engine, which looking needs not
                from xltie.sheets.functions import callables

                for fault in recompute(self._file.data, callables())[1].faults:
                    yield in_file(fault, self.name)
        except XltieError:
            return  # no workbook, or one that cannot be computed

    def overwritten(self) -> Sequence[Fault]:
        """Return where formulas of ours were typed over; none in what is no workbook."""
        file = self._file
        try:
            return looked_at(file.grids, lambda: file.contents).overwritten if file else ()
        except XltieError:
            return ()  # which was said


def _few_rounds(event: Event | TeamEvent) -> Message | None:
    if isinstance(event, TeamEvent) or event.traits.is_session or event.format != "swiss":
        return None
    from xltie.pairing.catalogue import system_of

    try:
        system = system_of(event)
    except DomainError:
        return None  # which is a fault of the Settings
    return few_rounds(len(event.contestants), event.rounds, system)


def _check(name: str, file: WorkbookFile, reads: Mapping[str, Any], console: Console) -> int:
    opened = open_event(file, console, name=name, **reads)
    print_warnings(opened.warnings, console)
    for text in advice(opened.parsed()):
        console.note("{file}: warning: {what}", file=name, what=text)
    event = opened.event
    doubts = [*namesakes(event.contestants), *doubtful_entries(event)]
    print_warnings([in_file(fault, name) for fault in doubts], console)
    few = _few_rounds(event)
    if few:
        console.note("{file}: warning: {what}", file=name, what=few)
    print_unranked(event, console)
    ranks = ranks_of_file(opened, name)
    if ranks is not None and ranks.first is not None:
        print_warnings([ranks.first], console)
    what = _held(event, ranks)
    if event.settings.text(START_SCORES):
        console.say("{file}: start scores not known: {what}", file=name, what=what)
        return FAULTY
    broken = _judge_rounds(opened, name, console)
    if broken:
        console.say(count(
            broken, "{file}: {n} fault in the pairing of the rounds: {what}",
            "{file}: {n} faults in the pairing of the rounds: {what}", file=name, what=what,
        ))  # fmt: skip
        return FAULTY
    console.say("{file}: no faults: {what}", file=name, what=what)
    return DONE


def _judge_rounds(opened: Tournament, name: str, console: Console) -> int:
    """Print what breaks a rule of the pairing; return how many rules are broken without need."""
    from xltie.pairing import RoundOptions
    from xltie.pairing.catalogue import system_of
    from xltie.pairing.check import judged_as_it_says
    from xltie.pairing.systems import with_matches
    from xltie.sheets.round import sheet_wants

    if opened.event.traits.is_session or not opened.event.rounds_known:
        return 0
    event_index = opened.event_index()
    system = system_of(opened.event)
    event_index = with_matches(event_index, system)

    def wants_of(number: int) -> RoundOptions:
        return sheet_wants(opened.sheets, event_index, number)

    findings, notes = judged_as_it_says(event_index, system, wants_of)
    for note in notes:
        console.note("{file}: {what}", file=name, what=note)
    for finding in findings:
        console.say(finding.placed)
    return sum(finding.is_broken for finding in findings)


def _held(event: Event, ranks: RankCheck | None) -> Message:
    """Say what an event holds, and how many ranks of its file its criteria give."""
    is_session = event.board_results or (event.traits.is_session and not event.matches)
    what = _session(event) if is_session else _rounds(event)
    if ranks is None:
        return what
    return say(
        "{what}; {agreeing} of {declared} ranks by its own list",
        what=what, agreeing=ranks.agreeing, declared=ranks.declared,
    )  # fmt: skip


def _rounds(event: Event) -> Message:
    """Say what an event with rounds holds."""
    played = sum(1 for match in event.matches if match.b is not None)
    waiting = sum(1 for match in event.matches if match.a.status is Status.PENDING)
    last = rounds(rounds_begun(event.contestants, event.matches))
    if isinstance(event, TeamEvent):
        games = count(played, "{n} match in {rounds}", "{n} matches in {rounds}", rounds=last)
    else:
        games = count(played, "{n} game in {rounds}", "{n} games in {rounds}", rounds=last)
    return _waiting(joined((contestants_of(event), games)), waiting)


def _session(event: Event) -> Message:
    """Say what a bridge session holds."""
    number = len({line.deal for line in event.board_results}) or event.rounds
    known = sum(
        1
        for board_result in event.board_results
        if board_result.ns_result is not None or board_result.ew_result is not None
    )
    results = count(
        known, "{n} result on {boards}", "{n} results on {boards}", boards=deals(number)
    )
    what = joined((contestants_of(event), results))
    return _waiting(what, len(event.board_results) - known)


def _waiting(what: Message, number: int) -> Message:
    if not number:
        return what
    return say("{what}, {n} without a result yet", what=what, n=number)


def ranks_of_file(
    tournament: Tournament, name: str, text: str = "", rulebook: str = ""
) -> RankCheck | None:
    """Return how the ranks of a report compare with a list of criteria, "" for its own.

    ``rulebook`` is the edition of the rules, "" for that of the event.

    They are not compared where it has no list of its own, a tie-break or the start scores are not
    known, or no rank is declared: None.
    """
    if rulebook:
        tournament = replace(tournament, event=replace(tournament.event, rulebook=rulebook))
    criteria = tournament.parsed(text)
    is_known = all(criterion.function is not UNKNOWN for criterion in criteria)
    is_known = is_known and tournament.event.settings.text(START_SCORES) != MISSING
    has_list = bool(text) or tournament.criteria_place.line is not None
    if tournament.source != "trf" or not has_list or not is_known:
        return None
    from xltie.exchange.trf import declared_ranks

    declared = declared_ranks(tournament.event, Path(name).name)
    lot = tournament.event.settings.text(LOT)
    found = rank(tournament.event_index(), criteria, lot) if declared else None
    return None if found is None else check_ranks(found, declared)
