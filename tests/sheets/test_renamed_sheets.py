"""Sheets that somebody renamed: what is marked there, and what the lists are called."""

from __future__ import annotations

from xltie.core.cells import Grid
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

EVENT = next(entry for entry in REGISTRY.values() if "EVENTTEXT" in entry.names)
GAMES = [["Round", "White", "Black", "Result"], [1, 1, 2, "1-0"], [1, 3, 9, "1-0"]]
PLAYERS = [["No", "Name"], [1, "Ann"], [2, "Bob"], [3, "Cid"]]
SETTINGS = [["Setting", "Value"], ["Game", "chess"], ["Rounds", 3]]


def marked(games: str, players: str, *more: list[object]) -> object:
    tables = ([*PLAYERS, *more], players), (GAMES, games), (SETTINGS, "Settings")
    grids = [Grid(tuple(map(tuple, rows)), name, 4, 1) for rows, name in tables]
    text = evaluate_call(EVENT, grids)
    return evaluate_call(REGISTRY["FAULTROWS"], [Grid(((text,),), "Settings", 20, 2)])


def test_faulty_lines_are_marked_whatever_the_sheets_are_called() -> None:
    assert marked("Rounds", "Players") == "|R6|"
    assert marked("Spiele", "Teilnehmer") == "|R6|"


def test_so_are_lines_of_players() -> None:
    twice: list[object] = [3, "Dee"]
    assert marked("Spiele", "Teilnehmer", twice) == marked("Rounds", "Players", twice)
    assert "P8|" in str(marked("Spiele", "Teilnehmer", twice))
