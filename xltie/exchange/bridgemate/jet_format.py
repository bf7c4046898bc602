"""What reader and writer of an Access database (Jet 4, Access 2000 to 2003) both know.

The format was never published. It is described by mdb-tools in ``HACKING.md``; what that leaves
open (pages of usage maps, owners, entries of indexes) was seen in databases that Access made.
"""

from __future__ import annotations

import struct
from typing import Any, Dict, NamedTuple, Sequence, Tuple

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
