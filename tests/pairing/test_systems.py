"""Othello's penalties, McMahon and Go, Monrad."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.quick import first_quick
from xltie.event import Contestant
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import System, system_named, with_options
from xltie.pairing.catalogue.papp import PENALTIES
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import handicap_between
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.draw import state_for

from .events import Play, broken_absolutely, event_index_of, field_of, game

OTHELLO = system_named("othello")
STRICT = with_options(system_named("swiss"), "strict")


@pytest.mark.parametrize("system", first_quick(["othello", "opengotha", "monrad", STRICT], 2))
def test_every_system_keeps_the_absolute_rules(system: str | System) -> None:
    for size in (5, 8, 13, 24):
        play = Play(field_of(size), min(7, size - 1), system, seed=size).to_the_end()
        assert broken_absolutely(play) == []


def papp_costs(a: str, b: str) -> tuple[int, int]:
    """What two cost after a round in which 1, 2 and 5 won with White: together, and seated."""
    event_index = event_index_of(
        [replace(c, country="KOR" if c.id in "12" else c.id) for c in field_of(6)],
        [game(1, "1", "3"), game(1, "2", "4"), game(1, "5", "6")],
    )
    state = state_for(event_index, 2, OTHELLO, DEFAULTS)
    by_who = {entry.who: entry for entry in state.entries}
    one, other = by_who[a], by_who[b]
    assert PENALTIES.pair is not None and PENALTIES.colour is not None
    same = PENALTIES.colour(state, one, 1) + PENALTIES.colour(state, other, -1)
    return PENALTIES.pair(state, one, other), same


def test_penalties_are_those_of_the_configuration_file() -> None:
    # the same country 2; White again: two more than Black 105 and again 15; Black: balanced
    assert papp_costs("1", "2") == (2, 120)
    # a point is two half points: 40588
    assert papp_costs("1", "4") == (40588, 120 + 120)


# papp.cfg of PAPP: Couleur, 0 to 5 times; Flottement, 0 to 24 half points
COLOUR = (0, 20, 105, 225, 530, 1075)
FLOAT = (
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582,
    483534, 558828, 643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345,
    2079081, 2079081,
)  # fmt: skip


def test_every_penalty_is_that_of_the_configuration_file() -> None:
    state = state_for(event_index_of(field_of(2), rounds=60), 50, OTHELLO, DEFAULTS)
    one, other = state.entries
    assert PENALTIES.pair is not None and PENALTIES.colour is not None
    for halves, penalty in enumerate(FLOAT):
        high = one._replace(score=halves * state.denominator // 2)
        assert PENALTIES.pair(state, high, other) == penalty
        for last, more in ((0, 0), (1, 25), (-1, -10)):  # de-suite, minoration
            floated = high._replace(floats=(last,))
            assert PENALTIES.pair(state, floated, other) == penalty + (more if halves else 0)
    for times, penalty in enumerate((*COLOUR, COLOUR[-1])):
        played = one._replace(colours=tuple((number, 1) for number in range(1, times)))
        assert PENALTIES.colour(state, played, 1) == (penalty if times else 20)


def test_othello_avoids_a_float_for_a_colour() -> None:
    games = [game(1, "1", "3"), game(1, "2", "4")]
    drawn = draw_round(event_index_of(field_of(4), games, game="othello"), 2, OTHELLO)
    assert [set(b.players) for b in drawn.boards] == [{"1", "2"}, {"3", "4"}]


# -- Go ------------------------------------------------------------------------------------------


def go_field() -> list[Contestant]:
    grades = ("3d", "1d", "2k", "5k", "9k", "20k")
    return [
        Contestant(str(n), grade=grade, start=Fraction(30 + number))
        for n, (grade, number) in enumerate(zip(grades, (2, 0, -2, -5, -9, -20), strict=True), 1)
    ]


def test_mcmahon_pairs_by_the_score_with_the_start_and_gives_handicaps() -> None:
    event_index = event_index_of(go_field(), game="go", format="mcmahon")
    drawn = draw_round(event_index, 1, system_named("opengotha"))
    couples = {frozenset(board.players): board for board in drawn.boards}
    assert set(couples) == {frozenset("12"), frozenset("34"), frozenset("56")}
    assert couples[frozenset("12")].handicap == 0  # dan players
    assert couples[frozenset("34")].handicap == 2  # three grades less one
    assert couples[frozenset("56")].handicap == 9  # never more
    assert couples[frozenset("34")].first == "4"  # the weaker has Black, the first column


def test_handicap_games_do_not_count_for_colours() -> None:
    games = [replace(game(1, "3", "4"), handicap=2), game(1, "1", "2")]
    state = state_for(event_index_of(go_field(), games), 2, system_named("opengotha"), DEFAULTS)
    by_who = {entry.who: entry for entry in state.entries}
    assert by_who["3"].colours == ()
    assert by_who["1"].colours == ((1, 1),)


def test_swiss_for_go_is_even_unless_handicaps_are_asked_for() -> None:
    event_index = event_index_of(go_field(), game="go")
    plain = draw_round(event_index, 1, system_named("opengotha"))
    assert not any(board.handicap for board in plain.boards)
    given = draw_round(event_index, 1, system_named("opengotha"), RoundOptions(handicap=0))
    assert any(board.handicap for board in given.boards)
    state = state_for(event_index, 1, system_named("opengotha"), DEFAULTS)
    assert handicap_between(state, state.entries[2], state.entries[3]) == 0


def test_monrad_pairs_neighbours() -> None:
    games = [game(1, "1", "2"), game(1, "3", "4"), game(1, "5", "6"), game(1, "7", "8")]
    drawn = draw_round(event_index_of(field_of(8), games), 2, system_named("monrad"))
    assert [set(b.players) for b in drawn.boards] == [
        {"1", "3"}, {"5", "7"}, {"2", "4"}, {"6", "8"},
    ]  # fmt: skip
