"""``xltie prizes FILE PRIZES``: who takes which prize."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file
from xltie.cli.parser import Parser
from xltie.cli.printing import print_table
from xltie.cli.standings import add_choices, add_round, chosen_standings
from xltie.core.cells import number_of, text_of
from xltie.core.errors import Fault, InputError, Place
from xltie.core.files import read_bytes
from xltie.core.messages import say, words
from xltie.core.numbers import show
from xltie.ranking.groups import SHARING, PrizeGroup, prizes


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Say who takes which prize. The table of prizes has a line for every group: its name,"
            " whom it is for (blank: everybody; U18, 60+, women, <2000, 1800-1999, unrated, NOR, "
            "club=Name), the amounts from the first place on, and yes if its prizes may be won in"
            " addition to another. Otherwise each player takes one prize, the largest."
        )
    )
    add_event_file(parser)
    parser.add("prizes", help=say("the table of prizes (.csv): Group, For, Amounts, Besides"))
    about = say("equal: those with equal points share; hort: half by place, half shared")
    parser.choice("--share", SHARING, about, "none")
    add_choices(parser)
    add_round(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print who takes what; returns 1 if something faulty did not count."""
    groups = _groups(args.prizes)
    found = chosen_standings(args, console)
    rows = [
        (
            prize.name, str(prize.place), prize.who,
            found.event_index.contestant(prize.who).name, show(prize.amount),
        )
        for prize in prizes(found, groups, args.share)
    ]  # fmt: skip
    titles = words("heading", "Group", "Place", "ID", "Name", "Prize")
    print_table(titles, rows, (0, 2, 3), console)
    return 1 if found.event_index.event.faults else 0


def _groups(name: str) -> list[PrizeGroup]:
    """Return the groups of a table, in its order; the first line holds the headings.

    Raises:
        InputError: every line that is not understood.
    """
    from xltie.sheets.workbook import text_grid

    grid = text_grid(read_bytes(Path(name)), name)
    groups: list[PrizeGroup] = []
    faults = []
    for row in range(1, len(grid.rows)):
        cells = [*(text_of(cell).strip() for cell in grid.rows[row]), "", "", "", ""]
        if not any(cells):
            continue
        amounts = [number_of(part) for part in cells[2].split()]
        known = tuple(Fraction(amount) for amount in amounts if amount is not None)
        if not cells[0] or not known or len(known) < len(amounts):
            said = say("a line of prizes has a name and amounts such as 500 300 100")
            faults.append(Fault(said, Place(file=name, line=row + 1)))
        groups.append(PrizeGroup(cells[0], cells[1], known, cells[3].lower() == "yes"))
    if faults or not groups:
        raise InputError(faults or [Fault(say("there are no prizes in this table"),
                                          Place(file=name))])  # fmt: skip
    return groups
