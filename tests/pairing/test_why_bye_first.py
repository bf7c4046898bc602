"""Why two do not meet in the Burstein and the Dubov system."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from xltie.event import EventIndex, Match, Status
from xltie.pairing.catalogue import system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import state_before
from xltie.pairing.systems import draw_round
from xltie.pairing.systems.reasons import why_not

from .events import Play, bye, event_index_of, field_of, game

WORSE = re.compile(r"\((C\d+)?(?:, )?(?:article ([\d.]+))?\)$")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["burstein", "dubov"])
def test_every_couple_that_does_not_meet_has_a_reason_and_no_other(system: str) -> None:
    play = Play(field_of(11), 7, system, seed=5)
    found: Counter[str] = Counter()
    for number in range(1, 7):
        before = event_index_of(play.contestants, play.matches, 7)
        drawn = play.pair()
        if number > 3:  # the seeding rounds of Burstein are Dutch
            state = state_before(before, number, DEFAULTS)
            met = {entry.who: entry.met for entry in state.entries}
            tables = {frozenset(board.players) for board in drawn.boards}
            [resting] = [board.first for board in drawn.boards if board.second is None]
            for one, other in itertools.combinations(sorted(met), 2):
                said = str(why_not(before, drawn, DEFAULTS, one, other))
                assert said.endswith("do meet in this round") == ({one, other} in tables)
                assert ("they have met (C1" in said) == (
                    other in met[one] and resting not in (one, other)
                )
                named = WORSE.search(said)
                if named:
                    found[named[1] or named[2]] += 1
            for one in met:
                said = str(why_not(before, drawn, DEFAULTS, one, ""))
                assert said.endswith("has the bye") == (one == resting)
        play.play(drawn)
    assert {"C5", "C6"} & set(found), found
    assert {"C7", "C8"} & set(found), found


def why_no_bye(system: str, index: EventIndex, number: int) -> dict[str, str]:
    """What each player hears who asks why the bye is another's."""
    drawn = draw_round(index, number, system_named(system))
    said = {who: str(why_not(index, drawn, DEFAULTS, who, "")) for who in index.ids}
    return {who: text.partition(" has ")[2] for who, text in said.items()}


BEFORE = "no bye: there was a bye, or a win without a game, before (C2, article 3.1.1)"
NOT_ALL = "no bye: not everybody else could be paired (article 3.1.2)"
LOWER = "no bye: another player has a lower score (article 3.1.3)"
MORE = "no bye: another player has played more games (article 3.1.4)"
ORDER = "no bye: another player comes later in the order (article 3.1.5)"
FIRST_OF_FIVE = [game(1, "1", "4"), game(1, "2", "5"), bye(1, "3")]


@pytest.mark.parametrize("system", ["burstein", "dubov"])
@pytest.mark.parametrize(
    ("matches", "number", "expected"),
    [
        (FIRST_OF_FIVE, 2, (LOWER, LOWER, BEFORE, ORDER, "the bye")),
        (
            [*FIRST_OF_FIVE, game(2, "3", "4"), game(2, "2", "1"), bye(2, "5", Status.ZERO_BYE)],
            3,
            (LOWER, LOWER, BEFORE, "the bye", MORE),
        ),
        (  # without 5, nobody is left for 1
            [
                *(game(1, "1", "2"), game(1, "3", "5"), bye(1, "4")),
                *(game(2, "1", "3"), game(2, "2", "5"), bye(2, "4", Status.ZERO_BYE)),
                *(game(3, "1", "4"), game(3, "2", "3"), bye(3, "5", Status.ZERO_BYE)),
            ],
            4,
            (LOWER, LOWER, "the bye", BEFORE, NOT_ALL),
        ),
    ],
    ids=["order", "games", "completion"],
)
def test_why_the_bye_is_anothers(
    system: str, matches: list[Match], number: int, expected: tuple[str, ...]
) -> None:
    index = event_index_of(field_of(5), matches, 5 if number > 2 else 2)
    assert tuple(why_no_bye(system, index, number).values()) == expected
