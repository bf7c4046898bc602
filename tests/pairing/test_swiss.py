"""The Swiss system: absolute rules always, relative rules as far as possible and in their order."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator

import pytest

from xltie.event import Match, Outcome, Side, Status
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import system_named
from xltie.pairing.engine import allowed_in
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import BLACK, WHITE, Entry, PairingState
from xltie.pairing.systems import draw_round, table_reasons
from xltie.pairing.systems.draw import broken, objectives_for, state_for

from .events import Play, broken_absolutely, event_index_of, field_of, game

SWISS = system_named("swiss")
EVENTS = int(os.environ.get("XLTIE_PAIRING_EVENTS", "60"))


def most_rounds(players: int) -> int:
    return players - 1 + players % 2


@pytest.mark.slow
@pytest.mark.parametrize("players", range(5, 17))
def test_a_small_field_can_play_every_number_of_rounds(players: int) -> None:
    for rounds in range(1, most_rounds(players) + 1):
        play = Play(field_of(players), rounds, seed=players * 100 + rounds).to_the_end()
        assert broken_absolutely(play) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(EVENTS))
def test_simulated_events_break_no_absolute_rule(number: int) -> None:
    lots = random.Random(number)
    players = lots.randint(5, 200 if number % 10 == 0 else 60)
    rounds = lots.randint(1, min(most_rounds(players), 12))
    play = Play(field_of(players, rated=lots.random() < 0.8), rounds, seed=number).to_the_end()
    assert broken_absolutely(play) == []


# -- brute force ---------------------------------------------------------------------------------


Couple = tuple[Entry, Entry | None]


def all_pairings(state: PairingState) -> Iterator[list[Couple]]:
    """Every pairing that the absolute rules allow, straight from the rules."""

    def rest(entries: tuple[Entry, ...], bye_left: bool) -> Iterator[list[Couple]]:
        if not entries:
            yield []
            return
        one, others = entries[0], entries[1:]
        if bye_left and not one.free_rounds:
            for pairing in rest(others, False):
                yield [(one, None), *pairing]
        for other in others:
            if other.who not in one.met:
                left = tuple(entry for entry in others if entry is not other)
                for pairing in rest(left, bye_left):
                    yield [(one, other), *pairing]

    yield from rest(state.entries, len(state.entries) % 2 == 1)


def violations(
    state: PairingState, pairing: list[Couple], colours: tuple[int, ...]
) -> tuple[int, ...]:
    """How often each relative rule is broken, counted anew from the words of the rules."""
    lowest = min(entry.score for entry in state.entries)
    groups = alternation = one = two = three = bye = 0
    for (a, b), colour in zip(pairing, colours, strict=True):
        if b is None:
            bye += a.score != lowest
            continue
        groups += a.score != b.score
        for entry, item in ((a, colour), (b, -colour)):
            had = [c for _, c in entry.colours]
            after = abs(sum(had) + item)
            alternation += bool(had) and had[-1] == item
            one += after > 1
            two += after > 2
            three += not state.is_last and had[-2:] == [item, item]
    return groups, alternation, one, two, three, bye


def costs_of(
    state: PairingState, pairing: list[Couple], colours: tuple[int, ...]
) -> tuple[int, ...]:
    objectives = objectives_for(state, SWISS, DEFAULTS)
    totals = dict.fromkeys([objective.name for objective in objectives], 0)
    for (a, b), colour in zip(pairing, colours, strict=True):
        for name, cost in broken(state, objectives, a, b, colour):
            totals[name] += cost
    return tuple(totals.values())


def settle(state: PairingState, pairing: list[Couple]) -> Iterator[tuple[int, ...]]:
    choices = [(WHITE,) if b is None else (WHITE, BLACK) for _, b in pairing]
    yield from itertools.product(*choices)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_no_pairing_is_better_in_the_order_of_the_rules(seed: int) -> None:
    players = 4 + seed % 5  # four to eight
    play = Play(field_of(players), most_rounds(players), seed=seed)
    perfect = 0
    for _ in range(play.rounds):
        number = len(play.drawn) + 1
        # the number of rounds is not told, so that nothing is kept back for later rounds
        before = event_index_of(play.contestants, play.matches)
        state = state_for(before, number, SWISS, DEFAULTS)
        options = [
            (costs_of(state, pairing, colours), violations(state, pairing, colours))
            for pairing in all_pairings(state)
            for colours in settle(state, pairing)
        ]
        if not options:
            break
        drawn = draw_round(before, number, SWISS)
        entries = {entry.who: entry for entry in state.entries}
        chosen = [(entries[b.first], entries.get(b.second or "")) for b in drawn.boards]
        colours = tuple(WHITE for _ in chosen)
        assert costs_of(state, chosen, colours) == min(cost for cost, _ in options)
        if any(not any(broken_rules) for _, broken_rules in options):
            perfect += 1
            assert not any(violations(state, chosen, colours))
        play.drawn.append(drawn)
        play.play(drawn)
    assert perfect  # at least the first round has a perfect pairing


def test_the_absolute_rules_are_all_that_is_forbidden() -> None:
    play = Play(field_of(7), 3, seed=1).to_the_end()
    state = state_for(event_index_of(play.contestants, play.matches), 4, SWISS, DEFAULTS)
    allowed = allowed_in(state, DEFAULTS)
    assert len(allowed.couples) == 7 * 6 // 2 - 9
    assert len(allowed.byes) == 7 - 3


# -- rules one by one ----------------------------------------------------------------------------


def test_opponents_are_of_the_same_score_group() -> None:
    first = [game(1, "1", "2"), game(1, "3", "4"), game(1, "5", "6"), game(1, "7", "8")]
    drawn = draw_round(event_index_of(field_of(8), first), 2, SWISS)
    winners = {"1", "3", "5", "7"}
    assert all(len(winners & set(board.players)) in (0, 2) for board in drawn.boards)


@pytest.mark.parametrize(("floats", "again"), [((0, 1), 1), ((1, 0), 0), ((1,), 1), ((), 0)])
def test_a_bye_is_a_float_again_for_who_floated_down_in_the_last_round(
    floats: tuple[int, ...], again: int
) -> None:
    state = state_for(event_index_of(field_of(4)), 1, SWISS, DEFAULTS)
    (objective,) = [o for o in objectives_for(state, SWISS, DEFAULTS) if o.name == "floats"]
    assert objective.alone is not None
    assert objective.alone(state, state.entries[0]._replace(floats=floats)) == again


def test_topscorers_of_the_last_round_have_over_half_of_what_can_be_had() -> None:
    games = [
        game(1, "1", "4"), game(1, "2", "5"), game(1, "3", "6", Outcome.DRAW),
        game(2, "1", "5"), game(2, "6", "2", Outcome.DRAW), game(2, "4", "3"),
    ]  # fmt: skip

    def topscorers(rounds: int) -> set[str]:
        state = state_for(event_index_of(field_of(6), games, rounds), 3, SWISS, DEFAULTS)
        return {entry.who for entry in state.entries if state.is_topscorer(entry)}

    assert topscorers(3) == {"1", "2"}  # 2 and 1.5 of 2; 4 and 6 have 1
    assert topscorers(4) == set()


def test_colours_alternate() -> None:
    lost = Outcome.LOSS
    first = [game(1, "1", "5"), game(1, "6", "2", lost), game(1, "3", "7"), game(1, "8", "4", lost)]
    drawn = draw_round(event_index_of(field_of(8), first), 2, SWISS)
    had_white = {"1", "6", "3", "8"}
    assert {board.first for board in drawn.boards}.isdisjoint(had_white)


def test_a_third_colour_running_is_taken_in_the_last_round_only() -> None:
    """Two with two Whites each are all that is left of a score group."""
    contestants = field_of(4)
    games = [
        game(1, "1", "3"), game(1, "2", "4"),
        game(2, "1", "4"), game(2, "2", "3"),
    ]  # fmt: skip
    third = draw_round(event_index_of(contestants, games, rounds=3), 3, SWISS)
    costs = dict(cost for board in third.boards for cost in board.costs)
    assert "three running" not in costs
    early = draw_round(event_index_of(contestants, games), 3, SWISS)
    costs = dict(cost for board in early.boards for cost in board.costs)
    assert "three running" in costs


def test_what_goes_against_both_of_a_table_is_said() -> None:
    """1 had White less often, 2 Black: colours that alternate leave both two apart."""
    games = [
        game(1, "3", "1"), game(1, "2", "5"), game(2, "4", "1"), game(2, "2", "6"),
        game(3, "1", "5"), game(3, "3", "2"),
    ]  # fmt: skip
    index, wants = event_index_of(field_of(6), games), RoundOptions(absent=frozenset("3456"))
    drawn = draw_round(index, 4, SWISS, wants)
    assert [board.players for board in drawn.boards] == [("2", "1")]
    [reason] = table_reasons(index, drawn, wants)
    assert str(reason.order) == "unavoidable: colours that differ by more than one"


def test_the_bye_goes_to_the_lowest_group_and_to_nobody_twice() -> None:
    play = Play(field_of(9), 5, seed=3).to_the_end()
    for drawn in play.drawn:
        assert drawn.state is not None
        by_who = {entry.who: entry for entry in drawn.state.entries}
        alone = [by_who[board.first] for board in drawn.boards if board.second is None]
        candidates = [entry for entry in drawn.state.entries if not entry.free_rounds]
        assert [entry.score for entry in alone] == [min(entry.score for entry in candidates)]


def test_the_same_seed_draws_the_same_round_and_another_seed_another() -> None:
    event_index = event_index_of(field_of(30, rated=False))
    rounds = [draw_round(event_index, 1, SWISS, RoundOptions(seed=s)).boards for s in "aab"]
    assert rounds[0] == rounds[1] != rounds[2]


def test_a_free_point_counts_as_a_bye_and_a_forfeit_not_as_a_meeting() -> None:
    forfeit = Match(1, Side("1", Status.FORFEIT_WIN), Side("2", Status.FORFEIT_LOSS))
    games = [forfeit, game(1, "3", "4", Outcome.DRAW)]
    state = state_for(event_index_of(field_of(5), games), 2, SWISS, DEFAULTS)
    by_who = {entry.who: entry for entry in state.entries}
    assert by_who["1"].free_rounds == (1,)
    assert by_who["1"].met == frozenset()
