"""What may keep the functions from working on a PC, each with a remedy."""

from __future__ import annotations

import importlib
import re
import sys
from importlib import metadata
from pathlib import Path, PureWindowsPath
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence

from xltie.core.messages import Message, joined, plain, say
from xltie.core.records import dataclass
from xltie.hosts.common.diagnosis import Diagnosis
from xltie.hosts.excel import registration
from xltie.hosts.excel.install import (
    ADD_IN,
    STORE_PYTHON,
    STORE_REMEDY,
    NoExcelHere,
    start_folder,
    this_is_of_the_store,
    windowless,
)
from xltie.hosts.excel.package import is_current

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

    With them it finds no Python of this user: COM passes over what is registered under
    ``HKEY_CURRENT_USER`` for more than medium integrity (Microsoft, MSDN library bb756926).

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


OLDEST, NEWEST = (0, 37), (1, 0)
"""Versions of xlwings that are known to work: from the first, below the second."""


SMART_APP_CONTROL = say(
    "Windows Security, App & browser control, Smart App Control: Off (older versions of Windows 11 "
    "switch it on again only when Windows is installed anew), or xltie new --host lite"
)
_BLOCKED = re.compile(
    r"0x800711C7|\b4551\b|-2147020345|application control policy|smart app control", re.IGNORECASE
)
_INSTALL = plain("xltie excel install")
_PIP_XLWINGS = plain('pip install "xlwings>=0.37,<1"')


@dataclass(frozen=True)
class Facts:
    """What a PC is like, as far as the functions depend on it.

    ``is_of_the_store`` says that Python is the one of the Microsoft Store. ``command`` is what
    Windows runs for Excel: "" if nothing, None if Python is not registered.
    ``answered`` is why the trial call failed, "" if it gave the right number, None if not tried.
    ``marked`` are files that Windows distrusts because they came from the web. ``rights`` says
    why Excel has an administrator's rights, with which it sees no class of this user.
    """

    python: Path
    is_of_the_store: bool
    bits: int
    xlwings: str
    com_fault: str
    excel: str
    command: Optional[str]
    add_in: Path
    add_in_state: str
    answered: Optional[str]
    marked: Sequence[Path] = ()
    rights: Sequence[TooManyRights] = ()


def findings(facts: Facts) -> Iterator[Diagnosis]:
    """Judge the facts, from Python up to a trial call."""
    yield _python(facts)
    yield _path(facts)
    yield _xlwings(facts.xlwings)
    yield _com(facts.com_fault)
    yield (
        Diagnosis("Excel", facts.excel)
        if facts.excel
        else Diagnosis(
            "Excel",
            say("not found"),
            say("install Excel for Windows; on a Mac use xltie new --host lite"),
        )
    )
    yield _registered(facts)
    for text, remedy in facts.rights:
        yield Diagnosis(say("Rights"), text, remedy)
    yield _add_in(facts)
    for path in facts.marked:
        yield Diagnosis(
            say("Mark of the Web"), say("Windows blocks the macros in {path}", path=str(path)),
            say("right-click the file, choose Properties and tick Unblock"),
        )  # fmt: skip
    if facts.answered is not None:
        yield _answer(facts.answered)


def _python(facts: Facts) -> Diagnosis:
    text = f"{facts.python}, {facts.bits}-bit"
    if facts.is_of_the_store:
        return Diagnosis("Python", joined((text, STORE_PYTHON), ": "), STORE_REMEDY)
    return Diagnosis("Python", say("{python} (works with 32-bit and 64-bit Excel)", python=text))


def _path(facts: Facts) -> Diagnosis:
    if str(facts.python).isascii() or facts.answered == "":
        return Diagnosis(say("Path"), say("no problems"))
    return Diagnosis(
        say("Path"),
        say("the path {path} contains letters other than A to Z", path=str(facts.python)),
        say(
            "if calls fail, create the environment in a plain folder: {command}",
            command="py -m venv C:\\xltie",
        ),
    )


def _xlwings(version: str) -> Diagnosis:
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if not version:
        return Diagnosis("xlwings", say("not installed"), _PIP_XLWINGS)
    if not OLDEST <= numbers < NEWEST:
        return Diagnosis("xlwings", version, _PIP_XLWINGS)
    return Diagnosis("xlwings", version)


def _com(fault: str) -> Diagnosis:
    if not fault:
        return Diagnosis("DLL", say("pywin32 is loaded"))
    if is_blocked(fault):
        return Diagnosis("DLL", say("Smart App Control of Windows blocks it: {fault}", fault=fault),
                         SMART_APP_CONTROL)  # fmt: skip
    return Diagnosis("DLL", fault, plain("pip install --force-reinstall pywin32"))


