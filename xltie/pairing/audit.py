"""Checking the rounds of an event: what breaks a rule, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.errors import NOWHERE, Fault, InputError, Place
from xltie.ledger import Ledger
from xltie.model import Id, Match, Status
from xltie.pairing.draw import allowed_in, best_colour, best_partners, broken, field_for, wishes_for
from xltie.pairing.field import COLOURS, Entry, Field, rests
from xltie.pairing.horizon import Horizon, horizon_of
from xltie.pairing.options import Wants
from xltie.pairing.seats import handicap_between
from xltie.pairing.systems import System
from xltie.pairing.wishes import (
    BALANCE_TWO,
    BYE_TO_LOWEST,
    MET,
    SAME_SCORE,
    THREE_RUNNING,
    Wish,
)

WantsOf = Callable[[int], Wants]
_ALWAYS_TOLD = (THREE_RUNNING, BALANCE_TWO)
_AVOIDED = "another pairing had less of it"


@dataclass(frozen=True)
class Finding:
    """Something that goes against a rule; ``absolute`` rules may never be broken.

    ``needless`` is what another pairing of the same round would not have broken.
    """

    text: str
    place: Place = NOWHERE
    absolute: bool = False
    needless: bool = False

    @property
    def is_broken(self) -> bool:
        """Tell whether a rule is broken, not only bent where it had to be."""
        return self.absolute or self.needless

    def __str__(self) -> str:
        kind = "broken" if self.is_broken else "warning"
        return str(Fault(f"{kind}: {self.text}", self.place))


def audit(ledger: Ledger, system: System, wants_of: WantsOf) -> List[Finding]:
    """Return what breaks a rule in the rounds that are paired, round by round.

    Absolute are: nobody meets twice, nobody has two byes, no forbidden couple, and one bye in a
    round with an odd number of players. Relative rules are broken where another pairing of the same
    round would have kept them; a third game running with one colour and colours that differ by more
    than two are told in any case. Who is not named in a round was absent.
    """
    found: List[Finding] = []
    for round_number in range(1, ledger.begun + 1):
        wants = wants_of(round_number)
        found.extend(_meetings(ledger, round_number, system, wants))
        if not system.timetable:
            found.extend(_byes(ledger, round_number))
            found.extend(_spare_byes(ledger, round_number))
        if system.wishes:
            known = _without_late_entries(ledger, round_number)
            found.extend(_relative(known, round_number, system, wants))
    found.extend(_missing(ledger, wants_of(ledger.begun)))
    return list(dict.fromkeys(found))


def _matches(ledger: Ledger, round_number: int) -> List[Match]:
    return [match for match in ledger.event.matches if match.round == round_number]


def _called(ledger: Ledger, who: Id) -> str:
    return f"{who} {ledger.contestant(who).name}".strip()


def _meetings(ledger: Ledger, round_number: int, system: System, wants: Wants) -> Iterator[Finding]:
    """Tell who meets somebody again, or must not meet at all."""
    often = system.timetable.cycles if system.timetable else 1
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
        if match.b is not None or match.a.status not in (Status.PAIRING_BYE, Status.FULL_BYE):
            continue
        who = match.a.who
        for outing in ledger.outings(who):
            if outing.round < round_number and outing.own.status in free:
                had = words.get(outing.own.status, "had a bye")
                text = f"{_called(ledger, who)} has a bye in round {round_number} and {had} in "
                yield Finding(f"{text}round {outing.round}", match.place, absolute=True)
                break


def _spare_byes(ledger: Ledger, round_number: int) -> Iterator[Finding]:
    """Tell of byes that the number of players does not ask for."""
    matches = _matches(ledger, round_number)
    byes = [m for m in matches if m.b is None and m.a.status is Status.PAIRING_BYE]
    players = len(byes) + 2 * sum(match.b is not None for match in matches)
    for match in byes[players % 2 :]:
        text = f"{_called(ledger, match.a.who)} has a bye in round {round_number}, which has "
        text += f"{len(byes)} byes for {players} players; a bye that was asked for is 'full bye'"
        yield Finding(text, match.place, absolute=True)


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
    """A table as it was played; ``colour`` is that of ``a``, 0 where none counts."""

    match: Match
    a: Entry
    b: Optional[Entry]
    costs: Mapping[str, int]
    colour: int


def _relative(ledger: Ledger, round_number: int, system: System, wants: Wants) -> Iterator[Finding]:
    named = {side.who for match in _matches(ledger, round_number) for side in match.sides}
    wants = replace(wants, absent=wants.absent | frozenset(set(ledger.ids) - named))
    field = field_for(ledger, round_number, system, wants, keeps=rests)
    wishes = _to_the_last_rule(wishes_for(field, system, wants))
    tables = _played(field, wishes, _matches(ledger, round_number))
    best = _best(field, wishes, wants, horizon_of(ledger, field, allowed_in, wants))
    worse = [] if best is None else _worse(wishes, tables, best)
    yield from _told(ledger, field, wishes, tables, worse)
    for wish in worse:
        for table in tables:
            if wish in _ALWAYS_TOLD or not _goes_against(field, table, wish):
                continue
            is_bye = wish is SAME_SCORE and table.b is None
            what = (BYE_TO_LOWEST if is_bye else wish).broken.format(cost=table.costs[wish.name])
            text = f"{_named(ledger, table)}: {what}; {_AVOIDED}"
            yield Finding(f"round {round_number}, {text}", table.match.place, needless=True)


def _worse(wishes: Sequence[Wish], tables: Sequence[_Table], best: Mapping[str, int]) -> List[Wish]:
    """Return the rules that a round breaks more than the best pairing of it; none for that one.

    Where the first difference is one in favour of the round, the two cannot be compared.
    """
    own = {wish: sum(table.costs.get(wish.name, 0) for table in tables) for wish in wishes}
    differing = [wish for wish in wishes if own[wish] != best.get(wish.name, 0)]
    if not differing or own[differing[0]] < best.get(differing[0].name, 0):
        return []
    more = [wish for wish in differing if own[wish] > best.get(wish.name, 0)]
    return [wish for wish in more if wish.rule and wish is not MET]


def _goes_against(field: Field, table: _Table, wish: Wish) -> bool:
    """Tell whether a table breaks a rule; a bye in the lowest score group breaks none."""
    if wish is SAME_SCORE and table.b is None:
        return table.a.score > field.lowest
    return bool(table.costs.get(wish.name))


def _without_late_entries(ledger: Ledger, round_number: int) -> Ledger:
    """Return the event as it was known in a round: without those who came later."""
    first: Dict[Id, int] = {}
    for match in ledger.event.matches:
        for side in match.sides:
            first[side.who] = min(match.round, first.get(side.who, match.round))
    there = tuple(
        own for own in ledger.event.contestants if first.get(own.id, round_number) <= round_number
    )
    if len(there) == len(ledger.event.contestants):
        return ledger
    matches = tuple(match for match in ledger.event.matches if match.round <= round_number)
    return Ledger(replace(ledger.event, contestants=there, matches=matches))


def _to_the_last_rule(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Return the wishes without the refinements that come after all rules."""
    last = max(index for index, wish in enumerate(wishes) if wish.rule)
    return wishes[: last + 1]


