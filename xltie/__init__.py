"""Tournament standings and tie-breaks as live formulas in the spreadsheet you already use.

To use the engine without a spreadsheet:

    >>> from xltie import Grid, EventIndex, parse_criteria, rank, read_event
    >>> games = [
    ...     ["Round", "Black", "White", "Black discs", "White discs"],
    ...     [1, "Rose", "Hayashi", 40, 24],
    ...     [2, "Hayashi", "Brian", 50, 14],
    ...     [3, "Brian", "Rose", 35, 29],
    ... ]
    >>> event_index = EventIndex(read_event(Grid(games)))
    >>> for line in rank(event_index, parse_criteria("points, BQ, discs")).lines:
    ...     print(line.place, line.who)
    1 Hayashi
    2 Rose
    3 Brian

Each name is imported when it is first used, so that ``import xltie`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, List

if TYPE_CHECKING:
    from xltie.core.cells import CellError, Grid
    from xltie.core.errors import (
        DomainError,
        Fault,
        InputError,
        Place,
        RegistrationError,
        UndefinedValue,
        UnknownPlayer,
        WorkbookRefused,
        XltieError,
    )
    from xltie.event.checks import faults
    from xltie.event.index import EventIndex
    from xltie.event.model import Contestant, Event, Match, Outcome, Scoring, Side, Status
    from xltie.ranking.criteria import Criterion, parse_criteria
    from xltie.ranking.explain import why_above
    from xltie.ranking.standings import Standings, rank
    from xltie.sheets.catalogue import REGISTRY, Function, find
    from xltie.sheets.evaluation import evaluate_call
    from xltie.sheets.read_event import read_event

__all__ = [
    "REGISTRY",
    "CellError",
    "Contestant",
    "Criterion",
    "DomainError",
    "Event",
    "EventIndex",
    "Fault",
    "Function",
    "Grid",
    "InputError",
    "Match",
    "Outcome",
    "Place",
    "RegistrationError",
    "Scoring",
    "Side",
    "Standings",
    "Status",
    "UndefinedValue",
    "UnknownPlayer",
    "WorkbookRefused",
    "XltieError",
    "evaluate_call",
    "faults",
    "find",
    "parse_criteria",
    "rank",
    "read_event",
    "why_above",
]

_HOMES = {
    "event.model": ("Contestant", "Event", "Match", "Outcome", "Scoring", "Side", "Status"),
    "core.errors": (
        "DomainError", "Fault", "InputError", "Place", "RegistrationError", "UndefinedValue",
        "UnknownPlayer", "WorkbookRefused", "XltieError",
    ),
    "core.cells": ("CellError", "Grid"),
    "sheets.catalogue": ("REGISTRY", "Function", "find"),
    "event.index": ("EventIndex",),
    "ranking.criteria": ("Criterion", "parse_criteria"),
    "ranking.standings": ("Standings", "rank"),
    "ranking.explain": ("why_above",),
    "event.checks": ("faults",),
    "sheets.read_event": ("read_event",),
    "sheets.evaluation": ("evaluate_call",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == "ranking.criteria":
        import_module("xltie.sheets.catalogue")  # a criterion is the name of a registered function
    value = getattr(import_module(f"xltie.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted(__all__)
