"""Tournament standings and tie-breaks as live formulas in the spreadsheet you already use.

From Python, without a spreadsheet (docs/python.md):

    >>> from xltie import open_event, standings
    >>> games = b'''Round,Black,White,Black discs,White discs
    ... 1,Rose,Hayashi,40,24
    ... 2,Hayashi,Brian,50,14
    ... 3,Brian,Rose,35,29
    ... '''
    >>> opened = open_event(games, name="club.csv")
    >>> for line in standings(opened, "points, BQ, discs").lines:
    ...     print(line.place, line.who)
    1 Hayashi
    2 Rose
    3 Brian

Each name is imported when it is first used, so that ``import xltie`` costs nothing. The functions
are those of :mod:`xltie.api`; its ``recompute`` is not among them, as ``xltie.recompute`` is the
package that does the work.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

TYPE_CHECKING = False  # importing typing would cost more than all the rest
if TYPE_CHECKING:
    from xltie.api import explain, open_event, standings, to_bytes, write
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
    from xltie.event import (
        Contestant,
        Event,
        EventIndex,
        Match,
        Outcome,
        Scoring,
        Side,
        Status,
        faults,
    )
    from xltie.ranking import Criterion, Standings, Tournament, parse_criteria, rank, why_above
    from xltie.sheets.call import evaluate_call
    from xltie.sheets.functions import REGISTRY, Function, find
    from xltie.sheets.read import read_event

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
    "Tournament",
    "UndefinedValue",
    "UnknownPlayer",
    "WorkbookRefused",
    "XltieError",
    "evaluate_call",
    "explain",
    "faults",
    "find",
    "open_event",
    "parse_criteria",
    "rank",
    "read_event",
    "standings",
    "to_bytes",
    "why_above",
    "write",
]

_HOMES = {
    "api": (
        "explain",
        "open_event",
        "standings",
        "to_bytes",
        "write",
    ),
    "event": (
        "Contestant",
        "Event",
        "Match",
        "Outcome",
        "Scoring",
        "Side",
        "Status",
        "EventIndex",
        "faults",
    ),
    "core.errors": (
        "DomainError",
        "Fault",
        "InputError",
        "Place",
        "RegistrationError",
        "UndefinedValue",
        "UnknownPlayer",
        "WorkbookRefused",
        "XltieError",
    ),
    "core.cells": (
        "CellError",
        "Grid",
    ),
    "sheets.functions": (
        "REGISTRY",
        "Function",
        "find",
    ),
    "ranking": (
        "Criterion",
        "parse_criteria",
        "Standings",
        "rank",
        "why_above",
        "Tournament",
    ),
    "sheets.read": ("read_event",),
    "sheets.call": ("evaluate_call",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name in ("Criterion", "parse_criteria"):
        import_module("xltie.sheets.functions")  # a criterion is the name of a registered function
    value: object = getattr(import_module(f"xltie.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
