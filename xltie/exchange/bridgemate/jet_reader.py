"""Reads a table of an Access database (Jet 4 and later), which a .bws file is.

The format was never published. It is described by mdb-tools in ``HACKING.md``; what that leaves
open (pages of usage maps, owners, entries of indexes) was seen in databases that Access made. The
writer shares what stands before the first function.
"""

from __future__ import annotations

import struct
from datetime import datetime, timedelta
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence, Tuple

from xltie.core.errors import InputError, Place
from xltie.core.messages import say

JET = b"\x00\x01\x00\x00Standard "
"""How every Access database begins; then comes ``Jet DB`` or ``ACE DB``."""
PAGE_SIZE = 4096
DATA_PAGE, TABLE_PAGE, LEAF_PAGE = 1, 2, 4
CATALOG = 2
"""The page that defines MSysObjects, the table of all tables."""

TABLE_HEADER = 63
"""Bytes before the indexes and columns of a table definition."""
INDEX_ROWS, COLUMN_SIZE = 12, 25
"""Bytes of an index before the columns, and of a column."""
NO_COLUMN = 0xFFFF

ROW_AT = 0x0FFF
"""The place of a row in its page; the bits above say what it is."""
DELETED, ELSEWHERE = 0x8000, 0x4000
FIXED = 0x01
"""The flag of a column that has its place at the beginning of a row."""

KINDS: Dict[str, Tuple[int, str]] = {
    "yes/no": (1, ""), "byte": (2, "<B"), "short": (3, "<h"), "long": (4, "<i"),
    "money": (5, "<q"), "single": (6, "<f"), "double": (7, "<d"), "date": (8, "<d"),
    "binary": (9, ""), "text": (10, ""), "ole": (11, ""), "memo": (12, ""),
}  # fmt: skip
"""The types of columns: the number of the format, and how a value of fixed length is packed."""
BY_NUMBER = {number: kind for kind, (number, _) in KINDS.items()}


class Column(NamedTuple):
    """A column: its type, how many bytes it holds at most where that may vary.

    One that counts gives rows that Bridgemate Control adds the next number.
    """

    name: str
    kind: str
    length: int = 0
    counts: bool = False

    @property
    def size(self) -> int:
        """Bytes that a value has in its fixed place; 0 for yes/no, which is a bit, and others."""
        pattern = KINDS[self.kind][1]
        return struct.calcsize(pattern) if pattern else 0

    @property
    def varies(self) -> bool:
        """Whether values are as long as they are, and stand behind those of fixed length."""
        return self.kind in ("binary", "text", "ole", "memo")


def columns_of(said: str) -> Tuple[Column, ...]:
    """Return columns named with their types: ``Board ID:counter Erased:yes/no Contract:text*10``.

    Without a type they are small whole numbers; of texts and bytes it is said how many at most.
    """
    found = []
    for part in said.split():
        name, _, kind = part.partition(":")
        kind, _, longest = kind.partition("*")
        counts = kind == "counter"
        kind = "long" if counts else kind or "short"
        found.append(Column(name, kind, 2 * int(longest or 0), counts))
    return tuple(found)


class Index(NamedTuple):
    """An index over columns, by their numbers; ``flags`` say whether it is unique."""

    name: str
    columns: Tuple[int, ...]
    flags: int
    is_primary: bool = False


class Table(NamedTuple):
    """A table: its columns, and rows of a value for each of them, None where there is none."""

    name: str
    columns: Tuple[Column, ...]
    rows: Sequence[Sequence[Any]] = ()
    indexes: Tuple[Index, ...] = ()
    is_system: bool = False


_FIRST_DAY = datetime(1899, 12, 30)


class _Stored(NamedTuple):
    """A column as the definition of its table has it."""

    name: str
    kind: str
    number: int
    at: int
    is_fixed: bool


def table_rows(
    data: bytes, table: str, name: str, *, is_needed: bool = True
) -> List[Dict[str, str]]:
    """Return the rows of a table, all values as text, "" for none; no rows of one not needed.

    Raises:
        InputError: no Jet 4, or a broken file, or one without that table.
    """
    if data[20:21] == b"\x00":
        raise InputError.say(
            "this is a database of Access 97 or older; open and save it in a newer Access, "
            "or export its table {table} as CSV",
            Place(file=name),
            table=table,
        )
    try:
        for row in _rows(data, CATALOG):
            if row["Name"].casefold() == table.casefold() and row["Type"] == "1":
                return list(_rows(data, int(row["Id"]) & 0xFFFFFF))
    except (struct.error, IndexError, KeyError, ValueError, OverflowError):
        raise InputError.say("this Access database is broken", Place(file=name)) from None
    if not is_needed:
        return []
    said = say("this Access database has no table {table}", table=table)
    raise InputError.of(said, Place(file=name))


