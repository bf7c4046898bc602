"""An event as it was after an earlier round."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from xltie.event.model import Event
from xltie.event.teams import TeamEvent

E = TypeVar("E", bound=Event)


def has_places_after_rounds(event: Event) -> bool:
    """Tell whether it is known which results an earlier round had: not in a session of boards."""
    return event.rounds_known and not event.board_results


def after_round(event: E, number: int) -> E:
    """Return the event as it was after a round: nothing of the rounds that followed."""
    players = tuple(
        replace(contestant, withdrawn_after=None, is_expelled=False)
        if contestant.withdrawn_after is not None and contestant.withdrawn_after > number
        else contestant
        for contestant in event.contestants
    )
    matches = tuple(match for match in event.matches if match.round <= number)
    if isinstance(event, TeamEvent):
        boards = tuple(point for point in event.board_points if point[0] <= number)
        return replace(
            event, contestants=players, matches=matches, board_points=boards,
            players=after_round(event.players, number),
        )  # fmt: skip
    return replace(event, contestants=players, matches=matches)
