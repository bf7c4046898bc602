"""``--session N``: one session of a bridge event by itself."""

from __future__ import annotations

from dataclasses import replace

from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall
from xltie.core.messages import say
from xltie.event.bridge import of_session, sessions_of
from xltie.ranking import Tournament


def add_session(parser: Parser) -> None:
    """Add the option that takes one session of a bridge event by itself."""
    parser.number(
        "--session", metavar="N",
        help=say("bridge: session N by itself, without carry-over and penalties"),
    )  # fmt: skip


def in_session(opened: Tournament, number: int) -> Tournament:
    """Return one session of an event; the whole event for 0, and where it is the only session.

    Raises:
        WrongCall: there is no such session.
    """
    numbers = sessions_of(opened.event)
    if not number or (number == 1 and not numbers and opened.event.board_results):
        return opened
    if number not in numbers:
        raise WrongCall.of(say("there is no session {n}", n=number))
    return replace(opened, event=of_session(opened.event, number))
