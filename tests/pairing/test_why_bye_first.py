"""Why two do not meet in the Burstein and the Dubov system."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from xltie.pairing.engine.state import state_before
from xltie.pairing.options import NOTHING
from xltie.pairing.systems.why_not import why_not

from .events import Play, event_index_of, field_of

WORSE = ("(C4)", "(C5)", "(C6)", "(C7)", "(C8)", "(C9)", "(C10)", "(4.2)", "(4.3)", "(4.4)")


@pytest.mark.parametrize("system", ["burstein", "dubov"])
def test_every_couple_that_does_not_meet_has_a_reason_and_no_other(system: str) -> None:
    play = Play(field_of(11), 7, system, seed=5)
    found: Counter[str] = Counter()
    for number in range(1, 7):
        before = event_index_of(play.contestants, play.matches, 7)
        drawn = play.pair()
        if number > 3:  # the seeding rounds of Burstein are Dutch
            state = state_before(before, number, NOTHING)
            met = {own.who: own.met for own in state.entries}
            tables = {frozenset(board.players) for board in drawn.boards}
            [resting] = [board.first for board in drawn.boards if board.second is None]
            for one, other in itertools.combinations(sorted(met), 2):
                said = str(why_not(before, drawn, NOTHING, one, other))
                assert said.endswith("do meet in this round") == ({one, other} in tables)
                assert said.endswith("they have met") == (
                    other in met[one] and resting not in (one, other)
                )
                if "with them, " in said:
                    assert said.endswith(WORSE)
                    found[said.rpartition(" ")[2]] += 1
            for one in met:
                said = str(why_not(before, drawn, NOTHING, one, ""))
                assert said.endswith("has the bye") == (one == resting)
        play.play(drawn)
    assert {"(C5)", "(C6)"} & set(found), found
    assert {"(C7)", "(C8)"} & set(found), found


def test_the_one_with_the_fewer_points_rests() -> None:
    play = Play(field_of(7), 5, "dubov", seed=1)
    for _ in range(2):
        play.play(play.pair())
    before = event_index_of(play.contestants, play.matches, 5)
    drawn = play.pair()
    best = drawn.boards[0].first
    said = str(why_not(before, drawn, NOTHING, best, ""))
    assert said.endswith("has no bye: another player has a lower score (3.1.3)")
