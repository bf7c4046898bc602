"""``xltie advise FILE``: which criteria the published studies support for a field like this."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from xltie.cli import printing
from xltie.cli.console import Console
from xltie.cli.opening import open_event
from xltie.cli.option_values import add_event_file
from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall
from xltie.core.messages import Message, say

if TYPE_CHECKING:
    from xltie.batch.study.advice import Advice, Field, Figure

_PAGES = "docs/studies"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say(
            "Say which list of criteria best orders players who are tied on points, and what is "
            "known of the event's own list. The answer comes from studies in which many events "
            "were played out; the one with the field most like this event is taken. Their models "
            "of games are simple; each study's page says how sure it is."
        )
    )
    add_event_file(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    """Print what each study of the game says.

    Raises:
        WrongCall: no study was played for the game.
    """
    from xltie.batch.study.advice import advice, field_of
    from xltie.event import TeamEvent

    opened = open_event(args.file, console)
    if isinstance(opened.event, TeamEvent):
        raise WrongCall.say("no study was played for teams")
    field = field_of(opened.event)
    found = advice(field)
    if not found:
        raise WrongCall.say("no study was played for the game of this event")
    is_session = opened.event.traits.is_session
    console.say(_field(field, is_session))
    for one in found:
        console.show("")
        console.say(
            "{title}; nearest field played: {players}, {rounds}, deviation {deviation}",
            title=one.title,
            deviation=f"{one.deviation:g}",
            **_size(one, is_session),
        )
        for line in _lines(one, one.of(opened.parsed()), is_session):
            console.say(line)
    return 0


def _size(field: Field | Advice, is_session: bool) -> dict[str, Message]:
    """Return how many players and rounds, or pairs and boards, there are."""
    if is_session:
        return {"players": printing.pairs(field.players), "rounds": printing.deals(field.rounds)}
    return {"players": printing.players(field.players), "rounds": printing.rounds(field.rounds)}


def _field(field: Field, is_session: bool) -> Message:
    told = _size(field, is_session)
    if field.deviation is None:
        return say("the field: {players}, {rounds}, strengths unknown", **told)
    return say(
        "the field: {players}, {rounds}, ratings with a deviation of {deviation}",
        deviation=f"{field.deviation:.0f}",
        **told,
    )


def _lines(one: Advice, own: Figure | None, is_session: bool) -> list[Message]:
    best = one.best
    told: dict[str, Message | str] = {
        "name": best.name, "criteria": best.criteria, "share": _share(best),
    }  # fmt: skip
    lines = [
        say("  {name} ({criteria}) orders most rightly: {share} of any two", **told)
        if is_session
        else say(
            "  {name} ({criteria}) orders most rightly: {share} of those tied on points", **told
        )
    ]
    if one.level:
        lines.append(
            say("  within its bounds: {names}", names=", ".join(each.name for each in one.level))
        )
    if own is not None and own is not best:
        lines.append(
            say("  as this event does ({name}): {share}", name=own.name, share=_share(own))
        )
    lines.append(
        say(
            "  source: {events} events, {page}",
            events=one.events,
            page=f"{_PAGES}/{one.study}.md",
        )
    )
    return lines


def _share(figure: Figure) -> Message:
    return say(
        "{right} % ({low} to {high})",
        right=f"{100 * figure.right:.1f}",
        low=f"{100 * figure.low:.1f}",
        high=f"{100 * figure.high:.1f}",
    )
