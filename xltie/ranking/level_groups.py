"""Who is level with whom."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Tuple

from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.functions.registry import Shape
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.unknown_criterion import FAULTY


def groups_of(keys: Iterable[Tuple[Id, Any]]) -> Dict[Id, Tuple[Id, ...]]:
    """Return the players of equal keys together, by each of them."""
    by_key: Dict[Any, List[Id]] = {}
    for who, key in keys:
        by_key.setdefault(key, []).append(who)
    return {who: tuple(group) for group in by_key.values() for who in group}


def level_with(event_index: EventIndex, who: Id, first: Criterion) -> Tuple[Id, ...]:
    """Return the players level on the first criterion; on points where that looks at ties."""
    if first.function.shape is Shape.GROUP or first.function is FAULTY:
        first = parse_criteria("points")[0]

    def build() -> Dict[Id, Tuple[Id, ...]]:
        totals = first.values(event_index, event_index.ids)
        return groups_of((other, (totals[other].total,)) for other in event_index.ids)

    groups: Dict[Id, Tuple[Id, ...]] = event_index.cached(("level", first.label), build)
    return groups[who]
