"""The words for those who play: players, pairs, teams or countries."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xltie.core.messages import Message, count, say
from xltie.event import Deal, Event, TeamEvent


class Words(NamedTuple):
    """One of them, all of them, all by name, and a number of them."""

    one: Message
    all: Message
    by_name: Message
    counted: Callable[[int], Message]


_PLAYERS = Words(say("Player"), say("Players"), say("Players by name"),
                 lambda number: count(number, "{n} player", "{n} players"))  # fmt: skip
_PAIRS = Words(say("Pair"), say("Pairs"), say("Pairs by name"),
               lambda number: count(number, "{n} pair", "{n} pairs"))  # fmt: skip
_TEAMS = Words(say("Team"), say("Teams"), say("Teams by name"),
               lambda number: count(number, "{n} team", "{n} teams"))  # fmt: skip
_COUNTRIES = Words(say("Country"), say("Countries"), say("Countries by name"),
                   lambda number: count(number, "{n} country", "{n} countries"))  # fmt: skip


def words(event: Event) -> Words:
    """Return the words for those who are ranked."""
    if isinstance(event, TeamEvent):
        return _COUNTRIES if _are_countries(event) else _TEAMS
    if _are_teams_of_boards(event):
        return _TEAMS
    return _PAIRS if _are_pairs(event) else _PLAYERS


def how_many(event: Event) -> Message:
    """Return how many take part, in words."""
    return words(event).counted(len(event.contestants))


def _are_countries(event: TeamEvent) -> bool:
    """Tell whether every team plays for a country of its own."""
    countries = [team.country for team in event.contestants]
    return bool(countries) and all(countries) and len(set(countries)) == len(countries)


def _are_pairs(event: Event) -> bool:
    """Tell whether one of a session of boards is a pair: it sits alone at its side of the table."""
    played = event.board_results
    return bool(played) and all(len(side) < 2 for one in played for side in (one.ns, one.ew))


def _are_teams_of_boards(event: Event) -> bool:
    """Tell whether teams of bridge met: they play a board at two tables, a pair only once."""
    sat: set[tuple[int, Deal, str, str]] = set()
    for one in event.board_results:
        for who in (*one.ns, *one.ew):
            if (one.round, one.deal, one.group, who) in sat:
                return True
            sat.add((one.round, one.deal, one.group, who))
    return False
