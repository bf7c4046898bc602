"""Installing the add-in where Excel loads it, and registering Python. Windows only.

Excel opens what lies in its start folder and trusts it. The add-in is written there by Python, so
that it carries no Mark of the Web; Excel is not started and no security setting is changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from xltie.core.catalogues import system_language
from xltie.core.errors import XltieError
from xltie.core.messages import Message, say
from xltie.hosts.excel import registration
from xltie.hosts.excel.package import build_add_in

ADD_IN = "xltie.xlam"
STARTER = "xltie server.cmd"


class NoExcelHere(XltieError):
    """This machine is not a Windows PC."""


def start_folder() -> Path:
    """Return the folder whose files Excel opens, and trusts, when it starts."""
    return _roaming() / "Microsoft" / "Excel" / "XLSTART"


def logon_folder() -> Path:
    """Return the folder whose files Windows runs when the user logs on."""
    return _roaming() / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Startup"


def _roaming() -> Path:
    if "APPDATA" not in os.environ:
        raise NoExcelHere(
            say(
                "Excel's add-in folder and registry are on Windows, but this is {system}: "
                "run this on the PC with Excel (xltie excel build works here)",
                system=sys.platform,
            )
        )
    return Path(os.environ["APPDATA"])


def windowless(python: Path) -> Path:
    """Return the Python that opens no window, if it is next to the given one."""
    quiet = python.with_name("pythonw.exe")
    return quiet if quiet.exists() else python


def starter(python: str) -> str:
    """Return the command file that starts Python for Excel and keeps it running."""
    return f'@start "" "{python}" -m {registration.SERVER} --stay\r\n'


def install(*, external_server: bool = False) -> list[Message]:
    """Install for this user and return what was done, a line each.

    With ``external_server`` nothing starts Python on Excel's behalf: it starts at logon instead.

    Raises:
        NoExcelHere: this is no Windows PC.
        XltieError: the add-in is open in Excel.
    """
    target = start_folder() / ADD_IN
    python = str(windowless(Path(sys.executable)))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.write_bytes(build_add_in(system_language()))
    except PermissionError:
        raise _in_use(target) from None
    registration.register(python, starts=not external_server)
    done = [
        say("wrote {path}", path=str(target)),
        say("Python for Excel is {python}", python=python),
    ]
    begin = logon_folder() / STARTER
    if external_server:
        begin.parent.mkdir(parents=True, exist_ok=True)
        begin.write_text(starter(python), "mbcs" if sys.platform == "win32" else "utf-8")
        subprocess.Popen([python, "-m", registration.SERVER, "--stay"], close_fds=True)
        done.append(say("Python starts at logon: {path}", path=str(begin)))
    else:
        begin.unlink(missing_ok=True)
    return [*done, say("start Excel; the functions are in the category Tournament")]


def _in_use(path: Path) -> XltieError:
    return XltieError(say("{path} is in use: close Excel and try again", path=str(path)))


def uninstall() -> list[Message]:
    """Remove everything that :func:`install` put there, and return what was done."""
    done = []
    for path in (start_folder() / ADD_IN, logon_folder() / STARTER):
        if path.exists():
            try:
                path.unlink()
            except PermissionError:
                raise _in_use(path) from None
            done.append(say("removed {path}", path=str(path)))
    registration.unregister()
    return [*done, say("Python is no longer known to Excel")]
