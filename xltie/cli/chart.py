"""``xltie chart EVENT --what KIND --out FILE``: the charts of the pages as files of their own."""

from __future__ import annotations

import argparse
from pathlib import Path

from xltie.cli.console import Console
from xltie.cli.option_values import add_event_file, add_out, ending_of, found_player
from xltie.cli.parser import Parser
from xltie.cli.publish import add_language, reading
from xltie.cli.standings import add_choices, opened_and_ranked
from xltie.core.files import write_new
from xltie.core.messages import say
from xltie.publish.drawing import HEIGHT, WIDTH, alone
from xltie.publish.pages.race import KINDS, chart
from xltie.publish.programs import png_of
from xltie.publish.results import Results


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    about = say("points or places by round, or how values are spread")
    parser.choice("--what", KINDS, about, default="race")
    add_out(parser, say("an .svg file, or a .png by Chromium, Chrome or Edge"))
    parser.several(
        "--player", "PLAYER", say("id or name, once for each line (default: the leaders)")
    )
    add_language(parser)
    add_choices(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the drawing; returns 1 if the standings are provisional."""
    target = Path(args.out)
    ending = ending_of(args.out, (".svg", ".png"), say("the file must end in .svg or .png"))
    ranked = opened_and_ranked(args, args.file, console)[1]
    results = Results(ranked, reading(args, ranked))
    chosen = [found_player(results.event_index, player) for player in args.player]
    drawn = chart(results, args.what, chosen)
    svg = alone(drawn.svg)
    write_new(target, png_of(svg, WIDTH, HEIGHT) if ending == ".png" else svg.encode())
    console.show(f"{target}: {drawn.title}")
    return int(bool(results.event.faults))
