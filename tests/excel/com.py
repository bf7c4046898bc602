"""Just enough of pywin32 to import and run the Windows half of xlwings anywhere.

Only COM itself is replaced; ``xlwings.udfs.call_udf`` and its conversion of values are the real
ones.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
import types
from contextlib import contextmanager
from typing import Any, Iterator

_MODULES = (
    "pythoncom",
    "pywintypes",
    "win32api",
    "win32com",
    "win32com.client",
    "win32con",
    "win32event",
    "win32gui",
    "win32process",
    "win32timezone",
    "winerror",
    "winreg",
    "_winreg",
)
_FRESH = (
    "xlwings.udfs",
    "xlwings._xlwindows",
    "xlwings.com_server",
    "xltie.hosts.excel.udfs",
    "xltie.hosts.excel.server",
)


class _Anything(types.ModuleType):
    """A module, or a value, that has every attribute and takes every call."""

    def __init__(self, name: str = "anything") -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__file__ = f"{name}.py"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Anything(name)

    def __call__(self, *args: Any, **options: Any) -> Any:
        return _Anything()


def _stubs() -> dict[str, types.ModuleType]:
    found: dict[str, types.ModuleType] = {name: _Anything(name) for name in _MODULES}
    com, wintypes, client = found["pythoncom"], found["pywintypes"], found["win32com.client"]
    com.com_error = wintypes.com_error = type("com_error", (Exception,), {})  # type: ignore
    com.PyIDispatchType = type("PyIDispatch", (), {})  # type: ignore[attr-defined]
    com.IID_IDispatch, com.TypeIIDs = "IDispatch", {"IDispatch": object}  # type: ignore
    com.CoInitialize = lambda: None  # type: ignore[attr-defined]
    wintypes.TimeType = type("Time", (), {})  # type: ignore[attr-defined]
    for name in ("CDispatch", "CoClassBaseClass", "DispatchBaseClass", "VARIANT"):
        setattr(client, name, type(name, (), {}))
    client.Dispatch = client.DispatchEx = lambda found, *_: found  # type: ignore[attr-defined]
    found["win32com"].client = client  # type: ignore[attr-defined]
    server = types.ModuleType("xlwings.com_server")
    server.loop = None  # type: ignore[attr-defined]
    return {**found, "xlwings.com_server": server}


@contextmanager
def windows() -> Iterator[types.ModuleType]:
    """Yield ``xltie.hosts.excel.udfs`` as it is on Windows, and put everything back after."""
    import xlwings

    import xltie.hosts.excel as own

    names = {*_MODULES, *_FRESH}
    before = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    attributes = {n: ctypes.__dict__.get(n) for n in ("windll", "oledll", "PyDLL")}
    engine_names = ("_xlwindows", "udfs")
    engines = {name: xlwings.__dict__.get(name) for name in engine_names}
    sys.modules.update(_stubs())
    for name in attributes:
        setattr(ctypes, name, _Anything(name))
    try:
        windows_half = importlib.import_module("xlwings._xlwindows")
        xlwings._xlwindows = windows_half
        engine = xlwings.Engine(impl=windows_half.engine)
        xlwings.engines.add(engine)
        windows_half.is_range_instance = lambda cell: False  # the wrappers send values only
        importlib.import_module("xlwings.udfs")
        yield importlib.import_module("xltie.hosts.excel.udfs")
    finally:
        xlwings.engines.engines_by_name.pop("excel", None)
        xlwings.engines.engines.clear()
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
        own.udfs = before.get("xltie.hosts.excel.udfs")  # type: ignore[attr-defined]
        for holder, saved in ((ctypes, attributes), (xlwings, engines)):
            for name, value in saved.items():
                if value is None:
                    holder.__dict__.pop(name, None)
                else:
                    setattr(holder, name, value)


def call_at(function: str, places: str, *cells: Any) -> Any:
    """Call a function as Excel does: through xlwings, with rows as tuples of tuples."""
    import xlwings.udfs

    from xltie.hosts.excel.server import Server, origins_in

    told = Server().Answer(function, cells, places)
    with importlib.import_module("xltie.hosts.excel.answers").standing_at(origins_in(places)):
        rows = xlwings.udfs.call_udf("xltie.hosts.excel.udfs", function, cells)
    through_xlwings = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows
    assert repr(told) == repr(through_xlwings)
    return told


def call(function: str, *cells: Any) -> Any:
    """Call a function with ranges that say nothing of where they stand."""
    return call_at(function, "", *cells)
