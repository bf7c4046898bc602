"""``xltie norms FILE``: who made a norm for a title of FIDE, and what others lack."""

from __future__ import annotations

import argparse

from xltie.cli.console import Console
from xltie.cli.opening import open_event
from xltie.cli.option_values import add_event_file, found_player
from xltie.cli.parser import Parser
from xltie.cli.printing import print_table, print_warnings
from xltie.core.errors import InputError, WrongCall
from xltie.core.messages import say, word, words
from xltie.core.numbers import show
from xltie.event import EventIndex, TeamEvent
from xltie.publish.certificates import GAMES, games_of
from xltie.rules.chess.norms import Norm, foreigners, norms


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Check the games of an event against FIDE's Title Regulations (B.01, from 1 January "
            "2024), article by article. What a file does not tell is left to the arbiter: "
            "registration, playing times, arbiters, exempt championships."
        )
    )
    add_event_file(parser)
    parser.add("player", nargs="?", default="", help=say("id or name: every game and article"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the norms; returns 1 where there are none."""
    opened = open_event(args.file, console)
    print_warnings(opened.warnings, console)
    event = opened.event
    if event.traits.rating_system != "fide":
        raise WrongCall.say("norms are for events of chess")
    event_index = EventIndex(event.players if isinstance(event, TeamEvent) else event)
    if args.player:
        return _explain(event_index, args.player, console)
    _print_foreigners(event_index, console)
    found = [norm for who in event_index.ids for norm in norms(event_index, who) if norm.is_met]
    if not found:
        console.note("nobody made a norm; name a player to see what is missing")
        return 1
    rows = [
        (
            event_index.contestant(norm.who).known_as, norm.title.name,
            str(len(norm.games)), show(norm.score), str(norm.average), str(norm.performance),
        )
        for norm in found
    ]  # fmt: skip
    titles = words("heading", "Name", "Norm", "Games", "Points", "Average", "Performance")
    print_table(titles, rows, (0, 1), console)
    return 0


def _print_foreigners(event_index: EventIndex, console: Console) -> None:
    found = foreigners(event_index)
    if found is None:
        console.note(
            "whether enough foreign players exempt the event from the foreigner requirement "
            "(1.4.3d) is not checked: that is for a Swiss whose federation is known; type its "
            "code, such as NOR, in the Settings beside {setting}, in a .trf file in line 032",
            setting=word("setting", "Federation"),
        )
        return
    console.say(
        "in every round at least {rated} rated players are not of {host}, of {federations} "
        "federations, {titled} with titles; 20, 3 and 10 exempt the event from the foreigner "
        "requirement (1.4.3d)",
        rated=found.rated,
        host=found.host,
        federations=found.federations,
        titled=found.titled,
    )


def _explain(event_index: EventIndex, player: str, console: Console) -> int:
    who = found_player(event_index, player)
    found = norms(event_index, who)
    if not found:
        raise InputError.say("{who} holds every title that there are norms for", who=player)
    for norm in found:
        _print_norm(norm, console)
    print_table(GAMES, games_of(found[0]), (1, 2, 3), console)  # as on the certificate (IT1)
    return 0 if any(norm.is_met for norm in found) else 1


def _print_norm(norm: Norm, console: Console) -> None:
    """Print every article, those that are not met marked."""
    made = say("{title} norm: made", title=norm.title.name)
    console.say(made if norm.is_met else say("{title} norm: not made", title=norm.title.name))
    for requirement in norm.requirements:
        mark = "ok" if requirement.is_met else "!!"
        console.show(f"  {mark} {requirement.article:<7} {console.words(requirement.says)}")
