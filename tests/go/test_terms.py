"""What a player reads when asking how a Go score came about, and options that few events need."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import grid_of
from xltie.event import Event, EventIndex
from xltie.ranking import parse_criteria
from xltie.sheets.read import read_event

GAMES = """
Round|Black|White|Handicap|Result
1|A|B||1-0
1|C|D|2|1-0
2|A|C|1|0-1
2|B|||bye
2|D|||absent
"""
STARTS = "ID|Start\nA|3\nB|3\nC|2\nD|4"


def event_index(games: str = GAMES, players: str = STARTS, form: str = "mcmahon") -> EventIndex:
    settings = Event(game="go", format=form)
    listed = grid_of(players, "Players") if players else None
    return EventIndex(read_event(grid_of(games, "Rounds"), listed, settings))


def whys(criterion: str, who: str) -> list[str]:
    index = event_index()
    own = parse_criteria(criterion, event=index.event)[0].values(index, (who,))[who]
    return [str(term.why) for term in own.terms]


def total(criterion: str, who: str, index: EventIndex) -> Any:
    return parse_criteria(criterion, event=index.event)[0].values(index, (who,))[who].total


def test_every_contribution_to_sos_is_said_in_words() -> None:
    assert whys("SOS", "A") == ["MMS of B", "MMS of C 4 - 1 handicap stone taken"]
    assert whys("SOS", "C") == [
        "MMS of D 4 - 2 handicap stones taken",
        "MMS of A 4 + 1 handicap stone given",
    ]
    assert whys("SOS(basis=wins)", "A") == ["wins of B", "wins of C"]


def test_a_game_by_default_is_said_beside_the_score() -> None:
    found = event_index("Round|Black|White|Result\n1|A|B|1-0F\n2|A|B|1-0", players="")
    own = parse_criteria("SOS", event=found.event)[0].values(found, ("A",))["A"]
    assert [str(term.why) for term in own.terms] == ["MMS of B, by default", "MMS of B"]


def test_every_contribution_to_sosos_is_said_in_words() -> None:
    assert whys("SOSOS", "A") == ["SOS of B", "SOS of C"]
    first, alone = whys("SOSOS", "B")
    assert first == "SOS of A"
    assert "SOS of" not in alone and alone.endswith("(start)")


@pytest.mark.parametrize(
    ("options", "wins", "score"),
    [("", 0, 4), ("absent=1", 1, 5), ("absent=0;1", 0, 5), ("absent=1;0", 1, 4)],
)
def test_an_absence_may_count_differently_for_wins_and_score(
    options: str, wins: int, score: int
) -> None:
    more = f"({options})" if options else ""
    assert total(f"NBW{more}", "D", event_index()) == wins
    assert total(f"MMS{more}", "D", event_index()) == score


def test_a_handicap_without_colours_says_nothing_about_who_gave_it() -> None:
    games = "Round|Player 1|Player 2|Handicap|Result\n1|A|B|3|1-0"
    index = event_index(games, "ID|Start\nA|3\nB|5")
    assert [total("SOS", who, index) for who in "AB"] == [5, 4]


def test_a_simplified_comparison_that_does_not_apply_is_0_for_all() -> None:
    games = "Round|Black|White|Result\n1|A|B|1-0\n2|B|C|1-0"
    index = event_index(games, "", "swiss")
    found = parse_criteria("SDC", event=index.event)[0].values(index, ("A", "B", "C"))
    assert {who: one.total for who, one in found.items()} == {"A": 0, "B": 0, "C": 0}
    assert all("not applied" in str(one.why) for one in found.values())
    assert total("SDC", "A", index) == ()


def test_halves_are_kept_where_nothing_is_rounded() -> None:
    assert total("MMS(rounding=none)", "D", event_index()) == Fraction(9, 2)


def test_every_round_without_a_game_may_count_half_in_the_sums_of_opponents() -> None:
    """B has 3 and lost once and has a bye, D 4 and lost once and was absent: 3.5 and 4.5."""
    found = {who: total("SOS(unplayed=half-virtual)", who, event_index()) for who in "AC"}
    assert found == {"A": Fraction(7, 2) + 3, "C": Fraction(5, 2) + 5}


def test_a_round_alone_may_add_nothing_to_sosos() -> None:
    """B met only A, whose SOS are 4 + 3."""
    assert total("SOS(unplayed=zero)", "A", event_index()) == 4 + 3
    assert total("SOSOS(unplayed=zero)", "B", event_index()) == 4 + 3
