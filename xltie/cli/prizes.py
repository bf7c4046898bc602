"""``xltie prizes FILE PRIZES``: who takes which prize."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file
from xltie.cli.parser import Parser
from xltie.cli.printing import print_table, print_warnings
from xltie.cli.standings import add_choices, add_round, chosen_standings
from xltie.core.catalogues import spellings
from xltie.core.cells import number_of, text_of
from xltie.core.errors import DomainError, Fault, InputError, Place
from xltie.core.files import read_bytes
from xltie.core.messages import say, words
from xltie.core.numbers import show
from xltie.event import EventIndex
from xltie.ranking.groups import SHARING, PrizeGroup, members, prizes


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
    listed = _groups(args.prizes)
    found = chosen_standings(args, console)
    _look_for_members(listed, found.event_index, console)
    groups = [group for group, _ in listed]
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


def _look_for_members(
    listed: Sequence[tuple[PrizeGroup, Place]], event_index: EventIndex, console: Console
) -> None:
    """Warn of groups to which nobody belongs.

    Raises:
        InputError: every group that is not understood, with its line.
    """
    faults = []
    for group, place in listed:
        try:
            is_empty = bool(group.group) and not members(event_index, group.group)
        except DomainError as error:
            faults.append(Fault(error.message, place))
            continue
        if is_empty:
            said = Fault.say("nobody is in the group {group!r}", place, group=group.group)
            print_warnings([said], console)
    if faults:
        raise InputError(faults)


_THOUSANDS = re.compile(r"\d{1,3}([.,]\d{3})+")


def _is_yes(text: str) -> bool | None:
    """Return what yes or no in any language means, None for any other word."""
    word = text.casefold()
    for answer, signs, said in ((True, "y x 1", "yes"), (False, "n - 0", "no")):
        if word in (*signs.split(), said, *map(str.casefold, spellings("choice", said))):
            return answer
    return None if word else False


def _groups(name: str) -> list[tuple[PrizeGroup, Place]]:
    """Return the groups of a table with their lines, in its order; headings have no amounts.

    Lines of one group, a prize each, are its prizes in their order.

    Raises:
        InputError: every line that is not understood.
    """
    from xltie.sheets.workbook import text_grid

    grid = text_grid(read_bytes(Path(name)), name)
    groups: dict[PrizeGroup, tuple[PrizeGroup, Place]] = {}
    faults: list[Fault] = []
    for row, line in enumerate(grid.rows):
        cells = [*(text_of(cell).strip() for cell in line), "", "", "", ""]
        is_heading = row == 0 and not re.search(r"\d", cells[2])
        if is_heading or not any(cells):
            continue
        place = Place(file=name, line=row + 1)
        prizes_of_line = _line(cells, place, faults)
        key = prizes_of_line._replace(amounts=())
        before, place = groups.get(key, (key, place))
        amounts = (*before.amounts, *prizes_of_line.amounts)
        groups[key] = before._replace(amounts=amounts), place
    if faults:
        raise InputError(faults)
    if not groups:
        raise InputError.say("there are no prizes in this table", Place(file=name))
    return list(groups.values())


def _line(cells: Sequence[str], place: Place, faults: list[Fault]) -> PrizeGroup:
    """Return the group and the prizes of a line; ``faults`` takes what is not understood."""
    amounts = [number_of(part) for part in cells[2].split()]
    known = tuple(Fraction(amount) for amount in amounts if amount is not None)
    if not cells[0] or not known or len(known) < len(amounts):
        said = say("a line of prizes has a name and amounts such as 500 300 100")
        faults.append(Fault(said, place))
    faults += [
        Fault.say(
            "{text!r} may be less than ten or thousands; write amounts such as 1500 without a "
            "sign between their digits",
            place, text=part,
        )
        for part in cells[2].split() if _THOUSANDS.fullmatch(part)
    ]  # fmt: skip
    besides = _is_yes(cells[3])
    if besides is None:
        faults.append(Fault.say(
            "whether a prize may be won besides another is yes or blank; found {text!r}",
            place, text=cells[3],
        ))  # fmt: skip
    return PrizeGroup(cells[0], cells[1], known, bool(besides))
