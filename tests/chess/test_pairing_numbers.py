"""Pairing numbers: the ids where all are numbers, else the places in the list of players."""

from __future__ import annotations

import pytest

from tests.casefiles import grid_of
from xltie.event import EventIndex
from xltie.ranking import parse_criteria
from xltie.sheets.read import read_event


@pytest.mark.parametrize(
    ("ids", "numbers"),
    [(("7", "3", "12", "5"), [7, 3, 12, 5]), (("A7", "3", "12", "5"), [1, 2, 3, 4])],
)
def test_pairing_numbers(ids: tuple[str, ...], numbers: list[int]) -> None:
    a, b, c, d = ids
    games = grid_of(f"Round|White|Black|Result\n1|{a}|{b}|1-0\n1|{c}|{d}|1-0", "Rounds")
    event_index = EventIndex(read_event(games, grid_of("ID\n" + "\n".join(ids), "Players")))
    found = parse_criteria("TPN")[0].values(event_index, ids)
    assert [found[who].total for who in ids] == numbers
