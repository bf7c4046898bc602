"""``xltie explain FILE PLAYER [CRITERION]``: how a value is computed, and who is above whom."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import Any, TextIO

from xltie.cli.standings import add_choices, chosen_standings
from xltie.core.errors import InputError, UnknownPlayer
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.functions.coercion import coerce
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.explain import display_name, overview, term_lines, why_above
from xltie.ranking.frequencies import METHODS, frequency_rows, method_under
from xltie.ranking.standings import Standings, rank
from xltie.rules.bridge.board_scores import method_with
from xltie.rules.common.criterion_value import show


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("explain", help="show how values and places are computed")
    parser.add_argument("file", help="a workbook (.xlsx, .xlsm), a table (.csv) or an event file")
    parser.add_argument("player", help="id or name; in bridge also the word board and its number")
    parser.add_argument(
        "what", nargs="?", default="", metavar="CRITERION | OTHER PLAYER",
        help="one criterion to explain, or another player to compare with",
    )  # fmt: skip
    parser.add_argument(
        "--each", default="", metavar="OPTION",
        help="explain the criterion for each named value of an option, such as bye",
    )  # fmt: skip
    add_choices(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the explanation; returns 0."""
    found = chosen_standings(args, err)
    event_index = found.event_index
    if event_index.event.board_results and args.player.lower() == "board":
        _board(found, args, out)
        return 0
    who = event_index.find(args.player)
    other = _player(event_index, args.what)
    if other is not None:
        print(why_above(found, who, other), file=out)
        return 0
    if args.what:
        criterion = parse_criteria(args.what, event=event_index.event)[0]
        for chosen in _variants(criterion, args.each):
            print(_value(_with(found, chosen), who, chosen.label), file=out)
        return 0
    print(overview(found, who), file=out)
    return 0


def _board(found: Standings, args: argparse.Namespace, out: TextIO) -> None:
    """Print the frequency table of a board, by every method with ``--each method``."""
    number = parse_board(args.what)
    first = found.criteria[0]
    own = method_with(first.function.name, dict(first.options))
    methods = {first.label: own or method_under(found.event_index, "mp")}
    if args.each == "method":
        others = {name: method_under(found.event_index, name) for name in METHODS}
        methods = {n: own if own and type(own) is type(m) else m for n, m in others.items()}
    for label, method in methods.items():
        print(f"board {number}: {label}", file=out)
        for row in frequency_rows(found.event_index, number, method, 2):
            print("".join(f"{_cell(cell):>12}" for cell in row), file=out)


def parse_board(text: str) -> int:
    """Return the number of a board.

    Raises:
        InputError: it is not one.
    """
    if not text.isdecimal():
        raise InputError.of(f"{text!r} is not a board number; write: xltie explain FILE board 4")
    return int(text)


def _cell(cell: object) -> str:
    return show(cell) if isinstance(cell, (int, Fraction)) else str(cell)


def _player(event_index: EventIndex, text: str) -> Id | None:
    """Return the player that a text names; None if it names none and so is a criterion."""
    try:
        return event_index.find(text) if text else None
    except UnknownPlayer:
        return None


def _with(found: Standings, criterion: Criterion) -> Standings:
    """Return standings whose last criterion is the requested one.

    A rule that looks at tied players needs the criteria before it: those of the event, up to it.
    """
    labels = [own.function.name for own in found.criteria]
    name = criterion.function.name
    before = labels.index(name) if name in labels else len(labels)
    return rank(found.event_index, (*found.criteria[:before], criterion))


def _value(found: Standings, who: Id, label: str) -> str:
    criterion_value = found.criteria[-1].values(found.event_index, _tied(found, who))[who]
    return "\n".join(
        [f"{display_name(found.event_index, who)}: {label}", *term_lines(criterion_value)]
    )


def _tied(found: Standings, who: Id) -> tuple[Id, ...]:
    """Return who is tied with a player on all criteria but the last."""
    place = rank(found.event_index, found.criteria[:-1])
    at = place.line(who).place
    return tuple(line.who for line in place.lines if line.place == at)


def _variants(criterion: Criterion, option: str) -> list[Criterion]:
    if not option:
        return [criterion]
    by_name = {own.name: own for own in criterion.function.options}
    names = by_name[option].names if option in by_name else None
    if not names:
        known = ", ".join(own.name for own in by_name.values() if own.names)
        raise InputError.of(
            f"{criterion.function.name} has no option {option!r} with named values; it has {known}"
        )
    given = dict(criterion.options)
    return [
        replace(
            criterion,
            options=tuple({**given, option: coerce(by_name[option], name)}.items()),
            label=f"{criterion.function.name}({option}={name})",
        )
        for name in names
        if name
    ]
