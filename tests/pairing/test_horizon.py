"""Looking ahead: a round leaves as many of the rounds to come as can be left."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.quick import first_quick
from xltie.core.errors import InputError
from xltie.pairing.catalogue import system_named
from xltie.pairing.systems import draw_round

from .events import Play, broken_absolutely, event_index_of, field_of

Couple = frozenset[str]


def complete(players: tuple[str, ...], met: frozenset[Couple]) -> Iterator[frozenset[Couple]]:
    if not players:
        yield frozenset()
        return
    one, rest = players[0], players[1:]
    for other in rest:
        couple = frozenset((one, other))
        if couple not in met:
            left = tuple(who for who in rest if who != other)
            for others in complete(left, met):
                yield others | {couple}


def most_rounds(players: tuple[str, ...], met: frozenset[Couple]) -> int:
    """How many rounds can be played at all, by trying everything."""
    rounds = (1 + most_rounds(players, met | drawn) for drawn in complete(players, met))
    return max(rounds, default=0)


@pytest.mark.parametrize("seed", first_quick(range(12), 3))
def test_after_withdrawals_as_many_rounds_are_played_as_can_be(seed: int) -> None:
    """Eight players and seven rounds; two leave after the first or second."""
    play = Play(field_of(8), 7, seed=seed)
    for _ in range(1 + seed % 2):
        play.play(play.pair())
    gone = random.Random(seed).sample(sorted(c.id for c in play.contestants), 2)
    played = len(play.drawn)
    play.contestants = tuple(
        replace(c, withdrawn_after=played) if c.id in gone else c for c in play.contestants
    )
    met = frozenset(frozenset(board.players) for drawn in play.drawn for board in drawn.boards)
    stayed = tuple(c.id for c in play.contestants if c.id not in gone)
    possible = min(most_rounds(stayed, met), 7 - played)
    with pytest.raises(InputError, match="cannot be paired"):
        for _ in range(8):
            play.play(play.pair())
    assert len(play.drawn) - played == possible
    meetings = [frozenset(b.players) for drawn in play.drawn for b in drawn.boards]
    assert len(meetings) == len(set(meetings))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(22, 21), (23, 23), (40, 39)])
def test_a_larger_field_can_play_every_number_of_rounds(players: int, rounds: int) -> None:
    play = Play(field_of(players), rounds, seed=players).to_the_end()
    assert broken_absolutely(play) == []
    couples = {frozenset(board.players) for drawn in play.drawn for board in drawn.boards}
    assert (
        len(couples) == len(list(itertools.combinations(range(players), 2))) + players % 2 * players
    )


@pytest.mark.parametrize("system", ["swiss", "mcmahon", "othello", "monrad"])
@pytest.mark.parametrize("size", [0, 1, 2])
def test_hardly_any_players_and_more_rounds_than_they_can_play(system: str, size: int) -> None:
    """One player has the bye, nobody has no table; the round after a bye is refused in words."""
    index = event_index_of(field_of(size), rounds=3)
    drawn = draw_round(index, 1, system_named(system))
    assert len(drawn.boards) == (size + 1) // 2
    gone = [replace(player, withdrawn_after=0) for player in field_of(2)]
    assert draw_round(event_index_of(gone, rounds=3), 1, system_named(system)).boards == ()
