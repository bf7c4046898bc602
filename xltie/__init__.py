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
    from xltie.event.checks import faults
    from xltie.event.index import EventIndex
    from xltie.event.model import Contestant, Event, Match, Outcome, Scoring, Side, Status
    from xltie.ranking.criteria import Criterion, parse_criteria
    from xltie.ranking.explain import why_above
    from xltie.ranking.standings import Standings, rank
    from xltie.sheets.catalogue import REGISTRY, Function, find
    from xltie.sheets.evaluation import evaluate_call
    from xltie.sheets.read_event import read_event
    from xltie.sheets.tournament import Tournament

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
    "api": ("explain", "open_event", "standings", "to_bytes", "write"),
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
    "sheets.tournament": ("Tournament",),
    "sheets.evaluation": ("evaluate_call",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == "ranking.criteria":
        import_module("xltie.sheets.catalogue")  # a criterion is the name of a registered function
    value: object = getattr(import_module(f"xltie.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
