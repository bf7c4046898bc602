"""The files that Excel opens in the selftest: one of each kind that xltie writes."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, Mapping

from xltie.event import Contestant, Match, Outcome, Side, Status
from xltie.games import preset
from xltie.hosts.common.respell import Style, respelled
from xltie.hosts.excel.dynamic_arrays import without_at_signs
from xltie.hosts.excel.lite import make_lite_workbook
from xltie.hosts.excel.package import build_add_in, make_macro_workbook
from xltie.hosts.excel.selftest.run import ADD_IN, BIG, EVENT, MACROS
from xltie.recompute import recompute
from xltie.sheets.functions import callables
from xltie.workbooks import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

_NAMES = ("Aldana", "Birk", "Castell", "Dufour", "Ebner", "Falk", "Girard", "Hong")


def files() -> Dict[str, bytes]:
    """Return the files by name."""
    event = new_workbook(preset("chess"), len(_NAMES), 5, _people(), {}, _first_round())
    kinds: Mapping[str, Callable[[], bytes]] = {
        ADD_IN: build_add_in,
        EVENT: lambda: event,
        MACROS: lambda: make_macro_workbook(event),
        BIG: lambda: new_workbook(preset("chess"), 200, 9, _people(200)),
        "othello.xlsx": lambda: new_workbook(preset("othello"), 24, 7),
        "go.xlsx": lambda: new_workbook(preset("go"), 24, 5),
        "bridge.xlsx": lambda: new_workbook(preset("bridge"), 14, 21),
        "chess-teams.xlsx": lambda: new_team_workbook(8, 5, 4),
        "go-teams.xlsx": lambda: new_team_workbook(8, 5, 3, game="go"),
        "korean.xlsx": lambda: new_workbook(preset("othello"), 8, 3, (), {"language": "ko"}),
        "russian.xlsx": lambda: new_workbook(preset("chess"), 8, 3, (), {"language": "ru"}),
        "marked.xlsx": lambda: without_at_signs(event),
        "add-in-links.xlsx": lambda: respelled(event, Style.ADDIN)[0],
        "lite.xlsx": lambda: make_lite_workbook(event),
        "values.xlsx": lambda: recompute(event, callables(), values=True)[0],
        "asks-to-compute.xlsx": lambda: recompute(event, callables(), full_calculation=True)[0],
    }
    return {name: made() for name, made in kinds.items()}


def _people(count: int = len(_NAMES)) -> List[Contestant]:
    return [
        Contestant(str(number), f"{_NAMES[number % len(_NAMES)]} {number}", rating=2200 - number)
        for number in range(1, count + 1)
    ]


def _first_round() -> List[Match]:
    """Return the games of one round, all of them with results: the next can be paired."""
    half = len(_NAMES) // 2
    return [
        Match(
            1,
            Side(str(number), Status.PLAYED, Outcome.WIN, Fraction(1), None, "white"),
            Side(str(number + half), Status.PLAYED, Outcome.LOSS, Fraction(0), None, "black"),
        )
        for number in range(1, half + 1)
    ]
