"""What a Go event is: the one place where standings, pairing, checks and files learn it.

A McMahon event is grouped by McMahon scores, any other one by wins (a cup by its cup score): in a
Swiss start scores group nobody, whatever a column holds. The kind, as OpenGotha knows it, follows
from the format and from the first criterion; it tells what is usual for the pairing.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Mapping, Optional, Tuple

from xltie.core.errors import InputError
from xltie.core.go_names import parted
from xltie.core.go_ranks import LOWEST, rank_number, start_score
from xltie.core.records import dataclass
from xltie.event.model import Contestant, Event
from xltie.settings import Settings, declared, opengotha
from xltie.settings.declared import LAST_DAY, OVERTIME, TIME
from xltie.settings.opengotha import Differences, Weights, changed
from xltie.settings.thinking_time import ThinkingTime, thinking_time

WINS, MCMAHON, CUP = "wins", "mms", "cup"
"""The scores that make groups."""
SWISS, CATEGORIES = "swiss", "categories"
"""Kinds of events besides McMahon and cup."""
_USUAL: Mapping[str, Weights] = {
    MCMAHON: opengotha.MCMAHON, SWISS: opengotha.SWISS, CATEGORIES: opengotha.CATEGORIES,
    CUP: opengotha.CUP,
}  # fmt: skip
_DEFAULT_FLOOR, _DEFAULT_BAR = -20, 3
"""20k and 4d, the program's own."""


@dataclass(frozen=True)
class GoEvent:
    """How an event of Go is scored, grouped and paired."""

    kind: str
    """One of McMahon, Swiss, categories and cup."""
    score: str
    """What makes the groups."""
    floor: int
    """The lowest start score."""
    bar: int
    """The highest start score."""
    zero: int
    """The rank that starts with 0."""
    limits: Tuple[int, ...]
    """The lowest ranks of the categories but the last."""
    weights: Weights
    """Those of the pairing, with what the event says."""
    usual: Weights
    """The weights of its kind."""
    club_groups: Tuple[Tuple[str, ...], ...]
    """Groups of clubs near each other."""

    @property
    def categories(self) -> int:
        """How many categories there are."""
        return len(self.limits) + 1

    def category(self, rank: Optional[int]) -> int:
        """Return the category of a rank, from 0; without one it is the last."""
        if rank is None:
            return len(self.limits)
        return sum(rank < limit for limit in self.limits)


def go_event(event: Event) -> GoEvent:
    """Return what an event of Go is."""
    settings = event.settings
    kind, usual = _kind(event), _USUAL[_kind(event)]
    floor, bar, zero = _scale(event)
    said: Differences = settings[declared.PAIRING_WEIGHTS]
    weights = changed(usual, dict(said))
    orders = {
        "first_order": settings[declared.PAIRING_FIRST],
        "later_order": settings[declared.PAIRING_ORDER],
    }
    return GoEvent(
        kind=kind,
        score=_score(event, kind),
        floor=floor,
        bar=bar,
        zero=zero,
        limits=settings[declared.LIMITS],
        weights=changed(weights, {field: order for field, order in orders.items() if order}),
        usual=usual,
        club_groups=settings[declared.PAIRING_CLUB_GROUPS],
    )


def _kind(event: Event) -> str:
    first = criteria_names(event)[:1]
    if first == ("CAT",):
        return CATEGORIES
    if event.format == "mcmahon":
        return MCMAHON
    return CUP if first == ("CPS",) else SWISS


def _score(event: Event, kind: str) -> str:
    if event.format == "mcmahon":
        return MCMAHON
    mains = (name for name in criteria_names(event) if name in ("NBW", "CPS"))
    return CUP if next(mains, "") == "CPS" else WINS


def criteria_names(event: Event) -> Tuple[str, ...]:
    """Return the names of the criteria in capitals, without what follows them."""
    parts = re.split(r"[;,\n]", event.settings.text(declared.CRITERIA))
    names = (re.match(r"[^(:/]*", part.strip()) for part in parts)
    return tuple(name[0].strip().upper() for name in names if name and name[0].strip())


