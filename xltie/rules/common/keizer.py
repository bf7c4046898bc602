"""Keizer's system: a game is worth what the opponent's place on the ranking list is worth.

Devised by J. H. Keizer of ESGOO (Enschede) in the 1950s for club evenings to which not everybody
comes; Dutch, Belgian and German clubs use it. The values make the list and the list makes the
values, so it is computed again until it stays.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

from xltie.core.messages import Message, say
from xltie.core.numbers import exact_sum
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status, pairing_order
from xltie.functions.registry import Arg, rule
from xltie.functions.sources import KEIZER_HAREN, KEIZER_KRIMPEN
from xltie.rules.common.criterion_value import CriterionValue, Term

_ABSENT = (Status.ABSENT, Status.ZERO_BYE, Status.HALF_BYE)
"""Rounds missed with notice: requested byes and rounds in which a player is not named."""


class KeizerOptions(NamedTuple):
    """What places and absences are worth; every club has numbers of its own."""

    top: Annotated[
        Fraction, Arg("Value of the first place; 0 is one and a half times the players.", min=0)
    ] = Fraction(0)
    loss: Annotated[Fraction, Arg("Share of the opponent's value for a loss.", min=0)] = Fraction(0)
    bye: Annotated[
        Fraction, Arg("Share of the player's value for a bye, if the number is odd.", min=0)
    ] = Fraction(2, 3)
    club: Annotated[
        Fraction, Arg("Share of the player's value for a full-point bye (a club match).", min=0)
    ] = Fraction(2, 3)
    absent: Annotated[
        Fraction, Arg("Share of the player's value for a round missed with notice.", min=0)
    ] = Fraction(1, 3)
    most: Annotated[int, Arg("How many missed rounds earn something; 0: all.", min=0)] = 0
    own: Annotated[int, Arg("1 adds the player's own value once, 0 does not.", min=0, max=1)] = 1
    valuation: Annotated[
        str,
        Arg(
            "stable: values of the resulting list; previous: values of the list before the "
            "last round.",
            names=("stable", "previous"),
        ),
    ] = "stable"


_SHARES = ("loss", "bye", "club", "absent")
_Shares = Dict[Id, Dict[Id, int]]
"""How much of whose value everybody has, in a common unit."""


class _Part(NamedTuple):
    """What a round brings: a share of somebody's value."""

    record: RoundRecord
    whose: Id
    share: Fraction


class KeizerList(NamedTuple):
    """The ranking list, best first, and what everybody's place is worth in it."""

    order: Tuple[Id, ...]
    values: Dict[Id, Fraction]
    parts: Dict[Id, List[_Part]]


@rule("KEIZER", code="KEIZER", source=(KEIZER_KRIMPEN, KEIZER_HAREN))
def keizer(event_index: EventIndex, who: Id, options: KeizerOptions) -> CriterionValue:
    """Keizer's score: the values of the opponents beaten, half of those drawn with, and one's own.

    The first place of the ranking list is worth ``top``, every place below one less. A round
    without a game earns a share of the player's own value; a forfeit win is a game won; a forfeit
    loss and rounds after a player left earn nothing. After each round the list is made from all
    results with the values of the list before, then again with those of the new list, until the
    order no longer changes; equal players keep their order. If the orders go round in a circle,
    values are the mean over it. The first list is that of the pairing numbers.
    """
    found = keizer_list(event_index, options)
    value, parts = found.values[who], found.parts[who]
    place = found.order.index(who) + 1

    def terms() -> List[Term]:
        own = [Term.alone(value, say("own value"))] if options.own else []
        return own + [
            Term.of(
                part.record,
                part.share * found.values[part.whose],
                _why(who, part, found.values[part.whose]),
            )
            for part in parts
        ]

    total = exact_sum(part.share * found.values[part.whose] for part in parts)
    return CriterionValue(
        total + value * options.own,
        terms,
        say("place {place} is worth {value}", place=place, value=value),
    )


