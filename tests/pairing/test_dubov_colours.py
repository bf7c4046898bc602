"""Who has which colour in the Dubov system where one of two has not played yet (1.6.4)."""

from __future__ import annotations

from tests.pairing.events import bye, event_index_of, field_of, game
from xltie.event import Match, Outcome, Status
from xltie.pairing.catalogue import system_named
from xltie.pairing.systems import draw_round

DRAW, HALF = Outcome.DRAW, Status.HALF_BYE


def white_and_black(number: int, *matches: Match) -> list[tuple[str, str | None]]:
    index = event_index_of(field_of(4), matches, 5)
    boards = draw_round(index, number, system_named("dubov")).boards
    return [(board.first, board.second) for board in boards]


def test_a_stronger_wish_for_black_goes_before_that_of_who_has_not_played() -> None:
    """3 had White, so that 2 has it against 3; 4 had Black and has White against 1."""
    found = white_and_black(2, game(1, "3", "4", DRAW), bye(1, "1", HALF), bye(1, "2", HALF))
    assert found == [("4", "1"), ("2", "3")]


def test_of_two_mild_wishes_for_black_that_of_the_higher_place_is_granted() -> None:
    """1 had Black, then White; 3 has not played: neither has played more with one colour."""
    away = [bye(number, who, HALF) for number in (1, 2) for who in "34"]
    found = white_and_black(3, game(1, "2", "1", DRAW), game(2, "1", "2", DRAW), *away)
    assert found == [("3", "1"), ("2", "4")]
