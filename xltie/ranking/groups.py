"""Groups of players (``U18``, ``women``, ``<2000``, ``unrated``), and who takes which prize.

Ages are those that a player reaches in the year of the event: U18 is who turns 18 at most, 60+ who
turns 60 at least. ``countries=3`` is no group of players but a list of all countries, by what their
three best have together, as the World Othello Championship ranks teams (its rules of 2017, I.2.2).
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import takewhile
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.dates import read_date
from xltie.core.errors import DomainError
from xltie.core.messages import Message, say
from xltie.core.numbers import Number, show
from xltie.event import Contestant, EventIndex, Id
from xltie.ranking.standings import Standings, StandingsLine, text_of_value
from xltie.rules.chess.elo_change import birth_year
from xltie.settings.declared import END_DATE, LAST_DAY, START_DATE

_Test = Callable[[Contestant], bool]
_Maker = Callable[["re.Match[str]", int], _Test]


class GroupLine(NamedTuple):
    """A line of the list of a group, or of the countries."""

    place: int
    line: Optional[StandingsLine]
    """That of the player in the event; None for a country."""
    name: str
    values: Tuple[str, ...]
    """Of every criterion, as it is shown."""


def group_lines(found: Standings, text: str) -> List[GroupLine]:
    """Return the list of a group, or of the countries, clubs or teams, best first.

    Raises:
        DomainError: a word that names no group.
    """
    asked = re.fullmatch(r"(countries|clubs|teams)(?:=(\d+))?", text.strip().lower())
    if asked:
        return _together(found, _ATTRIBUTES[asked[1]], int(asked[2] or 0))
    chosen = set(members(found.event_index, text))
    lines = [line for line in found.lines if line.who in chosen]
    return [
        GroupLine(
            1 + sum(other.place < line.place for other in lines),
            line,
            found.event_index.contestant(line.who).known_as,
            tuple("" if value is None else text_of_value(value) for value in line.values),
        )
        for line in lines
    ]


_ATTRIBUTES = {"countries": "country", "clubs": "club", "teams": "team"}


def _together(found: Standings, attribute: str, best: int) -> List[GroupLine]:
    """Return what the best players of every country have together; 0 takes them all."""
    held: Dict[str, List[List[Number]]] = {}
    known = min((len(_numbers(line)) for line in found.lines), default=0)
    for line in found.lines:
        name = getattr(found.event_index.contestant(line.who), attribute)
        if name:
            held.setdefault(name, []).append(_numbers(line)[:known])
    totals = {name: list(map(sum, zip(*values[: best or None]))) for name, values in held.items()}
    return [
        GroupLine(
            1 + sum(other > total for other in totals.values()), None, name, tuple(map(show, total))
        )
        for name, total in sorted(totals.items(), key=lambda pair: pair[1], reverse=True)
    ]


def _numbers(line: StandingsLine) -> List[Number]:
    """Return the values of a line up to the first that is no number."""
    totals = [None if value is None else value.total for value in line.values]
    return list(takewhile(lambda total: isinstance(total, (int, Fraction)), totals))  # type: ignore


def members(event_index: EventIndex, text: str) -> List[Id]:
    """Return the players of a group; several words mean all of them: ``women U18 NOR``.

    Raises:
        DomainError: a word that names no group.
    """
    tests = [_test(word, _year(event_index)) for word in text.split()]
    contestants = map(event_index.contestant, event_index.ids)
    return [who.id for who in contestants if all(test(who) for test in tests)]


def _year(event_index: EventIndex) -> int:
    event = event_index.event
    days = (event.start_date, *(event.settings.text(day) for day in (LAST_DAY, END_DATE)))
    return int(next(filter(None, map(read_date, days)), "")[:4] or 0)


def _sex(player: Contestant) -> str:
    return dict(player.more).get("Sex", "").strip().lower()[:1]


def _rating(least: Optional[str], most: Optional[str]) -> _Test:
    low, high = int(least or 1), int(most or 9999)
    return lambda player: bool(player.rating) and low <= (player.rating or 0) <= high


def _age(year: int, least: int, most: int) -> _Test:
    if not year:
        named = Message(START_DATE.label, context="setting")
        raise DomainError(say("ages need the day of the event: {setting} in the Settings",
                              setting=named))  # fmt: skip
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
    raise DomainError.say(
        "{word!r} names no group; write U18, 60+, women, men, <2000, 1800-1999, unrated, "
        "a federation such as NOR, club=Name, or countries=3",
        word=word,
    )


SHARING = ("none", "equal", "hort")


class PrizeGroup(NamedTuple):
    """The prizes of a group, from the first place on; ``group`` is "" for everybody."""

    name: str
    group: str
    amounts: Tuple[Fraction, ...]
    is_besides: bool = False
    """Whether somebody who takes another prize may take one of these too."""


class Prize(NamedTuple):
    """What a player takes: the place in the group, and how much it comes to."""

    who: Id
    name: str
    place: int
    amount: Fraction


def prizes(found: Standings, groups: Sequence[PrizeGroup], sharing: str = "none") -> List[Prize]:
    """Return who takes what, group by group in the order of places.

    Everybody takes the one prize that is worth most to them; what they leave goes to the next of
    its group. A group may be one whose prizes are taken besides. Tied are those with the same
    points. They share the prizes of their places equally, or as Hort has it: half of a prize goes
    by place, half into the pool of the tied.

    Raises:
        DomainError: a group that is not understood.
    """
    points = {line.who: _points(found, line.who) for line in found.lines}
    eligible = {group.name: _eligible(found, group) for group in groups}
    while True:
        offered = {
            group.name: _offers(eligible[group.name], points, group, sharing) for group in groups
        }
        gone = _given_up(groups, offered)
        if gone is None:
            return [prize for group in groups for prize in offered[group.name]]
        name, who = gone
        eligible[name].remove(who)


def _eligible(found: Standings, group: PrizeGroup) -> List[Id]:
    """Return the players of a group in the order of their places."""
    index = found.event_index
    chosen = set(members(index, group.group) if group.group else index.ids)
    return [line.who for line in found.lines if line.who in chosen]


def _points(found: Standings, who: Id) -> object:
    value = found.line(who).values[0]
    return None if value is None else value.total


def _offers(
    listed: Sequence[Id], points: Dict[Id, object], group: PrizeGroup, sharing: str
) -> List[Prize]:
    """Return the prizes of a group if nobody took another one."""
    found: List[Prize] = []
    at = 0
    while at < min(len(group.amounts), len(listed)):
        tied = [who for who in listed[at:] if points[who] == points[listed[at]]]
        if sharing == "none":
            tied = tied[:1]
        pool = [*group.amounts[at : at + len(tied)], *[Fraction(0)] * len(tied)][: len(tied)]
        equal = sum(pool, Fraction(0)) / len(tied)
        for turn, (who, prize) in enumerate(zip(tied, pool)):
            amount = {"equal": equal, "hort": (prize + equal) / 2}.get(sharing, prize)
            found.append(Prize(who, group.name, at + turn + 1, amount))
        at += len(tied)
    return found


def _given_up(
    groups: Sequence[PrizeGroup], offered: Dict[str, List[Prize]]
) -> Optional[Tuple[str, Id]]:
    """Return a prize that its winner leaves for a better one, of equal ones the later group's."""
    best: Dict[Id, Tuple[str, Fraction]] = {}
    for group in groups:
        for prize in () if group.is_besides else offered[group.name]:
            held = best.get(prize.who)
            if held is None:
                best[prize.who] = prize.name, prize.amount
            elif prize.amount > held[1]:
                return held[0], prize.who
            else:
                return prize.name, prize.who
    return None
