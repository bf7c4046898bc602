"""Whether Excel has an administrator's rights, with which it finds no Python of this user.

COM passes over what is registered under ``HKEY_CURRENT_USER`` for a program of more than medium
integrity (Microsoft, MSDN library bb756926). Windows only.
"""

from __future__ import annotations

import importlib
from pathlib import PureWindowsPath
from typing import Any, Callable, Iterator, NamedTuple

from xltie.core.messages import Message, say

RegistryValue = Callable[[str, str, str], str]
"""Gives a value of the registry as text by root, path and name, "" if there is none."""

_POLICIES = r"Software\Microsoft\Windows\CurrentVersion\Policies\System"
_LAYERS = r"Software\Microsoft\Windows NT\CurrentVersion\AppCompatFlags\Layers"
_LIMITED = 0x1000
"""PROCESS_QUERY_LIMITED_INFORMATION, which a program may ask about one with more rights."""


class TooManyRights(NamedTuple):
    """Why Excel finds no class of the user, and what to do."""

    text: Message
    remedy: Message


def too_many_rights(
    value: RegistryValue, excel: str, *, has_all: bool, running: bool
) -> Iterator[TooManyRights]:
    """Yield what gives Excel an administrator's rights on this PC.

    ``excel`` is its path, ``has_all`` says that programs started here have all rights, ``running``
    that an Excel with all rights is open.
    """
    if has_all and value("HKEY_LOCAL_MACHINE", _POLICIES, "EnableLUA") == "0":
        yield TooManyRights(
            say(
                "User Account Control is off, so that all programs of an administrator have all "
                "rights"
            ),
            say(
                "switch it on (Control Panel, User Accounts) and restart Windows, or work as a "
                "user who is no administrator: a program with all rights finds no Python of yours"
            ),
        )
    elif running:
        yield TooManyRights(
            say("the Excel that is open was started as administrator and finds no Python of yours"),
            say("close it and start it without Run as administrator"),
        )
    roots = ("HKEY_CURRENT_USER", "HKEY_LOCAL_MACHINE")
    if excel and any("RUNASADMIN" in value(root, _LAYERS, excel) for root in roots):
        yield TooManyRights(
            say("Excel is set to run as administrator and finds no Python of yours then"),
            say(
                "Properties of {excel}, Compatibility: untick Run this program as an administrator",
                excel=excel,
            ),
        )


def has_all_rights() -> bool:
    """Tell whether this process, and so what it starts, has an administrator's rights."""
    return _has_all(importlib.import_module("win32api").GetCurrentProcess())


def excel_with_all_rights_is_open() -> bool:
    """Tell whether an Excel with an administrator's rights runs, beside one without or alone."""
    win32api = importlib.import_module("win32api")
    for number in importlib.import_module("win32process").EnumProcesses():
        try:
            process = win32api.OpenProcess(_LIMITED, False, number)
        except Exception:  # it has ended, or is the system's
            continue
        if PureWindowsPath(_image(process)).name.lower() == "excel.exe" and _has_all(process):
            return True
    return False


def _image(process: Any) -> str:
    """Return the file that a process runs, "" where Windows does not tell."""
    ctypes: Any = importlib.import_module("ctypes")
    name = ctypes.create_unicode_buffer(32768)
    size = ctypes.c_uint32(len(name))
    ask = ctypes.windll.kernel32.QueryFullProcessImageNameW
    told = ask(ctypes.c_void_p(int(process)), 0, name, ctypes.byref(size))
    return str(name.value) if told else ""


def _has_all(process: Any) -> bool:
    security = importlib.import_module("win32security")
    try:
        token = security.OpenProcessToken(process, security.TOKEN_QUERY)
        return bool(security.GetTokenInformation(token, security.TokenElevation))
    except security.error:
        return True  # Windows shows the token of a program with more rights to none with fewer
