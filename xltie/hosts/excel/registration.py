"""Registers Python with Windows as a COM class of this user, and removes it again.

The class stands under ``HKEY_CURRENT_USER``, so that no administrator is needed and every version
of Excel finds it, in 32 or 64 bits. Windows starts Python when a function is first called; Excel
itself starts nothing, which rules against child processes of Office would stop.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

PROGID = "Xltie.Server"
CLSID = "{3F6D0C52-7A0E-4B0B-9C55-7D1E8A1B6E43}"
SERVER = "xltie.hosts.excel.server"
_CLASSES = r"Software\Classes"


def version() -> str:
    """Return the version of xltie, which is above this room: it is asked for, not imported."""
    return str(importlib.import_module("xltie").__version__)


def command_line(python: str) -> str:
    """Return what Windows runs to start Python for Excel."""
    return f'"{python}" -m {SERVER}'


def with_console(python: Path) -> Path:
    """Return the Python that has a console, if it is next to the given one: its output is read."""
    loud = python.with_name("python.exe")
    return loud if loud.exists() else python


def keys(python: str) -> dict[str, str]:
    """Return the keys under ``HKEY_CURRENT_USER`` and their values."""
    return {
        rf"{_CLASSES}\{PROGID}": "xltie",
        rf"{_CLASSES}\{PROGID}\CLSID": CLSID,
        rf"{_CLASSES}\CLSID\{CLSID}": "xltie",
        rf"{_CLASSES}\CLSID\{CLSID}\ProgID": PROGID,
        rf"{_CLASSES}\CLSID\{CLSID}\PythonCOM": f"{SERVER}.Server",
        rf"{_CLASSES}\CLSID\{CLSID}\LocalServer32": command_line(python),
    }


def register(python: str) -> None:
    """Write the keys, in place of those of an earlier installation. Windows only."""
    unregister()
    winreg = _winreg()
    user = winreg.HKEY_CURRENT_USER
    for view in _views(winreg):
        for path, value in keys(python).items():
            with winreg.CreateKeyEx(user, path, 0, view | winreg.KEY_WRITE) as key:
                winreg.SetValueEx(key, "", 0, winreg.REG_SZ, value)


def unregister() -> None:
    """Delete the keys that are there. Windows only."""
    winreg = _winreg()
    for view in _views(winreg):
        for path in sorted(keys(""), key=len, reverse=True):
            try:
                winreg.DeleteKeyEx(winreg.HKEY_CURRENT_USER, path, view)
            except FileNotFoundError:
                continue


def registered_command() -> str | None:
    """Return what Windows runs for the class: "" if it runs nothing, None if it is unknown."""
    winreg = _winreg()
    clsid = rf"{_CLASSES}\CLSID\{CLSID}"
    if _value(winreg, rf"{clsid}\PythonCOM") is None:
        return None
    return _value(winreg, rf"{clsid}\LocalServer32") or ""


def _value(winreg: Any, path: str) -> str | None:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as key:
            return str(winreg.QueryValueEx(key, "")[0])
    except OSError:
        return None


def _winreg() -> Any:
    """Return the module of the Windows registry, which exists only on Windows."""
    return importlib.import_module("winreg")


def _views(winreg: Any) -> tuple[int, int]:
    """Return both views of the registry, for Excel in 64 and in 32 bits."""
    return winreg.KEY_WOW64_64KEY, winreg.KEY_WOW64_32KEY
