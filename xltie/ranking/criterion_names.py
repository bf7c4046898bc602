"""What a criterion is called over its column: a short name, and below it the code of the list.

The name is for those who read the wall, the code for those who announce it; texts that name a
criterion (*Decided by*, the Settings) have the code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, FrozenSet
from unicodedata import east_asian_width

from xltie.core.catalogues import spellings
from xltie.core.errors import XltieError
from xltie.core.language import language
from xltie.core.messages import Message, word
from xltie.event import Event
from xltie.ranking.criteria import parse_criterion
from xltie.settings.declared import LANGUAGE

_NAMES: Dict[str, Message] = {
    "POINTS": word("criterion name", "Points"),
    "DIRECTENC": word("criterion name", "Direct encounter"),
    "BUCHHOLZ": word("criterion name", "Buchholz"),
    "BUCHHOLZ cut 1": word("criterion name", "Buchholz cut 1"),
    "FOREBUCHHOLZ": word("criterion name", "Fore Buchholz"),
    "SONNEBORN": word("criterion name", "Sonneborn-Berger"),
    "PROGRESSIVE": word("criterion name", "Progress"),
    "KOYA": word("criterion name", "Koya"),
    "WINS": word("criterion name", "Wins"),
    "GAMESWON": word("criterion name", "Played wins"),
    "BLACKGAMES": word("criterion name", "Black games"),
    "ARO": word("criterion name", "Average rating"),
    "TPR": word("criterion name", "Performance"),
    "RTNG": word("criterion name", "Rating"),
    "HEADTOHEAD": word("criterion name", "Head to head"),
    "BQ": word("criterion name", "Brightwell quotient"),
    "DISCS": word("criterion name", "Discs"),
    "DIRECTCOMP": word("criterion name", "Direct comparison"),
    "MMS": word("criterion name", "McMahon score"),
    "SOS": word("criterion name", "Opponents' scores"),
    "SODOS": word("criterion name", "Beaten opponents"),
    "NBW": word("criterion name", "Wins"),
    "MPSCORE": word("criterion name", "Percent"),
    "MPTOTAL": word("criterion name", "Matchpoints"),
    "BOARDSPLAYED": word("criterion name", "Boards"),
    "BUTLERTOTAL": word("criterion name", "Butler"),
    "CROSSTOTAL": word("criterion name", "Cross-IMPs"),
    "ZTOTAL": word("criterion name", "Normal game"),
    "ZSCORE": word("criterion name", "Normal game"),
    "TEAMVPS": word("criterion name", "Victory points"),
    "TEAMIMPS": word("criterion name", "IMPs"),
    "BAM": word("criterion name", "Board-a-match"),
    "MATCHPTS": word("criterion name", "Match points"),
    "GAMEPTS": word("criterion name", "Game points"),
    "SECONDSCORE": word("criterion name", "Second score"),
    "EXTENDEDSB": word("criterion name", "Berger"),
    "EXTENDEDDE": word("criterion name", "Direct match"),
    "SSSC": word("criterion name", "Schedule strength"),
    "BOARDCOUNT": word("criterion name", "Board count"),
    "TEAMPOINTS": word("criterion name", "Team points"),
    "BOARDWINS": word("criterion name", "Board wins"),
    "MEANRATING": word("criterion name", "Mean rating"),
    "TEAMSOS": word("criterion name", "Opponents' points"),
}
"""Names of two short words at most, by function."""


def headed(label: str, event: Event) -> str:
    """Return what stands over the column of a criterion: its name, and below it the label.

    A criterion without a short name, or one that a list calls so, has the label alone.
    """
    try:
        criterion = parse_criterion(label, event)
    except XltieError:
        return label
    function, cut = criterion.function.name, dict(criterion.options).get("cut", 0)
    name = _NAMES.get(f"{function} cut {cut}") or _NAMES.get(function)
    said = "" if name is None else language(event.settings.text(LANGUAGE)).say(name)
    if said.casefold() in ("", label.casefold()):
        return label
    if any(east_asian_width(letter) == "W" for letter in said):
        said = said.replace(" ", "\n", 1)  # or programs break it inside of a word
    return f"{said}\n{label}"


def label_in(heading: str) -> str:
    """Return the label in what stands over a column, in any language; any other text as it is."""
    name, _, label = heading.rpartition("\n")
    return label.strip() if name and " ".join(name.split()).casefold() in _known() else heading


@lru_cache(maxsize=1)
def _known() -> FrozenSet[str]:
    """Return every name in every language, folded."""
    english = {name.template for name in _NAMES.values()}
    return frozenset(
        spelling.casefold() for one in english for spelling in spellings("criterion name", one)
    )
