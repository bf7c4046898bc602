"""Whether the ranks that a file declares are those of its own criteria."""

from __future__ import annotations

from typing import Mapping, Optional, Tuple

from xltie.core.errors import Fault, Place
from xltie.event.model import Id
from xltie.ranking.explain import why_above
from xltie.ranking.standings import Standings


def first_difference(found: Standings, declared: Mapping[Id, Tuple[int, Place]]) -> Optional[Fault]:
    """Return the first rank of a file that its criteria do not give, None where all agree.

    Players whom the criteria leave tied may have any order in the file.
    """
    listed = sorted(
        (own for own in declared if own in found.event_index.ids),
        key=lambda who: (declared[who][0], found.index(who)),
    )
    for at in range(1, len(listed)):
        above, below = listed[at - 1], listed[at]
        ranks = declared[above][0], declared[below][0]
        places = found.line(above).place, found.line(below).place
        is_wrong = places[0] != places[1] if ranks[0] == ranks[1] else places[0] > places[1]
        if is_wrong:
            said = (
                f"the file ranks {above} as {ranks[0]} and {below} as {ranks[1]}, but by its own "
                f"criteria {why_above(found, above, below)}"
            )
            return Fault(said, declared[below][1])
    return None
