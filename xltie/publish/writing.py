"""Pages on disk: only those that changed are written, each in one step, and what is gone goes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from xltie.core.errors import LockedWorkbook, Place
from xltie.core.files import write_new
from xltie.core.messages import plain
from xltie.core.records import dataclass
from xltie.publish.rendering import STATE_FILE

MANIFEST = "published.json"
"""The names of the pages that were written here: what is no longer made is removed by it."""


@dataclass(frozen=True)
class Written:
    """How many files there are, how many of them were new or changed, and how many were removed."""

    files: int
    changed: int
    removed: int


_LAST = {"index.html": 1, STATE_FILE: 2}


def write_pages(folder: Path, pages: Iterable[tuple[str, str | bytes]]) -> Written:
    """Write pages into a folder, which is made; nothing but earlier pages of ours is removed.

    The first page of all is written after the others, so that it never leads to a page that is not
    there, and after it what tells open pages to load themselves.

    Raises:
        LockedWorkbook: the folder cannot be written to.
    """
    contents = {
        name: text.encode("utf-8", "replace") if isinstance(text, str) else text
        for name, text in pages
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        changed = 0
        for name in sorted(contents, key=lambda file: _LAST.get(file, 0)):
            changed += _write(folder / name, contents[name])
        removed = _remove(folder, _earlier(folder) - set(contents))
    except OSError as error:
        raise LockedWorkbook(plain(error.strerror or str(error)), Place(file=str(folder))) from None
    _write(folder / MANIFEST, json.dumps(sorted(contents), indent=0).encode())
    return Written(len(contents), changed, removed)


def _write(path: Path, data: bytes) -> bool:
    """Write a file unless it holds the same; tell whether it was written."""
    try:
        if path.read_bytes() == data:
            return False
    except FileNotFoundError:
        path.parent.mkdir(exist_ok=True)
    write_new(path, data, is_lasting=False)
    return True


def _earlier(folder: Path) -> set[str]:
    try:
        names = json.loads((folder / MANIFEST).read_bytes())
    except (FileNotFoundError, ValueError):
        return set()
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def _remove(folder: Path, names: set[str]) -> int:
    """Remove pages that an earlier run wrote; a name that leads out of the folder is left alone."""
    removed = 0
    for name in names:
        parts = PurePosixPath(name).parts
        is_ours = len(parts) == 1 or (len(parts) == 2 and parts[0] == "files")
        path = folder / name
        if is_ours and ".." not in parts and path.is_file() and not path.is_symlink():
            path.unlink()
            removed += 1
    return removed
