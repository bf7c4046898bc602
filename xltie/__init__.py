"""Tournament standings and tie-breaks as live formulas in the spreadsheet you already use.

The engine, for who wants it without a spreadsheet:

    >>> from xltie import Grid, Ledger, parse_criteria, rank, read_event
    >>> games = [
    ...     ["Round", "Black", "White", "Black discs", "White discs"],
    ...     [1, "Rose", "Hayashi", 40, 24],
    ...     [2, "Hayashi", "Brian", 50, 14],
    ...     [3, "Brian", "Rose", 35, 29],
    ... ]
    >>> ledger = Ledger(read_event(Grid(games)))
    >>> for line in rank(ledger, parse_criteria("points, BQ, discs")).lines:
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
    from xltie.book.calls import answer
    from xltie.book.events import read_event
    from xltie.cells import CellError, Grid
    from xltie.checks import faults
    from xltie.criteria import Criterion, parse_criteria
    from xltie.errors import (
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
    from xltie.explain import why_above
    from xltie.functions import REGISTRY, Function, find
    from xltie.ledger import Ledger
    from xltie.model import Contestant, Event, Match, Outcome, Scoring, Side, Status
    from xltie.standings import Standings, rank

__all__ = [
    "REGISTRY",
    "CellError",
    "Contestant",
    "Criterion",
    "DomainError",
    "Event",
    "Fault",
    "Function",
    "Grid",
    "InputError",
    "Ledger",
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
    "answer",
    "faults",
    "find",
    "parse_criteria",
    "rank",
    "read_event",
    "why_above",
]

_HOMES = {
    "model": ("Contestant", "Event", "Match", "Outcome", "Scoring", "Side", "Status"),
    "errors": (
        "DomainError", "Fault", "InputError", "Place", "RegistrationError", "UndefinedValue",
        "UnknownPlayer", "WorkbookRefused", "XltieError",
    ),
    "cells": ("CellError", "Grid"),
    "functions": ("REGISTRY", "Function", "find"),
    "ledger": ("Ledger",),
    "criteria": ("Criterion", "parse_criteria"),
    "standings": ("Standings", "rank"),
    "explain": ("why_above",),
    "checks": ("faults",),
    "book.events": ("read_event",),
    "book.calls": ("answer",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == "criteria":
        import_module("xltie.functions")  # a criterion is the name of a registered function
    value = getattr(import_module(f"xltie.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted(__all__)
