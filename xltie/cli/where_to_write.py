"""Whether what a long run makes can be written, asked before it begins."""

from __future__ import annotations

import os
from pathlib import Path

from xltie.core.errors import LockedWorkbook, Place, WorkbookRefused
from xltie.core.messages import plain, say


def check_file(path: Path) -> None:
    """Look whether a file can be written.

    Raises:
        WorkbookRefused: its folder is not there or cannot be written to, or it is a folder itself.
    """
    folder = path.parent
    if not folder.is_dir():
        raise WorkbookRefused(say("no such folder"), Place(file=str(folder)))
    if path.is_dir():
        raise WorkbookRefused(say("this is a folder, not a file"), Place(file=str(path)))
    if not os.access(folder, os.W_OK):
        place = Place(file=str(path))
        raise LockedWorkbook(say("no permission to write to the folder of the file"), place)


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
                raise WorkbookRefused(say("this is a file, not a folder"), place) from None
        why = plain(error.strerror or str(error))
        raise LockedWorkbook(why, Place(file=str(path))) from None
