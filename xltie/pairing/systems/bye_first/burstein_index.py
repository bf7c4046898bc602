"""The index of the Burstein system: what the opponents have scored (C.04.4.2, article 1.7)."""

from __future__ import annotations

from itertools import takewhile
from typing import Dict, FrozenSet, Tuple

from xltie.event.index import EventIndex, RoundRecord
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
    for who in records.keys() - playing:
        missed = takewhile(lambda record: record.own.status in _MISSED, reversed(records[who]))
        for_others[who] += event_index.scaled_draw * len(list(missed))

    def faced(record: RoundRecord) -> int:
        rival = record.other if is_played(record) else None
        return scores[record.own.who] if rival is None else for_others[rival.who]

    return {
        who: (sum(map(faced, rounds)), sum(faced(record) * record.scaled for record in rounds))
        for who, rounds in records.items()
    }
