"""The files of a run: paths, folders, patterns, lists of them, and anything that fsspec opens."""

from __future__ import annotations

import glob
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xltie.core.errors import InputError, Place, UnsupportedWorkbook, WorkbookRefused
from xltie.core.files import read_bytes
from xltie.core.installing import pip_command
from xltie.core.messages import plain
from xltie.core.time_limit import TimeRanOut
from xltie.exchange import suffixes_read

WORKBOOKS = (".xlsx", ".xlsm")
MISSING = "-"
"""The stamp of a file that is not there; reading it says so."""


@dataclass(frozen=True, order=True)
class Input:
    """One file: a path or a URL, and what tells one state of it from another."""

    name: str
    stamp: str = ""

    @property
    def is_remote(self) -> bool:
        """It is opened by fsspec, not by the file system of this machine."""
        return "://" in self.name

    @property
    def file_name(self) -> str:
        """Return the name whose ending says the format: without an archive's, or a query."""
        return re.split(r"::|\?", self.name)[0] if self.is_remote else self.name


def event_suffixes() -> tuple[str, ...]:
    """Return the endings of all files that may hold an event."""
    return (*WORKBOOKS, *sorted(suffixes_read()))


def find_inputs(names: Iterable[str], suffixes: tuple[str, ...]) -> list[Input]:
    """Return the files that names, folders and patterns stand for, each once and in order.

    Of folders only files with one of the endings are taken, and no hidden ones.

    Raises:
        InputError: a folder or pattern without files, a name that is empty, or a store that cannot
            be listed.
    """
    found: dict[str, Input] = {}
    for name in names:
        paths = list(_remote(name, suffixes) if "://" in name else _local(name, suffixes))
        if not paths:
            raise InputError.say("{name}: no files that xltie reads", name=name)
        for one in paths:  # by one name or by another, it is one file
            where = one.name if one.is_remote else os.path.abspath(one.name)  # noqa: PTH100 (no links)
            found.setdefault(where, one)
    return sorted(found.values())


def names_in(path: str) -> list[str]:
    """Return the names in a file; "-" is standard input.

    One stands on a line; blank lines and those that begin with # are none. Where zeros end them,
    as of ``git ls-files -z``, every name is what it is.

    Raises:
        WorkbookRefused: the file cannot be read.
    """
    data = sys.stdin.buffer.read() if path == "-" else read_bytes(Path(path))
    text = data.decode("utf-8-sig", "surrogateescape")
    if "\0" in text:
        return [name for name in text.split("\0") if name]
    lines = map(str.strip, text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def in_shard(inputs: Iterable[Input], shard: int, of: int) -> list[Input]:
    """Return the part of the inputs that one of several machines does, counted from 1.

    A name belongs to the same part whatever else is in the list.
    """
    return [input_ for input_ in inputs if zlib.crc32(input_.name.encode()) % of == shard - 1]


def read(source: Input) -> bytes:
    """Return the content of a file.

    Raises:
        WorkbookRefused: it cannot be read, and why.
    """
    if not source.is_remote:
        return read_bytes(Path(source.name))
    system, path = file_system(source.name)
    data: bytes = asked(source, lambda: system.cat_file(path))
    return data


def asked(source: Input, ask: Callable[[], Any]) -> Any:
    """Return what a store answers about a file.

    Raises:
        WorkbookRefused: there is no such file, or the store says why not.
        TimeRanOut: as ``ask`` does.
    """
    try:
        return ask()
    except TimeRanOut:
        raise
    except FileNotFoundError:
        raise WorkbookRefused.say("no such file", Place(file=source.name)) from None
    except Exception as error:  # every store has errors of its own
        raise WorkbookRefused(plain(_said(error)), Place(file=source.name)) from None


def file_system(url: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, and the path in it.

    Raises:
        UnsupportedWorkbook: fsspec, or what it needs for this kind of URL, is not installed.
    """
    try:
        from fsspec.core import url_to_fs

        system, path = url_to_fs(url)
    except ImportError as error:
        raise UnsupportedWorkbook.say(
            "{error}; run: {command}, and install fsspec's library for this store",
            Place(file=url),
            error=_said(error),
            command=pip_command("cluster"),
        ) from None
    except FileNotFoundError:
        raise WorkbookRefused.say("no such file", Place(file=url)) from None
    except (ValueError, OSError) as error:
        raise UnsupportedWorkbook(plain(_said(error)), Place(file=url)) from None
    return system, str(path)


def _in_folder(name: str, suffixes: tuple[str, ...]) -> Iterator[Input]:
    for root, folders, files in os.walk(name):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        paths = (Path(root, file) for file in files if _is_event(file, suffixes))
        yield from (_stamped(path) for path in paths if not path.is_fifo())  # nobody may write


def _local(name: str, suffixes: tuple[str, ...]) -> Iterator[Input]:
    path = Path(name)
    if not name:
        raise InputError.say("a name is empty: a file, a folder or a pattern is expected")
    if path.is_dir():
        yield from _in_folder(name, suffixes)
    elif os.path.lexists(name) or not glob.has_magic(name):
        yield _stamped(path)
    else:
        found = map(Path, glob.iglob(name, recursive=True))  # noqa: PTH207 (absolute ones too)
        yield from (_stamped(file) for file in found if file.is_file())


def _is_event(file: str, suffixes: tuple[str, ...]) -> bool:
    return file.lower().endswith(suffixes) and not file.startswith((".", "~$"))


def _stamped(path: Path) -> Input:
    try:
        status = path.stat()
    except OSError:
        return Input(str(path), MISSING)
    return Input(str(path), f"{status.st_size}-{status.st_mtime_ns}")


def _remote(url: str, suffixes: tuple[str, ...]) -> Iterator[Input]:
    system, path = file_system(url)
    system.invalidate_cache()  # what a store held when somebody last looked is no list of files
    try:
        details = _listed(system, path)
    except FileNotFoundError:
        yield Input(url, MISSING)
        return
    except Exception as error:
        raise InputError.of(plain(_said(error)), Place(file=url)) from None
    single = list(details) == [path]
    named = _naming(url, system)
    for file, info in sorted(details.items()):
        if single or _is_event(file.rpartition("/")[2], suffixes):
            yield Input(url if single else named(file), _stamp(info))


def _listed(system: Any, path: str) -> dict[str, Any]:
    """Return the details of a file, or those of all files in a folder or of a pattern, by path."""
    if glob.has_magic(path):
        found = system.glob(path, detail=True)
        return {file: info for file, info in found.items() if info.get("type") == "file"}
    if path not in ("", "/"):
        info = system.info(path.rstrip("/"))
        if info.get("type") == "file" and not path.endswith("/"):
            return {path: info}
    below: dict[str, Any] = system.find(path, detail=True)
    return below


def _naming(url: str, system: Any) -> Callable[[str], str]:
    """Return how the files beside a URL are named: in an archive each keeps the archive's URL."""
    protocol, _, rest = url.partition("://")
    archive = rest.partition("::")[2]
    if archive:
        return lambda path: f"{protocol}://{path}::{archive}"
    return lambda path: str(system.unstrip_protocol(path))


def _stamp(info: dict[str, Any]) -> str:
    """Return what a store says of a file's state: its tag where there is one."""
    tag = info.get("ETag") or info.get("etag") or info.get("md5Hash") or info.get("CRC")
    return str(tag or info.get("LastModified") or info.get("mtime") or info.get("size", ""))


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