def _page(data: bytes, number: int) -> bytes:
    page = data[number * PAGE_SIZE : (number + 1) * PAGE_SIZE]
    if len(page) < PAGE_SIZE:
        raise IndexError(number)
    return page


def _rows(data: bytes, table: int) -> Iterator[Dict[str, str]]:
    """Yield the rows of the table that a page defines, in the order of the file."""
    columns = _columns(_definition(data, table))
    for number in range(len(data) // PAGE_SIZE):
        page = _page(data, number)
        if page[0] == DATA_PAGE and struct.unpack_from("<I", page, 4)[0] == table:
            for row in range(struct.unpack_from("<H", page, 12)[0]):
                found = _row(data, page, row)
                if found:
                    yield _values(found, columns)


def _definition(data: bytes, table: int) -> bytes:
    """Return the definition of a table, which may go on on further pages."""
    found, number, seen = b"", table, set()
    while number and number not in seen:
        seen.add(number)
        page = _page(data, number)
        found += page if not found else page[8:]
        number = struct.unpack_from("<I", page, 4)[0]
    return found


def _columns(definition: bytes) -> List[_Stored]:
    count, indexes = struct.unpack_from("<H4xI", definition, 45)
    at = TABLE_HEADER + indexes * INDEX_ROWS
    names = at + count * COLUMN_SIZE
    columns = []
    for column in range(count):
        kind, number, varying, flags, fixed = struct.unpack_from(
            "<B4xHH6xB5xH", definition, at + column * COLUMN_SIZE
        )
        length = struct.unpack_from("<H", definition, names)[0]
        name = definition[names + 2 : names + 2 + length].decode("utf-16-le")
        names += 2 + length
        is_fixed = bool(flags & FIXED)
        place = fixed if is_fixed else varying
        columns.append(_Stored(name, BY_NUMBER.get(kind, ""), number, place, is_fixed))
    return columns


def _row(data: bytes, page: bytes, number: int) -> bytes:
    """Return the bytes of a row, none of one that was deleted."""
    said, found = _slot(page, number)
    if said & DELETED:
        return b""
    if not said & ELSEWHERE:
        return found
    pointer = struct.unpack_from("<I", found, 0)[0]
    return _slot(_page(data, pointer >> 8), pointer & 0xFF)[1]


def _slot(page: bytes, number: int) -> Tuple[int, bytes]:
    """Return what a page says of a row, with its place in it, and the bytes there."""
    said = struct.unpack_from("<H", page, 14 + 2 * number)[0]
    end = struct.unpack_from("<H", page, 12 + 2 * number)[0] & ROW_AT if number else PAGE_SIZE
    return said, page[said & ROW_AT : end or PAGE_SIZE]


def _values(row: bytes, columns: List[_Stored]) -> Dict[str, str]:
    """Return the values of a row, which may be older than its last columns."""
    count = struct.unpack_from("<H", row, 0)[0]
    mask = row[-((count + 7) // 8) :]
    offsets = _offsets(row, len(mask)) if any(not column.is_fixed for column in columns) else ()
    found = {}
    for column in columns:
        at = column.number
        is_set = at < count and bool(mask[at // 8] >> at % 8 & 1)
        if column.kind == "yes/no":
            found[column.name] = "1" if is_set else "0"
        elif not is_set:
            found[column.name] = ""
        elif column.is_fixed:
            found[column.name] = _fixed(row, 2 + column.at, column.kind)
        else:
            found[column.name] = _varying(row, offsets, column)
    return found


def _offsets(row: bytes, mask: int) -> Tuple[int, ...]:
    """Return where the values of varying length begin, and where the last one ends."""
    at = len(row) - mask - 2
    count = struct.unpack_from("<H", row, at)[0]
    stored = struct.unpack_from(f"<{count + 1}H", row, at - 2 * (count + 1))
    return tuple(reversed(stored))


def _fixed(row: bytes, at: int, kind: str) -> str:
    pattern = KINDS.get(kind, (0, ""))[1]
    if not pattern:
        return ""
    value = struct.unpack_from(pattern, row, at)[0]
    if kind == "date":
        return f"{_FIRST_DAY + timedelta(days=value):%Y-%m-%d %H:%M:%S}"
    return str(value)


def _varying(row: bytes, offsets: Tuple[int, ...], column: _Stored) -> str:
    """Return a text; what is binary or too long for its row is none of a session."""
    if column.kind != "text" or column.at + 1 >= len(offsets):
        return ""
    data = row[offsets[column.at] : offsets[column.at + 1]]
    if not data.startswith(b"\xff\xfe"):
        return data.decode("utf-16-le", "replace")
    # a mark, then bytes of Latin-1; a zero changes to two bytes a character and back
    pieces = data[2:].split(b"\x00")
    return "".join(
        piece.decode("utf-16-le" if number % 2 else "latin-1", "replace")
        for number, piece in enumerate(pieces)
    )
