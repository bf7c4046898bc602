"""A word that says that nobody is there says it wherever a result is read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.casefiles import grid_of
from xltie.core.catalogues import spellings
from xltie.core.cells import Grid
from xltie.event import OF_ABSENT, OF_REQUESTED, Event, EventIndex, Status, bye_named
from xltie.event.bye_words import BYE_WORDS, MAYBE_NAMES
from xltie.sheets.any_table import read_sheets
from xltie.sheets.read import read_event, read_tables
from xltie.sheets.read.event import read_ours
from xltie.sheets.tables import read_alone

OF_CATALOGUES = {
    "bye": Status.PAIRING_BYE, "full bye": Status.FULL_BYE, "half bye": Status.HALF_BYE,
    "zero bye": Status.ZERO_BYE, "absent": Status.ABSENT, OF_REQUESTED: Status.HALF_BYE,
    OF_ABSENT: Status.ABSENT,
}  # fmt: skip
WORDS = [
    *((word, status) for status, text in BYE_WORDS.items() if status for word in text.split()),
    *((word, status) for name, status in OF_CATALOGUES.items()
      for word in spellings("result", name)),
]  # fmt: skip
WORTH = {Status.PAIRING_BYE: 1, Status.FULL_BYE: 1, Status.HALF_BYE: Fraction(1, 2)}


def sheet(text: str, name: str) -> Grid:
    return Grid(grid_of(text).rows, name)


def of_our_form(games: str, players: str = "ID\nKim\nLee\nPark") -> Event:
    rounds = sheet(f"Round|White|Black|Result\n{games}", "Rounds")
    return read_ours(rounds, sheet(players, "Players"), None, None)


def alone(event: Event) -> Status:
    """The status of the one who meets nobody."""
    assert event.faults == ()
    return next(match.a.status for match in event.matches if match.b is None)


@pytest.mark.parametrize(("word", "status"), WORDS)
def test_every_door_knows_every_word(word: str, status: Status) -> None:
    games = f"Round|White|Black|Result\n1|Kim|Lee|1-0\n1|Park|{word}|"
    assert alone(read_tables(sheet(games, "Rounds"))) is status
    matches = "Round|Team A|Team B|Result\n1|Nord|Roma|3-1\n1|Zug|"
    as_result = alone(read_tables(sheet(f"{matches}|{word}", "Matches")))
    assert alone(read_tables(sheet(f"{matches}{word}|", "Matches"))) is as_result
    boards = f"Round|Board|NS|EW|Score\n1|1|1|2|420\n1|1|3|{word}|"
    assert word not in {player.id for player in read_event(sheet(boards, "Boards")).contestants}
    assert read_alone(word) is status


@pytest.mark.parametrize(("word", "status"), WORDS)
def test_a_table_of_anybody_gives_a_word_its_worth(word: str, status: Status) -> None:
    table = (
        "Runde|Weiß|Schwarz|Ergebnis\n1|Kim|Lee|1-0\n"
        f"1|Park|{word}|\n2|Lee|Park|½-½\n2|Kim|Choi|0-1"
    )
    reading = read_sheets({"": grid_of(table)})
    assert reading.event is not None, reading.faults
    index = EventIndex(reading.event)
    assert index.score("Park", after=1) == WORTH.get(status, 0)


def test_a_bye_that_somebody_asked_for_has_no_worth_of_its_own() -> None:
    assert bye_named("requested bye") is None
    event = of_our_form("1|Kim|Lee|1-0\n1|Park|requested bye|")
    assert [fault.place.cell for fault in event.faults if fault.place] == ["C3"]


@pytest.mark.parametrize("name", MAYBE_NAMES.split())
def test_a_word_that_may_be_a_name_is_one_in_our_own_sheet(name: str) -> None:
    event = of_our_form(f"1|Kim|{name}|1-0", f"ID\nKim\n{name}")
    assert event.faults == ()
    assert [(match.a.who, match.b and match.b.who) for match in event.matches] == [("Kim", name)]


@pytest.mark.parametrize("text", ["½ bye", "½-bye", "1/2 Bye", "0,5 bye", "bye (½)", "BYE 0.5"])
def test_half_a_point_may_be_a_number_beside_the_word(text: str) -> None:
    assert bye_named(text) is Status.HALF_BYE
    assert bye_named(text.replace("½", "12").replace("1/2", "11/2").replace("5", "55")) is None
