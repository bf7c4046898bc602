"""One sheet of a workbook that holds several tables of games."""

from __future__ import annotations

import pytest

from tests.books import hand_made
from xltie.api import open_event
from xltie.core.errors import InputError

HEADINGS = ["Weiss", "Schwarz", "Ergebnis"]
FIRST = [HEADINGS, ["Ann", "Bob", "1-0"], ["Cid", "Dee", "0-1"]]
SECOND = [HEADINGS, ["Ann", "Dee", "1-0"], ["Bob", "Cid", "0-1"]]
OTHER = [HEADINGS, ["Eve", "Fay", "1-0"], ["Eve", "Gus", "0-1"]]


def _event(sheet: str, **sheets: list[list[object]]):
    return open_event(hand_made(sheets), name="club.xlsx", sheet=sheet).event


def test_the_sheet_that_is_named_is_read_and_no_other() -> None:
    found = _event("Jugend", Herren=FIRST, Jugend=OTHER)
    assert {player.id for player in found.contestants} == {"Eve", "Fay", "Gus"}


def test_sheets_of_a_round_each_stay_together() -> None:
    sheets = {"Runde 1": FIRST, "Runde 2": SECOND, "Jugend": OTHER}
    found = _event("Runde 2", **sheets)
    assert {player.id for player in found.contestants} == {"Ann", "Bob", "Cid", "Dee"}
    assert found.last_round == 2


def test_players_beside_our_own_sheet_of_games_are_not_lost() -> None:
    rounds = [["Round", "White", "Black", "Result"], [1, "Ann", "Bob", "1-0"]]
    players = [["ID", "Name", "Rating"], ["Ann", "Ann Lee", 2000], ["Bob", "Bob Ray", 1900]]
    found = _event("Rounds", Rounds=rounds, Players=players, Jugend=OTHER)
    assert [player.name for player in found.contestants] == ["Ann Lee", "Bob Ray"]


def test_a_sheet_that_is_not_there_is_said() -> None:
    with pytest.raises(InputError, match="there is no sheet Herren"):
        _event("Herren", Jugend=OTHER)
    with pytest.raises(InputError, match="there is no sheet Herren"):
        open_event(b"White,Black,Result\nAnn,Bob,1-0\n", name="club.csv", sheet="Herren")
