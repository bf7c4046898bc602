"""Places of single players, without the values that only the others need."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.ranking.criteria import Criterion
from xltie.ranking.standings import divisions, drawn, parted, refuse_unranked, understood


class _Tied(NamedTuple):
    """Players who are tied on the first criteria, and the place that they share so far."""

    place: int
    members: Tuple[Id, ...]
    parted_by: int


class SinglePlaces:
    """The places of :func:`~xltie.ranking.standings.rank`, found as they are asked for.

    Who leads is known from the first criterion and, among the few who are tied with somebody who is
    asked for, from the others: most players need no tie-break at all.
    """

    def __init__(
        self, event_index: EventIndex, criteria: Sequence[Criterion], lot: str = ""
    ) -> None:
        self._event_index = event_index
        self._criteria = criteria
        self._known = understood(criteria)
        self._lot = lot if self._known == len(criteria) else ""
        self._tied: Dict[Id, _Tied] = {}
        for members in divisions(event_index).values():
            self._share(_Tied(1, members, 0))

    def place(self, who: Id) -> Optional[int]:
        """Return a player's place; None if the first criterion is not understood.

        Raises:
            UndefinedValue: the player has no place, and why.
        """
        refuse_unranked(self._event_index, who)
        if not self._known:
            return None
        parts = self._parts(self._tied[who])
        while parts:
            place, _, by = self._tied[who]
            for members in parts:
                self._share(_Tied(place, members, by + 1))
                place += len(members)
            parts = self._parts(self._tied[who])
        return self._tied[who].place

    def _share(self, tied: _Tied) -> None:
        self._tied.update(dict.fromkeys(tied.members, tied))

    def _parts(self, tied: _Tied) -> List[Tuple[Id, ...]]:
        """Return what the next criterion makes of tied players; nothing where nothing is left."""
        _, members, by = tied
        if len(members) == 1 or by > self._known:
            return []
        if by == self._known:
            return drawn(members, self._lot) if self._lot else []
        criterion = self._criteria[by]
        values = criterion.values(self._event_index, members)
        return parted(members, values, criterion.low_wins)
