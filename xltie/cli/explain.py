"""``xltie explain FILE PLAYER [CRITERION]``: how a value is computed, and who is above whom."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TextIO

from xltie import api
from xltie.cli.standings import add_choices, chosen_standings
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.ranking.frequencies import METHODS, frequency_rows, method_under
from xltie.ranking.standings import Standings
from xltie.rules.bridge.board_scores import method_with


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", help=say("a workbook (.xlsx, .xlsm), a table (.csv) or an event file")
    )
    parser.add_argument(
        "player", help=say("id or name; in bridge also the word board and its number")
    )
    parser.add_argument(
        "what", nargs="?", default="", metavar="CRITERION | OTHER PLAYER",
        help=say("one criterion to explain, or another player to compare with"),
    )  # fmt: skip
    parser.add_argument(
        "--each", default="", metavar="OPTION",
        help=say("explain the criterion for each named value of an option, such as bye"),
    )  # fmt: skip
    add_choices(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the explanation; returns 1 if something faulty did not count."""
    found = chosen_standings(args, err)
    if found.event_index.event.board_results and args.player.lower() == "board":
        _board(found, args, out)
    else:
        print(api.explain(found, args.player, args.what, each=args.each), file=out)
    return 1 if found.event_index.event.faults else 0


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
        print(say("board {number}: {label}", number=number, label=label), file=out)
        for row in frequency_rows(found.event_index, number, method, 2):
            print("".join(f"{_cell(cell):>12}" for cell in row), file=out)


def parse_board(text: str) -> int:
    """Return the number of a board.

    Raises:
        InputError: it is not one.
    """
    if not text.isdecimal():
        raise InputError.of(
            say("{value!r} is not a board number; write: xltie explain FILE board 4", value=text)
        )
    return int(text)


def _cell(cell: object) -> str:
    return show(cell) if isinstance(cell, (int, Fraction)) else str(cell)
