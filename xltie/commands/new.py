"""``xltie new FILE``: a workbook for a new event."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, TextIO

from xltie.commands.reading import in_file
from xltie.errors import InputError, Place, UnsupportedWorkbook
from xltie.games import PRESETS, Preset, preset
from xltie.model import Contestant
from xltie.rules.rounds import rounds_for


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("new", help="make a workbook for a new event")
    parser.add_argument("file", help="the workbook to make (.xlsx, or .xlsm with macros)")
    parser.add_argument("--game", choices=tuple(PRESETS), default="othello", help="which game")
    parser.add_argument("--players", type=int, default=0, metavar="N", help="how many players")
    parser.add_argument(
        "--rounds",
        type=int,
        default=0,
        metavar="R",
        help="how many rounds; boards of a bridge session",
    )
    parser.add_argument(
        "--from", dest="source", default="", metavar="PLAYERS.csv",
        help="take the players from a table: name, and rating, club ... if there are any",
    )  # fmt: skip
    parser.add_argument("--event", default="", help="name of the event")
    parser.add_argument("--criteria", default="", help="what the places go by")
    parser.add_argument(
        "--host", choices=("lite",), default="",
        help="lite: for xlwings Lite, in Excel on a Mac and on the web",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace a file that is there")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Write the workbook; returns 0."""
    from xltie.book.openfile import write_new
    from xltie.book.template import new_workbook

    path = Path(args.file)
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        raise UnsupportedWorkbook("a workbook's name ends in .xlsx", Place(file=args.file))
    if args.host and path.suffix.lower() == ".xlsm":
        raise UnsupportedWorkbook("xlwings Lite takes no macros; use .xlsx", Place(file=args.file))
    if path.exists() and not args.force:
        raise UnsupportedWorkbook("is there already; --force replaces it", Place(file=args.file))
    game = preset(args.game)
    players = read_list(args.source) if args.source else ()
    count = max(args.players, len(players))
    if not count:
        raise InputError.of("say how many players: --players N, or --from PLAYERS.csv")
    rounds = args.rounds or (game.usual_rounds if game.has_boards else _rounds(count))
    data = new_workbook(game, count, rounds, players, _settings(args, game))
    write_new(path, _for_program(data, path.suffix.lower(), args.host))
    unit = "boards" if game.has_boards else "rounds"
    print(f"{path}: {game.title}, {count} players, {rounds} {unit}", file=out)
    return 0


def _for_program(data: bytes, suffix: str, host: str) -> bytes:
    """Return the workbook with what the program needs that will open it."""
    if suffix == ".xlsm":
        from xltie.hosts.excel.package import make_macro_workbook

        return make_macro_workbook(data)
    if host == "lite":
        from xltie.hosts.excel.lite import make_lite_workbook

        return make_lite_workbook(data)
    return data


def _rounds(players: int) -> int:
    return rounds_for(players) if players >= 5 else max(1, players - 1)


def _settings(args: argparse.Namespace, game: Preset) -> dict[str, object]:
    settings: dict[str, object] = {}
    if args.event:
        settings["event"] = args.event
    if args.criteria:
        from xltie.criteria import parse_criteria

        parse_criteria(args.criteria)
        settings["criteria"] = args.criteria
    return settings


def read_list(name: str) -> tuple[Contestant, ...]:
    """Return the players of a text table, numbered where it gives no numbers.

    Raises:
        InputError: a table that cannot be read, or too long.
    """
    from xltie.book.openfile import read_bytes, text_grid
    from xltie.book.players import read_players

    found = read_players(text_grid(read_bytes(Path(name)), name))
    if found.faults:
        raise InputError(in_file(fault, name) for fault in found.faults)
    if not found.contestants:
        raise InputError.of("there are no players in this file", Place(file=name))
    return found.contestants
