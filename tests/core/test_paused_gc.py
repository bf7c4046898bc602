"""A process that reads one event after another keeps none of them."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from xltie import api
from xltie.event import EventIndex

GAMES = b"Round,Black,White,Result\n1,Rose,Brian,1-0\n1,Kim,Lee,0-1\n2,Rose,Lee,1-0\n"


def _alive() -> int:
    """Count the indexes that are alive, whether somebody has them or not."""
    return sum(isinstance(thing, EventIndex) for thing in gc.get_objects())


@pytest.mark.slow
def test_standings_leave_nothing_behind() -> None:
    gc.collect()
    before = _alive()
    for _ in range(50):
        assert api.standings(api.open_event(GAMES, name="club.csv"), "PTS, BH, SB").lines
    assert _alive() - before <= 1


def test_an_index_answers_after_it_has_forgotten() -> None:
    found = api.standings(api.open_event(GAMES, name="club.csv"), "PTS, BH")
    values = [line.values[1].terms for line in found.lines]
    found.event_index.forget()
    assert [line.values[1].terms for line in found.lines] == values
    assert found.event_index.score("Rose") == 2


CIRCLES = """
import gc
from xltie.core.paused_gc import paused_gc

class Circle:
    def __init__(self):
        self.me = self

for _ in range(60):
    with paused_gc():
        [Circle() for _ in range(20_000)]
print(sum(isinstance(thing, Circle) for thing in gc.get_objects()))
"""


@pytest.mark.slow
def test_circles_are_found_where_only_pauses_make_objects() -> None:
    """As long as the young objects of each pause counted as old, nobody ever looked at them."""
    done = subprocess.run(
        [sys.executable, "-c", CIRCLES], check=True, capture_output=True, text=True
    )
    assert int(done.stdout) < 600_000
