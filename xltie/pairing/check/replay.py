"""Pairing played rounds again with a program, to see where an event was paired differently."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, List

from xltie.core.errors import InputError
from xltie.event.index import EventIndex
from xltie.event.model import Match, Status
from xltie.pairing.check.audit import WantsOf
from xltie.pairing.check.finding import Finding
from xltie.pairing.engine.state import COLOURS, first_colour, rests
from xltie.pairing.systems.fide_dutch import Program, draw_dutch


def differences(event_index: EventIndex, wants_of: WantsOf, program: Program) -> List[Finding]:
    """Return the tables that a program pairs otherwise, each round from what was played before."""
    found: List[Finding] = []
    for number in range(1, event_index.begun + 1):
        matches = [m for m in event_index.event.matches if m.round == number]
        if all(rests(match) for match in matches):
            continue
        found.extend(_in_round(event_index, number, matches, wants_of, program))
    return found


def _in_round(
    event_index: EventIndex, number: int, matches: List[Match], wants_of: WantsOf, program: Program
) -> Iterator[Finding]:
    before = [m for m in event_index.event.matches if m.round < number]
    out = [match for match in matches if rests(match)]
    named = {side.who for match in matches for side in match.sides}
    wants = wants_of(number)
    absent = wants.absent | {who for who in event_index.ids if who not in named}
    event = replace(event_index.event, matches=(*before, *out))
    try:
        drawn, _ = draw_dutch(EventIndex(event), number, replace(wants, absent=absent), program)
    except InputError as error:
        yield Finding(f"round {number} could not be paired again: {error}")
        return
    couples = {frozenset(board.players): board.first for board in drawn.boards}
    left_colour = first_colour(EventIndex(event))
    for match in matches:
        if rests(match):
            continue
        players = frozenset(side.who for side in match.sides)
        names = " - ".join(side.who for side in match.sides)
        if match.b is None and match.a.status is Status.PAIRING_BYE:
            names = f"the bye of {names}"
        if players not in couples:
            yield Finding(f"round {number}: {program.title} does not pair {names}", match.place)
        elif len(players) == 2 and COLOURS.get(match.a.seat) is not None:
            first = match.a.who if COLOURS[match.a.seat] == left_colour else match.sides[1].who
            if couples[players] != first:
                text = f"round {number}: {program.title} has the colours of {names} reversed"
                yield Finding(text, match.place)
