"""Which team of a match had which colour on the first board, as its line or its games say."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, Tuple

from xltie.event.index import EventIndex
from xltie.event.model import Id, Match, Side
from xltie.event.teams import TeamEvent

_Games = Dict[Tuple[int, Id], Side]


class FirstTeams:
    """Who stands first in a match: the team with the colours of the event from board 1 on.

    The games of its players say so, as they are read from a report; without any, the team that the
    match names first.
    """

    def __init__(self, event: TeamEvent) -> None:
        self.event = event
        self.line_ups = {(number, who): own for number, who, own in event.line_ups}
        self.games: _Games = {}
        for match in event.players.matches:
            if match.b is not None:
                self.games.update({(match.round, side.who): side for side in match.sides})

    def is_second(self, number: int, team: Id) -> bool:
        """Tell whether a team that a match of a round names first had the second one's colours."""
        for board, who in enumerate(self.line_ups.get((number, team), ())):
            own = self.games.get((number, who)) if who else None
            if own is not None and own.seat:
                return own.seat != self.event.seat(board, True)
        return False


def with_colours(event_index: EventIndex) -> EventIndex:
    """Return an event of teams whose sides have the colours of the first board, first team first.

    An event of individuals is returned as it is.
    """
    event = event_index.event
    if not isinstance(event, TeamEvent) or any(match.a.seat for match in event.matches):
        return event_index
    of_teams = event  # of a narrower type than the attribute
    return event_index.cached("colours of teams", lambda: EventIndex(_coloured(of_teams)))


def _coloured(event: TeamEvent) -> TeamEvent:
    first_teams = FirstTeams(event)
    found: List[Match] = []
    for match in event.matches:
        one, two = match.a, match.b
        if two is None:
            found.append(match)
            continue
        if first_teams.is_second(match.round, one.who):
            one, two = two, one
        found.append(
            replace(
                match,
                a=replace(one, seat=event.seat(0, True)),
                b=replace(two, seat=event.seat(0, False)),
            )
        )
    return replace(event, matches=tuple(found))
