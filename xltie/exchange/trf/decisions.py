"""What the arbiter decided and no record of a TRF holds: comments that other programs pass over.

``### xltie manual order: 3=1 7=2`` gives the values of ``OTHER_MANUAL`` in records 202 and 212, and
``### xltie withdrawn after: 5=2 8=4 expelled`` says who left after which round, or was sent off.
The numbers are those of the players, of the teams in an event of teams. ``### xltie lot: 4711`` is
the seed of the draw for the ties that the criteria leave.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Iterable, List, Tuple

from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event import Contestant
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.facts import Draft

_OWN = "### xltie "
_ORDER, _LEFT, _LOT = (f"{_OWN}{what}:" for what in ("manual order", "withdrawn after", "lot"))
_PAIR = re.compile(r"(\d{1,4})=(\d+(?:\.\d+)?|-)( expelled)?(?=\s|$)")
Lines = Iterable[Tuple[str, str]]


def with_decisions(
    contestants: Tuple[Contestant, ...], lines: Lines, notes: Notes
) -> Tuple[Contestant, ...]:
    """Return the players or teams with what the comments of a file say of them."""
    found = {contestant.id: contestant for contestant in contestants}
    for number, (line, _) in enumerate(lines, 1):
        if not line.startswith((_ORDER, _LEFT)):
            continue
        says = line[line.index(":") + 1 :]
        pairs = _PAIR.findall(says)
        if _PAIR.sub("", says).strip() or any(str(int(who)) not in found for who, _, _ in pairs):
            notes.warn(say("this comment is not understood, or names nobody of the event"), number)
            continue
        for who, value, expelled in pairs:
            named = found[str(int(who))]
            plain = None if value == "-" else Fraction(value)
            if line.startswith(_ORDER):
                found[named.id] = replace(named, manual_order=plain)
            else:
                after = None if plain is None else int(plain)
                found[named.id] = replace(named, withdrawn_after=after, is_expelled=bool(expelled))
    return tuple(found.values())


def lot_of(lines: Lines) -> str:
    """Return the seed of the draw that a file tells, "" where it tells none."""
    said = [line[len(_LOT) :].strip() for line, _ in lines if line.startswith(_LOT)]
    return said[-1] if said else ""


def put_lot(draft: Draft, new: str, old: str) -> None:
    """Put the seed of the draw into a draft, in place of that of before."""
    if new == old:
        return
    draft.drop(lambda line: line.startswith(_LOT))
    if new:
        draft.insert(len(draft.lines), f"{_LOT} {' '.join(new.split())}")


def put_decisions(draft: Draft, new: Tuple[Contestant, ...], old: Tuple[Contestant, ...]) -> None:
    """Put the comments that say something else than before into a draft; ids are numbers."""
    for start, say_of in ((_ORDER, _orders), (_LEFT, _departures)):
        words = say_of(new)
        if words != say_of(old):
            draft.drop(lambda line, start=start: line.startswith(start))  # type: ignore[misc]
            if words:
                draft.insert(len(draft.lines), f"{start} {' '.join(words)}")


def _orders(contestants: Tuple[Contestant, ...]) -> List[str]:
    return [
        f"{contestant.id}={show(contestant.manual_order)}"
        for contestant in contestants
        if contestant.manual_order is not None
    ]


def _departures(contestants: Tuple[Contestant, ...]) -> List[str]:
    return [
        f"{who.id}={'-' if who.withdrawn_after is None else who.withdrawn_after}"
        + (" expelled" if who.is_expelled else "")
        for who in contestants
        if who.withdrawn_after is not None or who.is_expelled
    ]
