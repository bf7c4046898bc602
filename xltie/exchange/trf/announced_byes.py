"""Byes that were asked for (240): of teams all of them, of players those of rounds to come.

The byes of players stand in their own records once their round has begun. Those to come are what
the list of players announces (*Not playing in round*), so that whoever pairs from the report leaves
the same players out; who has left is out of the next round.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.errors import Place
from xltie.event import Event, Id, TeamEvent, attendance_of, is_preliminary, rounds_begun
from xltie.exchange.trf.players import letter_of
from xltie.exchange.trf.record import Draft, Field, Record, Row
from xltie.exchange.trf.report import Report

Byes = Dict[Tuple[int, Id], str]
"""The letter of a bye by round and who has it."""


class _Said(NamedTuple):
    kind: str
    round: int
    who: List[Id]


def _said_in(line: str) -> Optional[_Said]:
    found = re.match(r"([FHZ])\s+(\d+)((?:\s+\d+)+)", line[4:].strip().upper())
    if found is None:
        return None
    return _Said(found[1], int(found[2]), [str(int(who)) for who in found[3].split()])


def _read(record: Record, report: Report, line: str, place: Place) -> None:
    said = _said_in(line)
    if said is not None:
        report.byes.update({(who, said.round): said.kind for who in said.who})


def _to_come(event: Event, begun: int) -> Byes:
    """Return the byes of rounds to come that the list announces and no line of a round says."""
    if event.format != "swiss":
        return {}
    following = begun + 1
    last = event.rounds or following
    named = {(match.round, side.who) for match in event.matches for side in match.sides}
    found: Byes = {}
    out = set()
    for contestant in event.contestants:
        who, said = contestant.id, attendance_of(contestant)
        found.update({(number, who): "H" for number in said.half_byes})
        found.update({(number, who): "Z" for number in said.absent})
        if contestant.has_left(following) or is_preliminary(contestant):
            out.add(who)
    if len(out) < len(event.contestants):  # a round without anybody is none
        found.update({(following, who): "Z" for who in out})
    return {
        (number, who): letter
        for (number, who), letter in sorted(found.items())
        if begun < number <= last and (number, who) not in named
    }


def _of_teams(event: Event) -> Iterator[Row]:
    begun = rounds_begun(event.contestants, event.matches)
    found = _to_come(event, begun)
    for match in event.matches:
        letter = letter_of(match.a)  # in a round that has begun, who meets nobody is absent
        if letter in ("F", "H") or (letter == "Z" and match.round > begun):
            found[match.round, match.a.who] = letter
    yield from _rows(found)


def _rows(byes: Mapping[Tuple[int, Id], str]) -> Iterator[Row]:
    found: Dict[Tuple[int, str], List[Id]] = {}
    for (number, who), letter in byes.items():
        found.setdefault((number, letter), []).append(who)
    for (number, letter), whose in sorted(found.items()):
        yield Row({"kind": letter, "round": str(number)}, tuple(whose))


def _put(record: Record, draft: Draft, event: Event, before: Optional[Event]) -> None:
    """Write what is announced; of players the lines of rounds that have begun stay as they are."""
    if isinstance(event, TeamEvent):
        draft.patch(record, _of_teams(event), () if before is None else _of_teams(before))
        return
    begun = rounds_begun(event.contestants, event.matches)
    wanted = _to_come(event, begun)
    typed = {
        (match.round, match.a.who): letter_of(match.a) for match in event.matches if match.b is None
    }
    for line in draft.of(record):
        said = _said_in(line.text)
        if said is None or said.round <= begun:
            continue
        kept = [
            who
            for who in said.who
            if said.kind in (wanted.pop((said.round, who), ""), typed.get((said.round, who)))
        ]
        if not kept:
            draft.drop([line])
        elif kept != said.who:
            line.text = record.line(Row({"kind": said.kind, "round": str(said.round)}, tuple(kept)))
    draft.add(record, [record.line(row) for row in _rows(wanted)])


ANNOUNCED = Record(
    "240", "byes that were asked for: kind, round, who",
    (Field("kind", 5, 5), Field("round", 7, 9, True)), Field("who", 11, 14), 5,
    ("kind", "round"), source="TRF26", read=_read, put=_put,
)  # fmt: skip
