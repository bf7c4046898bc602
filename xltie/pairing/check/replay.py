"""Pairing played rounds again, to see where an event was paired differently."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, Iterator, List

from xltie.core.errors import InputError
from xltie.core.messages import NOTHING, Message, Said, joined, say
from xltie.event import EventIndex, Id, Match, Status
from xltie.pairing.catalogue import Board, System
from xltie.pairing.check.round_audit import WantsOf
from xltie.pairing.check.violation import Violation
from xltie.pairing.state import COLOURS, NAMES, first_colour, rests
from xltie.pairing.systems import draw_round, implied_colour
from xltie.settings.declared import INITIAL_COLOUR


def differences(event_index: EventIndex, wants_of: WantsOf, system: System) -> List[Violation]:
    """Return the tables that a system pairs otherwise, each round from what was played before.

    An initial colour that nobody announced is the one that the whole event implies. Systems of
    objectives, and timetables, leave more than one pairing open: they find nothing.
    """
    found: List[Violation] = []
    if not system.brackets and not system.is_knock_out:
        return found
    event_index = _with_initial_colour(event_index)
    for number in range(1, event_index.begun + 1):
        matches = [m for m in event_index.event.matches if m.round == number]
        if all(rests(match) for match in matches):
            continue
        found.extend(_in_round(event_index, number, matches, wants_of, system))
    return found


def _with_initial_colour(event_index: EventIndex) -> EventIndex:
    event = event_index.event
    colour = implied_colour(event_index, event_index.begun + 1)
    if INITIAL_COLOUR in event.settings or not colour:
        return event_index
    settings = event.settings.with_(INITIAL_COLOUR, NAMES[colour])
    return EventIndex(replace(event, settings=settings))


def _in_round(
    event_index: EventIndex, number: int, matches: List[Match], wants_of: WantsOf, system: System
) -> Iterator[Violation]:
    before = [m for m in event_index.event.matches if m.round < number]
    games = [match for match in matches if not rests(match)]
    out = [match for match in matches if rests(match)]
    named = {side.who for match in matches for side in match.sides}
    wants = wants_of(number)
    absent = wants.absent | (set(event_index.ids) - named)
    known = EventIndex(replace(event_index.event, matches=(*before, *out)))
    try:
        drawn = draw_round(known, number, system, replace(wants, absent=absent))
    except InputError as error:
        why = error.message
        yield Violation(
            say("round {round} could not be paired again: {why}", round=number, why=why)
        )
        return
    by_player = {who: board for board in drawn.boards for who in board.players}
    left_colour = first_colour(known)
    for match in games:
        difference = _difference(match, by_player, left_colour, system.title)
        if difference:
            text = say("round {round}: {difference}", round=number, difference=difference)
            yield Violation(text, match.place, needless=True)


def _difference(
    match: Match, by_player: Dict[Id, Board], left_colour: int, title: Message
) -> Message:
    """Say how a table would have been paired, nothing where it is the same one."""
    players = [side.who for side in match.sides]
    names: Said = " - ".join(players)
    if match.b is None and match.a.status is Status.PAIRING_BYE:
        names = say("the bye of {who}", who=match.a.who)
    boards = {by_player[who].table: by_player[who] for who in players if who in by_player}
    if not any(set(board.players) == set(players) for board in boards.values()):
        others = joined(map(_named, boards.values())) or say("nobody of them")
        return say(
            "{system} does not pair {names}; it pairs {instead}",
            system=title, names=names, instead=others,
        )  # fmt: skip
    colour = COLOURS.get(match.a.seat)
    if match.b is None or colour is None:
        return NOTHING
    first = match.a.who if colour == left_colour else match.b.who
    if by_player[first].first == first:
        return NOTHING
    return say("{system} has the colours of {names} reversed", system=title, names=names)


def _named(board: Board) -> Said:
    if board.second is None:
        return say("the bye of {who}", who=board.first)
    return f"{board.first} - {board.second}"
