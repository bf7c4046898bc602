"""The cell functions: one method for every name in the registry."""

from __future__ import annotations

import logging
from functools import lru_cache
from itertools import repeat
from typing import Any, Callable, Dict, List, Sequence, Tuple

import unohelper
from com.sun.star.lang import Locale, XLocalizable

from xltie.core.cells import CellError, Value, is_blank
from xltie.core.errors import UnknownPlayer, XltieError
from xltie.functions.registry import Shape
from xltie.hosts.libreoffice.named_service import NamedService
from xltie.hosts.libreoffice.names import ADD_IN, method_of
from xltie.hosts.libreoffice.values import EventText, incoming, is_of_one, outgoing, read_range
from xltie.sheets.call import answers_by_player, evaluate_call
from xltie.sheets.functions import REGISTRY, Function

_log = logging.getLogger(__name__)
Rows = Tuple[Tuple[Any, ...], ...]
_EVENT = object()
"""Stands for the cells of the event in what tells calls of it apart."""
_BLANK: Rows = (("",),)


def reply(entry: Function, raw: Sequence[Any]) -> Rows:
    """Return the value of a call as rows; what goes wrong is an error value, never an exception."""
    try:
        if entry.is_of_players and is_of_one(raw):
            return _of_player(entry, raw)
        return _answer(entry, raw)
    except XltieError as error:
        if isinstance(error, UnknownPlayer) and raw[0] == 0:
            return _BLANK  # a blank cell instead of a player
        return outgoing(CellError(error.code))
    except Exception:
        _log.exception("%s failed", entry.name)
        return outgoing(CellError("#VALUE!"))


class _ByPlayer(Dict[Any, Rows]):
    """The answers of a function to calls that differ in the player alone, made when asked for."""

    def __init__(self, entry: Function, cells: Sequence[Value]) -> None:
        super().__init__()
        self._answer = answers_by_player(entry, cells)

    def __missing__(self, player: Any) -> Rows:
        rows = self[player] = outgoing(self._answer(player))
        return rows


def _of_player(entry: Function, raw: Sequence[Any]) -> Rows:
    """Return the value of a call for one player; of an event as text what differs is made alone.

    Most cells of a workbook hold such a call, and all of them ask again after every keystroke.
    """
    player, cells, *options = raw
    if is_blank(player):
        return _BLANK  # nobody, whatever the event is
    event = read_range(cells)
    if not isinstance(event, EventText):
        return _answer(entry, raw)
    found = event.cached((entry.name, *options), lambda _: _ByPlayer(entry, _as_cells(entry, raw)))
    return found[player]


def _as_cells(entry: Function, raw: Sequence[Any]) -> List[Value]:
    """Return the arguments as the engine takes them; None stands for one that is left out."""
    while raw and raw[-1] is None:
        raw = raw[:-1]
    return list(map(incoming, raw, entry.parameters, repeat(entry.shape is Shape.PACK)))


def _answer(entry: Function, raw: Sequence[Any]) -> Rows:
    """Return the value of a call; for the text of an event it is computed once.

    Calc computes every cell again that depends on the event, thousands at a keystroke and at each
    *Recalculate Hard*, whether its text changed or not.
    """
    cells = _as_cells(entry, raw)
    event = next((cell for cell in cells if isinstance(cell, EventText)), None)
    if event is not None and tuple not in map(type, raw):
        key = ("cell", entry.name, *(_EVENT if cell is event else cell for cell in cells))
        return event.cached(key, lambda _: outgoing(evaluate_call(entry, cells)))
    return outgoing(evaluate_call(entry, cells))


def _method(entry: Function) -> Callable[..., Rows]:
    return lambda self, *raw: reply(entry, raw)


class _Service(NamedService, XLocalizable):  # type: ignore[misc]
    """What LibreOffice requires of every add-in."""

    services = (ADD_IN,)

    locale = Locale("en", "US", "")

    def setLocale(self, locale: Any) -> None:  # noqa: N802
        """Keep the language; help texts come from the descriptors."""
        self.locale = locale

    def getLocale(self) -> Any:  # noqa: N802
        """Return the language."""
        return self.locale


@lru_cache(maxsize=1)
def add_in_class() -> Any:
    """Return the class with all methods; its interface is only known once it is installed."""
    from org.xltie.calc import XXltie

    methods: Dict[str, Any] = {
        method_of(name): _method(entry) for entry in REGISTRY.values() for name in entry.names
    }
    return type("AddIn", (unohelper.Base, XXltie, _Service), methods)
