"""What FIDE's rating server misses in a report, and what everybody else need not see of it.

The fields are those marked in the columns R of TRF26 (remark 2): mandatory for rating, mandatory
for title events, or a warning where they are missing. TRF16 asks for the same for rating.
"""

from __future__ import annotations

from typing import Iterator, List, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import NOTHING, Message, count, say, some_of
from xltie.event import Event, Status, TeamEvent
from xltie.exchange.common.text import decode, encode
from xltie.exchange.trf.player_record import PLAYER
from xltie.exchange.trf.players import FIELDS
from xltie.exchange.trf.reader import TABLE, record_of
from xltie.exchange.trf.record import Record


def missing_for_fide(event: Event, data: bytes) -> Tuple[List[Fault], List[Fault]]:
    """Return what a report of an event lacks: what FIDE refuses it for, and what it warns of."""
    lines = [line for line, _ in decode(data).lines]
    found = [*_records(event, lines), *_fields(lines)]
    refused, warned = (
        [Fault(said) for kind, said in found if said and (kind == "rating") is is_refused]
        for is_refused in (True, False)
    )
    return refused + _open_games(event), warned


def _records(event: Event, lines: Sequence[str]) -> Iterator[Tuple[str, Message]]:
    """Yield what the records lack, if anything, each with what FIDE needs it for."""
    for record in TABLE:
        if record.fide and record is not PLAYER:
            texts = [line for line in lines if record_of(line) == record and line[4:].strip()]
            yield record.fide, _lack(record, texts, event.last_round)


def _lack(record: Record, texts: Sequence[str], rounds: int) -> Message:
    """Return what lines of a record lack, ``NOTHING`` where they say all."""
    label = record.setting.label if record.setting else ""
    if not texts and label:
        return say(
            "{label} is missing (record {record})",
            label=Message(label, context="setting"), record=record.number,
        )  # fmt: skip
    if not texts:
        return say("record {record} is missing; title events need it", record=record.number)
    days = len(list(filter(None, record.cells_of(texts[0]))))
    if record.many is None or days >= rounds:
        return NOTHING
    return say("{days} dates of rounds for {rounds} rounds", days=days, rounds=rounds)


def _fields(lines: Sequence[str]) -> Iterator[Tuple[str, Message]]:
    """Yield what is missing of players, each with what FIDE needs it for."""
    players = [PLAYER.row_of(line) for line in lines if line.startswith(PLAYER.number)]
    for field in PLAYER.fields:
        without = [row.said["Name"] for row in players if not row.said[field.name]]
        if field.fide and without:
            said = count(
                len(without),
                "{n} player without {field}: {names}",
                "{n} players without {field}: {names}",
                field=Message(field.name, context="heading"),
                names=some_of(without),
            )
            yield field.fide, said


def _open_games(event: Event) -> List[Fault]:
    games = event.players if isinstance(event, TeamEvent) else event
    pending = [match for match in games.matches if match.a.status is Status.PENDING]
    said = count(len(pending), "{n} game is not played yet", "{n} games are not played yet")
    return [Fault(said, pending[0].place)] if pending else []


_BIRTH = next(field for field in FIELDS if field.name == "Birth")


def without_birth_dates(data: bytes) -> bytes:
    """Return the bytes of a report with no dates of birth; all else stays where it is."""
    text = decode(data)
    return encode(text._replace(lines=tuple((_blanked(line), end) for line, end in text.lines)))


def _blanked(line: str) -> str:
    mark = "\ufeff" if line.startswith("\ufeff") else ""
    line = line[len(mark) :]
    is_long = line.startswith("001 ") and len(line) >= _BIRTH.first
    return mark + (_BIRTH.put(line, "") if is_long else line)