def _why(who: Id, part: _Part, value: Fraction) -> Message:
    if part.whose == who:
        return say("{share} of the own value {value}", share=part.share, value=value)
    return say("{share} of the value {value}", share=part.share, value=value)


def keizer_list(event_index: EventIndex, options: KeizerOptions) -> KeizerList:
    """Return the ranking list after the rounds begun, made once for an event."""
    return event_index.cached(("keizer", options), lambda: _made(event_index, options))


def _add(shares: Dict[Id, int], parts: Iterable[_Part], number: int, unit: int) -> None:
    """Add the shares of a round."""
    for part in parts:
        if part.record.round == number:
            shares[part.whose] = shares.get(part.whose, 0) + int(part.share * unit)


def _made(event_index: EventIndex, options: KeizerOptions) -> KeizerList:
    order = tuple(player.id for player in pairing_order(event_index.event))
    top = options.top or Fraction(3 * len(order), 2)
    parts = {who: list(_parts(event_index, who, options)) for who in order}
    values = _values(order, top)
    unit = math.lcm(2, *(getattr(options, name).denominator for name in _SHARES))
    shares: _Shares = {who: {who: options.own * unit} for who in order}
    for number in range(1, event_index.begun + 1):
        for who in order:
            _add(shares[who], parts[who], number, unit)
        values = _values(order, top)
        if options.valuation == "previous":
            order = _sorted(order, shares, values)
        else:
            order, values = _stable(order, shares, top)
    return KeizerList(order, values, parts)


def _stable(
    order: Tuple[Id, ...], shares: _Shares, top: Fraction
) -> Tuple[Tuple[Id, ...], Dict[Id, Fraction]]:
    """Return the list that its own values give again, and the values."""
    seen: Dict[Tuple[Id, ...], int] = {}
    while order not in seen:
        seen[order] = len(seen)
        order = _sorted(order, shares, _values(order, top))
    circle = [_values(found, top) for found, at in seen.items() if at >= seen[order]]
    values = {who: exact_sum(one[who] for one in circle) / Fraction(len(circle)) for who in order}
    return _sorted(order, shares, values), values


def _values(order: Tuple[Id, ...], top: Fraction) -> Dict[Id, Fraction]:
    return {who: top - place for place, who in enumerate(order)}


def _sorted(order: Tuple[Id, ...], shares: _Shares, values: Dict[Id, Fraction]) -> Tuple[Id, ...]:
    """Return who is on the list by their scores; who are equal keep their order."""
    common = math.lcm(*(value.denominator for value in values.values()))
    worth = {who: int(value * common) for who, value in values.items()}
    scores = {
        who: sum(share * worth[other] for other, share in line.items())
        for who, line in shares.items()
    }
    return tuple(sorted(order, key=scores.__getitem__, reverse=True))


def _parts(event_index: EventIndex, who: Id, options: KeizerOptions) -> Iterator[_Part]:
    missed = 0
    player = event_index.contestant(who)
    for record in event_index.rounds_of(who):
        status = record.own.status
        if record.other is not None:
            share = _share_of_game(record, options)
            if share is not None:
                yield _Part(record, record.other.who, share)
        elif status is Status.PAIRING_BYE:
            yield _Part(record, who, options.bye)
        elif status is Status.FULL_BYE:
            yield _Part(record, who, options.club)
        elif status in _ABSENT and not player.has_left(record.round):
            missed += 1
            if not options.most or missed <= options.most:
                yield _Part(record, who, options.absent)


def _share_of_game(record: RoundRecord, options: KeizerOptions) -> Optional[Fraction]:
    """Return the share of the opponent's value, None where a game is not decided or not met."""
    if record.own.status is Status.FORFEIT_WIN or record.own.outcome is Outcome.WIN:
        return Fraction(1)
    if record.own.status is not Status.PLAYED:
        return None
    return Fraction(1, 2) if record.own.outcome is Outcome.DRAW else options.loss
