"""Places, the criterion that decided, lots, lists of criteria, and explanations in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import grid_of
from xltie.core.errors import DomainError, InputError, Place
from xltie.event import Contestant, Event, EventIndex
from xltie.ranking import (
    Standings,
    parse_criteria,
    rank,
    split_list,
    term_lines,
    text_of_value,
    why_above,
    why_here,
)
from xltie.ranking.explain import deciding
from xltie.rules.common.criterion_value import CriterionValue
from xltie.settings import Settings
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event

SWISS = """
Round|Black|White|Black discs|White discs
1|A|E|40|24
1|B|F|50|14
1|C|G|40|24
1|D|H|33|31
2|A|B|20|44
2|C|D|44|20
2|E|F|32|32
2|G|H|30|34
3|B|C|30|34
3|A|D|40|24
3|E|G|32|32
3|F|H|32|32
"""
NAMES = """
ID|Name
A|Ahn
B|Bae
C|Choi
D|Do
E|Eom
F|
G|Goo
H|Ha
"""


def event_index(table: str = SWISS, players: str = NAMES) -> EventIndex:
    listed = grid_of(players, "Players") if players else None
    return EventIndex(read_event(grid_of(table, "Rounds"), listed))


def standings(criteria: str, lot: str = "", own: EventIndex | None = None) -> Standings:
    return rank(own or event_index(), parse_criteria(criteria), lot)


def table(found: Standings) -> list[tuple[int, str, int | None]]:
    return [(line.place, line.who, line.decided_by) for line in found.lines]


# -- places --------------------------------------------------------------------------------------


def test_equal_players_share_a_place_and_the_next_place_is_left_out() -> None:
    assert table(standings("points")) == [
        (1, "C", None),
        (2, "A", 0),
        (2, "B", None),
        (4, "H", 0),
        (5, "D", 0),
        (5, "E", None),
        (5, "F", None),
        (8, "G", 0),
    ]


def test_each_criterion_decides_where_those_before_leave_a_tie() -> None:
    found = standings("points, DC, BQ, discs")
    assert table(found) == [
        (1, "C", None),
        (2, "B", 0),
        (3, "A", 1),
        (4, "H", 0),
        (5, "D", 0),
        (6, "E", 2),
        (7, "F", 2),
        (8, "G", 0),
    ]
    assert [str(why_here(found, at)) for at in range(1, 4)] == [
        "points 3 : 2",
        "DC 1 : 0",
        "points 2 : 1.5",
    ]


def test_the_first_criterion_still_decides_where_a_later_one_turns_the_group_round() -> None:
    """B comes in front of A by direct comparison, and is parted from C by points."""
    found = standings("points, DC")
    assert table(found)[1] == (2, "B", 0)
    assert deciding(found, "C", "B") == deciding(found, "B", "C") == 0
    assert deciding(found, "C", "G") == 0
    assert deciding(found, "A", "B") == 1
    assert deciding(found, "D", "F") is None


def test_players_who_share_a_place_know_it() -> None:
    found = standings("points")
    assert [line.who for line in found.lines if found.is_shared(line)] == ["A", "B", "D", "E", "F"]


def test_undefined_values_come_last() -> None:
    own = event_index("Round|A|B|Result\n1|X|Y|1-0\n1|Z||bye", "")
    found = standings("BQ", own=own)
    assert table(found) == [(1, "Z", None), (2, "X", 0), (2, "Y", None)]
    assert str(why_above(found, "Z", "X")) == "Z is above X on BQ: 38 to undefined"


def test_players_without_games_are_ranked_too() -> None:
    own = EventIndex(Event(contestants=(Contestant("X"), Contestant("Y"))))
    assert table(standings("points, BQ, BH, PS, DC", own=own)) == [(1, "X", None), (1, "Y", None)]
    assert rank(EventIndex(Event()), parse_criteria("points")).lines == ()


def test_equal_bq_goes_by_discs_and_then_the_place_is_shared() -> None:
    """X has 6 discs more, Y met an opponent with one point more; at C = 6 both have the same BQ."""
    own = event_index(
        """
        Round|Black|White|Black discs|White discs
        1|X|P|30|34
        1|Y|Q|24|40
        2|Q|R|40|24
        2|P|S|20|44
        """,
        "",
    )
    values = {line.who: line.values[1] for line in standings("points, BQ", own=own).lines}
    assert [values[who].total for who in ("X", "Y")] == [36, 36]  # type: ignore[union-attr]
    found = standings("points, BQ, discs", own=own)
    assert str(why_above(found, "X", "Y")) == (
        "X is above Y on discs: 30 to 24 (equal on points 0, BQ 36)"
    )


# -- lots ----------------------------------------------------------------------------------------


def test_a_lot_breaks_the_ties_that_are_left() -> None:
    found = standings("points", lot="2026-11-21")
    assert [line.place for line in found.lines] == list(range(1, 9))
    assert {line.who for line in found.lines[1:3]} == {"A", "B"}
    assert [line.decided_by for line in found.lines] == [None, 0, 1, 0, 0, 1, 1, 0]
    assert str(why_here(found, 2)) == "lot"
    one, other = (line.who for line in found.lines[1:3])
    names = {"A": "Ahn", "B": "Bae"}
    assert str(why_above(found, other, one)) == (
        f"{names[one]} is above {names[other]} by the lot drawn with seed '2026-11-21' "
        "(equal on points 2)"
    )


def test_the_same_seed_draws_the_same_and_another_may_not() -> None:
    orders = {tuple(line.who for line in standings("points", str(n)).lines) for n in range(20)}
    assert len(orders) > 1
    assert table(standings("points", "x")) == table(standings("points", "x"))


# -- in words ------------------------------------------------------------------------------------


def test_why_one_player_is_above_another() -> None:
    found = standings("points, DC, BQ, discs")
    assert str(why_above(found, "C", "A")) == "Choi is above Ahn on points: 3 to 2"
    assert str(why_above(found, "A", "B")) == "Bae is above Ahn on DC: 1 to 0 (equal on points 2)"
    assert str(why_above(found, "F", "D")) == (
        "Do is above F on BQ: 116 to 105 (equal on points 1, DC 0)"
    )


def test_why_two_players_share_a_place() -> None:
    found = standings("points, WON")
    assert str(why_above(found, "E", "F")) == ("Eom and F share place 6: equal on points, WON")
    assert str(why_here(found, found.index("F"))) == "shares place 6"


def test_a_player_is_not_compared_with_themselves() -> None:
    with pytest.raises(DomainError, match="Ahn cannot be compared with themselves"):
        why_above(standings("points"), "A", "A")


def test_the_terms_of_a_value_in_lines() -> None:
    own = event_index("Round|A|B|Result\n1|X|Y|1-0\n2|X||bye\n3|Y|X|1-0", "")
    working = REGISTRY["BUCHHOLZ"].compute(own, "X", cut=1)
    assert term_lines(working) == [
        "  round 1   v Y                  1  score of Y; cut as the lowest  (cut)",
        "  round 3   v Y                  1  score of Y",
        "  total                          1",
    ]
    undefined = REGISTRY["BQ"].compute(own, "X")
    assert term_lines(undefined) == [
        "  total                          -  the discs of round 1 against Y are missing"
    ]
    alone = REGISTRY["DIRECTCOMP"].compute(own, ("X",))["X"]
    assert term_lines(alone) == ["  total                  not needed"]


def test_values_as_people_write_them() -> None:
    own = event_index()
    assert text_of_value(REGISTRY["BQ"].compute(own, "A", c="exact", bye="none")) == "185.3333"
    assert text_of_value(REGISTRY["DIRECTCOMP"].compute(own, ("A", "B"))["A"]) == "0"
    assert text_of_value(CriterionValue((3, 1))) == "3 / 1"
    assert text_of_value(CriterionValue(None)) == "-"
    assert text_of_value(CriterionValue(Fraction(383, 7), decimals=2)) == "54.71"
    assert text_of_value(CriterionValue(Fraction(109, 2), decimals=2)) == "54.50"
    # as a cell shows it, and the other side of the board
    assert text_of_value(CriterionValue(Fraction(9, 8), decimals=2)) == "1.13"
    assert text_of_value(CriterionValue(Fraction(-9, 8), decimals=2)) == "-1.13"


def test_a_league_that_is_not_complete_says_so() -> None:
    own = event_index("Round|A|B|Result\n1|X|Y|1-0\n2|Y|Z|1-0", "")
    for name in ("DIRECTCOMP", "HEADTOHEAD"):
        found = REGISTRY[name].compute(own, ("X", "Y", "Z"))
        assert {who: working.total for who, working in found.items()} == {
            "X": (0,), "Y": (0,), "Z": (0,)
        }  # fmt: skip
        assert str(found["Y"].why).startswith("not applied: ")


# -- lists of criteria ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("points", "POINTS", {}),
        ("  Points ", "POINTS", {}),
        ("PTS", "POINTS", {}),
        ("score", "POINTS", {}),
        ("disc total", "DISCS", {}),
        ("MBQ", "BQ", {}),
        ("BQ(c=12; bye=plus32)", "BQ", {"c": 12, "bye": "plus32"}),
        ("bq( C = even , withdrawn = counted )", "BQ", {"c": "even", "withdrawn": "counted"}),
        ("BQ()", "BQ", {}),
        ("BH/C1", "BUCHHOLZ", {"cut": 1}),
        ("BH-C2", "BUCHHOLZ", {"cut": 2}),
        ("bh/m1", "BUCHHOLZ", {"median": 1}),
        ("BH/C", "BUCHHOLZ", {"cut": 1}),
        ("BH@korea2020", "BUCHHOLZ", {"rulebook": "korea2020"}),
        ("Buchholz(cut=1)/M1@plain", "BUCHHOLZ", {"cut": 1, "median": 1, "rulebook": "plain"}),
        ("DC:egf", "DIRECTCOMP", {"method": "egf"}),
        ("DC(league=none)", "DIRECTCOMP", {"league": "none"}),
        ("PS(weights=1;2;3)", "PROGRESSIVE", {"weights": (1, 2, 3)}),
        ("PS(weights=1 2 3; cut=1)", "PROGRESSIVE", {"weights": (1, 2, 3), "cut": 1}),
    ],
)
def test_criteria_as_people_write_them(text: str, name: str, options: dict[str, Any]) -> None:
    (criterion,) = parse_criteria(text)
    assert criterion.function.name == name
    assert dict(criterion.options) == options
    assert criterion.label == text.strip()


def test_lists_are_split_at_commas_semicolons_and_lines_outside_brackets() -> None:
    text = "points, BQ(c=12; bye=plus32); DC\nBH/C1,,"
    assert split_list(text) == ["points", "BQ(c=12; bye=plus32)", "DC", "BH/C1"]
    assert [one.label for one in parse_criteria(text)] == split_list(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bucholz", "there is no criterion 'Bucholz'; did you mean BUCHHOLZ?"),
        ("foo/C1", "there is no criterion 'foo'"),
        ("STANDINGS", "criterion 'STANDINGS': STANDINGS does not rank players"),
        ("PLACE", "criterion 'PLACE': PLACE does not rank players"),
        ("BQ(d=1)", "criterion 'BQ(d=1)': BQ has no option 'd'; it has c, bye, withdrawn"),
        ("BQ(12)", "criterion 'BQ(12)': option '12' is not written as name=value"),
        ("BQ(c=-1)", "criterion 'BQ(c=-1)': c is -1; the minimum is 0"),
        ("BQ(c=12", "criterion 'BQ(c=12': a bracket is not closed"),
        ("BQ/X1", "criterion 'BQ/X1': BQ has no modifier /X1"),
        ("WINS/C1", "criterion 'WINS/C1': WINS has no option 'cut'; it has none"),
        (
            "DC:foo",
            "criterion 'DC:foo': method is 'foo'; expected one of: egf, opengotha, simplified",
        ),
        ("", "no criteria are given"),
        (" , ; ", "no criteria are given"),
    ],
)
def test_what_is_wrong_with_a_criterion(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_criteria(text, Place("Settings", 9, 2))
    assert [str(fault) for fault in caught.value.faults] == [f"Settings!B9: {said}"]


def test_all_faults_of_a_list_come_together() -> None:
    with pytest.raises(InputError) as caught:
        parse_criteria("points, foo, BQ(c=x), bar")
    assert len(caught.value.faults) == 3


def test_options_that_are_not_given_come_from_the_settings() -> None:
    event = replace(
        event_index().event,
        settings=Settings.by_key({"c": "12", "bye": "plus32", "nonsense": "1"}),
        rulebook="wof",
    )
    (whole, own) = parse_criteria("BQ, BQ(c=4)", event=event)
    assert dict(whole.options) == {"c": 12, "bye": "plus32"}
    assert dict(own.options) == {"c": 4, "bye": "plus32"}
    (buchholz,) = parse_criteria("BH", event=event)
    assert dict(buchholz.options) == {"rulebook": "wof"}
