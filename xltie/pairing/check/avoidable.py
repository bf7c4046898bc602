"""The relative rules of a played round: which are broken, and whether that could be helped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import InputError
from xltie.event.index import Ledger
from xltie.event.model import Id, Match
from xltie.pairing.check.finding import Finding, called, matches_of
from xltie.pairing.engine.colours import handicap_between
from xltie.pairing.engine.lookahead import Horizon, horizon_of
from xltie.pairing.engine.objectives import (
    BALANCE_TWO,
    BYE_TO_LOWEST,
    MET,
    SAME_SCORE,
    THREE_RUNNING,
    Wish,
)
from xltie.pairing.engine.state import COLOURS, Entry, Field, rests
from xltie.pairing.options import Wants
from xltie.pairing.systems.catalogue import System
from xltie.pairing.systems.draw import (
    allowed_in,
    best_colour,
    best_partners,
    broken,
    field_for,
    wishes_for,
)

_ALWAYS_TOLD = (THREE_RUNNING, BALANCE_TWO)
_AVOIDED = "another pairing had less of it"


@dataclass(frozen=True)
class _Table:
    """A table as it was played; ``colour`` is that of ``a``, 0 where none counts."""

    match: Match
    a: Entry
    b: Optional[Entry]
    costs: Mapping[str, int]
    colour: int


def relative_findings(
    ledger: Ledger, round_number: int, system: System, wants: Wants
) -> Iterator[Finding]:
    """Yield what a round goes against that another pairing of it would not, and odd colours.

    The round is judged by what was known then: without late entries, and with who is not named in
    it as absent.
    """
    ledger = _without_late_entries(ledger, round_number)
    named = {side.who for match in matches_of(ledger, round_number) for side in match.sides}
    wants = replace(wants, absent=wants.absent | frozenset(set(ledger.ids) - named))
    field = field_for(ledger, round_number, system, wants, keeps=rests)
    wishes = _to_the_last_rule(wishes_for(field, system, wants))
    tables = _played(field, wishes, matches_of(ledger, round_number))
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
                    text = f"{called(ledger, entry.who)} in round {field.round}: {wish.broken}"
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
    return " - ".join(called(ledger, who) for who in players)
