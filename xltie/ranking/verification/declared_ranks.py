"""Whether the ranks that a file declares are those of its own criteria."""

from __future__ import annotations

from collections import Counter
from typing import List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.event import Id
from xltie.ranking.explain import why_above
from xltie.ranking.standings import Standings

Declared = Mapping[Id, Tuple[int, Place]]


class RankCheck(NamedTuple):
    """How many ranks were declared, how many the criteria give, and the first that they do not."""

    declared: int
    agreeing: int
    first: Optional[Fault]


def check_ranks(found: Standings, declared: Declared) -> RankCheck:
    """Return how the ranks of a file compare with its criteria.

    Players whom the criteria leave tied may have any order in the file. Who has no place in the
    standings is left out.
    """
    index = found.event_index
    listed = sorted(
        (player for player in declared if player in index.ids and player not in index.unranked),
        key=lambda who: (declared[who][0], found.index(who)),
    )
    sharing = Counter((found.division(line.who), line.place) for line in found.lines)
    agreeing = 0
    for who in listed:
        place = found.line(who).place
        last = place + sharing[found.division(who), place] - 1
        agreeing += place <= declared[who][0] <= last
    return RankCheck(len(listed), agreeing, _first_difference(found, declared, listed))


def _first_difference(found: Standings, declared: Declared, listed: List[Id]) -> Optional[Fault]:
    """Return the first rank of a file that its criteria do not give, None where all agree."""
    for at in range(1, len(listed)):
        above, below = listed[at - 1], listed[at]
        ranks = declared[above][0], declared[below][0]
        places = found.line(above).place, found.line(below).place
        is_wrong = places[0] != places[1] if ranks[0] == ranks[1] else places[0] > places[1]
        if is_wrong:
            said = say(
                "the file ranks {above} as {rank} and {below} as {other_rank}, "
                "but by the criteria {why}",
                above=above,
                rank=ranks[0],
                below=below,
                other_rank=ranks[1],
                why=why_above(found, above, below),
            )
            return Fault(said, declared[below][1])
    return None
