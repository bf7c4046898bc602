"""The cell functions: one method for every name in the registry."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any, Callable, Dict, List, Sequence, Tuple

import unohelper
from com.sun.star.lang import Locale, XLocalizable

from xltie.core.cells import CellError, Grid, Value
from xltie.core.errors import UnknownPlayer, XltieError
from xltie.hosts.libreoffice.named_service import NamedService
from xltie.hosts.libreoffice.names import ADD_IN, method_of
from xltie.hosts.libreoffice.values import incoming, is_event, outgoing
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY, Function

_log = logging.getLogger(__name__)
Rows = Tuple[Tuple[Any, ...], ...]
_EVENT = object()
"""Stands for the cells of the event in what tells calls of it apart."""


def reply(entry: Function, raw: Sequence[Any]) -> Rows:
    """Return the value of a call as rows; what goes wrong is an error value, never an exception."""
    try:
        return _answer(entry, raw)
    except XltieError as error:
        if isinstance(error, UnknownPlayer) and raw[0] == 0:
            return outgoing("")  # a blank cell instead of a player
        return outgoing(CellError(error.code))
    except Exception:
        _log.exception("%s failed", entry.name)
        return outgoing(CellError("#VALUE!"))


def _answer(entry: Function, raw: Sequence[Any]) -> Rows:
    """Return the value of a call; for the text of an event it is computed once.

    Calc computes every cell again that depends on the event, thousands at a keystroke and at each
    *Recalculate Hard*, whether its text changed or not.
    """
    while raw and raw[-1] is None:
        raw = raw[:-1]
    cells: List[Value] = list(map(incoming, raw, entry.parameters))
    event = next((cell for cell in cells if type(cell) is Grid), None)
    if event is not None and tuple not in map(type, raw) and is_event(event):
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
