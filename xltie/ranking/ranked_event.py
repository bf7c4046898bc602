"""An event with its places filled in, as files of results carry them."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Optional, Sequence

from xltie.event.index import EventIndex
from xltie.event.model import Contestant, Event
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import rank, text_of_total
from xltie.rules.common.criterion_value import CriterionValue

_LEAST_COLUMNS = 4


def with_ranks(event: Event, criteria: str) -> Event:
    """Return the event with the places and criteria as fields of every contestant.

    Criteria that a contestant's record has already stay; result lists have at least four.

    Raises:
        InputError: a criterion that cannot be understood.
    """
    lines = rank(EventIndex(event), parse_criteria(criteria, event=event)).lines
    fields: Dict[str, Dict[str, str]] = {
        line.who: {
            "Rank": str(line.place),
            **{f"Criterion {n}": text for n, text in enumerate(_padded(line.values), 1)},
        }
        for line in lines
    }

    def ranked(own: Contestant) -> Contestant:
        if own.id not in fields:  # expelled, or withdrawn too early
            return replace(own, more=tuple(pair for pair in own.more if pair[0] != "Rank"))
        more = dict(own.more)
        new = {"Rank": fields[own.id]["Rank"]} if "Criterion 1" in more else fields[own.id]
        return replace(own, more=tuple({**more, **new}.items()))

    return replace(event, contestants=tuple(map(ranked, event.contestants)))


def _padded(values: Sequence[Optional[CriterionValue]]) -> List[str]:
    texts = ["0" if own is None else text_of_total(own.total) or "0" for own in values]
    return texts + ["0"] * (_LEAST_COLUMNS - len(texts))
