"""The zip package of a workbook: read within limits, written back with the rest unchanged."""

from __future__ import annotations

import copy
import io
import posixpath
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import Mapping, NamedTuple

from xltie.core.errors import EncryptedWorkbook, NotAWorkbook, UnsafePackage
from xltie.core.messages import say
from xltie.recompute.ooxml.archive import rewritten
from xltie.recompute.ooxml.markup import elements

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SMALL_PART = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What a workbook may cost before it is refused; all sizes in bytes."""

    file_bytes: int = 512 << 20
    entries: int = 20_000
    part_bytes: int = 512 << 20
    total_bytes: int = 2 << 30
    ratio: int = 1000
    seconds: float = 120.0


DEFAULT_LIMITS = Limits()


class Relationship(NamedTuple):
    """One relationship of a part: the last word of its type, its target, and whether it leaves."""

    kind: str
    target: str
    external: bool


class Package:
    """An .xlsx or .xlsm file in memory.

    Raises the fitting kind of ``WorkbookRefused`` for anything but a harmless zip package.
    """

    def __init__(self, data: bytes, limits: Limits = DEFAULT_LIMITS) -> None:
        self.data = data
        self.limits = limits
        if len(data) > limits.file_bytes:
            message = say(
                "the file is larger than the limit of {file_bytes} bytes",
                file_bytes=limits.file_bytes,
            )
            raise UnsafePackage(message)
        _refuse_compound_file(data)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, struct.error, OverflowError):
            message = say("not an .xlsx or .xlsm file, or a damaged one")
            raise NotAWorkbook(message) from None
        except NotImplementedError as error:
            message = say("an unusual zip file ({error})", error=str(error))
            raise UnsafePackage(message) from None
        self.entries = self._zip.infolist()
        _check_entries(self.entries, limits)
        self._by_name = {entry.filename: entry for entry in self.entries}
        self._by_lower = {_key(entry.filename): entry.filename for entry in self.entries}
        self._changed: dict[str, bytes | None] = {}
        self._inflated: dict[str, bytes] = {}

    @property
    def names(self) -> list[str]:
        """The names of all entries, in the order of the package."""
        return [name for name in self._by_name if self._changed.get(name, b"") is not None]

    def find(self, name: str) -> str | None:
        """Return the entry that a part name means (in any case, with or without a slash)."""
        found = self._by_lower.get(_key(name))
        return None if found in self._changed and self._changed[found] is None else found

    def read(self, name: str) -> bytes:
        """Return one inflated entry, refused where it is larger than the limits allow."""
        changed = self._changed.get(name)
        if changed is not None:
            return changed
        if name not in self._inflated:
            self._inflated[name] = self._inflate(name)
        return self._inflated[name]

    def _inflate(self, name: str) -> bytes:
        entry = self._by_name[name]
        limits = self.limits
        if entry.file_size > limits.part_bytes:
            message = say(
                "{name}: larger than the limit of {part_bytes} bytes",
                name=name,
                part_bytes=limits.part_bytes,
            )
            raise UnsafePackage(message)
        packed = max(1, entry.compress_size)
        if entry.file_size > SMALL_PART and entry.file_size > limits.ratio * packed:
            message = say("{name}: compressed implausibly strongly, like a zip bomb", name=name)
            raise UnsafePackage(message)
        try:
            with self._zip.open(entry) as stream:
                return stream.read(limits.part_bytes)
        except NotImplementedError:
            message = say("{name}: compressed in a way that no spreadsheet uses", name=name)
            raise NotAWorkbook(message) from None
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            struct.error,
            ValueError,
        ) as error:
            message = say("{name}: damaged ({error})", name=name, error=str(error))
            raise NotAWorkbook(message) from None
        except RuntimeError:
            message = say("{name}: encrypted inside the package", name=name)
            raise EncryptedWorkbook(message) from None

    def relationships(self, part: str) -> dict[str, Relationship]:
        """Return the relationships of a part by their id; ``""`` stands for the package."""
        folder, base = posixpath.split(part.replace("\\", "/"))
        name = self.find(posixpath.join(folder, "_rels", base + ".rels"))
        found: dict[str, Relationship] = {}
        if name is None:
            return found
        for tag, attributes in elements(self.read(name), name):
            if tag != "Relationship":
                continue
            target = attributes.get("Target", "")
            external = attributes.get("TargetMode") == "External"
            if not external:
                target = _inside(folder, target)
            kind = attributes.get("Type", "").rsplit("/", 1)[-1]
            found[attributes.get("Id", "")] = Relationship(kind, target, external)
        return found

    def changed(self, changed: Mapping[str, bytes | None]) -> Package:
        """Return the package with some entries replaced (None: left out); nothing is packed yet."""
        new = copy.copy(self)
        new._changed = {**self._changed, **changed}
        return new

    def rewrite(self, changed: Mapping[str, bytes | None]) -> bytes:
        """Return the package with some entries replaced (None: left out), all else raw copies."""
        changed = {**self._changed, **changed}
        if not changed:
            return self.data
        return rewritten(self.data, self.entries, self._zip.start_dir, self._zip.comment, changed)


def _key(name: str) -> str:
    """Return how part names are compared; some writers put a slash before or backslashes in."""
    return name.replace("\\", "/").lstrip("/").lower()


def _inside(folder: str, target: str) -> str:
    """Return the part that a relationship's target names."""
    if "%" in target:
        from urllib.parse import unquote  # hardly a workbook needs it

        target = unquote(target)
    target = target.replace("\\", "/")
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def _refuse_compound_file(data: bytes) -> None:
    """Refuse what Excel stores in its old container: encrypted workbooks and .xls."""
    if data[:8] != COMPOUND_FILE:
        return
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise EncryptedWorkbook(
            say("the workbook is protected by a password; remove the password to open it first")
        )
    raise NotAWorkbook(
        say(
            "an old binary .xls file: none of its cells is read, from A1 on; save it as .xlsx first"
        )
    )


def _check_entries(entries: list[zipfile.ZipInfo], limits: Limits) -> None:
    """Refuse what a zip may claim but a workbook never does, before anything is decompressed."""
    if len(entries) > limits.entries:
        message = say("more than {entries} entries in the package", entries=limits.entries)
        raise UnsafePackage(message)
    if len({_key(entry.filename) for entry in entries}) != len(entries):
        raise UnsafePackage(say("two entries of the package have the same name"))
    for entry in entries:
        if entry.header_offset < 0:
            message = say("{filename}: not where the directory says", filename=entry.filename)
            raise NotAWorkbook(message)
        if entry.flag_bits & 0x1:
            raise EncryptedWorkbook(say("the entries of the package are encrypted"))
        parts = entry.filename.replace("\\", "/").split("/")
        if ".." in parts or ":" in parts[0]:
            message = say(
                "an entry with a path outside the package: {filename!r}", filename=entry.filename
            )
            raise UnsafePackage(message)
    if sum(entry.file_size for entry in entries) > limits.total_bytes:
        message = say(
            "expands to more than the limit of {total_bytes} bytes", total_bytes=limits.total_bytes
        )
        raise UnsafePackage(message)
