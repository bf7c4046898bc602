"""What the arbiter decided and no record of a TRF holds: comments that other programs pass over.

``### xltie manual order: 3=1 7=2`` gives the values of ``OTHER_MANUAL`` in records 202 and 212, and
``### xltie withdrawn after: 5=2 8=4 expelled`` says who left after which round, or was sent off.
The numbers are those of the players, of the teams in an event of teams. ``### xltie lot: 4711`` is
the seed of the draw for the ties that the criteria leave. ``### xltie pairing: swiss accelerated
2`` is a system without a code for record 192, and how many first rounds have virtual points;
``### xltie pairing seed: 99`` is the seed of its lots.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import List, Tuple

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.core.records import replace
from xltie.event import Contestant, Event
from xltie.exchange.trf.header import read_text
from xltie.exchange.trf.pairing_records import has_code
from xltie.exchange.trf.record import Field, Record, saying
from xltie.exchange.trf.report import Report
from xltie.settings.declared import LOT, PAIRING, PAIRING_ACCELERATED, PAIRING_SEED

_PAIR = re.compile(r"(\d{1,4})=(\d+(?:\.\d+)?|-)( expelled)?(?=\s|$)")


def _pairs(record: Record, report: Report, line: str, place: Place) -> List[Tuple[str, ...]]:
    """Return what a comment says of each contestant; nothing of one that is not understood."""
    says = line[len(record.number) :]
    pairs = [(str(int(who)), *more) for who, *more in _PAIR.findall(says)]
    if _PAIR.sub("", says).strip() or any(who not in report.decided for who, *_ in pairs):
        said = say("this comment is not understood, or names nobody of the event")
        report.notes.warn(said, place)
        return []
    return pairs


def _orders(record: Record, report: Report, line: str, place: Place) -> None:
    for who, value, _ in _pairs(record, report, line, place):
        report.orders[who] = None if value == "-" else Fraction(value)


def _departures(record: Record, report: Report, line: str, place: Place) -> None:
    for who, value, expelled in _pairs(record, report, line, place):
        report.departures[who] = None if value == "-" else int(Fraction(value)), bool(expelled)


def _pairing(record: Record, report: Report, line: str, place: Place) -> None:
    name, _, rounds = line[len(record.number) :].partition("accelerated ")
    for setting, text in ((PAIRING, name.strip()), (PAIRING_ACCELERATED, rounds.strip())):
        if text:
            report.settings[setting] = text


def _pairing_of(event: Event) -> str:
    """Return what record 192 has no code for: Baku and the systems of FIDE have one."""
    named, rounds = event.settings[PAIRING], event.settings[PAIRING_ACCELERATED].rounds
    words = [named] if named and not has_code(event) else []
    return " ".join([*words, *(["accelerated", str(rounds)] if rounds else [])])


def _pairing_seed_of(event: Event) -> str:
    """Return the seed where lots may be drawn: the systems that have a code leave no choice."""
    return _in_a_line(event.settings.text(PAIRING_SEED)) if _pairing_of(event) else ""


def with_decisions(contestants: Tuple[Contestant, ...], report: Report) -> Tuple[Contestant, ...]:
    """Return the players or teams with what the comments of a file say of them."""
    found = {who.id: who for who in contestants}
    for who, order in report.orders.items():
        found[who] = replace(found[who], manual_order=order)
    for who, (after, is_expelled) in report.departures.items():
        found[who] = replace(found[who], withdrawn_after=after, is_expelled=is_expelled)
    return tuple(found.values())


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def _orders_of(event: Event) -> str:
    ordered = (who for who in event.contestants if who.manual_order is not None)
    return " ".join(f"{who.id}={show(who.manual_order)}" for who in ordered)


def _departures_of(event: Event) -> str:
    return " ".join(
        f"{who.id}={'-' if who.withdrawn_after is None else who.withdrawn_after}"
        + (" expelled" if who.is_expelled else "")
        for who in event.contestants
        if who.withdrawn_after is not None or who.is_expelled
    )


def _comment(what: str, about: str, **more: object) -> Record:
    number = f"### xltie {what}:"
    fields = (Field("text", len(number) + 2),)
    return Record(number, about, fields, source="xltie", **more)  # type: ignore[arg-type]


DECISIONS = (
    _comment("lot", "seed of the draw for the ties that the criteria leave", read=read_text,
             setting=LOT, rows=saying(lambda event: _in_a_line(event.settings.text(LOT)))),
    _comment("manual order", "order of the tied that the arbiter gave (OTHER_MANUAL)",
             read=_orders, rows=saying(_orders_of)),
    _comment("pairing", "system without a code in 192, and accelerated rounds", read=_pairing,
             rows=saying(_pairing_of)),
    _comment("pairing seed", "seed of the lots of such a system", read=read_text,
             setting=PAIRING_SEED, rows=saying(_pairing_seed_of)),
    _comment("withdrawn after", "who left after which round, or was expelled",
             read=_departures, rows=saying(_departures_of)),
)  # fmt: skip
