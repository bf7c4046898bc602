"""Installing the add-in where Excel loads it, and registering Python. Windows only.

Excel opens what lies in its start folder and trusts it. The add-in is written there by Python, so
that it carries no Mark of the Web; Excel is not started and no security setting is changed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from xltie.core.catalogues import system_language
from xltie.core.errors import XltieError
from xltie.core.messages import Message, joined, say
from xltie.hosts.excel import registration
from xltie.hosts.excel.package import build_add_in

ADD_IN = "xltie.xlam"


class NoExcelHere(XltieError):
    """This machine is not a Windows PC."""


class StorePython(XltieError):
    """Python is the one of the Microsoft Store."""


STORE_PYTHON = say("the Python of the Microsoft Store hides from Excel what it writes")
STORE_REMEDY = say("install Python from python.org and make the environment anew with it")


def start_folder() -> Path:
    """Return the folder whose files Excel opens, and trusts, when it starts."""
    return _roaming() / "Microsoft" / "Excel" / "XLSTART"


def _roaming() -> Path:
    if "APPDATA" not in os.environ:
        raise NoExcelHere.say(
            "Excel's add-in folder and registry are on Windows, but this is {system}: "
            "run this on the PC with Excel (xltie excel build works here)",
            system=sys.platform,
        )
    return Path(os.environ["APPDATA"])


def windowless(python: Path) -> Path:
    """Return the Python that opens no window, if it is next to the given one."""
    quiet = python.with_name("pythonw.exe")
    return quiet if quiet.exists() else python


def is_of_the_store(*folders: str) -> bool:
    """Tell whether Python is the one of the Microsoft Store, also from within an environment.

    What that Python writes into the user's folders and registry goes to a copy of its own, which
    Excel does not see (Python documentation, Using Python on Windows, Known issues). The folder of
    an environment says nothing of it, that of the Python which it was made of does.
    """
    return any("windowsapps" in folder.lower().replace("/", "\\").split("\\") for folder in folders)


def this_is_of_the_store() -> bool:
    """Tell whether this Python is the one of the Microsoft Store."""
    return is_of_the_store(sys.base_prefix, getattr(sys, "_base_executable", ""), sys.executable)


def install() -> list[Message]:
    """Install for this user and return what was done, a line each.

    Raises:
        NoExcelHere: this is no Windows PC.
        StorePython: Excel would see nothing of what is installed.
        XltieError: the add-in is open in Excel.
    """
    target = start_folder() / ADD_IN
    if this_is_of_the_store():
        raise StorePython(joined((STORE_PYTHON, STORE_REMEDY), ": "))
    python = str(windowless(Path(sys.executable)))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.write_bytes(build_add_in(system_language()))
    except PermissionError:
        raise _in_use(target) from None
    registration.register(python)
    return [
        say("wrote {path}", path=str(target)),
        say("Python for Excel is {python}", python=python),
        say("start Excel; the functions are in the category Tournament"),
    ]


def _in_use(path: Path) -> XltieError:
    return XltieError.say("{path} is in use: close Excel and try again", path=str(path))


def uninstall() -> list[Message]:
    """Remove everything that :func:`install` put there, and return what was done."""
    done = []
    path = start_folder() / ADD_IN
    if path.exists():
        try:
            path.unlink()
        except PermissionError:
            raise _in_use(path) from None
        done.append(say("removed {path}", path=str(path)))
    registration.unregister()
    return [*done, say("Python is no longer known to Excel")]
