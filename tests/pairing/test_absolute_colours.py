"""Colours that C.04.1 makes absolute: kept wherever any pairing of the round keeps them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xltie.core.errors import InputError
from xltie.event import Event
from xltie.pairing.brackets.field import ABSOLUTE, MILD, STRONG, Player, Preference
from xltie.pairing.catalogue import system_named, system_of, with_options
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import BLACK, WHITE, Entry, PairingState
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.draw import state_for
from xltie.pairing.systems.dutch.dutch_round import with_strong_wishes, without_third_colour

from .events import Play, event_index_of, field_of
from .test_swiss import all_pairings, settle

STRICT = with_options(system_named("swiss"), "strict")


@pytest.mark.parametrize(
    ("one", "other", "third", "strong"),
    [
        # the wider difference has its colour; the other one had Black twice, or not
        (Preference(1, ABSOLUTE, 2, 0), Preference(1, ABSOLUTE, 1, -1), 0, 1),
        (Preference(1, ABSOLUTE, 3, -1), Preference(1, ABSOLUTE, 2, 0), 1, 1),
        # level: the colours of both were repeated, or of one alone
        (Preference(1, ABSOLUTE, 2, -1), Preference(1, ABSOLUTE, 2, -1), 0, 1),
        (Preference(1, ABSOLUTE, 2, -1), Preference(1, ABSOLUTE, 2, 0), 1, 1),
        (Preference(1, ABSOLUTE, 2, 0), Preference(1, STRONG, 1, 0), 1, 0),
        (Preference(1, STRONG, 1, 0), Preference(1, STRONG, 1, 0), 1, 0),
        (Preference(1, STRONG, 1, 0), Preference(1, MILD, 0, 0), 1, 1),
        (Preference(1, STRONG, 1, 0), Preference(-1, STRONG, 1, 0), 1, 1),
    ],
)
def test_who_goes_without_a_colour_of_two_that_want_the_same(
    one: Preference, other: Preference, third: int, strong: int
) -> None:
    """C11 and C13 of the Dutch system, whichever of the two is named first."""
    a, b = (
        Player(who, 1, 0, (), frozenset(), (0, 0), True, wishes, 4)
        for who, wishes in (("1", one), ("2", other))
    )
    for high, low in ((a, b), (b, a)):
        assert without_third_colour(high, low) == third
        assert with_strong_wishes(high, low) == strong


def breaches(state: PairingState, entry: Entry, colour: int) -> int:
    """Count what a colour breaks, from the words of C.04.1; topscorers of the last round do not."""
    points = entry.score / state.denominator
    if state.is_last and points > (state.round - 1) / 2:
        return 0
    had = [colour for _, colour in entry.colours]
    return (had[-2:] == [colour, colour]) + (abs(sum(had) + colour) > 2)


def least(state: PairingState) -> int | None:
    """Return the fewest breaches of all pairings, None where there is no pairing."""
    return min(
        (
            sum(
                breaches(state, a, colour) + breaches(state, b, -colour)
                for (a, b), colour in zip(pairing, colours, strict=True)
                if b is not None
            )
            for pairing in all_pairings(state)
            for colours in settle(state, pairing)
        ),
        default=None,
    )


@pytest.mark.slow
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(4, 7), st.integers(0, 10**6), st.sampled_from([0.0, 0.3]))
def test_no_pairing_breaks_fewer_absolute_colours(size: int, seed: int, draws: float) -> None:
    """White wins in half of the events, so that the same players are at the top with White."""
    rounds = size - 1 + size % 2
    play = Play(field_of(size), rounds, STRICT, seed=seed, draws=draws)
    last = random.Random(seed).randint(2, rounds)
    for number in range(1, rounds + 1):
        # the last round is told when it comes, so that nothing is kept back for later ones
        before = event_index_of(play.contestants, play.matches, number if number == last else 0)
        state = state_for(before, number, STRICT, DEFAULTS)
        try:
            drawn = draw_round(before, number, STRICT)
        except InputError:
            assert least(state) is None
            return
        entries = {entry.who: entry for entry in state.entries}
        broken = sum(
            breaches(state, entries[board.first], WHITE)
            + breaches(state, entries[board.second], BLACK)
            for board in drawn.boards
            if board.second is not None
        )
        assert broken == least(state)
        if number == last:
            return
        play.drawn.append(drawn)
        play.play(drawn)


@pytest.mark.slow
def test_a_clean_event_never_has_a_third_colour() -> None:
    """30 players and 9 rounds: enough opponents to keep both rules in every round but the last."""
    for seed in range(3):
        play = Play(field_of(30), 9, STRICT, seed=seed).to_the_end()
        for number in range(1, 9):
            before = event_index_of(
                play.contestants, [match for match in play.matches if match.round < number], 9
            )
            state = state_for(before, number, STRICT, DEFAULTS)
            entries = {entry.who: entry for entry in state.entries}
            for board in play.drawn[number - 1].boards:
                assert board.second is not None
                assert not breaches(state, entries[board.first], WHITE)
                assert not breaches(state, entries[board.second], BLACK)


def test_a_game_without_a_system_of_its_own_is_paired_so() -> None:
    assert system_of(Event(game="draughts")) is STRICT
    drawn = draw_round(event_index_of(field_of(8), game="draughts"), 1, STRICT)
    slide = [{"1", "5"}, {"2", "6"}, {"3", "7"}, {"4", "8"}]
    assert [set(board.players) for board in drawn.boards] == slide
