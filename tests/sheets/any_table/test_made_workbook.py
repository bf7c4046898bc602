"""The workbook that a table is made: its points, or what it does not hold is said."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Callable, NamedTuple

import pytest

from tests.shell import Shell
from xltie.api import open_event
from xltie.event import Event, EventIndex

DELFT = (
    "Pl;FMJD-id;Name;rating;R1;R2;R3;Pts\n"
    "1;10011;Kim;2315;12/3w;6/2b;12/4b;30\n"
    "2;10030;Lee;2336;12/4b;4/1w;9/3b;25\n"
    "3;13238;Park;2373;0/1b;12/4w;1/2w;13\n"
    "4;10209;Choi;2273;0/2w;0/3b;0/1w;0\n"
)
"""The Delft count of draughts: what is left on the board shares out a game without a winner."""
BYES = (
    "No.,Name,1,2,3,4,Points\n"
    "1,Kim,x,1,½,1,2.5\n"
    "2,Lee,0,x,1,,2\n"
    "3,Park,½,0,x,1,1.5\n"
    "4,Choi,0,,0,x,1\n"
)
"""A matrix whose points hold byes: of two who did not meet, one after all games of the others."""


class Made(NamedTuple):
    """The event of a table, that of its workbook, and what was said when it was made."""

    table: Event
    workbook: Event
    said: str


Make = Callable[[str], Made]


@pytest.fixture
def made(tmp_path: Path, shell: Shell) -> Make:
    def make(text: str) -> Made:
        table, workbook = tmp_path / "club.csv", tmp_path / "event.xlsx"
        table.write_text(text, "utf-8")
        said = shell("import", table, workbook).err
        return Made(open_event(table).event, open_event(workbook).event, said)

    return make


def points(event: Event) -> dict[str, Fraction]:
    index = EventIndex(event)
    return {
        index.name_of(who) or who: sum(map(index.points, index.rounds_of(who)), Fraction())
        for who in index.ids
    }


def test_points_that_no_result_gives_are_said_to_be_left_out(made: Make) -> None:
    found = made(DELFT)
    assert points(found.table) == {"Kim": 30, "Lee": 25, "Park": 13, "Choi": 0}
    assert points(found.workbook) != points(found.table)
    assert "event.xlsx leaves out or changes: points of players (4)" in found.said


def test_a_number_in_a_register_is_no_rating(made: Make) -> None:
    ratings = {one.name: one.rating for one in made(DELFT).workbook.contestants}
    assert ratings == {"Kim": 2315, "Lee": 2336, "Park": 2373, "Choi": 2273}


def test_byes_that_printed_points_tell_of_count_in_the_workbook_too(made: Make) -> None:
    found = made(BYES)
    assert points(found.table) == {"Kim": 2.5, "Lee": 2, "Park": 1.5, "Choi": 1}
    assert points(found.workbook) == points(found.table)


def test_scores_and_rounds_that_a_workbook_has_otherwise_are_said(made: Make) -> None:
    found = made("Home,Away,FT\nAdler,Biene,2-1\nCobra,Dachs,3-3\nAdler,Cobra,0-1\n")
    assert points(found.workbook) == points(found.table)
    assert "leaves out or changes: discs or margins (6)" in found.said
    assert "rounds are not in the file" in found.said


def test_nothing_is_said_of_a_workbook_that_holds_it_all(made: Make) -> None:
    found = made("Round,White,Black,Result\n1,Kim,Lee,1-0\n1,Park,Choi,½-½\n2,Kim,Park,0-1\n")
    assert points(found.workbook) == points(found.table)
    assert "leaves out" not in found.said
    assert "rounds are not" not in found.said
