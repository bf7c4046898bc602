"""Direct comparisons where a person looks closer: their terms, and a player tied with nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.casefiles import grid_of
from xltie.core.cells import Grid
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status
from xltie.rules.go.direct_comparison import directcomp, headtohead
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event

GAMES = "Round|Black|White|Result\n1|A|B|1-0\n1|C|D|1-0\n2|B|C|1-0\n2|A|D|0-1\n3|A|C|1-0"


def test_the_terms_of_opengothas_confrontation_are_one_win_each() -> None:
    event_index = EventIndex(read_event(grid_of(GAMES, "Rounds")))
    found = directcomp(event_index, ("A", "B", "C"), method="opengotha")
    terms = {who: [(t.round, t.opponent, t.value, t.counted) for t in one.terms]
             for who, one in found.items()}  # fmt: skip
    assert terms == {"A": [(1, "B", 1, True), (3, "C", 1, True)], "B": [(2, "C", 1, True)], "C": []}
    assert {who: one.total for who, one in found.items()} == {"A": 2, "B": 1, "C": 0}
    other_way = directcomp(event_index, ("C", "B", "A"), method="opengotha")
    assert [term.round for term in other_way["A"].terms] == [1, 3]


def test_whom_no_game_parts_are_parted_by_the_later_criteria_an_undefined_value_last() -> None:
    games = "Round|Black|White|Result\n1|A|X|1-0\n1|B|Y|1-0\n1|C|Z|1-0"
    event_index = EventIndex(read_event(grid_of(games, "Rounds")))
    later = Grid([("A", None, 9), ("B", 2, 1), ("C", 2, 3)])
    found = directcomp(event_index, ("A", "B", "C"), method="opengotha", later=later)
    assert {who: one.total for who, one in found.items()} == {"A": 0, "B": 1, "C": 2}


def test_wins_are_told_in_the_order_of_their_rounds() -> None:
    games = "Round|Black|White|Result\n1|A|C|1-0\n2|B|C|1-0\n3|A|B|1-0"
    event_index = EventIndex(read_event(grid_of(games, "Rounds")))
    for group in (("A", "B", "C"), ("C", "B", "A")):
        found = directcomp(event_index, group, method="opengotha")
        assert [(t.round, t.opponent) for t in found["A"].terms] == [(1, "C"), (3, "B")]


def test_a_win_within_a_cycle_is_shown_and_does_not_count() -> None:
    games = "Round|Black|White|Result\n1|A|B|1-0\n2|B|C|1-0\n3|C|A|1-0"
    event_index = EventIndex(read_event(grid_of(games, "Rounds")))
    found = directcomp(event_index, ("A", "B", "C"), method="opengotha")
    for one in found.values():
        assert one.total == 0
        assert [(t.value, t.counted) for t in one.terms] == [(1, False)]
        assert str(one.terms[0].why) == "in a cycle: does not count"


def test_a_game_that_both_lost_parts_nobody_and_the_next_one_does() -> None:
    lost, won = (Side("B", outcome=Outcome.LOSS), Side("A", outcome=Outcome.WIN))
    matches = (Match(1, replace(won, outcome=Outcome.LOSS), lost), Match(2, won, lost))
    event = Event(contestants=(Contestant("A"), Contestant("B")), matches=matches)
    found = directcomp(EventIndex(event), ("A", "B"), method="simplified")
    assert {who: one.total for who, one in found.items()} == {"A": 1, "B": 0}
    assert [(term.round, term.value) for term in found["A"].terms] == [(2, 1)]


def test_a_game_by_default_counts_head_to_head() -> None:
    there, gone = Side("A", Status.FORFEIT_WIN), Side("B", Status.FORFEIT_LOSS)
    event = Event(contestants=(Contestant("A"), Contestant("B")), matches=(Match(1, there, gone),))
    found = headtohead(EventIndex(event), ("A", "B"))
    assert {who: one.total for who, one in found.items()} == {"A": (1,), "B": (0,)}


@pytest.mark.parametrize(("more", "decides"), [("", True), ("\n4|A|B|1-0", False)])
def test_a_league_is_complete_where_all_met_equally_often(more: str, decides: bool) -> None:
    games = f"Round|Black|White|Result\n1|A|B|1-0\n2|B|C|1-0\n3|A|C|1-0{more}"
    event_index = EventIndex(read_event(grid_of(games, "Rounds")))
    found = directcomp(event_index, tuple("ABC"), league="complete-league")
    assert {term.counted for term in found["A"].terms} == {decides}


@pytest.mark.parametrize(
    ("name", "options"),
    [("HEADTOHEAD", []), *(("DIRECTCOMP", [how]) for how in ("egf", "opengotha", "simplified"))],
)
def test_who_is_tied_with_nobody_has_no_value(name: str, options: list[str]) -> None:
    games = grid_of(GAMES, "Rounds")
    tied = Grid([("A", 5), ("B", 4), ("C", 4)], "Standings")
    alone, other = (evaluate_call(REGISTRY[name], [who, games, tied, *options]) for who in "AB")
    assert alone == ""
    assert other in (0, 1)


def test_games_by_default_count_as_wins_unless_they_are_ignored() -> None:
    games = grid_of("Round|Black|White|Result\n1|A|B|1-0F\n2|B|C|1-0\n3|C|A|1-0", "Rounds")
    event_index = EventIndex(read_event(games))
    found = directcomp(event_index, ("A", "B"), league="none")
    assert {who: [term.value for term in one.terms] for who, one in found.items()} == {
        "A": [1], "B": [0]
    }  # fmt: skip
    found = directcomp(event_index, ("A", "B"), league="none", defaults="ignored")
    assert all(one.terms == () or list(one.terms) == [] for one in found.values())


def test_terms_say_by_which_application_they_are() -> None:
    games = "1|A|B|1-0\n1|C|D|1-0\n2|A|C|0-1\n2|B|D|1-0\n3|A|D|1-0\n3|B|C|1-0"
    event_index = EventIndex(read_event(grid_of(f"Round|Black|White|Result\n{games}", "Rounds")))
    found = directcomp(event_index, tuple("ABCD"), league="none")
    assert [(term.opponent, str(term.why)) for term in found["A"].terms] == [
        ("B", "application 1"), ("C", "application 1"), ("D", "application 1"),
        ("B", "application 2"), ("C", "application 2"),
    ]  # fmt: skip
    assert {str(term.why) for term in found["D"].terms} == {"application 1"}
