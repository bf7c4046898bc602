"""``xltie seat FILE``: a whole bridge movement, written into the Boards sheet at once."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.files import faults_in, write_new
from xltie.core.language import Language
from xltie.core.messages import Message, count, say, words
from xltie.games import MOVEMENTS
from xltie.sheets.round import TableCard

if TYPE_CHECKING:
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.event import EventIndex
    from xltie.ranking import Tournament
    from xltie.sheets.round import Seating


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Lay out every round of a bridge movement: the pairs and the boards of each table are "
            "written into the Boards sheet, and the guide cards of the tables are printed."
        )
    )
    parser.add("file", help=say("a workbook of a bridge session (.xlsx, .xlsm)"))
    parser.choice("--system", MOVEMENTS, say("the movement"))
    parser.number("--rounds", metavar="N", help=say("stop after N rounds (default: all)"))
    parser.number(
        "--arrow-switch", nargs="?", const=-1, metavar="N",
        help=say("NS and EW change cards in the last N rounds (no N: an eighth), for one winner"),
    )  # fmt: skip
    parser.add("--cards", metavar="PAGE", help=say("write the cards to print into this .html"))
    parser.flag(
        "--replace",
        help=say(
            "lay out the rounds again: pairs keep their seats, results stay, late pairs come in"
        ),
    )
    parser.number(
        "--session", metavar="N",
        help=say("session N of several: its lines follow those of the others, pairs change lines"),
    )  # fmt: skip
    parser.flag("--compare", help=say("list the movements that fit, and what each means"))
    parser.flag("--dry-run", help=say("print the cards, write nothing"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the movement and print its cards; returns 0."""
    from xltie.cli.changed_workbook import ChangedWorkbook
    from xltie.cli.opening import open_event
    from xltie.sheets.round import seat_movement

    book = ChangedWorkbook.read(Path(args.file), write=not args.dry_run)
    opened = open_event(book.file, console, name=args.file)
    event_index = opened.event_index()
    if args.compare:
        _compare(event_index, console)
        return 0
    switched = None if args.arrow_switch == -1 else args.arrow_switch
    seating = seat_movement(
        event_index, args.system, args.rounds, switched, again=args.replace, session=args.session
    )
    for warning in seating.warnings:
        console.warn(warning)
    console.say(say(
        "{system}: {consequences}", system=seating.system.title,
        consequences=seating.consequences,
    ))  # fmt: skip
    if not args.dry_run:
        _write(book, event_index, seating)
    print_cards(seating.cards(), console)
    if args.cards:
        _write_page(args.cards, seating, opened, console)
    if not args.dry_run:
        console.note(
            count(
                len(seating.rounds),
                "{file}: {n} round written",
                "{file}: {n} rounds written",
                file=str(book.path),
            )
        )
    return 0


def _compare(event_index: EventIndex, console: Console) -> None:
    """Print the movements for the pairs that are listed and the boards that are prepared."""
    from xltie.pairing.catalogue import fitting_movements
    from xltie.sheets.round import announced, consequences

    event = event_index.event
    for facts in fitting_movements(len(event.listed), event.rounds):
        console.say(say(
            "{name}: {consequences}", name=facts.system.name, consequences=consequences(facts)
        ))  # fmt: skip
        if announced(facts):
            console.say("    {what}", what=announced(facts))


def _write(book: ChangedWorkbook, event_index: EventIndex, seating: Seating) -> None:
    """Write all rounds and the movement's name into the workbook and recompute it once."""
    from xltie.sheets.round import kept_settings
    from xltie.workbooks.append_round import typed_entries, typed_movement

    sheets = book.file.grids
    entries = kept_settings(sheets, event_index.event, seating.system, always=True).entries
    with faults_in(str(book.path)):
        lines = typed_movement(book.file, sheets, event_index, seating).edits
    # what lengthens a sheet comes last: it would be parsed again before the next
    book.type_in(*typed_entries(entries), lines)


# -- the guide cards, as text and as a page to print -----------------------------------------------


_HEADINGS = words("heading", "Round", "NS", "EW", "Boards")


def print_cards(cards: list[TableCard], console: Console) -> None:
    """Print who sits at every table in each round, with which boards, and who moves where."""
    from xltie.cli.printing import print_table

    for card in cards:
        console.say(_title(card))
        print_table(_HEADINGS, _rows(card, console.language), (1, 2, 3), console)
        for move in card.moves:
            console.show(f"  {console.words(move)}")
        console.show()


def _write_page(name: str, seating: Seating, opened: Tournament, console: Console) -> None:
    """Write a page to print with a card for each table, each on a sheet of its own."""
    from xltie.publish.page_model import Column, Table
    from xltie.publish.prints import PAPERS, Part, printed
    from xltie.publish.results import Results
    from xltie.ranking import rank

    language = console.language
    headings = tuple(Column(language.say(heading)) for heading in _HEADINGS)
    ranked = rank(opened.event_index(), opened.parsed())
    parts = []
    for card in seating.cards():
        title = language.say(_title(card))
        moves = tuple((language.say(move),) for move in card.moves)
        tables = Table(headings, tuple(_rows(card, language)), title), Table((Column(""),), moves)
        parts.append(Part(title, tables))
    page = printed(Results(ranked, language), parts, PAPERS[0])
    write_new(Path(name), page.encode())
    console.note(count(len(parts), "{file}: {n} card", "{file}: {n} cards", file=name))


def _title(card: TableCard) -> Message:
    return say("Table {table}", table=card.table)


def _rows(card: TableCard, language: Language) -> list[tuple[str, ...]]:
    return [
        (str(line.round), line.ns, line.ew, language.say(line.boards))
        if line.ew
        else (str(line.round), line.ns, language.say(say("sits out")), "")
        for line in card.lines
    ]
