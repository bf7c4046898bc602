"""An Excel of our own, started over COM and ended again. Windows only.

An Excel that somebody works in is never touched: a new one is started beside it. Started so, Excel
loads no add-in and no workbook of its start folder; what is tested is opened by its path.
"""

from __future__ import annotations

import importlib
import time
from contextlib import suppress
from typing import Any

_SYNCHRONIZE = 0x00100000
_GONE = frozenset({-2147023174, -2147023170, -2147417848, -2147418113, -2147417842})
"""What COM says when the other program is not there any more."""


def start() -> Any:
    """Return a new Excel without window, questions or alerts."""
    client: Any = importlib.import_module("win32com.client")
    excel = client.DispatchEx("Excel.Application")
    excel.Visible = False
    excel.DisplayAlerts = False
    return excel


def process_of(excel: Any) -> int:
    """Return the number of the process, 0 where Windows does not tell."""
    with suppress(Exception):
        found = importlib.import_module("win32process").GetWindowThreadProcessId(excel.Hwnd)
        return int(found[1])
    return 0


def has_ended(process: int, seconds: float) -> bool:
    """Wait for the end of a process; tell whether it came."""
    win32api: Any = importlib.import_module("win32api")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            handle = win32api.OpenProcess(_SYNCHRONIZE, False, process)
        except Exception:  # there is no such process
            return True
        if importlib.import_module("win32event").WaitForSingleObject(handle, 500) == 0:
            return True
    return False


def nothing() -> Any:
    """Return VBA's Nothing, as the control that a button hands over."""
    client: Any = importlib.import_module("win32com.client")
    return client.VARIANT(importlib.import_module("pythoncom").VT_DISPATCH, None)


def server() -> Any:
    """Return the Python that Windows starts for Excel."""
    from xltie.hosts.excel.registration import PROGID

    client: Any = importlib.import_module("win32com.client")
    return client.Dispatch(PROGID)


def is_gone(error: Exception) -> bool:
    """Tell whether an error means that Excel is not there any more."""
    return getattr(error, "hresult", None) in _GONE
