"""The report that pairing programs read: FIDE's TRF with the extensions of JaVaFo."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event.index import EventIndex, RoundRecord
from xltie.event.model import Id, Outcome, Scoring, Status
from xltie.functions.registry import Source
from xltie.pairing.engine.state import NAMES, PairingState, pairing_order
from xltie.pairing.options import Wants
from xltie.pairing.systems.dutch.entry_list import initial_colour

TRF = Source("FIDE", "Tournament report file, TRF16")

_PLAYED = {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0"}
_OTHER = {
    Status.FORFEIT_WIN: "+",
    Status.FORFEIT_LOSS: "-",
    Status.PAIRING_BYE: "U",
    Status.FULL_BYE: "F",
    Status.HALF_BYE: "H",
    Status.ZERO_BYE: "Z",
    Status.ABSENT: "Z",
}
_STANDARD = Scoring()


def report(
    event_index: EventIndex, state: PairingState, wants: Wants
) -> Tuple[bytes, Dict[Id, int]]:
    """Return an event up to a round as a report, and the numbers of the players in it.

    Players are numbered as the settings say. Those not to be paired in the round have an entry
    ``0000 - Z`` for it.

    Raises:
        InputError: points for a win, a draw or a bye other than 1, ½ and 1.
    """
    if event_index.event.scoring != _STANDARD:
        raise InputError.of(
            say("programs for the Dutch system can pair only with 1, ½ and 0 points")
        )
    order = pairing_order(event_index.event)
    numbers = {contestant.id: number for number, contestant in enumerate(order, 1)}
    playing = {entry.who for entry in state.entries}
    places = _places(event_index, state.round)
    lines = [f"012 {event_index.event.name or 'Event'}"]
    for contestant in order:
        who = contestant.id
        before = [o for o in event_index.rounds_of(who) if o.round < state.round]
        score = sum((event_index.points(record) for record in before), Fraction(0))
        head = (
            f"001 {numbers[who]:4d}      {(contestant.name or who)[:32]:33s} "
            f"{contestant.rating or 0:4d}{'':28s}{float(score):4.1f} {places[who]:4d}"
        )
        rounds = "".join(f"  {_round(record, numbers)}" for record in before)
        lines.append(head + rounds + ("" if who in playing else "  0000 - Z"))
    lines += [
        f"XXR {state.rounds or state.round}",
        f"XXC {NAMES[initial_colour(event_index, state)]}1",
    ]
    lines += [f"XXP {couple}" for couple in _forbidden(event_index, wants, numbers)]
    return ("\n".join(lines) + "\n").encode("utf-8"), numbers


def _round(record: RoundRecord, numbers: Dict[Id, int]) -> str:
    own = record.own
    if own.status is Status.PLAYED and own.outcome is not None and record.opponent is not None:
        seat = own.seat[:1] or "-"
        return f"{numbers[record.opponent]:4d} {seat} {_PLAYED[own.outcome]}"
    letter = _OTHER.get(own.status, " ")
    if own.status.is_forfeit and record.opponent is not None:
        return f"{numbers[record.opponent]:4d} {own.seat[:1] or '-'} {letter}"
    return f"0000 - {letter}"


def _places(event_index: EventIndex, round_number: int) -> Dict[Id, int]:
    order = [contestant.id for contestant in pairing_order(event_index.event)]
    order.sort(key=lambda who: -event_index.score(who, round_number - 1))
    return {who: place for place, who in enumerate(order, 1)}


def _forbidden(event_index: EventIndex, wants: Wants, numbers: Dict[Id, int]) -> List[str]:
    """Return the couples that must not meet, by numbers."""
    found = {tuple(sorted(numbers[who] for who in couple)) for couple in wants.forbidden}
    contestants = event_index.event.contestants
    for what in wants.forbid_same:
        for position, one in enumerate(contestants):
            for other in contestants[position + 1 :]:
                if getattr(one, what) and getattr(one, what) == getattr(other, what):
                    found.add(tuple(sorted((numbers[one.id], numbers[other.id]))))
    return [" ".join(map(str, couple)) for couple in sorted(found)]
