"""Checking the rounds of an event: what breaks a rule, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.errors import NOWHERE, Fault, InputError, Place
from xltie.ledger import Ledger
from xltie.model import Id, Match, Status
from xltie.pairing.draw import allowed_in, best_colour, best_partners, broken, field_for, wishes_for
from xltie.pairing.field import COLOURS, WHITE, Entry, Field, rests
from xltie.pairing.horizon import Horizon, horizon_of
from xltie.pairing.options import Wants
from xltie.pairing.systems import System
from xltie.pairing.wishes import BALANCE_TWO, MET, THREE_RUNNING, Wish

WantsOf = Callable[[int], Wants]
_ALWAYS_TOLD = (THREE_RUNNING, BALANCE_TWO)


@dataclass(frozen=True)
class Finding:
    """Something that goes against a rule; ``absolute`` rules may never be broken."""

    text: str
    place: Place = NOWHERE
    absolute: bool = False

    def __str__(self) -> str:
        kind = "broken" if self.absolute else "warning"
        return str(Fault(f"{kind}: {self.text}", self.place))


def audit(ledger: Ledger, system: System, wants_of: WantsOf) -> List[Finding]:
    """Return what breaks a rule in the rounds that are paired, round by round.

    Absolute are: nobody meets twice, nobody has two byes, no forbidden couple. Relative rules are
    reported where another pairing of the same round would have kept them, or where a person should
    know in any case: a third game running with one colour, colours that differ by more than two.
    """
    found: List[Finding] = []
    for round_number in range(1, ledger.begun + 1):
        wants = wants_of(round_number)
        found.extend(_meetings(ledger, round_number, system, wants))
        if not system.timetable:
            found.extend(_byes(ledger, round_number))
        if system.wishes:
            found.extend(_relative(ledger, round_number, system, wants))
    found.extend(_missing(ledger, wants_of(ledger.begun)))
    return found


def _matches(ledger: Ledger, round_number: int) -> List[Match]:
    return [match for match in ledger.event.matches if match.round == round_number]


def _called(ledger: Ledger, who: Id) -> str:
    return f"{who} {ledger.contestant(who).name}".strip()


def _meetings(ledger: Ledger, round_number: int, system: System, wants: Wants) -> Iterator[Finding]:
    """Tell who meets somebody again, or must not meet at all."""
    often = 2 if system.name == "double-round-robin" else 1
    for match in _matches(ledger, round_number):
        if match.b is None:
            continue
        a, b = match.a.who, match.b.who
        both = f"{_called(ledger, a)} and {_called(ledger, b)}"
        before = [
            outing.round
            for outing in ledger.meetings(a).get(b, [])
            if outing.round < round_number and outing.own.status in (Status.PLAYED, Status.PENDING)
        ]
        if len(before) >= often and not match.a.status.is_forfeit:
            text = f"{both} meet again in round {round_number}; they met in round {before[0]}"
            yield Finding(text, match.place, absolute=not wants.repeats)
        if frozenset((a, b)) in wants.forbidden:
            yield Finding(f"{both} must not meet", match.place, absolute=True)
        one, other = ledger.contestant(a), ledger.contestant(b)
        for what in wants.forbid_same:
            if getattr(one, what) and getattr(one, what) == getattr(other, what):
                text = f"{both} must not meet: the same {what}"
                yield Finding(text, match.place, absolute=True)


def _byes(ledger: Ledger, round_number: int) -> Iterator[Finding]:
    free = (Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN)
    words = {Status.FORFEIT_WIN: "won by forfeit"}
    for match in _matches(ledger, round_number):
        if match.b is not None or match.a.status is not Status.PAIRING_BYE:
            continue
        who = match.a.who
        for outing in ledger.outings(who):
            if outing.round < round_number and outing.own.status in free:
                had = words.get(outing.own.status, "had a bye")
                text = f"{_called(ledger, who)} has a bye in round {round_number} and {had} in "
                yield Finding(f"{text}round {outing.round}", match.place, absolute=True)
                break


def _missing(ledger: Ledger, wants: Wants) -> Iterator[Finding]:
    """Tell who is left out of the round that is being prepared."""
    last = _matches(ledger, ledger.begun)
    if not any(match.a.status is Status.PENDING for match in last):
        return
    named = {side.who for match in last for side in match.sides}
    for contestant in ledger.event.contestants:
        gone = contestant.has_left(ledger.begun)
        who = contestant.id
        if who not in named and who not in wants.absent and who not in wants.half_byes and not gone:
            yield Finding(f"{_called(ledger, who)} has no game in round {ledger.begun}")


# -- relative rules ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A table as it was played; ``colour`` is that of ``a``, 0 where none is known."""

    match: Match
    a: Entry
    b: Optional[Entry]
    costs: Mapping[str, int]
    colour: int


