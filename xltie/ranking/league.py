"""A league or ladder over weeks: what several events make together, by who took part.

Clubs rank players over a season by their best results of so many evenings. Who is who follows from
the numbers of members where the lists have them, else from the names; a pair is its two players in
either order.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.errors import DomainError, Fault
from xltie.core.files import in_file
from xltie.core.messages import Message, all_of, say
from xltie.event import Contestant
from xltie.event.bridge import natural_order
from xltie.ranking.standings import Standings, StandingsLine

Key = FrozenSet[str]
"""Who somebody is: the numbers of members, or names, of one or several players."""


class LeagueRules(NamedTuple):
    """How the results of the evenings make a table."""

    best: int = 0
    """How many results count; 0: all."""
    least: int = 1
    """With fewer results nobody has a place."""
    points: Tuple[Fraction, ...] = ()
    """What each place of an evening is worth, from the first on; empty: the value itself counts."""
    of_players: bool = False
    """Each player of a pair has its result, with whomever it was."""
    is_mean: bool = False
    """The mean of the results that count, else their sum."""
    column: str = ""
    """The column of the players by which the league is divided; blank: it is one."""


class LeagueLine(NamedTuple):
    """One player, pair or team of a league."""

    place: Optional[int]
    """None for those with too few results."""
    name: str
    results: Tuple[Optional[Fraction], ...]
    """Of every evening, None where it was not there."""
    counted: Tuple[bool, ...]
    """Which of them count."""
    total: Fraction
    division: str = ""
    """The part of the league that it plays in: as the last evening has it that says so."""


def league(
    evenings: Sequence[Standings], rules: LeagueRules, files: Sequence[str]
) -> List[LeagueLine]:
    """Return the table of a league, best first; behind it those with too few results.

    One that is divided has its parts after each other, each with places of its own. ``files`` are
    the names of those that hold the evenings, to be named where one is at fault.

    Raises:
        DomainError: the evenings are not ranked by one thing, or somebody is there twice.
    """
    if not rules.points:
        _refuse_mixed(evenings)
    members = _members(evenings, files)
    names: Dict[Key, str] = {}
    divisions: Dict[Key, str] = {}
    found: Dict[Key, List[Optional[Fraction]]] = {}
    for at, evening in enumerate(evenings):
        there: Set[Key] = set()
        for key, name, value, who in _results(evening, rules, members):
            if key in there:
                said = say(
                    "{who} is in one event twice; two of a name are told apart by a column Member",
                    who=name,
                )
                raise _refused(said, who, files[at])
            there.add(key)
            names.setdefault(key, name)
            divisions[key] = _division(who, rules.column) or divisions.get(key, "")
            found.setdefault(key, [None] * len(evenings))[at] = value
    of_a_name = Counter(names.values())
    for key, name in names.items():
        if of_a_name[name] > 1:
            names[key] = f"{name} ({', '.join(sorted(key))})"
    lines = [
        _line(names[key], results, rules)._replace(division=divisions[key])
        for key, results in found.items()
    ]
    lines.sort(key=lambda line: (natural_order(line.division), line.place is None, -line.total,
                                 line.name.casefold()))  # fmt: skip
    ranked = [(line.division, line.total) for line in lines if line.place is not None]
    return [
        line if line.place is None
        else line._replace(place=1 + sum(
            division == line.division and total > line.total for division, total in ranked
        ))
        for line in lines
    ]  # fmt: skip


def _refuse_mixed(evenings: Sequence[Standings]) -> None:
    ways = list(dict.fromkeys(evening.criteria[0].label for evening in evenings))
    if len(ways) > 1:
        raise DomainError(say(
            "one event is ranked by {one} and another by {other}: name one thing by --criteria, "
            "or give points for places by --points",
            one=ways[0], other=ways[1],
        ))  # fmt: skip


def _line(name: str, results: Sequence[Optional[Fraction]], rules: LeagueRules) -> LeagueLine:
    there = [at for at, result in enumerate(results) if result is not None]
    best = sorted(there, key=lambda at: -(results[at] or Fraction(0)))[: rules.best or None]
    total = sum((results[at] or Fraction(0) for at in best), Fraction(0))
    if rules.is_mean:
        total /= len(best)
    place = 0 if len(there) >= rules.least else None
    return LeagueLine(
        place, name, tuple(results), tuple(at in best for at in range(len(results))), total
    )


# -- who is who ----------------------------------------------------------------------------------

_AND = re.compile(r"\s*(?:&|/|\+|;| and | und | et | – | - )\s*")
_MEMBER = frozenset({
    "membernumbers", "membernumber", "memberno", "member", "nationalid", "ebu", "ebuno", "acbl",
    "fideid", "idnumber", "licence", "pin", "egdpin",
})  # fmt: skip


def players_of(who: Contestant) -> List[Tuple[str, str]]:
    """Return the name and the number of every player of a pair, of a single player its own."""
    name = who.known_as
    told = (text for title, text in who.more
            if re.sub(r"[\s_.\-]", "", title).casefold() in _MEMBER)  # fmt: skip
    members = [text.strip().strip("-") for text in re.split(r"\s*[&/]\s*", next(told, ""))]
    names = _AND.split(name) if len(members) > 1 or " & " in name else [name]
    numbers = members if len(members) == len(names) else [""] * len(names)
    return list(zip(names, numbers))


def _members(evenings: Sequence[Standings], files: Sequence[str]) -> Dict[str, List[str]]:
    """Return the numbers of everybody whose number any evening tells, by name.

    Raises:
        DomainError: a name has two numbers that no evening holds both, so that one may be misspelt,
            or two and somewhere none.
    """
    found: Dict[str, List[str]] = {}
    people = [
        (who, file, _plain(name), number)
        for evening, file in zip(evenings, files)
        for who in evening.event_index.event.contestants
        for name, number in players_of(who)
    ]
    for _, _, name, number in people:
        if number and number not in found.setdefault(name, []):
            found[name].append(number)
    held = {(file, name, number) for _, file, name, number in people if number}
    times = Counter((file, name) for file, name, _ in held)
    apart = {name for (_, name), count in times.items() if count > 1}
    for who, file, name, number in people:
        numbers = found.get(name, [])
        if number not in numbers[:1] and numbers[1:] and not (number and name in apart):
            said = say(
                "{who} has the numbers {numbers}; two of a name are told apart where one event "
                "lists both and every line has its number",
                who=who.name, numbers=all_of(numbers),
            )  # fmt: skip
            raise _refused(said, who, file)
    return found


def _refused(said: Message, who: Contestant, file: str) -> DomainError:
    return DomainError(said, in_file(Fault(said, who.place), file).place)


def _division(who: Contestant, column: str) -> str:
    told = (("Club", who.club), ("Federation", who.country), *who.more)
    return next((text for title, text in told if title.casefold() == column.casefold()), "")


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _results(
    evening: Standings, rules: LeagueRules, members: Dict[str, List[str]]
) -> Iterator[Tuple[Key, str, Fraction, Contestant]]:
    """Yield everybody of an evening with a result: its name, the result, and its record."""
    for line in evening.lines:
        value = _value(evening, line, rules)
        if value is None:
            continue
        who = evening.event_index.contestant(line.who)
        players = players_of(who)
        keys = [
            (number or next(iter(members.get(_plain(name), ())), _plain(name)), name)
            for name, number in players
        ]
        if rules.of_players:
            for key, name in keys:
                yield frozenset({key}), name, value, who
        else:
            yield frozenset(key for key, _ in keys), who.known_as, value, who


def _value(evening: Standings, line: StandingsLine, rules: LeagueRules) -> Optional[Fraction]:
    """Return what an evening is worth: the points of the place, shared by those tied, or the value.

    None for those who have no value.
    """
    first = line.values[0]
    if first is None or first.total is None:
        return None
    if not rules.points:
        return Fraction(first.total)  # type: ignore[arg-type]
    division = evening.division(line.who)
    tied = sum(
        other.place == line.place and evening.division(other.who) == division
        for other in evening.lines
    )
    places = range(line.place - 1, line.place - 1 + tied)
    worth = (rules.points[at] for at in places if at < len(rules.points))
    return sum(worth, Fraction(0)) / tied
