"""The environment in which LibreOffice finds its own Python, and how that starts xltie."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Tuple

from xltie.core.errors import DomainError
from xltie.hosts.libreoffice.built_in import PYTHON

_SYSTEM = ("/usr/bin", "/bin", "/usr/sbin", "/sbin")
_MISLEADING = ("PYTHONHOME", "PYTHONPATH")


def foreign_pythons(path: str) -> list[str]:
    """Return the folders of a ``PATH`` in which LibreOffice would take another Python for its own.

    On Linux and the BSDs it embeds the system's Python, which looks for its modules beside the
    first ``python3`` of PATH. That of a virtual environment, of conda or of pyenv has others, and
    then no extension in Python works. On Windows and macOS it brings its own.
    """
    if os.name == "nt" or sys.platform == "darwin":
        return []
    return [
        folder
        for folder in dict.fromkeys(path.split(os.pathsep))
        if folder and folder not in _SYSTEM and _has_modules(shutil.which("python3", path=folder))
    ]


def _has_modules(python: str | None) -> bool:
    """Tell whether a Python's folder leads to modules of its own; that of a mere shim does not."""
    if python is None:
        return False
    homes = {Path(python).parent.parent, Path(python).resolve().parent.parent} - {Path("/usr")}
    return any(
        any(home.glob(marker)) for home in homes for marker in ("pyvenv.cfg", "lib/python3*/")
    )


def environment() -> dict[str, str]:
    """Return this process's environment without what leads LibreOffice to another Python."""
    path = os.environ.get("PATH", "")
    foreign = foreign_pythons(path)
    kept = [folder for folder in path.split(os.pathsep) if folder not in foreign]
    variables = {name: value for name, value in os.environ.items() if name not in _MISLEADING}
    return {**variables, "PATH": os.pathsep.join(kept)}


def command_line() -> Tuple[str, ...]:
    """Return the words that start it: with the Python that installed the extension, or from PATH.

    Raises:
        DomainError: it is not on this machine.
    """
    if PYTHON and Path(PYTHON).exists():
        return (PYTHON, "-m", "xltie")
    found = shutil.which("xltie")
    if found is None:
        raise DomainError.say(
            "this is done by xltie's command line, which is not on this machine; "
            "install it with pip, then type: {command}",
            command="xltie libreoffice install",
        )
    return (found,)
