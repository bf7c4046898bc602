"""Writing a zip in which only some entries are new: all others are copied byte for byte.

Local header, compressed bytes and data descriptor of an untouched entry stay as they are; in the
central directory only its offset changes.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from typing import Mapping, NamedTuple

from xltie.core.errors import UnsafePackage, UnsupportedWorkbook
from xltie.core.messages import say

LOCAL = 30
CENTRAL = 46
DESCRIPTOR_FLAG = 0x8
LEVEL_FLAGS = 0x6
DESCRIPTOR_SIZES = (12, 16, 20, 24)
LARGEST_OFFSET = 0xFFFFFFF0


class _Extent(NamedTuple):
    """Where the local part of an entry stands: header, payload, and the end of it all."""

    start: int
    body: int
    end: int


class _Written(NamedTuple):
    """What the central directory must say of an entry that was written."""

    offset: int
    check: int = 0
    packed: int = 0
    size: int = 0
    fresh: bool = False


def rewritten(
    data: bytes,
    entries: list[zipfile.ZipInfo],
    directory: int,
    comment: bytes,
    changed: Mapping[str, bytes | None],
) -> bytes:
    """Return a zip like ``data`` with the entries of ``changed`` replaced, or left out for None.

    ``directory`` is the offset of the central directory. Raises :class:`UnsafePackage` if the
    entries overlap or their sizes are false, :class:`UnsupportedWorkbook` where the result would
    need zip64.
    """
    extents = _extents(data, entries, directory)
    out = io.BytesIO()
    written: dict[str, _Written] = {}
    for entry in entries:
        name = entry.filename
        extent = extents[name]
        if name not in changed:
            written[name] = _Written(out.tell())
            out.write(data[extent.start : extent.end])
        elif (content := changed[name]) is not None:
            written[name] = _write_entry(out, data, extent, entry, content)
    start = out.tell()
    _write_directory(out, data, entries, directory, written)
    end = out.tell()
    if end > LARGEST_OFFSET:
        raise UnsupportedWorkbook(say("the package would be larger than 4 GiB"))
    count = len(written)
    out.write(struct.pack("<4s4H", b"PK\x05\x06", 0, 0, count, count))
    out.write(struct.pack("<IIH", end - start, start, len(comment)) + comment)
    return out.getvalue()


def _extents(data: bytes, entries: list[zipfile.ZipInfo], directory: int) -> dict[str, _Extent]:
    """Return where each entry stands; overlapping entries are refused."""
    found: dict[str, _Extent] = {}
    by_offset = sorted(entries, key=lambda entry: entry.header_offset)
    if by_offset and by_offset[0].header_offset != 0:
        raise UnsupportedWorkbook(say("the package does not begin with its first entry"))
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
        found[entry.filename] = _Extent(start, body, end)
    return found


def _descriptor_size(data: bytes, end: int, limit: int) -> int:
    """Return the length of a data descriptor, which a zip does not state."""
    if limit - end in DESCRIPTOR_SIZES:
        return limit - end
    signed = data[end : end + 4] == b"PK\x07\x08"
    return min(16 if signed else 12, limit - end)


def _write_entry(
    out: io.BytesIO, data: bytes, extent: _Extent, entry: zipfile.ZipInfo, content: bytes
) -> _Written:
    """Write a new entry instead of an old one, the same bytes for the same content."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    check = zlib.crc32(content)
    header = bytearray(data[extent.start : extent.start + LOCAL])
    name_length = struct.unpack_from("<H", header, 26)[0]
    struct.pack_into("<HH", header, 6, _fresh_flags(entry), zipfile.ZIP_DEFLATED)
    struct.pack_into("<III", header, 14, check, len(packed), len(content))
    struct.pack_into("<HH", header, 26, name_length, 0)
    offset = out.tell()
    name_at = extent.start + LOCAL
    out.write(bytes(header) + data[name_at : name_at + name_length] + packed)
    return _Written(offset, check, len(packed), len(content), fresh=True)


def _fresh_flags(entry: zipfile.ZipInfo) -> int:
    return entry.flag_bits & ~DESCRIPTOR_FLAG & ~LEVEL_FLAGS


def _write_directory(
    out: io.BytesIO,
    data: bytes,
    entries: list[zipfile.ZipInfo],
    directory: int,
    written: Mapping[str, _Written],
) -> None:
    """Write the central directory: the old records with the fields that changed."""
    position = directory
    for entry in entries:
        if data[position : position + 4] != b"PK\x01\x02":
            raise UnsafePackage(say("the central directory is damaged"))
        name_length, extra_length, comment_length = struct.unpack_from("<3H", data, position + 28)
        length = CENTRAL + name_length + extra_length + comment_length
        record = bytearray(data[position : position + length])
        position += length
        if entry.filename not in written:
            continue
        new = written[entry.filename]
        if new.fresh:
            # the old extra field may hold zip64 sizes of the content that was replaced
            del record[CENTRAL + name_length : CENTRAL + name_length + extra_length]
            struct.pack_into("<HH", record, 8, _fresh_flags(entry), zipfile.ZIP_DEFLATED)
            struct.pack_into("<III", record, 16, new.check, new.packed, new.size)
            struct.pack_into("<H", record, 30, 0)
        if struct.unpack_from("<I", record, 42)[0] == 0xFFFFFFFF:
            raise UnsupportedWorkbook(say("the package uses zip64 offsets"))
        struct.pack_into("<I", record, 42, new.offset)
        out.write(record)
