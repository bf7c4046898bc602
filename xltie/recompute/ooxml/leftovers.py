"""Half-written files of runs that were killed: removed by the next run, ours and dead ones only.

Their names say which computer and process wrote them: ``.xltie-<computer>-<process>-<random>``.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from contextlib import suppress
from pathlib import Path

_OURS = re.compile(r"\.xltie-(?:([0-9a-f]{8})-(\d+)-)?\w{8}\.xls[xm]", re.IGNORECASE)
# far longer than any run may take: a process of another computer is not seen
DEAD_AFTER = 86_400.0
_cleaned: set[Path] = set()


def own_prefix() -> str:
    """Return how the name of a file begins that this process is writing."""
    return f".xltie-{_computer()}-{os.getpid()}-"


def remove_leftovers(folder: Path) -> None:
    """Remove what killed runs left in a folder, once for each folder."""
    if folder in _cleaned:
        return
    _cleaned.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _OURS.fullmatch(entry.name)
            if match is not None and _is_dead(entry, match[1], match[2]):
                with suppress(OSError):
                    Path(entry.path).unlink()


def _is_dead(entry: os.DirEntry[str], computer: str | None, process: str | None) -> bool:
    if not entry.is_file(follow_symlinks=False):
        return False
    if process is not None and computer == _computer() and os.name == "posix":
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            return False
        if _is_zombie(process):
            return True
    return time.time() - entry.stat(follow_symlinks=False).st_mtime > DEAD_AFTER


def _is_zombie(process: str) -> bool:
    """Tell whether a process is dead that nobody has waited for, where the system shows that."""
    with suppress(OSError):
        state = Path("/proc", process, "stat").read_bytes().rpartition(b")")[2].split()[:1]
        return state == [b"Z"]
    return False


def _computer() -> str:
    # on Windows ``platform.node`` asks the system for all that it knows of itself, which takes long
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'replace')):08x}"
