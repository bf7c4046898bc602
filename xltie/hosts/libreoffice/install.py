"""Installs and removes the extension in LibreOffice, and diagnoses what may be in the way."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator

from xltie.core.errors import XltieError
from xltie.core.messages import NOTHING, Message, Said, Value, joined, plain, say
from xltie.hosts.common.diagnosis import Diagnosis
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
_RUNNING = say("close LibreOffice (all windows) and try again")
_INSTALL = say("run: {command}", command="xltie libreoffice install")


class OfficeProblem(XltieError):
    """LibreOffice is not installed, or an operation on it failed; ``remedy`` says what to do."""

    def __init__(self, what: Message, remedy: Message = NOTHING) -> None:
        super().__init__(joined((what, remedy), "; ") if remedy else what)
        self.what = what
        self.remedy = remedy


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
            raise OfficeProblem.say(
                "LibreOffice's unopkg is not in {folder}", folder=str(self.program)
            )
        words = [str(tool), command, *(["--shared"] if self.is_shared else [])]
        if self.profile is not None:
            words.append(f"-env:UserInstallation={self.profile.resolve().as_uri()}")
        try:
            return subprocess.run(
                [*words, *arguments], capture_output=True, text=True, check=False,
                stdin=subprocess.DEVNULL, timeout=_PATIENCE, errors="replace", env=environment(),
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            failed = say("{tool} failed: {error}", tool=str(tool), error=str(error))
            raise OfficeProblem(failed, _RUNNING) from None

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
        say("LibreOffice was not found"),
        say("install it from libreoffice.org or with your package manager"),
    )


def _failed(is_removal: bool, done: subprocess.CompletedProcess[str]) -> OfficeProblem:
    """Return LibreOffice's own reason in one line, and what to do about it."""
    lines = [line.strip() for line in (done.stderr + "\n" + done.stdout).splitlines()]
    reasons = [line for line in lines if line and "javaldx" not in line]
    told = " ".join(reasons[-2:])
    reason = plain(told) if told else say("no reason given")
    what = (
        say("LibreOffice could not remove the extension: {reason}", reason=reason)
        if is_removal
        else say("LibreOffice could not install the extension: {reason}", reason=reason)
    )
    if not _has_account():
        remedy = say(
            "this user is not in the list of users (/etc/passwd); run the command as one who is"
        )
    elif "loader.Python" in told or "cannot be instantiated" in told:
        remedy = say("LibreOffice has no Python: install the package python3-uno")
    elif "ermission" in told:
        remedy = say("run the command as the user who owns the LibreOffice profile")
    else:
        remedy = _RUNNING
    return OfficeProblem(what, remedy)


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


def _office_to_change(profile: Path | None) -> Office:
    """Return the LibreOffice; a profile is refused where it would not count, with root's rights."""
    office = Office(profile)
    if office.is_shared and profile is not None:
        raise OfficeProblem(
            say("root installs for all users of the machine, not in one profile"),
            say("leave --profile out, or run the command as the user whose profile it is"),
        )
    return office


def install(profile: Path | None = None) -> list[Message]:
    """Build the extension and install it in place of any other version; say what was done.

    Raises:
        OfficeProblem: LibreOffice is missing or refuses.
    """
    office = _office_to_change(profile)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "xltie.oxt"
        path.write_bytes(build(python=sys.executable))
        done = office.unopkg("add", "-f", str(path))
    if done.returncode or office.installed() != dotted(version()):
        raise _failed(is_removal=False, done=done)
    which: dict[str, Value] = {"version": version(), "office": office.version()}
    return [
        say("installed xltie {version} for all users in LibreOffice {office}", **which)
        if office.is_shared
        else say("installed xltie {version} for this user in LibreOffice {office}", **which),
        say("restart LibreOffice; it has the menu Tournament, and =BQ(...) works in every sheet"),
    ]


def uninstall(profile: Path | None = None) -> list[Message]:
    """Take the extension out; say what was done.

    Raises:
        OfficeProblem: LibreOffice is missing or refuses.
    """
    office = _office_to_change(profile)
    before = office.installed()
    if not before:
        return [say("xltie is not installed in LibreOffice; nothing to do")]
    done = office.unopkg("remove", EXTENSION)
    if done.returncode or office.installed():
        raise _failed(is_removal=True, done=done)
    return [say("removed xltie {version} from LibreOffice", version=before)]


def findings(profile: Path | None = None) -> Iterator[Diagnosis]:
    """Yield the findings one by one, each with a remedy if needed."""
    try:
        office = Office(profile)
    except OfficeProblem as error:
        yield Diagnosis("LibreOffice", error.what, error.remedy)
        return
    yield _version(office)
    yield _python(office.program)
    yield _profile(profile)
    yield _extension(office)


def _version(office: Office) -> Diagnosis:
    number, folder = office.version(), str(office.program)
    if not number:
        found = say("no version in {folder}", folder=folder)
        return Diagnosis("LibreOffice", found, say("install it again"))
    found = say("{version} in {folder}", version=number, folder=folder)
    if _numbers(number) < _numbers(OLDEST):
        return Diagnosis("LibreOffice", found, say("xltie needs {oldest} or newer", oldest=OLDEST))
    return Diagnosis("LibreOffice", found)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def _python(program: Path) -> Diagnosis:
    """Say whether LibreOffice can run Python: its loader comes in a package of its own on Linux."""
    loaders = [*program.glob("pythonloader.py"), *program.parent.glob("Resources/pythonloader.py")]
    if loaders:
        return Diagnosis(say("Python in LibreOffice"), _with_hint(str(loaders[0])))
    remedy = say("install the package python3-uno (or libreoffice-pyuno)")
    return Diagnosis(say("Python in LibreOffice"), say("missing"), remedy)


def _with_hint(loader: str) -> Said:
    """Return what loads Python, with a warning of one that would be mistaken for it from here."""
    foreign = foreign_pythons(os.environ.get("PATH", ""))
    if not foreign:
        return loader
    return say(
        "{loader}; start LibreOffice from the desktop: from this terminal it would load {python}",
        loader=loader,
        python=foreign[0],
    )


def _profile(profile: Path | None) -> Diagnosis:
    path = profile or _usual_profile()
    about, folder = say("profile"), str(path)
    if not path.exists():
        return Diagnosis(
            about, say("{folder} will be created when LibreOffice first starts", folder=folder)
        )
    if not os.access(path, os.W_OK):
        return Diagnosis(
            about,
            say("{folder} cannot be written to", folder=folder),
            say("give this user write permission for the folder"),
        )
    if (path / ".lock").exists():
        return Diagnosis(about, say("{folder}, LibreOffice is running", folder=folder))
    return Diagnosis(about, folder)


def _usual_profile() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", "")) / "LibreOffice/4"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/LibreOffice/4"
    return Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "libreoffice/4"


def _extension(office: Office) -> Diagnosis:
    about = say("xltie extension")
    try:
        installed = office.installed()
    except OfficeProblem as error:
        return Diagnosis(about, error.message, _RUNNING)
    if not installed:
        return Diagnosis(about, say("not installed"), _INSTALL)
    if installed != dotted(version()):
        other = say(
            "{installed}, but xltie itself is {version}", installed=installed, version=version()
        )
        return Diagnosis(about, other, _INSTALL)
    return Diagnosis(about, installed)
