"""The index of the Burstein system: what the opponents have scored (C.04.4.2, article 1.7)."""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Tuple

from xltie.event.index import EventIndex
from xltie.event.model import Id, Status
from xltie.pairing.systems.dutch.entry_list import is_played, records_before

Index = Tuple[int, int]
"""Buchholz and Sonneborn-Berger, scaled once and twice."""

_MISSED = (Status.ZERO_BYE, Status.ABSENT)


def indices_before(
    event_index: EventIndex, round_number: int, playing: FrozenSet[Id]
) -> Dict[Id, Index]:
    """Return the index of everybody before a round: Buchholz, then Sonneborn-Berger (1.7.1).

    Virtual points play no part. A round that was not played counts as a game against oneself, with
    the points that it gave. Who does not play in this round, and had zero-point byes in the rounds
    just before it, counts for the opponents as if these were draws (1.7.2).
    """
    records = {who: records_before(event_index, who, round_number) for who in event_index.ids}
    scores = {
        who: event_index.scaled_start(who) + sum(record.scaled for record in rounds)
        for who, rounds in records.items()
    }
    for_others = dict(scores)
    for who, rounds in records.items():
        if who not in playing:
            statuses: List[Status] = [record.own.status for record in rounds]
            while statuses and statuses[-1] in _MISSED:
                statuses.pop()
                for_others[who] += event_index.scaled_draw
    found: Dict[Id, Index] = {}
    for who, rounds in records.items():
        buchholz = sonneborn = 0
        for record in rounds:
            is_game = is_played(record) and record.other is not None
            score = for_others[record.other.who] if is_game and record.other else scores[who]
            buchholz += score
            sonneborn += score * record.scaled
        found[who] = (buchholz, sonneborn)
    return found
