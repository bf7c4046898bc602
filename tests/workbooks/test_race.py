"""The sheet Race: the places after a round are those that the sheet Standings had at that time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest

from xltie.core.errors import UndefinedValue
from xltie.event import BoardResult, Event, EventIndex, Match
from xltie.games import preset
from xltie.ranking.cells import place_after
from xltie.recompute import recompute
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.sheets.functions import callables
from xltie.sheets.workbook import read_tournament
from xltie.workbooks import example_event
from xltie.workbooks.add_sheet import with_sheet
from xltie.workbooks.build import new_workbook

ROUNDS = 7
PLACES = 3 + ROUNDS + 1
"""Column of the places after round 1."""


def book_of(matches: Sequence[Match]) -> Any:
    players, _ = example_event.simulated()
    plain = new_workbook(preset("othello"), len(players), ROUNDS, players, {}, matches)
    file = WorkbookFile(plain)
    event = read_tournament(file.grids).event
    data, _ = recompute(with_sheet(file, event, "points, BQ, discs", "race"), callables())
    return openpyxl.load_workbook(io.BytesIO(data), data_only=True)


@pytest.mark.slow
def test_places_after_a_round_are_those_of_the_standings_at_that_time() -> None:
    _, matches = example_event.simulated()
    race = book_of(matches)["Race"]
    for number in (1, 4, ROUNDS):
        then = book_of([match for match in matches if match.round <= number])["Standings"]
        places = {then.cell(row, 3).value: then.cell(row, 1).value for row in range(5, 20)}
        for row in range(5, 13):
            at = race.cell(row, PLACES + number - 1).value
            assert at == places[race.cell(row, 1).value], (number, row)


@pytest.mark.slow
def test_rounds_to_come_have_no_place_and_the_first_place_is_at_the_top() -> None:
    _, matches = example_event.simulated()
    race = book_of([match for match in matches if match.round <= 2])["Race"]
    shown = [race.cell(5, column).value for column in range(PLACES, PLACES + ROUNDS)]
    assert isinstance(shown[1], int)
    assert [race.cell(3, column).value for column in (1, 2, 3)] == ["Rounds", 2, "Points"]
    assert shown[2:] == ["#N/A"] * (ROUNDS - 2)
    points, places = race._charts
    assert points.y_axis.scaling.orientation == "minMax"
    assert places.y_axis.scaling.orientation == "maxMin"
    assert len(places.series) == len(points.series) == 8


def test_a_session_of_boards_has_no_places_after_rounds() -> None:
    players, _ = example_event.simulated()
    board = BoardResult(1, (players[0].id,), (players[1].id,))
    event = Event(game="bridge", contestants=tuple(players), board_results=(board,))
    with pytest.raises(UndefinedValue):
        place_after(EventIndex(event), players[0].id, 1)
