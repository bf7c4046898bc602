"""The zip package of a workbook: read within limits, written back with the rest unchanged."""

from __future__ import annotations

import copy
import io
import math
import posixpath
import struct
import time
import zipfile
import zlib
from typing import Mapping, NamedTuple

from xltie.core.errors import EncryptedWorkbook, NotAWorkbook, UnsafePackage, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.core.records import dataclass
from xltie.recompute.ooxml.markup import elements

ROWS = 64
"""So many rows of a sheet are read between two looks at the clock."""


class Deadline:
    """The end of the time that a workbook may take, in ``seconds`` that this process computes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.process_time() + seconds
        self._hour = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The seconds that are left, 0 when there are none."""
        return max(0.0, self._end - time.process_time())

    def check(self) -> None:
        """Raise ``UnsupportedWorkbook`` when the time is up."""
        # the clock on the wall is read far quicker, and one processor computes no longer than it
        if time.monotonic() > self._hour and time.process_time() > self._end:
            message = say(
                "takes longer than the limit of {seconds:g} seconds", seconds=self.seconds
            )
            raise UnsupportedWorkbook(message)


NO_DEADLINE = Deadline(math.inf)


LOCAL = 30
CENTRAL = 46
DESCRIPTOR_FLAG = 0x8
LEVEL_FLAGS = 0x6
DESCRIPTOR_SIZES = (12, 16, 20, 24)
LARGEST_OFFSET = 0xFFFFFFF0


def rewritten(
    data: bytes,
    entries: list[zipfile.ZipInfo],
    directory: int,
    comment: bytes,
    changed: Mapping[str, bytes | None],
) -> bytes:
    """Return a zip like ``data`` with the entries of ``changed`` replaced, or left out for None.

    Local header, compressed bytes and data descriptor of an untouched entry stay byte for byte, and
    its record in the central directory but for the offset. ``directory`` is where that begins.
    Raises :class:`UnsafePackage` if the entries overlap or their sizes are false,
    :class:`UnsupportedWorkbook` where the result would need zip64.
    """
    extents = _extents(data, entries, directory)
    out = io.BytesIO()
    records: list[bytes] = []
    for entry in entries:
        if data[directory : directory + 4] != b"PK\x01\x02":
            raise UnsafePackage.say("the central directory is damaged")
        lengths = struct.unpack_from("<3H", data, directory + 28)
        length = CENTRAL + sum(lengths)
        record = bytearray(data[directory : directory + length])
        directory += length
        start, end = extents[entry.filename]
        local = data[start:end]
        if entry.filename in changed:
            content = changed[entry.filename]
            if content is None:
                continue
            local = _fresh(local, record, entry, content)
        if struct.unpack_from("<I", record, 42)[0] == 0xFFFFFFFF:
            raise UnsupportedWorkbook.say("the package uses zip64 offsets")
        struct.pack_into("<I", record, 42, out.tell())
        out.write(local)
        records.append(bytes(record))
    start, listing = out.tell(), b"".join(records)
    if start + len(listing) > LARGEST_OFFSET:
        raise UnsupportedWorkbook.say("the package would be larger than 4 GiB")
    out.write(listing)
    count = len(records)
    out.write(struct.pack("<4s4H", b"PK\x05\x06", 0, 0, count, count))
    out.write(struct.pack("<IIH", len(listing), start, len(comment)) + comment)
    return out.getvalue()


