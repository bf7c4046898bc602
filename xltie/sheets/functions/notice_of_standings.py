"""What to know of standings in one line: that they will change, or who won."""

from __future__ import annotations

from typing import List, Optional, Sequence

from xltie.core.cells import Grid, text_of
from xltie.core.messages import NOTHING, Message, Value, count, joined, say
from xltie.event import (
    NO_PLACES,
    PROVISIONAL,
    Contestant,
    EventIndex,
    Match,
    Status,
    left_out,
    provisional,
)
from xltie.ranking import columns_of, label_in
from xltie.ranking.cells import standings_of
from xltie.sheets.functions.notice_of_boards import boards_are_over, waiting_boards

MOST_NAMES = 3


def of_standings(event_index: EventIndex) -> Message:
    """Return what is wrong, or that the places will change; at the end who won."""
    event = event_index.event
    waiting = () if event.faults else waiting_boards(event.board_results)
    if waiting:
        return count(
            len(waiting),
            "{n} result to come. These places will change.",
            "{n} results to come. These places will change.",
        )
    if event.faults:
        has_places = standings_of(event_index).has_places
        said = provisional(event.faults, PROVISIONAL if has_places else NO_PLACES)
        return joined((said, *left_out(event)), "; ")
    number, games = open_round(event_index)
    if not games:
        left = joined(left_out(event), "; ")
        return joined(filter(None, (*_winners(event_index), left)), " ")
    return count(
        len(games),
        "{n} game of round {round} to come. These places will change.",
        "{n} games of round {round} to come. These places will change.",
        round=number,
    )


def _winners(event_index: EventIndex) -> List[Message]:
    """Return who has the first place once all is played; nothing where several parts do."""
    event = event_index.event
    is_over = 0 < event.rounds <= event_index.begun
    if event.traits.is_session:
        is_over = boards_are_over(event)
    if not is_over or any(contestant.division for contestant in event.contestants):
        return []
    found = standings_of(event_index)
    first = [line.who for line in found.lines if line.place == 1] if found.has_places else []
    who = named([event_index.contestant(one) for one in first])
    if len(first) > 1:
        return [say("Place 1 is shared: {who}.", who=who)]
    return [say("Winner: {who}.", who=who)] if first else []


def other_columns(event_index: EventIndex, headings: Optional[Grid]) -> Message:
    """Return that the standings have columns of other criteria than the event names, if so."""
    if headings is None:
        return NOTHING
    there = [label_in(text_of(cell)) for cell in headings.flat()]
    if there == columns_of(event_index.event):
        return NOTHING
    return say("Places follow the new tie-breaks; press Recompute to lay out their columns.")


def open_round(event_index: EventIndex) -> tuple[int, List[Match]]:
    """Return the first round that waits for results, and its games that do."""
    found = [match for match in event_index.event.matches if match.a.status is Status.PENDING]
    number = min((match.round for match in found), default=0)
    return number, [match for match in found if match.round == number]


def named(contestants: Sequence[Contestant], most: int = MOST_NAMES) -> Message:
    """Return a few by name, and how many more there are."""
    shown: List[Value] = [contestant.known_as for contestant in contestants[:most]]
    more = len(contestants) - len(shown)
    names = joined(shown, "; " if any("," in str(name) for name in shown) else ", ")
    return say("{names} and {n} more", names=names, n=more) if more else names
