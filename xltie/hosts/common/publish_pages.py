"""*Publish* on an open workbook: what ``xltie publish`` writes, into a folder beside the file.

The command line itself does it, in a process of its own: so both say the same, and a program whose
Python has no other packages can do it too.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import List, Mapping, Optional, Protocol, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import NOTHING, Message, joined, plain, say

_PATIENCE = 300
"""Seconds after which the command is taken to hang."""


class SavedHost(Protocol):
    """An open workbook that has a file."""

    def file(self) -> Optional[Path]:
        """Return the file of the workbook, None where it was never saved."""

    def save_copy(self, folder: Path) -> Path:
        """Write the workbook as it is now into a folder and return the file."""

    def say(self, message: Message) -> None:
        """Show a short line where the program shows its state, in the workbook's language."""


def publish(
    host: SavedHost, command: Sequence[str], environment: Mapping[str, str]
) -> List[Message]:
    """Write the pages of an open workbook and return what was done, and what is wrong, in lines.

    ``command`` starts the command line of xltie, in ``environment``.

    Raises:
        DomainError: the workbook was never saved, or the pages cannot be written, and why.
    """
    saved = host.file()
    if saved is None:
        raise DomainError(say("save the workbook first: the pages are put into a folder beside it"))
    host.say(say("xltie: writing the pages ..."))
    target = saved.with_name(f"{saved.stem}-pages")
    with tempfile.TemporaryDirectory() as folder:
        copy = host.save_copy(Path(folder))
        words = [*command, "publish", str(copy), "--out", str(target)]
        try:
            done = subprocess.run(
                words, capture_output=True, timeout=_PATIENCE, check=False,
                stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
                env={**environment, "PYTHONUTF8": "1"},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise DomainError(
                say("xltie publish could not be run: {error}", error=str(error))
            ) from None
        # the copy's name stands for the workbook's
        wrong = [line.replace(f"{folder}{os.sep}", "") for line in done.stderr.splitlines() if line]
    if not done.stdout.strip():  # it says what it wrote; standings that are provisional end with 1
        if wrong:
            raise DomainError(joined(wrong, "; "))
        raise DomainError(say("xltie publish ended with {code}", code=done.returncode))
    host.say(NOTHING)
    where = say("the pages are in {folder}: open index.html there", folder=str(target))
    return [where, *map(plain, wrong)]
