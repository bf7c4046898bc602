"""The place of one player, found without ranking everybody, is that of the standings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import LAW, events
from xltie.core.errors import UndefinedValue
from xltie.event import Event, EventIndex
from xltie.ranking import rank
from xltie.ranking.cells.earlier_places import SinglePlaces
from xltie.ranking.tournament import event_criteria
from xltie.settings import Settings

LISTS = (
    "points", "points, BH, SB", "points, DE, BH", "points, DE/P, wins", "BH, points, DE",
    "points, DC, BH, SB", "wins, points, NOSUCH, BH", "NOSUCH, points", "points, AOB, DE",
)  # fmt: skip


def places(event_index: EventIndex, criteria: str, lot: str) -> dict[str, int | None]:
    event = replace(event_index.event, settings=Settings.by_key({"criteria": criteria}))
    found = rank(event_index, event_criteria(event), lot)
    lines = {line.who: line.place for line in found.lines}
    return {who: place if found.has_places else None for who, place in lines.items()}


@pytest.mark.slow
@LAW
@given(events(max_players=10), st.sampled_from(LISTS), st.sampled_from(("", "seed")), st.data())
def test_a_place_is_that_of_the_standings_whoever_is_asked_for_first(
    event: Event, criteria: str, lot: str, data: st.DataObject
) -> None:
    contestants = tuple(
        replace(
            player,
            division=data.draw(st.sampled_from("AAB")),
            is_expelled=data.draw(st.integers(0, 9)) == 0,
        )
        for player in event.contestants
    )
    event_index = EventIndex(replace(event, contestants=contestants))
    whole = places(event_index, criteria, lot)
    read = event_criteria(replace(event, settings=Settings.by_key({"criteria": criteria})))
    single = SinglePlaces(EventIndex(event_index.event), read, lot)
    for who in data.draw(st.permutations([player.id for player in contestants])):
        if who in event_index.unranked:
            with pytest.raises(UndefinedValue, match="has no place"):
                single.place(who)
        else:
            assert single.place(who) == whole[who]
