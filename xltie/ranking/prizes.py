"""Prizes: who takes which, of several groups, shared among the tied or not.

Everybody takes the one prize that is worth most to them; what they leave goes to the next of its
group. A group may be one whose prizes are taken besides. Tied are those with the same points. They
share the prizes of their places equally, or as Hort has it: half of a prize goes by place, half
into the pool of the tied.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.event import Id
from xltie.ranking.groups import members
from xltie.ranking.standings import Standings

SHARING = ("none", "equal", "hort")


class PrizeGroup(NamedTuple):
    """The prizes of a group, from the first place on; ``group`` is "" for everybody."""

    name: str
    group: str
    amounts: Tuple[Fraction, ...]
    is_besides: bool = False
    """Whether somebody who takes another prize may take one of these too."""


class Prize(NamedTuple):
    """What a player takes: the place in the group, and how much it comes to."""

    who: Id
    name: str
    place: int
    amount: Fraction


def prizes(found: Standings, groups: Sequence[PrizeGroup], sharing: str = "none") -> List[Prize]:
    """Return who takes what, group by group in the order of places.

    Raises:
        DomainError: a group that is not understood.
    """
    points = {line.who: _points(found, line.who) for line in found.lines}
    eligible = {group.name: _eligible(found, group) for group in groups}
    while True:
        offered = {
            group.name: _offers(eligible[group.name], points, group, sharing) for group in groups
        }
        gone = _given_up(groups, offered)
        if gone is None:
            return [prize for group in groups for prize in offered[group.name]]
        name, who = gone
        eligible[name].remove(who)


def _eligible(found: Standings, group: PrizeGroup) -> List[Id]:
    """Return the players of a group in the order of their places."""
    index = found.event_index
    chosen = set(members(index, group.group) if group.group else index.ids)
    return [line.who for line in found.lines if line.who in chosen]


def _points(found: Standings, who: Id) -> object:
    value = found.line(who).values[0]
    return None if value is None else value.total


def _offers(
    listed: Sequence[Id], points: Dict[Id, object], group: PrizeGroup, sharing: str
) -> List[Prize]:
    """Return the prizes of a group if nobody took another one."""
    found: List[Prize] = []
    at = 0
    while at < min(len(group.amounts), len(listed)):
        tied = [who for who in listed[at:] if points[who] == points[listed[at]]]
        if sharing == "none":
            tied = tied[:1]
        pool = [*group.amounts[at : at + len(tied)], *[Fraction(0)] * len(tied)][: len(tied)]
        equal = sum(pool, Fraction(0)) / len(tied)
        for turn, (who, prize) in enumerate(zip(tied, pool)):
            amount = {"equal": equal, "hort": (prize + equal) / 2}.get(sharing, prize)
            found.append(Prize(who, group.name, at + turn + 1, amount))
        at += len(tied)
    return found


def _given_up(
    groups: Sequence[PrizeGroup], offered: Dict[str, List[Prize]]
) -> Optional[Tuple[str, Id]]:
    """Return a prize that its winner leaves for a better one, of equal ones the later group's."""
    best: Dict[Id, Tuple[str, Fraction]] = {}
    for group in groups:
        for prize in () if group.is_besides else offered[group.name]:
            held = best.get(prize.who)
            if held is None:
                best[prize.who] = prize.name, prize.amount
            elif prize.amount > held[1]:
                return held[0], prize.who
            else:
                return prize.name, prize.who
    return None
