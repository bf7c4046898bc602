"""The answers to Excel's calls: from the values of cells to values of cells.

Nothing is imported here but the engine, because Excel waits while Python starts.
"""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, Mapping, Sequence, Tuple

from xltie.core.errors import XltieError
from xltie.functions.registry import NAMESPACE, Function
from xltie.hosts.excel.registration import version
from xltie.hosts.excel.values import LEFT_OUT, NOWHERE, Origin, failure, incoming, outgoing
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

CATEGORY = "Tournament"

Udf = Callable[..., Any]


def runtime() -> str:
    """Return where functions run: ``excel``, ``lite`` or ``plain``."""
    if sys.platform == "emscripten":
        return "lite" if "xlwings" in sys.modules else "plain"
    if sys.platform == "win32" or "xlwings.udfs" in sys.modules:
        return "excel"
    return "plain"


def decorate(udf: Udf, entry: Function) -> Udf:
    """Return the function with what its program has to know: help, category, shape of arguments.

    xlwings has its decorators on Windows only (in ``xlwings.udfs``) and, with other arguments,
    inside xlwings Lite.
    """
    where = runtime()
    if where == "excel":
        return _for_excel(udf, entry)
    if where == "lite":
        return _for_lite(udf, entry)
    return udf


def _for_excel(udf: Udf, entry: Function) -> Udf:
    """Take values unconverted: :mod:`.values` reads a whole table once, not once for each cell."""
    try:
        from xlwings.udfs import xlarg, xlfunc
    except ImportError:
        return udf
    for parameter in entry.parameters:
        udf = xlarg(parameter.name, "raw", doc=parameter.doc)(udf)
    return xlfunc(udf, category=CATEGORY)


def _for_lite(udf: Udf, entry: Function) -> Udf:
    import xlwings

    for parameter in entry.parameters:
        shape = {"ndim": 2} if parameter.kind.is_table else {}
        udf = xlwings.arg(parameter.name, doc=parameter.doc, err_to_str=True, **shape)(udf)
    return xlwings.func(name=entry.name, namespace=NAMESPACE)(udf)


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
