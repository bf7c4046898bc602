"""``xltie rate FILE``: what an event will change in the ratings of its players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TextIO

from xltie import api
from xltie.cli.printing import print_table, print_warnings
from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.event.index import EventIndex
from xltie.event.teams import TeamEvent
from xltie.rules.chess import elo_change
from xltie.rules.common.rating_change import RatingChange
from xltie.rules.go import egf_rating


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", help=say("a workbook (.xlsx, .xlsm), a table (.csv) or an event file")
    )
    parser.add_argument(
        "player", nargs="?", default="", help=say("id or name: every game, explained")
    )
    parser.add_argument(
        "--class", dest="tournament_class", choices=tuple(egf_rating.CLASSES), default="",
        help=say("the class of a Go event; without it that of the file, or by its thinking time"),
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the forecast; returns 1 where somebody has no rating, so that games do not count."""
    opened = api.open_event(args.file)
    print_warnings(opened.warnings, err)
    event = opened.event
    if isinstance(event, TeamEvent):
        if event.traits.rating_system != "egf":
            raise InputError.of(say("ratings of team events are not forecast"))
        event = event.players  # in Go the games of a league count like any others
    event_index = EventIndex(event)
    forecast = _FORECASTS.get(event.traits.rating_system)
    if forecast is None:
        raise InputError.of(say("ratings are forecast for Go (EGF) and chess (FIDE) only"))
    system, found = forecast(event_index, args.tournament_class)
    print(
        say("Forecast ({system}); the federation's own list is what counts", system=system),
        file=out,
    )
    if args.player:
        _explain(event_index, found, args.player, out)
    else:
        _print(event_index, found, out)
    missing = [who for who in event_index.ids if who not in {own.who for own in found}]
    for who in missing:
        name = event_index.contestant(who).name or who
        print(say("{name}: neither a rating nor a rank, not forecast", name=name), file=err)
    return 1 if missing else 0


_Forecast = tuple[Message, Sequence[RatingChange]]


def _by_fide(event_index: EventIndex, tournament_class: str) -> _Forecast:
    return say("FIDE B.02, standard games"), elo_change.changes(event_index)


def _by_egf(event_index: EventIndex, tournament_class: str) -> _Forecast:
    letter = tournament_class or _class_of(event_index)
    return say("EGF 2021, class {letter}", letter=letter), egf_rating.changes(event_index, letter)


_FORECASTS = {"fide": _by_fide, "egf": _by_egf}
"""The forecasts by rating system."""


def _class_of(event_index: EventIndex) -> str:
    own_class = egf_rating.class_of(event_index)
    if own_class not in egf_rating.CLASSES:
        raise InputError.of(say("the class of the event is not known: give --class A, B, C or D"))
    return own_class


def _points(rating: float) -> str:
    """Return a rating with the three decimals of the EGD, a whole one without them."""
    return f"{rating:.3f}".removesuffix(".000")


def _print(event_index: EventIndex, found: Sequence[RatingChange], out: TextIO) -> None:
    rows = [
        (
            own.who, event_index.contestant(own.who).name, _points(own.before),
            str(len(own.games)),
            f"{own.change:+.3f}".removesuffix(".000"), _points(own.after),
            ", ".join(filter(None, (own.origin if own.origin != "rating" else "", own.note))),
        )
        for own in found
    ]  # fmt: skip
    headings = ("ID", "Name", "Before", "Games", "Change", "After", "Note")
    print_table(headings, rows, (0, 1, 6), out)


def _explain(
    event_index: EventIndex, found: Sequence[RatingChange], player: str, out: TextIO
) -> None:
    who = event_index.find(player)
    own = next((one for one in found if one.who == who), None)
    if own is None:
        raise InputError.of(say("{player} has neither a rating nor a rank", player=player))
    print(f"{event_index.contestant(who).name or who}: {own.before:.3f} ({own.origin})", file=out)
    rows = [
        (
            str(game.round), event_index.contestant(game.opponent).name or game.opponent,
            _points(game.own), _points(game.opposite), f"{game.change:+.4f}", game.why,
        )
        for game in own.games
    ]  # fmt: skip
    print_table(("Round", "Opponent", "Own", "Theirs", "Change", "How"), rows, (1, 5), out)
    print(f"{own.change:+.3f} -> {own.after:.3f} {own.note}".rstrip(), file=out)
