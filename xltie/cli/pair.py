"""``xltie pair FILE``: the next round, or a check of the rounds that are paired."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file, found_player
from xltie.cli.parser import Parser
from xltie.core.csv_table import write_csv
from xltie.core.errors import Fault, InputError, Place, UnsupportedWorkbook, XltieError
from xltie.core.files import faults_in
from xltie.core.messages import Message, joined, say
from xltie.core.records import replace
from xltie.settings.declared import PAIRING_SEED

if TYPE_CHECKING:
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.core.cells import Grid
    from xltie.event import Event, EventIndex
    from xltie.pairing import RoundOptions
    from xltie.pairing.catalogue import System
    from xltie.ranking import Tournament
    from xltie.recompute.run.report import Report
    from xltie.sheets.round import PlannedRound

REFUSED = 2
_MOST_NAMED = 5


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Pair the next round of an event and print it, write it into the workbook, or check "
            "the rounds that are paired."
        ),
        say(
            "Exit codes: 0 done, 1 no pairing keeps the absolute rules, or --check found one "
            "broken, or another rule without need, 2 refused. Nothing is written unless it is 0."
        ),
    )
    add_event_file(parser)
    parser.number("--round", metavar="N", help=say("the round (default: the next)"))
    about = say("swiss, othello, mcmahon, round-robin ... (see the docs)")
    parser.value("--system", "SYSTEM", about)
    parser.flag("--write", help=say("write the round into the workbook"))
    parser.flag("--replace", help=say("pair the last round again, as long as it has no results"))
    parser.flag(
        "--with-open-games",
        help=say("pair although earlier games are open; these count as draws for the pairing only"),
    )
    parser.flag("--check", help=say("check all rounds already paired"))
    parser.flag("--explain", help=say("explain the pairing of each table in two or three lines"))
    parser.flag("--verbose", help=say("with --explain: say what would be worse otherwise"))
    about = say("why do these two not meet? (B can be BYE)")
    parser.add("--why-not", nargs=2, default=(), metavar=("A", "B"), help=about)
    _add_wants(parser)
    parser.form("csv", "json")


def _add_wants(parser: Parser) -> None:
    """Add the options of a round that the sheets may say too."""
    from xltie.cli.standings import add_ranks

    parser.several("--absent", "PLAYER", say("a player who is absent from this round"))
    parser.several("--half-bye", "PLAYER", say("a player who has asked for a bye in this round"))
    parser.several("--forbid", "A-B", say("two players who must not meet"))
    add_ranks(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Run the command; return its exit code: what is refused is 2, a round without pairing 1."""
    from xltie.pairing.engine import NoPairing

    try:
        return _run(args, console)
    except NoPairing:
        raise
    except XltieError as error:
        console.refuse(error)
        return REFUSED


def _run(args: argparse.Namespace, console: Console) -> int:
    """Print, write or check; return the exit code."""
    from xltie.cli.printing import print_warnings
    from xltie.pairing.catalogue import is_seed_used, system_of
    from xltie.sheets.round import plan_round

    opened = _OpenFile(args, console)
    print_warnings(opened.tournament.warnings, console)
    event_index = opened.tournament.event_index()
    asked_about = ["" if who == "BYE" else found_player(event_index, who) for who in args.why_not]
    system = system_of(event_index.event, args.system)
    seed = opened.drawn_seed(event_index.event)
    if seed and is_seed_used(event_index.event, system):
        console.note("lots are drawn with seed {seed}, made of the names in the file", seed=seed)
    if args.check:
        return _check(opened, event_index, system, console)
    plan = plan_round(
        opened.sheets, event_index, system, opened.wants, args.round,
        again=args.replace, with_open_games=args.with_open_games,
    )  # fmt: skip
    if not plan.drawn.kept:
        plan.refuse_empty()  # a list of nobody is no answer
    for warning in plan.warnings:
        console.warn(warning)
    notes = opened.write(plan) if args.write else []
    print_round(args, plan, asked_about, console)
    for note in notes:
        console.note(note)
    return 0


