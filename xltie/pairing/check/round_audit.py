"""Checking the rounds of an event: what breaks a rule, and its place."""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List

from xltie.core.messages import Message, Value, count, say
from xltie.event import EventIndex, Match, RoundRecord, Status
from xltie.pairing.catalogue import System
from xltie.pairing.check.avoidable import Violation, avoidable_findings, matches_of
from xltie.pairing.options import RoundOptions, kin, same_of
from xltie.ranking import display_name

WantsOf = Callable[[int], RoundOptions]


def audit(
    event_index: EventIndex, system: System, wants_of: WantsOf, with_relative: bool = True
) -> List[Violation]:
    """Return what breaks a rule in the rounds that are paired, round by round.

    Absolute are: nobody meets twice, nobody has two byes, no forbidden couple, one bye in a round
    with an odd number of players, one game at a board. Relative rules are broken where another
    pairing of the same round would have kept them; a third game running with one colour and colours
    that differ by more than two are told in any case. Players not named in a round were absent.
    """
    found: List[Violation] = []
    for round_number in range(1, event_index.begun + 1):
        wants = wants_of(round_number)
        found.extend(_meetings(event_index, round_number, system, wants))
        found.extend(_boards(event_index, round_number))
        if not system.timetable and not system.is_knock_out:
            if not system.is_keizer:
                found.extend(_byes(event_index, round_number))
            found.extend(_spare_byes(event_index, round_number))
        if system.objectives and with_relative:
            found.extend(avoidable_findings(event_index, round_number, system, wants))
    if not system.is_knock_out:
        found.extend(_missing(event_index, wants_of(event_index.begun)))
    return list(dict.fromkeys(found))


def _meetings(
    event_index: EventIndex, round_number: int, system: System, wants: RoundOptions
) -> Iterator[Violation]:
    """Report who meets again, or must not meet at all."""
    often = system.timetable.cycles if system.timetable else 1
    for match in matches_of(event_index, round_number):
        if match.b is None:
            continue
        a, b = match.a.who, match.b.who
        names = {"one": display_name(event_index, a), "other": display_name(event_index, b)}
        before = [
            record.round
            for record in event_index.meetings(a).get(b, [])
            if wants.is_too_soon(record.round, round_number)
            and record.own.status in (Status.PLAYED, Status.PENDING)
        ]
        if len(before) >= often and not match.a.status.is_forfeit:
            again = say(
                "{one} and {other} meet again in round {round}; they met in round {before}",
                round=round_number, before=before[0], **names,
            )  # fmt: skip
            yield Violation(again, match.place, absolute=not wants.repeats)
        if frozenset((a, b)) in wants.forbidden:
            met = say("{one} and {other} must not meet", **names)
            yield Violation(met, match.place, absolute=True)
        one, other = event_index.contestant(a), event_index.contestant(b)
        for what in same_of(one, other, wants.forbid_same):
            shared = kin([what])
            met = say("{one} and {other} must not meet: the same {kin}", kin=shared, **names)
            yield Violation(met, match.place, absolute=True)


def _boards(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report boards that a round gives to more than one game."""
    first: Dict[str, Match] = {}
    for match in matches_of(event_index, round_number):
        if match.b is None or not match.table:
            continue
        other = first.setdefault(match.table, match)
        if other is not match:
            text = say(
                "board {board} of round {round} has two games: {one} - {other}, and {third} - "
                "{fourth}",
                board=match.table, round=round_number,
                **{
                    name: display_name(event_index, side.who)
                    for name, side in zip(
                        ("one", "other", "third", "fourth"), (*other.sides, *match.sides)
                    )
                },
            )  # fmt: skip
            yield Violation(text, match.place, absolute=True)


def _byes(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report who has a free point for the second time.

    Only the pairing-allocated bye is barred by an earlier one (C.04.1, 4); a full-point bye is
    given by an arbiter, and told of.
    """
    free = (Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN)
    for match in matches_of(event_index, round_number):
        if match.b is not None or match.a.status not in (Status.PAIRING_BYE, Status.FULL_BYE):
            continue
        is_absolute = match.a.status is Status.PAIRING_BYE
        for record in event_index.rounds_of(match.a.who):
            if record.round < round_number and record.own.status in free:
                again = _bye_again(display_name(event_index, match.a.who), round_number, record)
                yield Violation(again, match.place, absolute=is_absolute)
                break


def _bye_again(who: str, number: int, before: RoundRecord) -> Message:
    values: Dict[str, Value] = {"who": who, "round": number, "before": before.round}
    if before.own.status is Status.FORFEIT_WIN:
        return say(
            "{who} has a bye in round {round} and won by forfeit in round {before}", **values
        )
    return say("{who} has a bye in round {round} and had a bye in round {before}", **values)


def _spare_byes(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report byes that the number of players does not require."""
    matches = matches_of(event_index, round_number)
    byes = [m for m in matches if m.b is None and m.a.status is Status.PAIRING_BYE]
    players = len(byes) + 2 * sum(match.b is not None for match in matches)
    for match in byes[players % 2 :]:
        spare = count(
            len(byes),
            "{who} has a bye in round {round}, which has {n} bye for {players} players; a "
            "requested bye is 'full bye'",
            "{who} has a bye in round {round}, which has {n} byes for {players} players; a "
            "requested bye is 'full bye'",
            who=display_name(event_index, match.a.who), round=round_number, players=players,
        )  # fmt: skip
        yield Violation(spare, match.place, absolute=True)


def _missing(event_index: EventIndex, wants: RoundOptions) -> Iterator[Violation]:
    """Report who is left out of the round being prepared."""
    last = matches_of(event_index, event_index.begun)
    if not any(match.a.status is Status.PENDING for match in last):
        return
    begun = event_index.begun
    known = {side.who for match in last for side in match.sides} | wants.absent | wants.half_byes
    for player in event_index.event.contestants:
        if player.id not in known and not player.has_left(begun):
            who = display_name(event_index, player.id)
            yield Violation(say("{who} has no game in round {round}", who=who, round=begun))
