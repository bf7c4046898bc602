"""Who is level with whom."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Tuple

from xltie.event.model import Id


def groups_of(keys: Iterable[Tuple[Id, Any]]) -> Dict[Id, Tuple[Id, ...]]:
    """Return the players of equal keys together, by each of them."""
    by_key: Dict[Any, List[Id]] = {}
    for who, key in keys:
        by_key.setdefault(key, []).append(who)
    return {who: tuple(group) for group in by_key.values() for who in group}