def _registered(facts: Facts) -> Diagnosis:
    if facts.command is None:
        return Diagnosis(say("Server"), say("Excel does not know which Python to start"), _INSTALL)
    started = facts.command.split('"')[1:2]
    if started != [str(windowless(facts.python))]:
        return Diagnosis(
            say("Server"),
            say("Excel uses another Python: {path}", path=started[0] if started else "-"),
            _INSTALL,
        )
    return Diagnosis(say("Server"), facts.command)


def _add_in(facts: Facts) -> Diagnosis:
    if facts.add_in_state == "missing":
        return Diagnosis(say("Add-in"), say("no {path}", path=str(facts.add_in)), _INSTALL)
    if facts.add_in_state == "old":
        return Diagnosis(
            say("Add-in"),
            say("of another version of xltie"),
            say("close Excel, then: {command}", command=_INSTALL),
        )
    return Diagnosis(say("Add-in"), str(facts.add_in))


def _answer(why: str) -> Diagnosis:
    if not why:
        return Diagnosis(say("Trial call"), say("ROUNDS(9) is 4"))
    if is_blocked(why):
        return Diagnosis(say("Trial call"), why, SMART_APP_CONTROL)
    return Diagnosis(
        say("Trial call"), why, say("restart Windows, then: {command}", command=_INSTALL)
    )


def is_blocked(fault: str) -> bool:
    """Tell whether Windows has blocked a file that nobody signed (error 4551 of Windows)."""
    return _BLOCKED.search(fault) is not None


def gather(files: Iterable[Path] = ()) -> Facts:
    """Examine this PC.

    Raises:
        NoExcelHere: this is no Windows PC.
    """
    if sys.platform != "win32":
        raise NoExcelHere.say(
            "Excel, its add-in folder and the Windows registry cannot be examined here: "
            "this is {system}; run it on the PC with Excel",
            system=sys.platform,
        )
    add_in = start_folder() / ADD_IN
    fault = _com_fault()
    command = registration.registered_command()
    return Facts(
        python=Path(sys.executable),
        is_of_the_store=this_is_of_the_store(),
        bits=64 if sys.maxsize > 2**32 else 32,
        xlwings=_version("xlwings"),
        com_fault=fault,
        excel=_excel(),
        command=command,
        add_in=add_in,
        add_in_state=state_of(add_in),
        answered=_trial() if command is not None and not fault else None,
        marked=[path for path in (add_in, *files) if is_marked(path)],
        rights=_rights(fault),
    )


def state_of(add_in: Path) -> str:
    """Tell whether an add-in is ``missing``, ``old`` or ``current``."""
    if not add_in.exists():
        return "missing"
    return "current" if is_current(add_in.read_bytes()) else "old"


def is_marked(path: Path) -> bool:
    """Tell whether Windows has marked a file as one from the web."""
    try:
        with open(f"{path}:Zone.Identifier", "rb"):  # noqa: PTH123 - a stream of a file, no path
            return True
    except OSError:
        return False


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _com_fault() -> str:
    try:
        importlib.import_module("pythoncom")
    except ImportError as error:
        return str(error)
    return ""


def _excel() -> str:
    """Return where Excel is and whether it is 32-bit or 64-bit, "" if there is none."""
    path = _excel_path()
    platform = _value(
        "HKEY_LOCAL_MACHINE", r"Software\Microsoft\Office\ClickToRun\Configuration", "Platform"
    )
    return f"{path} ({platform})" if path and platform else path


def _excel_path() -> str:
    key = r"Software\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
    return _value("HKEY_LOCAL_MACHINE", key, "")


def _rights(com_fault: str) -> list[TooManyRights]:
    """Return why Excel may have all rights; without pywin32 only what the registry says."""
    has_all = running = False
    if not com_fault:
        has_all, running = has_all_rights(), excel_with_all_rights_is_open()
    return list(too_many_rights(_value, _excel_path(), has_all=has_all, running=running))


def _value(root: str, path: str, name: str) -> str:
    """Return a value of the registry as text, "" if there is none."""
    winreg: Any = importlib.import_module("winreg")
    try:
        with winreg.OpenKey(getattr(winreg, root), path) as key:
            return str(winreg.QueryValueEx(key, name)[0])
    except OSError:
        return ""


def _trial() -> str:
    """Call a function as Excel does and return why it failed, "" if it did not."""
    try:
        client: Any = importlib.import_module("win32com.client")
        told = client.Dispatch(registration.PROGID).Answer("ROUNDS", (9.0,), "")
    except Exception as error:  # whatever COM raises is what the user needs to see
        return str(error)
    return "" if told == 4 else f"ROUNDS(9) is {told!r}, not 4"
