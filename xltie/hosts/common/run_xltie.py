"""The command line of xltie in a process of its own, over a copy of an open workbook.

So a button and a command do the same, and a program whose Python has no other packages can do it.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import List, Mapping, NamedTuple, Optional, Protocol, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import Message, joined, say

_PATIENCE = 300
"""Seconds after which the command is taken to hang."""


class CopiedHost(Protocol):
    """An open workbook that may have a file, and of which copies can be made."""

    def file(self) -> Optional[Path]:
        """Return the file of the workbook, None where it was never saved."""

    def save_copy(self, folder: Path) -> Path:
        """Write the workbook as it is now into a folder and return the file."""

    def say(self, message: Message) -> None:
        """Show a short line where the program shows its state, in the workbook's language."""


class Done(NamedTuple):
    """What a command wrote: its lines, and the lines about what is wrong."""

    lines: List[str]
    wrong: List[str]


def run_xltie(
    command: Sequence[str], environment: Mapping[str, str], words: Sequence[str], folder: Path
) -> Done:
    """Run a command of xltie over files of a folder, by whose names it tells what is wrong.

    ``command`` starts the command line of xltie, in ``environment``. A command says what it did,
    or has failed.

    Raises:
        DomainError: it cannot be run, or has failed, and why.
    """
    try:
        done = subprocess.run(
            [*command, *words], capture_output=True, timeout=_PATIENCE, check=False,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
            env={**environment, "PYTHONUTF8": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        called = f"xltie {words[0]}"
        raise DomainError(
            say("{command} could not be run: {error}", command=called, error=str(error))
        ) from None
    lines, wrong = (
        [line.replace(f"{folder}{os.sep}", "") for line in text.splitlines() if line]
        for text in (done.stdout, done.stderr)
    )
    if not lines:
        if wrong:
            raise DomainError(joined(wrong, "; "))
        called = f"xltie {words[0]}"
        raise DomainError(say("{command} ended with {code}", command=called, code=done.returncode))
    return Done(lines, wrong)