def _played(field: Field, wishes: Sequence[Wish], matches: Sequence[Match]) -> List[_Table]:
    entries = {entry.who: entry for entry in field.entries}
    tables = []
    for match in matches:
        a = entries.get(match.a.who)
        b = None if match.b is None else entries.get(match.b.who)
        if a is None or (match.b is not None and b is None):
            continue
        # with a handicap the weaker has Black, whatever the two had before
        uneven = match.handicap or (b is not None and handicap_between(field, a, b))
        colour = 0 if uneven else COLOURS.get(match.a.seat, 0)
        costs = dict(broken(field, wishes, a, b, colour))
        tables.append(_Table(match, a, b, costs, colour))
    return tables


def _told(
    ledger: Ledger,
    field: Field,
    wishes: Sequence[Wish],
    tables: Sequence[_Table],
    worse: Sequence[Wish],
) -> Iterator[Finding]:
    """Tell of colours that a person should know of, whether they could be helped or not."""
    for wish in wishes:
        if wish not in _ALWAYS_TOLD or wish.seat is None:
            continue
        for table in tables:
            seats = ((table.a, table.colour), (table.b, -table.colour))
            for entry, colour in seats:
                if entry is not None and colour and table.b and wish.seat(field, entry, colour):
                    text = f"{_called(ledger, entry.who)} in round {field.round}: {wish.broken}"
                    needless = wish in worse
                    text += f"; {_AVOIDED}" if needless else ""
                    yield Finding(text, table.match.place, needless=needless)


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
        colour = 0
        if other is not None and not handicap_between(field, one, other):
            colour = best_colour(field, wishes, one, other, False)
        for name, cost in broken(field, wishes, one, other, colour):
            totals[name] = totals.get(name, 0) + cost
    return totals


def _named(ledger: Ledger, table: _Table) -> str:
    players: Tuple[Id, ...] = tuple(side.who for side in table.match.sides)
    return " - ".join(_called(ledger, who) for who in players)