def _fresh(local: bytes, record: bytearray, entry: zipfile.ZipInfo, content: bytes) -> bytes:
    """Return an entry with a new content, and say it in its record; the same bytes for the same."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    flags = entry.flag_bits & ~DESCRIPTOR_FLAG & ~LEVEL_FLAGS
    name, extra = struct.unpack_from("<HH", record, 28)
    # the old extra field may hold zip64 sizes of the content that was replaced
    del record[CENTRAL + name : CENTRAL + name + extra]
    header = bytearray(local[: LOCAL + struct.unpack_from("<H", local, 26)[0]])
    for head, shift in ((header, 0), (record, 2)):
        struct.pack_into("<HH", head, 6 + shift, flags, zipfile.ZIP_DEFLATED)
        sizes = zlib.crc32(content), len(packed), len(content)
        struct.pack_into("<III", head, 14 + shift, *sizes)
        struct.pack_into("<H", head, 28 + shift, 0)
    return bytes(header) + packed


def _extents(
    data: bytes, entries: list[zipfile.ZipInfo], directory: int
) -> dict[str, tuple[int, int]]:
    """Return the offsets between which each entry stands; overlapping ones are refused."""
    found: dict[str, tuple[int, int]] = {}
    by_offset = sorted(entries, key=lambda entry: entry.header_offset)
    if by_offset and by_offset[0].header_offset != 0:
        raise UnsupportedWorkbook.say("the package does not begin with its first entry")
    limits = [entry.header_offset for entry in by_offset[1:]] + [directory]
    for entry, limit in zip(by_offset, limits):
        start = entry.header_offset
        if data[start : start + 4] != b"PK\x03\x04":
            message = say("{filename}: no entry where the directory says", filename=entry.filename)
            raise UnsafePackage(message)
        name_length, extra_length = struct.unpack_from("<HH", data, start + 26)
        body = start + LOCAL + name_length + extra_length
        end = body + entry.compress_size
        if end > limit:
            message = say(
                "{filename}: overlaps another entry, as in a zip bomb", filename=entry.filename
            )
            raise UnsafePackage(message)
        if entry.flag_bits & DESCRIPTOR_FLAG:
            end += _descriptor_size(data, end, limit)
        found[entry.filename] = start, end
    return found


def _descriptor_size(data: bytes, end: int, limit: int) -> int:
    """Return the length of a data descriptor, which a zip does not state."""
    if limit - end in DESCRIPTOR_SIZES:
        return limit - end
    signed = data[end : end + 4] == b"PK\x07\x08"
    return min(16 if signed else 12, limit - end)


COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SMALL_PART = 1 << 20
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, struct.error, ValueError)


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
            raise UnsafePackage.say(
                "the file is larger than the limit of {file_bytes} bytes",
                file_bytes=limits.file_bytes,
            )
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
            raise UnsafePackage.say(
                "{name}: larger than the limit of {part_bytes} bytes",
                name=name,
                part_bytes=limits.part_bytes,
            )
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
        except _DAMAGED as error:
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
        for tag, attributes, _ in elements(self.read(name), name):
            if tag != "Relationship":
                continue
            target = attributes.get("Target", "")
            external = attributes.get("TargetMode") == "External"
            if not external:
                target = _inside(folder, target)
            kind = attributes.get("Type", "").rsplit("/", 1)[-1]
            found[attributes.get("Id", "")] = Relationship(kind, target, external)
        return found

    def related(self, part: str, kind: str) -> list[str]:
        """Return the parts of a kind that a part (``""``: the package) names and that are there."""
        relations = self.relationships(part).values()
        inside = [one for one in relations if one.kind == kind and not one.external]
        return [name for one in inside if (name := self.find(one.target))]

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
        raise EncryptedWorkbook.say(
            "the workbook is protected by a password; remove the password to open it first"
        )
    raise NotAWorkbook.say(
        "an old binary .xls file: none of its cells is read, from A1 on; save it as .xlsx first"
    )


def _check_entries(entries: list[zipfile.ZipInfo], limits: Limits) -> None:
    """Refuse what a zip may claim but a workbook never does, before anything is decompressed."""
    if len(entries) > limits.entries:
        message = say("more than {entries} entries in the package", entries=limits.entries)
        raise UnsafePackage(message)
    if len({_key(entry.filename) for entry in entries}) != len(entries):
        raise UnsafePackage.say("two entries of the package have the same name")
    for entry in entries:
        if entry.header_offset < 0:
            message = say("{filename}: not where the directory says", filename=entry.filename)
            raise NotAWorkbook(message)
        if entry.flag_bits & 0x1:
            raise EncryptedWorkbook.say("the entries of the package are encrypted")
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
