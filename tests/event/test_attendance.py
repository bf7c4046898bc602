"""Who does not play when: one column, read in English and in the words of other languages."""

from __future__ import annotations

import pytest

from tests.casefiles import grid_of
from xltie.core.cells import Grid
from xltie.event import Contestant, Event, EventIndex, attendance_in, attendance_of, column_of
from xltie.pairing.catalogue import wants_of
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_tables

GAMES = "Round|Black|White|Result\n1|1|2|1-0"


@pytest.mark.parametrize(
    ("typed", "absent", "half_byes", "leaves"),
    [
        ("3", {3}, set(), None),
        ("2, 5", {2, 5}, set(), None),
        ("1-3", {1, 2, 3}, set(), None),
        ("½ 2", set(), {2}, None),
        ("1/2 2, 3", {3}, {2}, None),
        ("half 2-3", set(), {2, 3}, None),
        ("from 4", set(), set(), 4),
        ("½2; From 4", set(), {2}, 4),
        ("4부터", set(), set(), 4),
        ("반 2, 3", {3}, {2}, None),
        ("с 4", set(), set(), 4),
        ("from 2, from 5", set(), set(), 2),
        ("", set(), set(), None),
    ],
)
def test_a_cell_says_when_somebody_does_not_play(
    typed: str, absent: set[int], half_byes: set[int], leaves: int | None
) -> None:
    found = attendance_in(typed)
    assert found is not None
    assert (found.absent, found.half_byes, found.leaves) == (absent, half_byes, leaves)


@pytest.mark.parametrize("typed", ["3-", "x", "½", "from", "0", "3-1", "½ 2 5", "45295", "from 0"])
def test_what_is_not_understood_is_no_round(typed: str) -> None:
    assert attendance_in(typed) is None


@pytest.mark.parametrize(
    ("typed", "language", "meaning"),
    [
        ("3", "", "not in round 3"),
        ("2, 5-7", "", "not in rounds 2, 5–7"),
        ("½ 2, from 4", "", "half-point bye in round 2; withdrawn: from round 4"),
        ("expelled from 3", "", "expelled: from round 3"),
        ("", "", ""),
        ("soon", "", "? write 4, 2-4, ½ 4 or from 4"),
        ("4부터", "ko", "기권: 4라운드부터"),
        ("с 4", "ru", "выбыл: с тура 4"),
    ],
)
def test_the_sheet_says_what_a_cell_means(typed: str, language: str, meaning: str) -> None:
    assert REGISTRY["NOTPLAYING"].compute(typed, language) == meaning


def test_the_old_columns_and_the_new_one_are_read_side_by_side() -> None:
    more = (("Absent", "2"), ("Half bye", "3"), ("Not playing in round", "5, from 6"))
    found = attendance_of(Contestant("1", more=more))
    assert (found.absent, found.half_byes, found.leaves) == ({2, 5}, {3}, 6)
    for heading in ("쉬는 라운드", "Не играет в туре", "Not playing\nin round", "not playing"):
        assert column_of(heading) is not None
    assert column_of("Club") is None


def test_the_column_keeps_players_out_of_the_pairing_and_withdraws_them() -> None:
    players = grid_of("ID|Name|Not playing in round\n1|Kim|2\n2|Lee|½ 2\n3|Park|from 2", "Players")
    event = read_tables(Grid(grid_of(GAMES).rows, "Rounds"), players)
    assert event.faults == ()
    assert [player.withdrawn_after for player in event.contestants] == [None, None, 1]
    wants = wants_of(EventIndex(event), 2)
    assert (wants.absent, wants.half_byes) == ({"1"}, {"2"})


def test_a_cell_that_is_not_understood_is_a_fault_and_costs_nobody_a_place() -> None:
    players = grid_of("ID|Name|Not playing\n1|Kim|soon\n2|Lee|", "Players")
    event = read_tables(Grid(grid_of(GAMES).rows, "Rounds"), players)
    assert [str(fault) for fault in event.faults] == [
        "Players!C2: Not playing is 'soon'; write 4, 2-4, ½ 4 or from 4"
    ]
    assert len(event.contestants) == 2


def test_an_event_without_the_column_is_as_before() -> None:
    assert attendance_of(Contestant("1", more=(("Phone", "3"),))).absent == frozenset()
    assert wants_of(EventIndex(Event(contestants=(Contestant("1"),))), 1).absent == frozenset()
