"""Workbooks that were found to be up to date, known again by every byte of theirs.

A folder that the user names holds lines of SHA-256, number of formulas and language of the event.
The digest is made of the whole file, of the options, of every file of this package and of the
engine's version, so that an edited cell, another option or a new release are never met by an old
verdict. Only a run that computed everything and had nothing to do or to say leaves one.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path

from xltie.recompute.run.report import Report

ENGINE = "formualizer"
LARGEST_FILE = 1 << 20
_DIGITS = 64


def digest(data: bytes, *options: object) -> str:
    """Return what names a workbook with the options of a run."""
    import hashlib  # most runs keep nothing

    found = hashlib.sha256(_code() + repr(options).encode("utf-8") + b"\0")
    found.update(data)
    return found.hexdigest()


@lru_cache(maxsize=1)
def _code() -> bytes:
    """Return what tells this program from every other, by the content of its files."""
    import hashlib
    from importlib import metadata  # it takes 40 ms to import

    found = hashlib.sha256(repr((sys.version_info[:3], metadata.version(ENGINE))).encode("ascii"))
    folder = Path(__file__).parents[2]
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(folder).as_posix()
            found.update(name.encode("utf-8") + b"\0" + path.read_bytes() + b"\0")
    return found.digest()


def formulas_of(folder: Path, name: str) -> tuple[int, str] | None:
    """Return how many formulas a workbook has that is known to be current, and its language."""
    try:
        lines = _file(folder, name).read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    for line in reversed(lines):
        known, count, language = [*line.split(" "), "", ""][:3]
        if known == name and count.isdecimal():
            return int(count), language
    return None


def remember(folder: Path, name: str, report: Report, language: str) -> None:
    """Keep that a workbook is current where nothing is to be said of it; a full disk is no fault.

    What the clock or chance decides is never kept.
    """
    said = (report.changed, report.uncomputable, report.errors, report.trusted, report.faults)
    if any(said) or report.volatile or report.warnings or report.cut or report.stale:
        return
    path = _file(folder, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > LARGEST_FILE:
            path.unlink()
        place = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            os.write(place, f"{name} {report.formulas} {language}\n".encode("ascii"))
        finally:
            os.close(place)
    except OSError:
        return


def _file(folder: Path, name: str) -> Path:
    return folder / f"current-{name[:2]}.txt"
