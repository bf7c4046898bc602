"""Files on disk: read whole, written whole, and named in every fault."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from xltie.core.errors import Fault, InputError, LockedWorkbook, Place, WorkbookRefused, XltieError
from xltie.core.messages import plain
from xltie.core.records import replace

_ADDRESS = re.compile(r"\w{2,}:/")
"""How a URL begins, whose second slash a path has lost; a drive has one letter."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a file.

    Raises:
        WorkbookRefused: it cannot be read, and why.
    """
    place = Place(file=str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        if _ADDRESS.match(str(path)):
            typed = Place(file=str(path).replace(":/", "://", 1))
            raise WorkbookRefused.say("only batch and recompute read addresses", typed) from None
        raise WorkbookRefused.say("no such file", place) from None
    except OSError as error:
        raise WorkbookRefused.say(
            "cannot be read ({why})", place, why=error.strerror or str(error)
        ) from None


def write_new(path: Path, data: bytes, is_lasting: bool = True) -> None:
    """Write a file in one step: all of it or nothing.

    ``is_lasting`` waits until it is on the disk; without, a power cut may take a file that can be
    made again.

    Raises:
        LockedWorkbook: the folder cannot be written to.
    """
    import tempfile  # what only reads should not pay for it

    try:
        handle, name = tempfile.mkstemp(prefix=".xltie-", suffix=path.suffix, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                if is_lasting:
                    file.flush()
                    os.fsync(file.fileno())
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise LockedWorkbook(plain(error.strerror or str(error)), Place(file=str(path))) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def in_file(fault: Fault, name: str) -> Fault:
    """Return a fault whose text begins with the file, unless its place does already."""
    if fault.place.file:
        return fault
    return replace(fault, place=replace(fault.place, file=name))


@contextmanager
def faults_in(name: str) -> Iterator[None]:
    """Have what goes wrong in here name a file, "" for one without a name."""
    try:
        yield
    except InputError as error:
        InputError.__init__(error, (in_file(fault, name) for fault in error.faults))
        raise
    except XltieError as error:
        raise type(error)(error.message, in_file(error.fault, name).place) from None


def check_file(path: Path) -> None:
    """Look whether a file can be written, before what it will hold is made.

    Raises:
        WorkbookRefused: its folder is not there or cannot be written to, or it is a folder itself.
    """
    folder = path.parent
    if not folder.is_dir():
        raise WorkbookRefused.say("no such folder", Place(file=str(folder)))
    if path.is_dir():
        raise WorkbookRefused.say("this is a folder, not a file", Place(file=str(path)))
    if not os.access(folder, os.W_OK):
        place = Place(file=str(path))
        raise LockedWorkbook.say("no permission to write to the folder of the file", place)


def make_folder(path: Path) -> None:
    """Make a folder, and those that it lies in, unless it is there.

    Raises:
        WorkbookRefused: a file has its name or that of a folder above, or it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for folder in (path, *path.parents):
            if folder.is_file():
                place = Place(file=str(folder))
                raise WorkbookRefused.say("this is a file, not a folder", place) from None
        why = plain(error.strerror or str(error))
        raise LockedWorkbook(why, Place(file=str(path))) from None
