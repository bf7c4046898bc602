"""What opponents are counted by where nobody says it: McMahon scores, or wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.casefiles import grid_of
from xltie.core.errors import DomainError
from xltie.event import Event, EventIndex
from xltie.exchange import h9
from xltie.ranking import parse_criteria
from xltie.sheets.read import read_event

# C is absent in rounds 1 and 2: a whole McMahon point, and no win.
GAMES = "Round|Black|White|Result\n1|A|B|1-0\n1|C||absent\n2|A|B|1-0\n2|C||absent\n3|A|C|1-0"


@pytest.mark.parametrize(
    ("form", "players", "wanted"),
    [
        ("", "", 0),
        ("swiss", "", 0),
        ("round-robin", "", 0),
        ("mcmahon", "", 1),
        ("swiss", "ID|Start\nA|0\nB|1\nC|0", 3),  # B starts with 1 and is met twice
    ],
)
def test_the_score_that_opponents_are_counted_by(form: str, players: str, wanted: int) -> None:
    listed = grid_of(players, "Players") if players else None
    event = read_event(grid_of(GAMES, "Rounds"), listed, Event(game="go", format=form))
    event_index = EventIndex(event)
    found = parse_criteria("SOS", event=event)[0].values(event_index, ("A",))
    assert found["A"].total == wanted


@pytest.mark.parametrize("name", ["SOS", "SOS-1", "SODOS", "SOSOS"])
def test_handicaps_can_be_left_out_of_sums_over_mcmahon_scores(name: str) -> None:
    data = (Path(__file__).parent.parent / "h9" / "juvisy2019.h9").read_bytes()
    event = h9.read(data, "juvisy2019.h9").event
    even = replace(event, matches=tuple(replace(match, handicap=0) for match in event.matches))
    assert totals(event, f"{name}(basis=mms-even)") == totals(even, name) != totals(event, name)


def totals(event: Event, text: str) -> dict[str, object]:
    event_index = EventIndex(event)
    found = parse_criteria(text, event=event)[0].values(event_index, event_index.ids)
    return {who: value.total for who, value in found.items()}


@pytest.mark.parametrize(("worth", "shown"), [("-0.5", "-0.5"), ("0.3", "0.3")])
def test_a_round_missed_is_worth_halves_from_0_on(worth: str, shown: str) -> None:
    event = read_event(grid_of(GAMES, "Rounds"), None, Event(game="go"))
    with pytest.raises(DomainError) as refused:
        totals(event, f"SOS(absent={worth})")
    assert str(refused.value) == f"absent is {shown}; it must be 0, 0.5, 1 ..."
