"""``xltie league FILES``: the table of a league or ladder over several events."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from xltie import api
from xltie.cli.console import Console
from xltie.cli.group_list import as_json
from xltie.cli.opening import open_event
from xltie.cli.option_values import asked_for
from xltie.cli.parser import Parser
from xltie.cli.printing import print_table, print_warnings
from xltie.core.cells import number_of
from xltie.core.csv_table import write_csv
from xltie.core.errors import WrongCall
from xltie.core.messages import Said, joined, say, words
from xltie.core.numbers import rounded, show
from xltie.settings.declared import CRITERIA

if TYPE_CHECKING:
    from xltie.ranking import Standings
    from xltie.ranking.league import LeagueLine

_SHOWN = 2
_NO_PLACE = "–"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Rank players, pairs or teams by their results in several events: the mean of their "
            "percentages or the sum of their points, of all events or of the best N. Players are "
            "the same if their Member numbers are, or, without numbers, their names."
        )
    )
    parser.add(
        "files",
        nargs="+",
        help=say("the events, or folders of events; taken in the order of their names"),
    )
    parser.number("--best", metavar="N", help=say("only the best N results count (default: all)"))
    parser.number("--least", metavar="N", help=say("no place with fewer than N results"))
    about = say("what the places of each event are worth, the first one first")
    parser.value("--points", '"10 8 6"', about)
    about = say("players: each member of a pair alone, whoever the partner was")
    parser.choice("--by", ("entries", "players"), about, "entries")
    about = say("sum, or mean of the results that count (default: mean of percentages)")
    parser.choice("--total", ("sum", "mean"), about)
    about = say("a table for each value of this column of the players, such as Division or Club")
    parser.value("--divide", "COLUMN", about)
    parser.form("csv", "json")


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the table of the league; returns 1 if something faulty did not count."""
    from xltie.batch.inputs import event_suffixes, find_inputs
    from xltie.ranking.league import LeagueRules, league

    names = [found.name for found in find_inputs(args.files, event_suffixes())]
    evenings = [_evening(name, args, console) for name in names]
    _warn_of_copies(names, evenings, console)
    points = _points(args.points)
    is_percent = "%" in evenings[0].criteria[0].label and not points
    is_mean = args.total == "mean" or (not args.total and is_percent)
    rules = LeagueRules(args.best, args.least or 1, points, args.by == "players", is_mean,
                        args.divide)  # fmt: skip
    _PRINTERS[args.format](league(evenings, rules, names), names, console)
    return 1 if any(evening.event_index.event.faults for evening in evenings) else 0


def _evening(name: str, args: argparse.Namespace, console: Console) -> Standings:
    opened = open_event(name, console, provisional=True)
    for fault in opened.event.faults:
        console.fault(fault)
    print_warnings(opened.warnings, console)
    criteria = args.settings.get(CRITERIA, "")
    with asked_for() if criteria else nullcontext():
        return api.standings(opened, criteria)


def _warn_of_copies(names: Sequence[str], evenings: Sequence[Standings], console: Console) -> None:
    """Say which files hold one event: a folder often has the workbook and the report made of it."""
    seen: dict[frozenset[tuple[str, object]], str] = {}
    for name, evening in zip(names, evenings, strict=True):
        event_index = evening.event_index
        held = frozenset(
            (event_index.contestant(line.who).name, line.values[0] and line.values[0].total)
            for line in evening.lines
        )
        if held in seen:
            console.warn(
                "{file} holds the results of {other}; both count", file=name, other=seen[held]
            )
        seen.setdefault(held, name)


def _points(text: str) -> tuple[Fraction, ...]:
    """Return the points of places.

    Raises:
        WrongCall: a part that is no number.
    """
    parts = [number_of(part) for part in text.replace(";", " ").split()]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        raise WrongCall.say('write the points of places as --points "10 8 6 5"')
    return known


def _json(lines: Sequence[LeagueLine], names: Sequence[str], console: Console) -> None:
    console.show(as_json([_told(line, names) for line in lines]))


def _csv(lines: Sequence[LeagueLine], names: Sequence[str], console: Console) -> None:
    rows = [(_place(line), line.name, *map(_figure, line.results), _figure(line.total),
             line.division) for line in lines]  # fmt: skip
    width = None if any(line.division for line in lines) else -1
    head = ("Place", "Name", *map(_stem, names), "Total", "Division")
    write_csv(console.out, [row[:width] for row in (head, *rows)])


def _text(lines: Sequence[LeagueLine], names: Sequence[str], console: Console) -> None:
    """Print the lines; results that do not count stand in brackets."""
    numbers = [str(number) for number in range(1, len(names) + 1)]
    for number, name in zip(numbers, names, strict=True):
        console.say(joined((number, _stem(name)), ": "))
    titles: list[Said] = [
        *words("heading", "Place", "Name"),
        *numbers,
        *words("heading", "Played", "Total"),
    ]
    for division, part in groupby(lines, key=attrgetter("division")):
        if division:
            console.show(division)
        print_table(titles, [_row(line, console) for line in part], (1,), console)


_PRINTERS = {"text": _text, "csv": _csv, "json": _json}


def _row(line: LeagueLine, console: Console) -> list[str]:
    figures = console.language.number
    results = [
        figures(_in_brackets(_figure(result), is_counted))
        for result, is_counted in zip(line.results, line.counted, strict=True)
    ]
    played = sum(result is not None for result in line.results)
    return [_place(line), line.name, *results, str(played), figures(_figure(line.total))]


def _told(line: LeagueLine, names: Sequence[str]) -> dict[str, object]:
    results = {
        _stem(name): None if result is None else float(rounded(result, _SHOWN))
        for name, result in zip(names, line.results, strict=True)
    }
    counted = [
        _stem(name) for name, is_counted in zip(names, line.counted, strict=True) if is_counted
    ]
    return {
        "place": line.place, "name": line.name, "results": results, "counted": counted,
        "total": float(rounded(line.total, _SHOWN)),
        **({"division": line.division} if line.division else {}),
    }  # fmt: skip


def _stem(name: str) -> str:
    return Path(name).stem


def _place(line: LeagueLine) -> str:
    return _NO_PLACE if line.place is None else str(line.place)


def _figure(value: Fraction | None) -> str:
    return "" if value is None else show(rounded(value, _SHOWN))


def _in_brackets(text: str, is_counted: bool) -> str:
    return f"({text})" if text and not is_counted else text
