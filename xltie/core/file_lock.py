"""A lock on a file that ends with the process which holds it, killed or not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Optional


class FileLock:
    """A lock that one process of this machine has at a time."""

    def __init__(self, path: Path) -> None:
        """Name the file; it is made when the lock is asked for."""
        self._path = path
        self._file: Optional[IO[bytes]] = None

    def acquire(self) -> bool:
        """Take the lock and return True, or return False at once where another process has it."""
        file = self._path.open("ab")
        try:
            _lock(file)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    def release(self, *, delete: bool = False) -> None:
        """Give the lock back; ``delete`` takes the file away as well."""
        if self._file is not None:
            if delete and os.name != "nt":  # while nobody else can have it
                self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None
            if delete:
                self._path.unlink(missing_ok=True)


if os.name == "nt":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
