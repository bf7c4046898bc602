"""The answers to Excel's calls: from the values of cells to values of cells.

Nothing is imported here but the engine, because Excel waits while Python starts.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import Any, Dict, Iterator, Mapping, Sequence, Tuple

from xltie.core.errors import XltieError
from xltie.functions.registry import Function
from xltie.hosts.excel.decorators import runtime
from xltie.hosts.excel.registration import version
from xltie.hosts.excel.values import LEFT_OUT, NOWHERE, Origin, failure, incoming, outgoing
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

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
    if entry.is_vba_word:
        return (entry.excel_name,)
    return tuple(dict.fromkeys((entry.excel_name, entry.name)))


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


_BY_NAME: Dict[str, Function] = {
    name: entry for entry in REGISTRY.values() for name in names_in_excel(entry)
}


def answer(named: str, arguments: Sequence[Any], origins: Mapping[int, Origin]) -> Any:
    """Return what Excel gets for a call, whatever it asks for: nothing is raised."""
    entry = _BY_NAME.get(str(named).upper())
    if entry is None:
        return f"#NAME?\tthis xltie ({version()}) has no function {named}"
    most = len(entry.parameters)
    if len(arguments) > most:
        return f"#VALUE!\t{entry.name} takes at most {most} arguments: {entry.signature}"
    with standing_at(origins):
        told = reply(entry, arguments)
    is_single = isinstance(told, list) and len(told) == len(told[0]) == 1
    return told[0][0] if is_single else told