class _OpenFile:
    """A file that was opened: its sheets and its event, and what the arguments add to them."""

    def __init__(self, args: argparse.Namespace, console: Console) -> None:
        from xltie.cli.changed_workbook import ChangedWorkbook
        from xltie.cli.opening import open_event
        from xltie.cli.standings import ranks_of

        self.args = args
        self.path = Path(args.file)
        is_workbook = self.path.suffix.lower() in (".xlsx", ".xlsm")
        if args.replace and not is_workbook:
            raise UnsupportedWorkbook.say(
                "only a round of a workbook is replaced", Place(file=args.file)
            )
        if args.write and args.check:
            raise UnsupportedWorkbook.say("--check writes nothing; use it without --write")
        if args.write and args.rank:
            raise UnsupportedWorkbook.say("--rank writes nothing; correct the cell instead")
        self.book: ChangedWorkbook | None = None
        if args.write or is_workbook:
            self.book = ChangedWorkbook.read(self.path, write=args.write)
        source = self.book.file if self.book else args.file
        self.tournament: Tournament = open_event(
            source, console, name=args.file, ranks=ranks_of(args.rank)
        )
        self.sheets: Mapping[str, Grid] = self.tournament.sheets

    def drawn_seed(self, event: Event) -> str:
        """Return the seed of a file without one, which ``xltie import`` writes down."""
        from xltie.event import seed_of

        is_said = PAIRING_SEED in event.settings.saying(self.args.settings)
        return "" if is_said or self.book is not None else seed_of(event)

    def wants(self, event_index: EventIndex, number: int) -> RoundOptions:
        """Return the options of a round from the sheets and the arguments."""
        from xltie.pairing.catalogue import couple, wants_of
        from xltie.sheets.round import forbidden_on

        args = self.args
        faults: list[Fault] = []
        wants = wants_of(event_index, number, args.settings)
        seed = wants.seed or self.drawn_seed(event_index.event)
        forbidden = set(wants.forbidden | forbidden_on(self.sheets, event_index, faults))
        for text in args.forbid:
            one, mark, other = text.partition("-")
            forbidden.update(couple(event_index, one, other if mark else "", faults))
        if faults:
            raise InputError(faults)
        return replace(
            wants,
            seed=seed,
            forbidden=frozenset(forbidden),
            absent=wants.absent | {found_player(event_index, who) for who in args.absent},
            half_byes=wants.half_byes | {found_player(event_index, who) for who in args.half_bye},
        )

    def write(self, plan: PlannedRound) -> list[Message]:
        """Write a round into the workbook and recompute it; return notes for the user."""
        from xltie.sheets.round import kept_settings, paired_entries, standings_anew
        from xltie.workbooks.append_round import typed_entries, typed_round

        book = self.book
        assert book is not None  # nothing else is written to
        with faults_in(self.args.file):
            plan.refuse_empty()
            typed = typed_round(
                book.file, plan.sheets, plan.event_index, plan.drawn, cleared=plan.cleared
            )
        where = typed.placing.told(typed.edits.sheet)
        entries = paired_entries(self.sheets, plan, datetime.now())
        event, system = plan.event_index.event, plan.drawn.system
        kept = kept_settings(self.sheets, event, system, self.args.settings)
        anew = standings_anew(self.sheets, event)
        laid = [] if anew is None else [anew]
        report = book.type_in(*typed_entries([*entries, *kept.entries]), *laid, typed.edits)
        path = str(self.path)
        notes = not_computed(path, report)
        if typed.short:
            notes.append(_too_short(path, typed.short))
        notes += [
            say(
                "{file}: {sheet}: {setting} is {value} from now on",
                file=path,
                sheet=entry.sheet,
                setting=Message(setting.label, context="setting"),
                value=text,
            )
            for entry in kept.entries
            for setting, text in kept.said.items()
        ]
        done = say(
            "{file}: round {round} written to {where}",
            file=path,
            round=plan.drawn.round,
            where=where,
        )
        return [*notes, done]


def not_computed(path: str, report: Report) -> list[Message]:
    """Return a line for each formula of a changed workbook that was not computed."""
    return [
        say(
            "{file}: {cell} was not computed: {why}",
            file=path,
            cell=kept.place,
            why=kept.message,
        )
        for kept in report.uncomputable
    ]


def _too_short(path: str, cells: Sequence[object]) -> Message:
    named = joined(map(str, cells[:_MOST_NAMED]))
    if len(cells) > _MOST_NAMED:
        named = say("{cells} and {n} more", cells=named, n=len(cells) - _MOST_NAMED)
    return say(
        "{file}: warning: the new lines are below the last one that {cells} refer to; extend "
        "these formulas further down",
        file=path,
        cells=named,
    )


def _check(opened: _OpenFile, event_index: EventIndex, system: System, console: Console) -> int:
    """Print what breaks a rule; return 1 if one was broken without need."""
    from xltie.cli.printing import rounds
    from xltie.pairing.check import judged
    from xltie.pairing.systems import with_matches
    from xltie.sheets.round import rounds_given_out

    def wants_of(number: int) -> RoundOptions:
        return opened.wants(event_index, number)

    event_index = with_matches(event_index, system)
    findings, notes = judged(event_index, system, wants_of)
    for note in notes:
        console.note("{file}: {what}", file=str(opened.path), what=note)
    for finding in findings:
        console.say(finding.placed)
    absolute = sum(finding.absolute for finding in findings)
    broken = sum(finding.is_broken for finding in findings)
    begun = rounds_given_out(event_index, system)
    console.say(
        "{file}: {rounds} by {system}: {absolute} absolute rules broken, {others} others "
        "needlessly, {warnings} warnings",
        file=str(opened.path),
        rounds=rounds(begun),
        system=system.title,
        absolute=absolute,
        others=broken - absolute,
        warnings=len(findings) - broken,
    )
    return 1 if broken else 0


# -- how a round is printed: a table, CSV or JSON, and why it is as it is --------------------------


_OPPONENT = 3
"""Where the id of the second player, or BYE, stands in a printed line."""


def print_round(
    args: argparse.Namespace, plan: PlannedRound, asked_about: Sequence[str], console: Console
) -> None:
    """Print a round in the format that was asked for, and why two that are asked about do not meet.

    The second of these is "" for the bye.
    """
    from xltie.pairing.systems import brief_lines, reason_lines, why_not
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
    from xltie.event import Status

    system = plan.drawn.system.title
    console.say("Round {n}: {what}", n=plan.drawn.round, what=system)
    titles, *lines = ([str(cell) for cell in row[1:]] for row in rows)
    headings = [console.language.heading(title) for title in titles]
    code = console.language.code
    alone = {status.value: console.words(status.message) for status in Status}
    alone |= {text: translated("result", text.lower(), code) for text in ("BYE", "withdrawn")}
    for line in lines if code != "en" else ():
        if line[_OPPONENT] in alone:
            line[_OPPONENT : _OPPONENT + 2] = "", alone[line[_OPPONENT]]
    print_table(headings, lines, range(1, len(headings)), console)
    for told in filter(None, (plan.not_in_it, plan.by_hand)):
        console.say(told)
