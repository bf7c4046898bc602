"""``xltie explain FILE PLAYER [CRITERION]``: how a value is computed, and who is above whom."""

from __future__ import annotations

import argparse
from fractions import Fraction

from xltie import api
from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file, asked_for, found_player
from xltie.cli.parser import Parser
from xltie.cli.standings import add_choices, add_round, chosen_standings
from xltie.core.errors import WrongCall
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event import Deal, shown_deal
from xltie.ranking import Standings
from xltie.ranking.statistics import FREQUENCY_METHODS, frequency_rows, method_under
from xltie.rules.bridge.board_scores import method_with


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    parser.add("player", help=say("id or name; in bridge also the word board and its number"))
    parser.add(
        "what", nargs="?", default="", metavar="CRITERION | OTHER PLAYER",
        help=say("one criterion to explain, or another player to compare with"),
    )  # fmt: skip
    about = say("explain the criterion for each named value of an option, such as bye")
    parser.value("--each", "OPTION", about)
    add_choices(parser)
    add_round(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the explanation; returns 1 if something faulty did not count."""
    found = chosen_standings(args, console)
    if found.event_index.event.board_results and args.player.lower() == "board":
        _board(found, args, console)
    else:
        who = found_player(found.event_index, args.player)
        with asked_for():
            said = api.explain(
                found, who, args.what, each=args.each, language=console.language.code
            )
        console.show(said)
    return 1 if found.event_index.event.faults else 0


def _board(found: Standings, args: argparse.Namespace, console: Console) -> None:
    """Print the frequency table of a board, by every method with ``--each method``."""
    deal = parse_board(args.what)
    first = found.criteria[0]
    chosen = method_with(first.function.name, dict(first.options))
    methods = {first.label: chosen or method_under(found.event_index, "mp")}
    if args.each == "method":
        others = {name: method_under(found.event_index, name) for name in FREQUENCY_METHODS}
        methods = {
            name: chosen if chosen and type(chosen) is type(method) else method
            for name, method in others.items()
        }
    for label, method in methods.items():
        console.say("board {number}: {criterion}", number=shown_deal(deal), criterion=label)
        headings, *rows = frequency_rows(found.event_index, deal, method, 2)
        titles = map(console.language.heading, map(str, headings))
        for row in (titles, *rows):
            console.show("".join(f"{_cell(cell, console):>12}" for cell in row))


def parse_board(text: str) -> Deal:
    """Return a board by its number, with ``2/`` before it that of the second session.

    Raises:
        InputError: it is not one.
    """
    session, _, board = text.rpartition("/")
    if not (board.isdecimal() and (not session or session.isdecimal())):
        raise WrongCall.say(
            "{value!r} is not a board number; write: xltie explain FILE board 4", value=text
        )
    return int(session or 0), int(board)


def _cell(cell: object, console: Console) -> str:
    if isinstance(cell, (int, Fraction)):
        return console.language.sentence(show(cell))
    return str(cell)
