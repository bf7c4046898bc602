"""``xltie rate FILE``: what an event will change in the ratings of its players."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xltie.cli.console import Console
from xltie.cli.opening import open_event
from xltie.cli.option_values import add_event_file, found_player
from xltie.cli.parser import Parser
from xltie.cli.printing import print_records, print_table, print_warnings
from xltie.core.errors import InputError, WrongCall
from xltie.core.messages import Message, joined, say, words
from xltie.event import Event, EventIndex, TeamEvent
from xltie.rules.chess import elo_change
from xltie.rules.common.rating_change import RATING, RatingChange
from xltie.rules.go import egf_rating


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    parser.add("player", nargs="?", default="", help=say("id or name: every game, explained"))
    about = say("the class of a Go event; without it that of the file, or by its thinking time")
    parser.choice("--class", egf_rating.CLASSES, about, dest="tournament_class")
    parser.form("csv", "json")


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the forecast; returns 1 where somebody has no rating, so that games do not count."""
    opened = open_event(args.file, console)
    print_warnings(opened.warnings, console)
    event_index = EventIndex(_rated(opened.event))
    system = event_index.event.traits.rating_system
    who = found_player(event_index, args.player) if args.player else ""
    if system not in _FORECASTS:
        raise WrongCall.say("ratings are forecast for Go (EGF) and chess (FIDE) only")
    by, found, first = _FORECASTS[system](event_index, args.tournament_class)
    if who and all(change.who != who for change in found):
        raise InputError.say("{who} has neither a rating nor a rank", who=args.player)
    said = say("Forecast ({system}); the federation's own list is what counts", system=by)
    (console.say if args.format == "text" else console.note)(said)
    if who:
        _explain(event_index, found, who, args.format, console)
    elif args.format == "text":
        _print(event_index, found, first, console)
    else:
        print_records(_OF_PLAYERS, _cells(event_index, found, console), args.format, console)
    return _missing(event_index, found, first, console)


def _rated(event: Event | TeamEvent) -> Event:
    """Return the event whose games are rated: in Go those of a league count like any others."""
    if not isinstance(event, TeamEvent):
        return event
    if event.traits.rating_system != "egf":
        raise WrongCall.say("ratings of team events are not forecast")
    return event.players


def _missing(
    event_index: EventIndex, found: Sequence[RatingChange],
    first: Sequence[elo_change.FirstRating], console: Console,
) -> int:  # fmt: skip
    """Say whose rating is not forecast; returns 1 where there is anybody."""
    known = {change.who for change in found} | {one.who for one in first}
    missing = [who for who in event_index.ids if who not in known]
    for who in missing:
        name = event_index.contestant(who).known_as
        console.note("{who}: neither a rating nor a rank, not forecast", who=name)
    return 1 if missing else 0


_Forecast = tuple[Message, Sequence[RatingChange], Sequence[elo_change.FirstRating]]
"""What a forecast is called, the changes, and the ratings of those who get their first."""


def _by_fide(event_index: EventIndex, tournament_class: str) -> _Forecast:
    said, changes = say("FIDE B.02, standard games"), elo_change.changes(event_index)
    return said, changes, elo_change.first_ratings(event_index)


def _by_egf(event_index: EventIndex, tournament_class: str) -> _Forecast:
    letter = tournament_class or _class_of(event_index)
    said = say("EGF 2021, class {letter}", letter=letter)
    return said, egf_rating.changes(event_index, letter), ()


def _by_wof(event_index: EventIndex, tournament_class: str) -> _Forecast:
    """Refuse: see https://www.worldothello.org/ratings/faq."""
    raise WrongCall.say(
        "the World Othello Federation makes its ratings anew from all results since 1991, "
        "the newest with most weight: one event does not tell what they will be"
    )


_FORECASTS = {"fide": _by_fide, "egf": _by_egf, "wof": _by_wof}
"""The forecasts by rating system."""


def _class_of(event_index: EventIndex) -> str:
    own_class = egf_rating.class_of(event_index)
    if own_class not in egf_rating.CLASSES:
        raise WrongCall.say("the class of the event is not known: give --class A, B, C or D")
    return own_class


def _points(rating: float) -> str:
    """Return a rating with the three decimals of the EGD, a whole one without them."""
    return f"{rating:.3f}".removesuffix(".000")


_OF_PLAYERS = words("heading", "ID", "Name", "Before", "Games", "Change", "After", "Note")
_OF_GAMES = words("heading", "Round", "Opponent", "Own", "Theirs", "Change", "How")
_Player = tuple[str, str, float, int, float, float, str]


def _cells(
    event_index: EventIndex, found: Sequence[RatingChange], console: Console
) -> list[_Player]:
    return [
        (
            change.who, event_index.contestant(change.who).name, round(change.before, 3),
            len(change.games), round(change.change, 3), round(change.after, 3),
            console.words(joined(_notes(change))),
        )
        for change in found
    ]  # fmt: skip


def _print(
    event_index: EventIndex, found: Sequence[RatingChange],
    first: Sequence[elo_change.FirstRating], console: Console,
) -> None:  # fmt: skip
    rows = [
        (
            who, name, _points(before), str(games), f"{change:+.3f}".removesuffix(".000"),
            _points(after), note,
        )
        for who, name, before, games, change, after, note in _cells(event_index, found, console)
    ]  # fmt: skip
    print_table(_OF_PLAYERS, rows, (0, 1, 6), console)
    for one in first:
        _print_first(event_index, one, console)


def _print_first(event_index: EventIndex, first: elo_change.FirstRating, console: Console) -> None:
    """Print the first rating that the games of somebody without a rating come to."""
    name = event_index.contestant(first.who).known_as
    if first.rating is None:
        console.say("{who}: no first rating; {why}", who=name, why=first.why)
        return
    console.say(say("{who}: first rating {rating}; {why}", who=name, rating=first.rating,
                    why=first.why))  # fmt: skip


def _notes(change: RatingChange) -> list[Message]:
    """Return where a rating is from, unless it is the usual one, and what else there is to say."""
    return [note for note in (change.origin, change.note) if note and note != RATING]


def _explain(
    event_index: EventIndex,
    found: Sequence[RatingChange],
    who: str,
    form: str,
    console: Console,
) -> None:
    change = next(one for one in found if one.who == who)
    games = [
        (
            game.round, event_index.contestant(game.opponent).known_as,
            round(game.own, 3), round(game.opposite, 3), round(game.change, 4),
            console.words(game.why),
        )
        for game in change.games
    ]  # fmt: skip
    if form != "text":
        print_records(_OF_GAMES, games, form, console)
        return
    written = console.language.sentence
    console.say(
        "{who}: {rating} ({origin})",
        who=event_index.contestant(who).known_as,
        rating=written(f"{change.before:.3f}"),
        origin=change.origin,
    )
    rows = [
        (str(number), name, _points(points), _points(theirs), f"{moved:+.4f}", why)
        for number, name, points, theirs, moved, why in games
    ]
    print_table(_OF_GAMES, rows, (1, 5), console)
    figures = written(f"{change.change:+.3f} -> {change.after:.3f}")
    console.show(f"{figures} {console.words(change.note)}".rstrip())
