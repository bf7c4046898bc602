"""The command line of xltie, as LibreOffice's own Python starts it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Tuple

from xltie.core.errors import DomainError
from xltie.core.messages import say
from xltie.hosts.libreoffice.installed_by import PYTHON


def command_line() -> Tuple[str, ...]:
    """Return the words that start it: with the Python that installed the extension, or from PATH.

    Raises:
        DomainError: it is not on this machine.
    """
    if PYTHON and Path(PYTHON).exists():
        return (PYTHON, "-m", "xltie")
    found = shutil.which("xltie")
    if found is None:
        raise DomainError(
            say(
                "this is done by xltie's command line, which is not on this machine; "
                "install it with pip, then type: {command}",
                command="xltie libreoffice install",
            )
        )
    return (found,)
