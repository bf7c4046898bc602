"""What a player reads when asking how a value of chess came about."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.casefiles import grid_of
from tests.pairing.events import event_index_of, field_of, game
from xltie.event import Event, EventIndex, Outcome
from xltie.ranking import parse_criteria
from xltie.sheets.read import read_event

GAMES = """
Round|White|Black|Result
1|A|B|1-0
1|C||bye
2|A|C|1/2-1/2
2|D|B|0-0F
3|B|C|1-0
3|A|D|1-0F
"""


def values(criterion: str, group: str = "ABCD", form: str = "swiss", rules: str = "") -> Any:
    event = read_event(
        grid_of(GAMES, "Rounds"), None, Event(game="chess", format=form, rulebook=rules)
    )
    return parse_criteria(criterion, event=event)[0].values(EventIndex(event), tuple(group))


def test_direct_encounter_says_who_did_not_meet() -> None:
    found = values("DE", "ABC")
    for who, points in {"A": "1.5", "B": "1", "C": "0.5"}.items():
        why = str(found[who].why)
        assert why.startswith(f"scored {points} ") and "against all who are equal so far" in why
    assert "against 2 of the 3 others equal so far" in str(values("DE", "ABCD")["C"].why)
    assert all(
        "of the 3" not in str(one.why) for one in values("DE", "ABCD", "round-robin").values()
    )


def test_a_win_without_play_counts_as_a_draw_for_the_opponents_and_is_said() -> None:
    terms = {term.opponent: term for term in values("BH", "B", rules="korea2020")["B"].terms}
    assert terms["C"].value == 1
    assert "the unplayed win of round 1 counts as a draw" in str(terms["C"].why)
    assert terms["A"].value == 2
    assert "the unplayed win of round 3 counts as a draw" in str(terms["A"].why)
    mine = values("BH", "A", rules="korea2020")["A"].terms
    assert all("unplayed win" not in str(term.why) for term in mine if term.opponent == "B")


@pytest.mark.parametrize(("compat", "wanted"), [("", 0.5), ("(compat=tbs)", 0)])
def test_standard_points_of_a_game_that_both_lost_by_default(compat: str, wanted: float) -> None:
    found = values(f"STD{compat}", "D")["D"]
    assert [term.value for term in found.terms if term.round == 2] == [wanted]


def test_a_performance_names_the_share_that_the_table_is_entered_with() -> None:
    games = [game(1, "1", "2"), game(2, "1", "3", Outcome.DRAW)]
    event_index = event_index_of(field_of(3), games, rounds=2)
    (tpr,) = parse_criteria("TPR", event=event_index.event)
    found = tpr.values(event_index, ("1",))["1"]
    assert found.total == 2568
    assert str(found.why) == "average 2375 +193 for 1.5 of 2, 75 % (table 8.1.1)"


TWICE = """
Round|White|Black|Result
1|A|B|1-0
2|B|A|1/2-1/2
3|A|C|1-0
3|B|D|1-0
4|C|A|1-0
"""


def test_two_games_with_the_same_opponent_are_said_to_count_as_their_average() -> None:
    event = read_event(grid_of(TWICE, "Rounds"), None, Event(game="chess", format="swiss"))
    for compat, more in (
        ("", "; 2 games with B count as 0.75 on average"),
        ("(compat=tbs)", ""),
    ):
        found = parse_criteria(f"DE{compat}", event=event)[0].values(EventIndex(event), tuple("AB"))
        assert [(term.opponent, term.value) for term in found["A"].terms] == [("B", 1), ("B", 0.5)]
        said = [f"win{more}", f"draw{more}"]
        assert [str(term.why) for term in found["A"].terms] == said
        assert str(found["A"].why) == "scored 0.75 against all who are equal so far (B: 0.25)"


def test_a_single_game_of_a_direct_encounter_has_no_average() -> None:
    terms = values("DE", "ABC")["A"].terms
    assert [(term.opponent, str(term.why)) for term in terms] == [("B", "win"), ("C", "draw")]


@pytest.mark.parametrize("criterion", ["WIN", "WON", "BPG", "BWG", "REP", "GE", "PTS", "STD"])
def test_the_terms_of_the_own_record_add_up_to_it(criterion: str) -> None:
    for who, value in values(criterion).items():
        assert sum(term.value for term in value.terms if term.counted) == value.total, who


def test_a_perfect_performance_says_what_was_expected_against_each() -> None:
    """FIDE B.02, 8.1.2: 103 points above are 64 of 100 expected, 303 points 86."""
    games = "Round|White|Black|Result\n1|A|B|1-0\n2|A|C|1/2-1/2"
    players = grid_of("ID|Rating\nA|2000\nB|2100\nC|1900", "Players")
    event = read_event(grid_of(games, "Rounds"), players, Event(game="chess"))
    found = parse_criteria("PTP", event=event)[0].values(EventIndex(event), ("A",))["A"]
    assert found.total == 2203
    said = "2203 is the lowest rating expected to score 1.5 of 2 against these opponents: 1.50, "
    assert str(found.why) == f"{said}with 2202 only 1.49"
    assert [str(term.why) for term in found.terms] == [
        "rating, win; expected 0.64", "rating, draw; expected 0.86"
    ]  # fmt: skip


def test_four_rivals_are_named_and_more_are_not() -> None:
    games = (f"{n}|{a}|{b}|1-0" for n, (a, b) in enumerate(combinations("ABCDEF", 2), 1))
    lines = "\n".join(["Round|White|Black|Result", *games])
    event = read_event(grid_of(lines, "Rounds"), None, Event(game="chess"))
    criterion = parse_criteria("DE", event=event)[0]
    for group, named in (("ABCDE", "E: 0)"), ("ABCDEF", "E: 1 ...)")):
        why = str(criterion.values(EventIndex(event), tuple(group))["A"].why)
        assert why.endswith(named), why


def test_under_the_book_of_2009_every_unplayed_round_counts_as_a_draw_for_the_opponents() -> None:
    games = """
Round|White|Black|Result
1|A|B|1-0
1|C|D|1-0
2|A|C|1/2-1/2
2|B||full bye
2|D||zero bye
"""
    book = Event(game="chess", rulebook="fide2009", format="swiss")
    event = read_event(grid_of(games, "Rounds"), None, book)
    found = parse_criteria("BH", event=event)[0].values(EventIndex(event), tuple("AC"))
    terms = {term.opponent: term for who in "AC" for term in found[who].terms}
    assert {who: terms[who].value for who in "BD"} == {"B": 0.5, "D": 0.5}
    for who in "BD":
        assert str(terms[who].why) == f"score of {who}; unplayed round 2 counts as a draw"
