"""The worksheet functions: one attribute of this module for each function of the registry.

They are made when the module is imported, so that a new rule is a function in Excel without a line
here. Where xlwings is missing they are plain functions: ``BQ("A", rows)``.
"""

from __future__ import annotations

import inspect
import logging
from contextlib import contextmanager
from typing import Any, Dict, Iterator, Mapping, Sequence, Tuple

from xltie.core.errors import XltieError
from xltie.functions.registry import NAMESPACE, Function
from xltie.functions.reserved_words import VBA_RESERVED
from xltie.hosts.excel.decorators import Udf, decorate, runtime
from xltie.hosts.excel.values import LEFT_OUT, NOWHERE, Origin, failure, incoming, outgoing
from xltie.sheets.catalogue import REGISTRY
from xltie.sheets.evaluation import evaluate_call

_log = logging.getLogger(__name__)
_origins: Dict[int, Origin] = {}


@contextmanager
def standing_at(origins: Mapping[int, Origin]) -> Iterator[None]:
    """Set the places of the next call's arguments, by index, so that a fault names its cell."""
    _origins.update(origins)
    try:
        yield
    finally:
        _origins.clear()


def names_in_excel(entry: Function) -> Tuple[str, ...]:
    """Return the names under which Excel knows a function, the one for every language first.

    The other one stays for files that have it, where VBA allows it.
    """
    own = (entry.excel_name, entry.name)
    return tuple(dict.fromkeys(name for name in own if name.lower() not in VBA_RESERVED))


def names_here(entry: Function) -> Tuple[str, ...]:
    """Return the names of a function in this module: Lite does not allow names of two letters."""
    return (f"{NAMESPACE}_{entry.name}",) if runtime() == "lite" else names_in_excel(entry)


def reply(entry: Function, raw: Sequence[Any]) -> Any:
    """Return what the wrapper of a function gets: a value, rows, or a code with its reason.

    Nothing is ever raised: a fault in xltie itself is ``#VALUE!`` and goes to the log.
    """
    last = max((i for i, cell in enumerate(raw) if not _left_out(cell)), default=-1)
    try:
        return outgoing(
            evaluate_call(entry, [_argument(entry, i, raw[i]) for i in range(last + 1)])
        )
    except XltieError as error:
        return failure(error) if runtime() != "lite" else error.code
    except Exception as error:
        _log.exception("%s failed", entry.name)
        return f"#VALUE!\t{entry.name} failed because of an error in xltie: {error!r}"


def _left_out(cell: Any) -> bool:
    return cell is None or (type(cell) is int and cell == LEFT_OUT)


def _argument(entry: Function, index: int, cell: Any) -> Any:
    if _left_out(cell):
        return None
    return incoming(cell, entry.parameters[index].kind, _origins.get(index, NOWHERE))


def _udf(name: str, entry: Function) -> Udf:
    def udf(*cells: Any) -> Any:
        return reply(entry, cells)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        inspect.Parameter(p.name, kind, default=None)
        if p.is_optional
        else inspect.Parameter(p.name, kind)
        for p in entry.parameters
    ]
    udf.__name__ = udf.__qualname__ = name
    udf.__doc__ = entry.summary
    udf.__module__ = __name__
    udf.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    udf.__annotations__ = {}
    return decorate(udf, entry)


UDFS: Dict[str, Udf] = {
    name: _udf(name, entry) for entry in REGISTRY.values() for name in names_here(entry)
}
"""The functions by their names here."""

globals().update(UDFS)
__all__ = [*UDFS, "UDFS", "names_in_excel", "reply", "standing_at"]  # noqa: PLE0604
