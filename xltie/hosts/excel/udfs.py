"""The worksheet functions: one attribute of this module for each function of the registry.

They are made when the module is imported, so that a new rule is a function in Excel without a line
here. Where xlwings is missing they are plain functions: ``BQ("A", rows)``.
"""

from __future__ import annotations

import inspect
from typing import Any, Dict, Tuple

from xltie.functions.registry import NAMESPACE, Function
from xltie.hosts.excel.answers import Udf, decorate, names_in_excel, reply, runtime, standing_at
from xltie.sheets.functions import REGISTRY


def names_here(entry: Function) -> Tuple[str, ...]:
    """Return the names of a function in this module: Lite does not allow names of two letters."""
    return (f"{NAMESPACE}_{entry.name}",) if runtime() == "lite" else names_in_excel(entry)


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
__all__ = [*UDFS, "UDFS", "reply", "standing_at"]  # noqa: PLE0604
