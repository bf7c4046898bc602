"""Who is level with whom: the players that a tie leaves to the next criterion."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Tuple

from xltie.event import EventIndex, Id
from xltie.functions.registry import Shape
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.criteria_lists import FAULTY


def tied_groups(keys: Iterable[Tuple[Id, Any]]) -> Dict[Id, Tuple[Id, ...]]:
    """Return the players of equal keys together, by each of them."""
    by_key: Dict[Any, List[Id]] = {}
    for who, key in keys:
        by_key.setdefault(key, []).append(who)
    return {who: tuple(group) for group in by_key.values() for who in group}


def compared_with(event_index: EventIndex, who: Id) -> Tuple[str, bool]:
    """Return what players share who are ranked with each other: a division, and having a place."""
    return event_index.contestant(who).division, who in event_index.unranked


def tied_with(event_index: EventIndex, who: Id, first: Criterion) -> Tuple[Id, ...]:
    """Return the players level on the first criterion; on points where that looks at ties."""
    if first.function.shape is Shape.GROUP or first.function is FAULTY:
        first = parse_criteria("points")[0]

    def build() -> Dict[Id, Tuple[Id, ...]]:
        totals = first.values(event_index, event_index.ids)
        return tied_groups(
            (other, (compared_with(event_index, other), totals[other].total))
            for other in event_index.ids
        )

    groups: Dict[Id, Tuple[Id, ...]] = event_index.cached(("level", first.label), build)
    return groups[who]
