"""First rounds of unrated, rated and mixed fields, as the description of the system has them."""

from __future__ import annotations

import pytest

from xltie.event import Contestant, pairing_order
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Round, system_named
from xltie.pairing.state import WHITE
from xltie.pairing.systems import draw_round

from .events import event_index_of, field_of

SWISS = system_named("swiss")


def couples(drawn: Round) -> list[tuple[str, str | None]]:
    return [(board.first, board.second) for board in drawn.boards]


def with_white_on_top(size: int) -> RoundOptions:
    """A seed that draws White for the best player."""
    for number in range(100):
        wants = RoundOptions(seed=str(number))
        field = draw_round(event_index_of(field_of(size)), 1, SWISS, wants).state
        if field is not None and field.top_colour == WHITE:
            return wants
    raise AssertionError("White is never drawn")


def test_the_best_rated_meets_the_last_and_colours_alternate_down_the_tables() -> None:
    drawn = draw_round(event_index_of(field_of(8)), 1, SWISS, with_white_on_top(8))
    assert couples(drawn) == [("1", "8"), ("7", "2"), ("3", "6"), ("5", "4")]


def test_both_colours_are_drawn_for_the_best_player() -> None:
    drawn = [
        draw_round(event_index_of(field_of(8)), 1, SWISS, RoundOptions(seed=str(n)))
        for n in range(20)
    ]
    assert {couples(d)[0] for d in drawn} == {("1", "8"), ("8", "1")}


def test_the_first_half_of_the_lots_has_the_drawn_colour() -> None:
    drawn = draw_round(event_index_of(field_of(8)), 1, SWISS, RoundOptions(first="random"))
    assert drawn.state is not None
    lots = {entry.who: entry.rank for entry in drawn.state.entries}
    upper = drawn.state.top_colour == WHITE
    assert {(lots[first] < 4, lots[second or ""] < 4) for first, second in couples(drawn)} == {
        (upper, not upper)
    }


def test_the_last_of_an_odd_rated_field_has_the_bye() -> None:
    drawn = draw_round(event_index_of(field_of(9)), 1, SWISS, with_white_on_top(9))
    assert couples(drawn) == [("1", "8"), ("7", "2"), ("3", "6"), ("5", "4"), ("9", None)]


def test_the_rated_come_before_the_unrated_and_those_by_name() -> None:
    contestants = (
        Contestant("1", "Yoon"),
        Contestant("2", "Kim", rating=1500),
        Contestant("3", "Ahn"),
        Contestant("4", "Lee", rating=1900),
        Contestant("5", "나래"),
        Contestant("6", "가람"),
    )
    assert [c.name for c in pairing_order(event_index_of(contestants).event)] == [
        "Lee",
        "Kim",
        "Ahn",
        "Yoon",
        "가람",
        "나래",
    ]
    drawn = draw_round(event_index_of(contestants), 1, SWISS)
    assert {frozenset(c) for c in couples(drawn)} == {
        frozenset("45"), frozenset("26"), frozenset("31"),
    }  # fmt: skip


@pytest.mark.slow
def test_an_unrated_field_is_shuffled_and_one_half_has_white() -> None:
    drawn = [
        draw_round(event_index_of(field_of(10, rated=False)), 1, SWISS, RoundOptions(seed=str(n)))
        for n in range(200)
    ]
    met_by_one = {next(b for b in d.boards if "1" in b.players).players for d in drawn}
    assert len(met_by_one) == 18  # nine opponents, both colours
    for d in drawn:
        assert d.state is not None
        half = [entry.who for entry in sorted(d.state.entries, key=lambda e: e.lot)][:5]
        white = {board.first for board in d.boards}
        assert white in (set(half), {str(n) for n in range(1, 11)} - set(half))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("slide", [{"1", "5"}, {"2", "6"}, {"3", "7"}, {"4", "8"}]),
        ("fold", [{"1", "8"}, {"2", "7"}, {"3", "6"}, {"4", "5"}]),
        ("cross", [{"1", "2"}, {"3", "4"}, {"5", "6"}, {"7", "8"}]),
    ],
)
def test_the_order_of_the_first_round_can_be_chosen(order: str, expected: list[set[str]]) -> None:
    drawn = draw_round(event_index_of(field_of(8)), 1, SWISS, RoundOptions(first=order))
    assert [set(board.players) for board in drawn.boards] == expected


def test_accelerated_rounds_pair_each_half_for_itself() -> None:
    drawn = draw_round(event_index_of(field_of(16)), 1, SWISS, RoundOptions(accelerated=2))
    upper = {str(n) for n in range(1, 9)}
    assert all(len(upper & set(board.players)) in (0, 2) for board in drawn.boards)
    later = draw_round(event_index_of(field_of(16)), 1, SWISS, RoundOptions(accelerated=0))
    assert all(len(upper & set(board.players)) == 1 for board in later.boards)


def test_pairing_numbers_go_by_rating_title_and_alphabet() -> None:
    """C.04.2, B: strength, then the title from GM down to none, then the alphabet."""
    listed = [
        Contestant("a", "Zoe", 2300), Contestant("b", "Ada", 2300),
        Contestant("c", "Bo", 2300, title="WFM"),
        Contestant("d", "Max", 2300, title="IM"), Contestant("e", "Eve", 2500),
    ]  # fmt: skip
    order = pairing_order(event_index_of(listed).event)
    assert [meaning.name for meaning in order] == ["Eve", "Max", "Bo", "Ada", "Zoe"]
    unrated = [Contestant("1", "Zoe"), Contestant("2", "Ada")]
    assert [one.name for one in pairing_order(event_index_of(unrated).event)] == ["Zoe", "Ada"]
