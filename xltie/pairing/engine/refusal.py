"""Why a round cannot be paired, in terms that a director can act on."""

from __future__ import annotations

from typing import Dict, List, Sequence, Set

from xltie.core.errors import Fault, InputError
from xltie.core.messages import Message, joined, say
from xltie.pairing.engine.pruned import cheapest_perfect
from xltie.pairing.engine.weights import Allowed
from xltie.pairing.state import Entry, PairingState

_NAMED = 12


class NoPairing(InputError):
    """No pairing of a round keeps the absolute rules, and why."""


def reasons(state: PairingState, allowed: Allowed) -> List[Fault]:
    """Return the reasons why the players cannot all be paired under the absolute rules."""
    entries = state.entries
    may_meet: Dict[int, Set[int]] = {who: set() for who in range(len(entries))}
    for a, b in allowed.couples:
        may_meet[a].add(b)
        may_meet[b].add(a)
    return [
        Fault.say("round {round} cannot be paired: {why}", round=state.round, why=why)
        for why in _whys(entries, allowed, may_meet)
    ]


def _whys(
    entries: Sequence[Entry], allowed: Allowed, may_meet: Dict[int, Set[int]]
) -> List[Message]:
    odd = len(entries) % 2
    if odd and not allowed.byes:
        return [say("the number of players is odd, and everybody has had a bye")]
    alone = [who for who, others in may_meet.items() if not others]
    lonely = [who for who in alone if not (odd and who in allowed.byes)]
    if lonely:
        return [
            say("{who} has met, or must not meet, everybody present", who=entries[who].display_name)
            for who in lonely
        ]
    if len(alone) > 1:
        text = say(
            "{names} have met everybody present, and only one of them can have the bye",
            names=_list(entries, alone),
        )
        return [text]
    return [_shortage(entries, allowed, may_meet)]


def _shortage(entries: Sequence[Entry], allowed: Allowed, may_meet: Dict[int, Set[int]]) -> Message:
    """Name players who compete for too few opponents.

    Some players are left over by one or another largest set of pairs, and there are too many of
    them for the opponents they may still meet (the theorem of Gallai and Edmonds).
    """
    over = [who for who in range(len(entries)) if _is_left_over(len(entries), allowed, who)]
    others = sorted({b for a in over for b in may_meet[a]} - set(over))
    names = _list(entries, over)
    if others:
        return say(
            "too many of {names} have already met each other; "
            "otherwise they may only meet {others}",
            names=names, others=_list(entries, others),
        )  # fmt: skip
    return say(
        "too many of {names} have already met each other, and they may meet nobody else",
        names=names,
    )


def _is_left_over(players: int, allowed: Allowed, who: int) -> bool:
    """Tell whether the largest set of pairs is as large without a player."""
    edges = dict.fromkeys(allowed.couples, 0)
    edges.update({(a, players): 0 for a in allowed.byes if players % 2})
    rest = {edge: 0 for edge in edges if who not in edge}
    return _pairs(players + 1, edges) == _pairs(players + 1, rest)


def _pairs(vertices: int, edges: Dict[tuple[int, int], int]) -> int:
    return sum(partner is not None for partner in cheapest_perfect(vertices, edges))


def _list(entries: Sequence[Entry], places: Sequence[int]) -> Message:
    names = joined(entries[place].display_name for place in places[:_NAMED])
    if len(places) <= _NAMED:
        return names
    return say("{names} and {n} more", names=names, n=len(places) - _NAMED)
