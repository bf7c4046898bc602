"""Decorates a function for the program it runs in; without one it stays plain.

xlwings has its decorators on Windows only (the real ones, in ``xlwings.udfs``) and, under the same
names but with other arguments, inside xlwings Lite. Elsewhere a function stays what it is.
"""

from __future__ import annotations

import sys
from typing import Any, Callable

from xltie.functions.registry import NAMESPACE, Function

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
    """Return the function with what its program has to know: help, category, shape of arguments."""
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
