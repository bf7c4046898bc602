"""Places within strata: a pair competes in its own stratum and in every one above it."""

from __future__ import annotations

from typing import Dict, List, Tuple

from xltie.event import Contestant, Id
from xltie.functions.registry import Source
from xltie.ranking.standings import Standings

STRATIFIED = Source(
    "Bridge clubs of the ACBL", "Horizontal stratified pairs (glossary of Bridge Montreal)",
    "the pairs of the top stratum are left out and the others ranked anew",
    "http://www.bridgemontreal.ca/blogs/files/21/File/glossary(1).htm",
)  # fmt: skip
_COLUMNS = ("stratum", "strat", "strata")


def strata_of(standings: Standings) -> Dict[str, Dict[Id, int]]:
    """Return the places in every stratum, highest first; none where no column says any."""
    players = standings.event_index.event.contestants
    names = sorted({stratum for stratum in map(stratum_of, players) if stratum}, key=_order)
    return {stratum: _places(standings, stratum) for stratum in names}


def _places(standings: Standings, stratum: str) -> Dict[Id, int]:
    """Return the places of everybody who competes in a stratum, each division by itself."""
    above: Dict[str, List[int]] = {}
    found: Dict[Id, int] = {}
    for line in standings.lines:
        highest = stratum_of(standings.event_index.contestant(line.who))
        if highest and _order(highest) >= _order(stratum):
            places = above.setdefault(standings.division(line.who), [])
            found[line.who] = 1 + sum(place < line.place for place in places)
            places.append(line.place)
    return found


def stratum_of(who: Contestant) -> str:
    """Return the stratum of a player as the list has it, in capitals; "" for none."""
    texts = (text for title, text in who.more if title.strip().casefold() in _COLUMNS)
    return next(texts, "").strip().upper()


def _order(stratum: str) -> Tuple[int, str]:
    return (int(stratum), "") if stratum.isdecimal() else (0, stratum)
