"""Games that stand in a file while their results do not count in the standings."""

from __future__ import annotations

from typing import List

from xltie.core.errors import Fault
from xltie.core.messages import joined, say
from xltie.event import Event, annulled


def games_that_do_not_count(event: Event) -> List[Fault]:
    """Return the sentence to say when an event is written that has such games."""
    gone = annulled(event)
    if not gone:
        return []
    names = {contestant.id: contestant.name or contestant.id for contestant in event.contestants}
    return [
        Fault(
            say(
                "the games of {players} are in the file, but do not count: the points of the "
                "others are without them, and who adds up the games gets other points",
                players=joined(names[who] for who in gone),
            )
        )
    ]