def _relative(ledger: Ledger, round_number: int, system: System, wants: Wants) -> Iterator[Finding]:
    field = field_for(ledger, round_number, system, wants, keeps=rests)
    wishes = [wish for wish in wishes_for(field, system, wants) if wish.rule and wish is not MET]
    tables = _played(field, wishes, _matches(ledger, round_number))
    yield from _told(ledger, field, wishes, tables)
    best = _best(field, wishes, wants, horizon_of(ledger, field, allowed_in, wants))
    if best is None:
        return
    for wish in wishes:
        own = sum(table.costs.get(wish.name, 0) for table in tables)
        if own == best.get(wish.name, 0):
            continue
        if own > best.get(wish.name, 0):
            for table in tables:
                if table.costs.get(wish.name) and wish not in _ALWAYS_TOLD:
                    what = wish.broken.format(cost=table.costs[wish.name])
                    text = f"{_named(ledger, table)}: {what}; another pairing had less of it"
                    yield Finding(f"round {round_number}, {text}", table.match.place)
        return  # what comes after a different choice cannot be compared


def _played(field: Field, wishes: Sequence[Wish], matches: Sequence[Match]) -> List[_Table]:
    entries = {entry.who: entry for entry in field.entries}
    tables = []
    for match in matches:
        a = entries.get(match.a.who)
        b = None if match.b is None else entries.get(match.b.who)
        if a is None or (match.b is not None and b is None):
            continue
        colour = COLOURS.get(match.a.seat, 0)
        seatless = [wish if colour else replace(wish, seat=None) for wish in wishes]
        costs = dict(broken(field, seatless, a, b, colour or WHITE))
        tables.append(_Table(match, a, b, costs, colour))
    return tables


def _told(
    ledger: Ledger, field: Field, wishes: Sequence[Wish], tables: Sequence[_Table]
) -> Iterator[Finding]:
    for wish in wishes:
        if wish not in _ALWAYS_TOLD or wish.seat is None:
            continue
        for table in tables:
            seats = ((table.a, table.colour), (table.b, -table.colour))
            for entry, colour in seats:
                if entry is not None and colour and table.b and wish.seat(field, entry, colour):
                    text = f"{_called(ledger, entry.who)} in round {field.round}: {wish.broken}"
                    yield Finding(text, table.match.place)


def _best(
    field: Field, wishes: Sequence[Wish], wants: Wants, horizon: Optional[Horizon]
) -> Optional[Dict[str, int]]:
    """Return what the best pairing of a round costs, None where no pairing keeps the rules."""
    try:
        partners = best_partners(field, wishes, allowed_in(field, wants), horizon)
    except InputError:
        return None
    totals: Dict[str, int] = {}
    for a, b in partners:
        one, other = field.entries[a], None if b is None else field.entries[b]
        colour = WHITE if other is None else best_colour(field, wishes, one, other, False)
        for name, cost in broken(field, wishes, one, other, colour):
            totals[name] = totals.get(name, 0) + cost
    return totals


def _named(ledger: Ledger, table: _Table) -> str:
    players: Tuple[Id, ...] = tuple(side.who for side in table.match.sides)
    return " - ".join(_called(ledger, who) for who in players)
