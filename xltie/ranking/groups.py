"""Groups of players, as prizes and lists name them: ``U18``, ``women``, ``<2000``, ``unrated``.

Ages are those that a player reaches in the year of the event: U18 is who turns 18 at most, 60+ who
turns 60 at least.
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Optional

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.event import Contestant, EventIndex, Id
from xltie.rules.chess.elo_change import birth_year

_Test = Callable[[Contestant], bool]
_Maker = Callable[["re.Match[str]", int], _Test]


def members(event_index: EventIndex, text: str) -> List[Id]:
    """Return the players of a group; several words mean all of them: ``women U18 NOR``.

    Raises:
        DomainError: a word that names no group.
    """
    tests = [_test(word, _year(event_index)) for word in text.split()]
    contestants = map(event_index.contestant, event_index.ids)
    return [who.id for who in contestants if all(test(who) for test in tests)]


def _year(event_index: EventIndex) -> int:
    return int(event_index.event.start_date[:4] or 0)


def _sex(player: Contestant) -> str:
    return dict(player.more).get("Sex", "").strip().lower()[:1]


def _rating(least: Optional[str], most: Optional[str]) -> _Test:
    low, high = int(least or 1), int(most or 9999)
    return lambda player: bool(player.rating) and low <= (player.rating or 0) <= high


def _age(year: int, least: int, most: int) -> _Test:
    if not year:
        raise DomainError(say("ages need the start date of the event"))
    return lambda player: bool(birth_year(player)) and least <= year - birth_year(player) <= most


_GROUPS: Dict[str, _Maker] = {
    r"u-?(\d{1,2})": lambda found, year: _age(year, 0, int(found[1])),
    r"(?:s-?)?(\d{2})\+|s-?(\d{2})": lambda found, year: _age(year, int(found[1] or found[2]), 150),
    r"women|girls|female|w": lambda found, year: lambda player: _sex(player) in ("w", "f"),
    r"men|boys|male|m": lambda found, year: lambda player: _sex(player) == "m",
    r"unrated": lambda found, year: lambda player: not player.rating,
    r"<(\d{3,4})": lambda found, year: _rating(None, str(int(found[1]) - 1)),
    r"(\d{3,4})-(\d{3,4})": lambda found, year: _rating(found[1], found[2]),
    r">=?(\d{3,4})": lambda found, year: _rating(
        found[1] if "=" in found[0] else str(int(found[1]) + 1), None
    ),
    r"club=(.+)": lambda found, year: lambda player: player.club.lower() == found[1],
    r"[a-z]{3}": lambda found, year: lambda player: player.country.lower() == found[0],
}
"""Patterns of words in lower case, and the test that each stands for; the first one counts."""


def _test(word: str, year: int) -> _Test:
    for pattern, maker in _GROUPS.items():
        found = re.fullmatch(pattern, word.lower())
        if found:
            return maker(found, year)
    raise DomainError(
        say(
            "{word!r} names no group; write U18, 60+, women, men, <2000, 1800-1999, unrated, "
            "a federation such as NOR, or club=Name",
            word=word,
        )
    )