def _scale(event: Event) -> Tuple[int, int, int]:
    """Return floor and bar as start scores, and the zero: from the settings, or from the players.

    Without a bar, those who start highest are at it. In a Swiss the program's own limits stand
    where the settings have none.
    """
    settings, is_mcmahon, zero = event.settings, event.format == "mcmahon", _zero(event)
    starts = [contestant.start for contestant in event.contestants]
    found = []
    limits = ((declared.FLOOR, min, _DEFAULT_FLOOR), (declared.BAR, max, _DEFAULT_BAR))
    for setting, furthest, usual in limits:
        limit = settings[setting]
        if limit is None and is_mcmahon:
            found.append(int(furthest(starts, default=0)))
        else:
            found.append(int(start_score(usual if limit is None else limit, zero=zero)))
    return found[0], found[1], zero


def _zero(event: Event) -> int:
    """Return the rank that starts with 0: of the settings, else the one that most ranks tell."""
    said = event.settings[declared.ZERO]
    if said is not None or event.format != "mcmahon":
        return LOWEST if said is None else said
    ranks = [(rank_number(player.grade), player.start) for player in event.contestants]
    told = Counter(rank - int(start) for rank, start in ranks if rank is not None)
    return told.most_common(1)[0][0] if told else LOWEST


# -- names ---------------------------------------------------------------------------------------

FILED_NAME = "OpenGotha name"
"""The column of names that a file spells with blanks which a name in one text cannot hold."""
_FILED = '"{}" "{}"'
NO_FIRST_NAME = "x"
"""OpenGotha reads no player without a first name, so that one is typed who has none."""


def filed_name(name: str, surname: str, first: str) -> str:
    """Return the cell of :data:`FILED_NAME`, "" where the name in one text tells the blanks, too.

    Quotation marks show every blank.
    """
    parts, spelled = parted(name), _letters(surname, first)
    is_told = parts == (surname, first) or spelled not in (_letters(*parts), _placed(name))
    return "" if is_told else _FILED.format(surname, first)


def name_parts(contestant: Contestant) -> Tuple[str, str]:
    """Return a player's surname and first name, with the blanks of the file they come from.

    OpenGotha draws lots by the letters of both, blanks among them. A name that was changed since is
    the one that counts.
    """
    parts = parted(contestant.known_as)
    filed = dict(contestant.more).get(FILED_NAME, "").strip()
    for at in (found.start() for found in re.finditer('" "', filed)):
        spelled = filed[1:at], filed[at + 3 : -1]
        alike = _letters(*parts), _placed(contestant.known_as)
        if filed == _FILED.format(*spelled) and _letters(*spelled) in alike:
            return spelled
    return parts


def _placed(name: str) -> Tuple[str, ...]:
    return _letters(name, NO_FIRST_NAME)


def _letters(surname: str, first: str) -> Tuple[str, ...]:
    return (*surname.split(), "", *first.split())


# -- when it ends and how long its games last, as its settings say together ------------------------


def time_in(settings: Settings) -> Optional[ThinkingTime]:
    """Return the time that the settings of an event name, None where they name none.

    Raises:
        InputError: it cannot be understood: no class is made from a guess.
    """
    minutes, overtime = settings.text(TIME), settings.text(OVERTIME)
    found = thinking_time(minutes, overtime)
    if found is None and (minutes or overtime):
        raise InputError.say(
            "the time {minutes!r} and overtime {overtime!r} are not understood; write minutes "
            "such as 60, and none, byo-yomi 30, canadian 300/15 or fischer 10",
            minutes=minutes,
            overtime=overtime,
        )
    return found


def last_day(settings: Settings, first: str) -> str:
    """Return the last day of an event, the first where the settings name none.

    Raises:
        InputError: it is not a date.
    """
    text, found = settings.text(LAST_DAY), settings[LAST_DAY]
    if text and not found:
        raise InputError.say("the last day is {date!r}; write a date such as 2026-11-21", date=text)
    return found or first
