"""All that is wrong in the rounds of an event, and which rules it is judged by."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

from xltie.core.messages import Message, say
from xltie.event import Event, EventIndex
from xltie.pairing.catalogue import System
from xltie.pairing.check.replay import differences
from xltie.pairing.check.round_audit import WantsOf, audit
from xltie.pairing.check.violation import Violation
from xltie.settings.declared import PAIRING

IN_FORCE = "2026-02-01"
"""The day from which the systems of C.04.3 to C.04.6 are those in which rounds are paired here."""


class Judgement(NamedTuple):
    """What was found in the rounds of an event, and what is to be said of the rules themselves."""

    findings: List[Violation]
    notes: Tuple[Message, ...] = ()


def judged(event_index: EventIndex, system: System, wants_of: WantsOf) -> Judgement:
    """Return what breaks a rule in the rounds that are paired, by the rules that were in force.

    Of an event under an older edition of the Handbook only what both editions say is judged: second
    meetings, byes, boards, forbidden couples.
    """
    note = _older_rules(event_index.event, system)
    findings = audit(event_index, system, wants_of)
    if note is not None:
        return Judgement(findings, (note,))
    return Judgement(findings + differences(event_index, wants_of, system))


def judged_as_it_says(event_index: EventIndex, system: System, wants_of: WantsOf) -> Judgement:
    """Return what :func:`judged` finds; where no system is named, only what breaks every Swiss.

    A league, in which most meet again, is no Swiss.
    """
    if event_index.event.settings.text(PAIRING):
        return judged(event_index, system, wants_of)
    if system.timetable or system.is_knock_out or _is_league(event_index):
        return Judgement([])
    findings = audit(event_index, system, wants_of, with_relative=False)
    return Judgement([finding for finding in findings if finding.absolute])


def _older_rules(event: Event, system: System) -> Optional[Message]:
    """Say that an event was paired by an older edition of its system, if it was."""
    is_named = any("DUTCH_2017" in line.upper() for line, _ in event.records)
    is_older = bool(event.start_date) and event.start_date < IN_FORCE
    if not system.brackets or not (is_named or is_older):
        return None
    return say(
        "the event was paired by the rules of {system} until 31 January 2026; second meetings, "
        "byes and boards are judged, the tables are not compared with the rules in force since",
        system=system.title,
    )


def _is_league(event_index: EventIndex) -> bool:
    """Tell whether most couples met again, in an event that does not call itself a Swiss."""
    records = event_index.event.records
    if any(line[:3] == "092" and "swiss" in line.casefold() for line, _ in records):
        return False
    met = [
        len(records)
        for who in event_index.ids
        for other, records in event_index.meetings(who).items()
        if who < other
    ]
    return 2 * sum(often > 1 for often in met) > len(met)
