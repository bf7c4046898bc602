"""Installs and removes the extension in LibreOffice, and diagnoses what may be in the way."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator, NamedTuple

from xltie.core.errors import XltieError
from xltie.core.messages import say
from xltie.hosts.libreoffice.descriptors import OLDEST, dotted
from xltie.hosts.libreoffice.environment import environment, foreign_pythons
from xltie.hosts.libreoffice.names import EXTENSION
from xltie.hosts.libreoffice.package import build, version

_PLACES = (
    "/usr/lib/libreoffice/program",
    "/usr/lib64/libreoffice/program",
    "/opt/libreoffice*/program",
    "/Applications/LibreOffice.app/Contents/MacOS",
    "C:/Program Files/LibreOffice/program",
    "C:/Program Files (x86)/LibreOffice/program",
)
_PATIENCE = 180
_RUNNING = "close LibreOffice (all windows) and try again"


class OfficeProblem(XltieError):
    """LibreOffice is not installed, or an operation on it failed."""


class Finding(NamedTuple):
    """One line of the doctor: what was found, and a remedy if that is not enough."""

    about: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = "!" if self.remedy else "ok"
        end = f"; {self.remedy}" if self.remedy else ""
        return f"{mark:<3} {self.about}: {self.found}{end}"


class Office:
    """An installed LibreOffice; ``profile`` is a user's folder other than the usual one."""

    def __init__(self, profile: Path | None = None) -> None:
        self.program = _program()
        self.profile = profile

    @property
    def is_shared(self) -> bool:
        """Tell whether the extension goes to all users: LibreOffice wants that of root."""
        return hasattr(os, "geteuid") and os.geteuid() == 0

    def unopkg(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run LibreOffice's extension tool.

        Raises:
            OfficeProblem: it cannot be started, or does not end.
        """
        tool = next(iter(sorted(self.program.glob("unopkg*"))), None)
        if tool is None:
            raise OfficeProblem(f"LibreOffice's unopkg is not in {self.program}")
        words = [str(tool), command, *(["--shared"] if self.is_shared else [])]
        if self.profile is not None:
            words.append(f"-env:UserInstallation={self.profile.resolve().as_uri()}")
        try:
            return subprocess.run(
                [*words, *arguments], capture_output=True, text=True, check=False,
                stdin=subprocess.DEVNULL, timeout=_PATIENCE, errors="replace", env=environment(),
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise OfficeProblem(f"{tool} failed: {error}; {_RUNNING}") from None

    def version(self) -> str:
        """Return the version, "" where it cannot be told."""
        words = [str(self.program / "soffice"), "--version"]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=60, check=False,
                stdin=subprocess.DEVNULL, env=environment(),
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return ""
        found = re.search(r"\d+(\.\d+)+", done.stdout)
        return found[0] if found else ""

    def installed(self) -> str:
        """Return the version of our extension, "" where it is not installed."""
        listed = self.unopkg("list").stdout
        block = listed.partition(f"Identifier: {EXTENSION}\n")[2]
        found = re.match(r"\s*Version: (\S+)", block)
        return found[1] if found else ""


def _program() -> Path:
    """Return the folder with LibreOffice's programs.

    Raises:
        OfficeProblem: there is none in the usual places.
    """
    for name in ("soffice", "libreoffice"):
        found = shutil.which(name)
        folder = Path(found).resolve().parent if found else None
        if folder is not None and any(folder.glob("unopkg*")):
            return folder
    for place in _PLACES:
        root = Path(place)
        for folder in sorted(
            Path(root.anchor or ".").glob(root.relative_to(root.anchor).as_posix())
        ):
            if folder.is_dir():
                return folder
    raise OfficeProblem(
        "LibreOffice was not found; install it from libreoffice.org or with your package manager"
    )


def _failed(action: str, done: subprocess.CompletedProcess[str]) -> OfficeProblem:
    """Return LibreOffice's own reason in one line, and what to do about it."""
    lines = [line.strip() for line in (done.stderr + "\n" + done.stdout).splitlines()]
    reasons = [line for line in lines if line and "javaldx" not in line]
    text = " ".join(reasons[-2:]) or say("no reason given")
    remedy = _RUNNING
    if "loader.Python" in text or "cannot be instantiated" in text:
        remedy = "LibreOffice has no Python: install the package python3-uno"
    elif "ermission" in text:
        remedy = "run the command as the user who owns the LibreOffice profile"
    if not _has_account():
        remedy = (
            "this user is not in the list of users (/etc/passwd); run the command as one who is"
        )
    return OfficeProblem(f"LibreOffice could not {action} the extension: {text}; {remedy}")


def _has_account() -> bool:
    """Tell whether the system knows this user, without whom LibreOffice does not start."""
    if not hasattr(os, "geteuid"):
        return True
    import pwd

    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return True


def _refuse_profile(office: Office) -> None:
    """Refuse a profile where it would not count: root installs for everybody."""
    if office.is_shared and office.profile is not None:
        raise OfficeProblem(
            "root installs for all users of the machine, not in one profile; leave --profile out, "
            "or run the command as the user whose profile it is"
        )


def install(profile: Path | None = None) -> list[str]:
    """Build the extension and install it in place of any other version; say what was done.

    Raises:
        OfficeProblem: LibreOffice is missing or refuses.
    """
    office = Office(profile)
    _refuse_profile(office)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "xltie.oxt"
        path.write_bytes(build(python=sys.executable))
        done = office.unopkg("add", "-f", str(path))
    if done.returncode or office.installed() != dotted(version()):
        raise _failed("install", done)
    for_whom = "all users" if office.is_shared else "this user"
    return [
        f"installed xltie {version()} for {for_whom} in LibreOffice {office.version()}",
        "restart LibreOffice; it has the menu Tournament, and =BQ(...) works in every sheet",
    ]


def uninstall(profile: Path | None = None) -> list[str]:
    """Take the extension out; say what was done.

    Raises:
        OfficeProblem: LibreOffice is missing or refuses.
    """
    office = Office(profile)
    _refuse_profile(office)
    before = office.installed()
    if not before:
        return ["xltie is not installed in LibreOffice; nothing to do"]
    done = office.unopkg("remove", EXTENSION)
    if done.returncode or office.installed():
        raise _failed("remove", done)
    return [f"removed xltie {before} from LibreOffice"]


def findings(profile: Path | None = None) -> Iterator[Finding]:
    """Yield the findings one by one, each with a remedy if needed."""
    try:
        office = Office(profile)
    except OfficeProblem as error:
        text, _, remedy = str(error).partition("; ")
        yield Finding("LibreOffice", text, remedy)
        return
    number = office.version()
    old = number and _numbers(number) < _numbers(OLDEST)
    remedy = f"xltie needs {OLDEST} or newer" if old else "" if number else "install it again"
    yield Finding("LibreOffice", f"{number or 'no version'} in {office.program}", remedy)
    yield _python(office.program)
    yield _profile(profile)
    yield _extension(office)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _python(program: Path) -> Finding:
    """Say whether LibreOffice can run Python: its loader comes in a package of its own on Linux."""
    loaders = [*program.glob("pythonloader.py"), *program.parent.glob("Resources/pythonloader.py")]
    if loaders:
        return Finding(say("Python in LibreOffice"), str(loaders[0]) + _hint())
    remedy = "install the package python3-uno (or libreoffice-pyuno)"
    return Finding(say("Python in LibreOffice"), "missing", remedy)


def _hint() -> str:
    """Warn of a Python that LibreOffice would mistake for its own if started from here."""
    foreign = foreign_pythons(os.environ.get("PATH", ""))
    if not foreign:
        return ""
    return f"; start LibreOffice from the desktop: from this terminal it would load {foreign[0]}"


def _profile(profile: Path | None) -> Finding:
    folder = profile or _usual_profile()
    if not folder.exists():
        return Finding(
            "profile", say("{folder} will be created when LibreOffice first starts", folder=folder)
        )
    locked = (folder / ".lock").exists()
    if not os.access(folder, os.W_OK):
        return Finding(
            "profile",
            say("{folder} cannot be written to", folder=folder),
            say("give this user write permission for the folder"),
        )
    return Finding("profile", f"{folder}{', LibreOffice is running' if locked else ''}")


def _usual_profile() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", "")) / "LibreOffice/4"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/LibreOffice/4"
    return Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "libreoffice/4"


def _extension(office: Office) -> Finding:
    try:
        installed = office.installed()
    except OfficeProblem as error:
        return Finding(say("xltie extension"), str(error), _RUNNING)
    if not installed:
        return Finding(
            say("xltie extension"), say("not installed"), say("run: xltie libreoffice install")
        )
    if installed != dotted(version()):
        remedy = "run: xltie libreoffice install"
        return Finding(
            say("xltie extension"),
            say(
                "{installed}, but xltie itself is {version}", installed=installed, version=version()
            ),
            remedy,
        )
    return Finding(say("xltie extension"), installed)
