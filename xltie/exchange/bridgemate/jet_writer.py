"""Writes an Access database (Jet 4, Access 2000 to 2003) without Access.

Page 0 is the header, page 1 the map of the pages that are free; 2 to 5 define the system's tables.
Every table has a page that defines it, pages of rows, and two maps of its pages. MSysObjects names
every object, MSysACEs says who may do what with it, MSysQueries and MSysRelationships are empty;
Jet finds a table through the indexes of these.
"""

from __future__ import annotations

import struct
from typing import Any, Dict, List, Sequence, Tuple

from xltie.exchange.bridgemate.jet_reader import (
    CATALOG,
    DATA_PAGE,
    FIXED,
    JET,
    KINDS,
    LEAF_PAGE,
    NO_COLUMN,
    PAGE_SIZE,
    TABLE_PAGE,
    Column,
    Index,
    Table,
    columns_of,
)

CREATED = 38143.546523784724
"""The day of every database written here, so that the same event is the same file: 5 June 2004."""

_ROOT, _TABLES, _DATABASES, _RELATIONS = 0x0F000000, 0x0F000001, 0x0F000002, 0x0F000003
_DATABASE_ITSELF = 0x10000000
_TABLE, _DATABASE, _CONTAINER = 1, 2, 3
_OF_SYSTEM = -0x80000000

_ENGINE, _CREATOR, _ADMIN, _USERS = b"\xa7\x31", b"\xa7\x36", b"\xa6\x33", b"\xa7\x33"
"""The engine, who made a thing, the user that everybody is, and the group of all users."""
_EVERYTHING = 0xFFFFF

_UNIQUE, _NOT_NULL, _WITHOUT_NULLS = 0x81, 0x88, 0x82

_OBJECTS = columns_of(
    "Id:long ParentId:long Name:text*255 Type DateCreate:date DateUpdate:date Owner:binary*255 "
    "Flags:long Database:memo Connect:memo ForeignName:text*255 RmtInfoShort:binary*255 "
    "RmtInfoLong:ole Lv:ole LvProp:ole LvModule:ole LvExtra:ole"
)
_RIGHTS = columns_of("ObjectId:long SID:binary*255 ACM:long FInheritable:yes/no")
_QUERIES = columns_of(
    "ObjectId:long Attribute:byte Order:binary*255 Name1:text*255 Name2:text*255 Expression:memo "
    "Flag LvExtra:long"
)
_RELATIONSHIPS = columns_of(
    "szRelationship:text*255 grbit:long ccolumn:long icolumn:long szObject:text*255 "
    "szColumn:text*255 szReferencedObject:text*255 szReferencedColumn:text*255"
)

_RIGHTS_OF_SYSTEM: Tuple[Tuple[int, bytes, int, bool], ...] = (
    (_TABLES, _CREATOR, 0xF00FE, True), (_TABLES, _ADMIN, 0xFFEFF, True),
    (_TABLES, _USERS, 0xFFEFF, True), (_DATABASES, _ADMIN, 0x60000, False),
    (_RELATIONS, _CREATOR, 0xF00FE, True), (_RELATIONS, _ADMIN, 0x60001, False),
    (_RELATIONS, _USERS, _EVERYTHING, True), (_DATABASE_ITSELF, _ADMIN, 0x6000E, False),
    (_DATABASE_ITSELF, _USERS, 0x0E, False), (2, _ADMIN, 0x60000, False), (2, _USERS, 20, False),
    (3, _ADMIN, 0x60000, False), (4, _ADMIN, 0x60000, False), (4, _USERS, 20, False),
    (5, _ADMIN, 0xE0000, False), (5, _USERS, 20, False),
)  # fmt: skip
"""Who may do what with the objects of the system, as in databases that Access made."""


def system_tables(pages: Dict[str, int]) -> Tuple[Table, ...]:
    """Return the tables of the system, in the order of their pages, the first at ``CATALOG``.

    ``pages`` holds the page that defines each of the other tables.
    """
    names = ("MSysObjects", "MSysACEs", "MSysQueries", "MSysRelationships")
    objects = [
        _object(_TABLES, _ROOT, "Tables", _CONTAINER, _ENGINE),
        _object(_DATABASES, _ROOT, "Databases", _CONTAINER, _ENGINE),
        _object(_RELATIONS, _ROOT, "Relationships", _CONTAINER, _ENGINE),
        _object(_DATABASE_ITSELF, _DATABASES, "MSysDb", _DATABASE, _ADMIN),
        *(_object(at, _TABLES, name, _TABLE, _ENGINE) for at, name in enumerate(names, CATALOG)),
        *(_object(page, _TABLES, name, _TABLE, _ADMIN, 0) for name, page in pages.items()),
    ]
    rights = [
        *_RIGHTS_OF_SYSTEM,
        *((page, who, _EVERYTHING, False) for page in pages.values() for who in (_ADMIN, _USERS)),
    ]
    by_object = (Index("ParentIdName", (1, 2), _UNIQUE), Index("Id", (0,), _UNIQUE, True))
    by_name = (
        Index("szRelationship", (0,), _WITHOUT_NULLS), Index("szObject", (4,), _WITHOUT_NULLS),
        Index("szReferencedObject", (6,), _WITHOUT_NULLS),
    )  # fmt: skip
    by_attribute = Index("ObjectIdAttribute", (0, 1, 2), _UNIQUE, True)
    return (
        Table(names[0], _OBJECTS, objects, by_object, True),
        Table(names[1], _RIGHTS, rights, (Index("ObjectId", (0,), _NOT_NULL),), True),
        Table(names[2], _QUERIES, (), (by_attribute,), True),
        Table(names[3], _RELATIONSHIPS, (), by_name, True),
    )


def _object(
    at: int, parent: int, name: str, kind: int, owner: bytes, flags: int = _OF_SYSTEM
) -> List[Any]:
    shown = (at, parent, name, kind, CREATED, CREATED, owner, flags)
    return [*shown, *[None] * (len(_OBJECTS) - len(shown))]


_MAGIC = 1625
_ENGLISH, _CODE_PAGE = 1033, 1252
"""The sorting order *General* as it was until Access 2007, and Windows' letters."""
_UNKNOWN = 0x21AA
"""What a database that Access made on the day of ``CREATED`` has there."""
_KEY = bytes.fromhex("c7da396b")
"""What a part of the header is enciphered with in every database."""
_MAP_BYTES = 64
_MAPPED = _MAP_BYTES * 8
_DATA_AT, _MASK_AT, _ENTRIES_AT = 14, 27, 480
_MOST_ROWS = 255
"""An index names a row of a page by one byte."""
_UPDATED, _COUNTED, _SYSTEM_FLAG, _SID_FLAG = 0x02, 0x04, 0x10, 0x20

_LETTERS = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        bytes.fromhex(
            "36383a3c3e4042444648"
            "4a4c4d4f51535557595b5c5e6062646668696b6d6f7173757678"
        ),
    )
)  # fmt: skip
"""What letters and digits are in the entries of an index, small ones as large ones."""


def database(tables: Sequence[Table]) -> bytes:
    """Return a database with these tables; the same tables are the same bytes.

    Raises:
        ValueError: the tables are too many or too large for the maps that are written.
    """
    file = _File()
    pages = {table.name: file.add(file.new_page(), table) for table in tables}
    for page, table in enumerate(system_tables(pages), CATALOG):
        file.add(page, table)
    return file.bytes()


class _File:
    """The pages of a database under way."""

    def __init__(self) -> None:
        self.pages = [bytearray(PAGE_SIZE) for _ in range(CATALOG + 4)]
        self.maps: List[Tuple[int, List[int]]] = []
        """The page that holds each map, and the pages that it maps."""

    def new_page(self) -> int:
        self.pages.append(bytearray(PAGE_SIZE))
        return len(self.pages) - 1

    def add(self, page: int, table: Table) -> int:
        """Write a table whose definition stands on a page, and return that page."""
        pointers, used = self.add_rows(page, [packed_row(table, row) for row in table.rows])
        maps = [self.add_map(used), self.add_map(used[-1:])]
        indexes = [
            (self.add_map([leaf]), leaf)
            for leaf in (self.add_leaf(page, table, index, pointers) for index in table.indexes)
        ]
        long_values = [
            (number, self.add_map([]), self.add_map([]))
            for number, column in enumerate(table.columns)
            if column.kind in ("ole", "memo")
        ]
        self.pages[page][:] = definition(table, maps, indexes, long_values)
        return page

    def add_rows(self, owner: int, rows: List[bytes]) -> Tuple[List[Tuple[int, int]], List[int]]:
        """Return where each row stands, as page and number, and the pages."""
        pointers: List[Tuple[int, int]] = []
        used: List[int] = []
        waiting: List[bytes] = []
        for row in rows:
            size = sum(map(len, waiting)) + len(row) + 2 * len(waiting) + 2
            if size > PAGE_SIZE - _DATA_AT or len(waiting) == _MOST_ROWS:
                waiting = []
            if not waiting:
                used.append(self.new_page())
            pointers.append((used[-1], len(waiting)))
            waiting = [*waiting, row]
            self.pages[used[-1]][:] = data_page(owner, waiting)
        return pointers, used

    def add_leaf(
        self, owner: int, table: Table, index: Index, pointers: List[Tuple[int, int]]
    ) -> int:
        """Return the page with the entries of an index."""
        entries = sorted(
            b"".join(_key(row[number]) for number in index.columns)
            + page.to_bytes(3, "big") + bytes([at])
            for row, (page, at) in zip(table.rows, pointers)
        )  # fmt: skip
        found = self.new_page()
        self.pages[found][:] = leaf_page(owner, entries)
        return found

    def add_map(self, mapped: List[int]) -> int:
        """Return the pointer to a new map of pages."""
        per_page = (PAGE_SIZE - _DATA_AT) // (_MAP_BYTES + 7)
        number = len(self.maps) % per_page
        page = self.maps[-1][0] if number else self.new_page()
        self.maps.append((page, mapped))
        return page << 8 | number

    def bytes(self) -> bytes:
        """Return the file."""
        if len(self.pages) > _MAPPED:
            raise ValueError(len(self.pages))
        by_page: Dict[int, List[bytes]] = {}
        for page, mapped in self.maps:
            by_page.setdefault(page, []).append(_map(mapped))
        for page, rows in by_page.items():
            self.pages[page][:] = data_page(0, rows)
        free = _map(list(range(len(self.pages), _MAPPED)))
        self.pages[1][:] = data_page(1, [free, _map([])])
        self.pages[0][:] = header()
        return b"".join(self.pages)


def header() -> bytes:
    """Return page 0: version, code page and order, no password, and nobody who has it open."""
    secret = bytearray(128)
    # where the map of free pages and the system's tables stand
    struct.pack_into("<7I", secret, 0, 0x100, 0x101, 2, 3, 4, 5, 0)
    struct.pack_into("<H", secret, 0x24, _CODE_PAGE)
    # a password is hidden by the day of creation, an empty one shows it
    struct.pack_into("<10I", secret, 0x2A, *[int(CREATED)] * 10)
    struct.pack_into("<II", secret, 0x52, _UNKNOWN, _ENGLISH)
    struct.pack_into("<d", secret, 0x5A, CREATED)
    page = bytearray(PAGE_SIZE)
    page[: len(JET) + 6] = JET + b"Jet DB"
    page[0x14] = 1
    page[0x18:0x98] = _enciphered(bytes(secret))
    page[0x98:0x9F] = struct.pack("<I", 0x654) + b"4.0"
    page[0xE00:] = b"\x00\x01" * 256
    page[0xE00] = 1
    return bytes(page)


def _enciphered(data: bytes) -> bytes:
    """Return bytes by RC4, with the key that all databases share."""
    state, j, found = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + state[i] + _KEY[i % len(_KEY)]) & 255
        state[i], state[j] = state[j], state[i]
    j = 0
    for at, byte in enumerate(data, 1):
        i = at & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        found.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(found)


def definition(
    table: Table,
    maps: Sequence[int],
    indexes: Sequence[Tuple[int, int]],
    long_values: Sequence[Tuple[int, int, int]],
) -> bytes:
    """Return the page that defines a table.

    Raises:
        ValueError: its columns are too many for one page.
    """
    columns, count = table.columns, len(table.indexes)
    varying = sum(column.varies for column in columns)
    numbers = list(range(len(columns)))
    if table.is_system:
        numbers.sort(key=lambda number: columns[number].name.casefold())
    counted = len(table.rows) if any(column.counts for column in columns) else 0
    parts = [
        struct.pack("<4I12x", _MAGIC, len(table.rows), counted, 1),
        struct.pack("<B3H2I", 0x53 if table.is_system else 0x4E, len(columns), varying,
                    len(columns), count, count),
        struct.pack("<2I", *maps),
        *(struct.pack("<3I", 0, len(table.rows), 0) for _ in range(count)),
        *(_column(table, number) for number in numbers),
        *(_name(columns[number].name) for number in numbers),
        *(_index(index, at) for index, at in zip(table.indexes, indexes)),
    ]  # fmt: skip
    logical = sorted(enumerate(table.indexes), key=lambda found: found[1].name.casefold())
    for number, index in logical:
        parts.append(
            struct.pack("<3IBi4x3B4x", _MAGIC, number, number, 0, -1, 4, 4, index.is_primary)
        )
    parts += [_name(index.name) for _, index in logical]
    parts += [struct.pack("<H2I", *maps_of_one) for maps_of_one in long_values]
    body = b"".join([*parts, struct.pack("<H", NO_COLUMN)])
    length = len(body) + 12
    if length > PAGE_SIZE:
        raise ValueError(table.name)
    start = struct.pack("<BBHII", TABLE_PAGE, 1, max(PAGE_SIZE - length - 8, 0), 0, length)
    return (start + body).ljust(PAGE_SIZE, b"\x00")


def _column(table: Table, number: int) -> bytes:
    column = table.columns[number]
    before = table.columns[:number]
    at = 0 if column.varies else sum(known.size for known in before)
    length = column.length or column.size or (1 if column.kind == "yes/no" else 0)
    return struct.pack(
        "<BIHHHIBB4xHH",
        KINDS[column.kind][0], _MAGIC, number, sum(known.varies for known in before),
        0 if table.is_system else number, _ENGLISH, _flags(table, column), 0, at, length,
    )  # fmt: skip


def _flags(table: Table, column: Column) -> int:
    flags = _UPDATED | (0 if column.varies else FIXED) | (_COUNTED if column.counts else 0)
    if table.is_system:
        flags |= _SYSTEM_FLAG | (_SID_FLAG if column.name in ("Owner", "SID") else 0)
    return flags


def _name(text: str) -> bytes:
    data = text.encode("utf-16-le")
    return struct.pack("<H", len(data)) + data


def _index(index: Index, at: Tuple[int, int]) -> bytes:
    columns = [*index.columns, *[NO_COLUMN] * (10 - len(index.columns))]
    ordered = b"".join(struct.pack("<HB", number, number != NO_COLUMN) for number in columns)
    return struct.pack("<I", 1923) + ordered + struct.pack("<2I4xB5x", *at, index.flags)


def packed_row(table: Table, row: Sequence[Any]) -> bytes:
    """Return a row: how many columns, those of fixed length, the others and their ends, a mask."""
    count = len(table.columns)
    fixed, varying, offsets, mask = b"", b"", [], 0
    size = 2 + sum(column.size for column in table.columns)
    for number, (column, value) in enumerate(zip(table.columns, row)):
        is_set = bool(value) if column.kind == "yes/no" else value is not None
        mask |= is_set << number
        if column.varies:
            offsets.append(size + len(varying))
            if is_set:
                data = value if isinstance(value, bytes) else value.encode("utf-16-le")
                varying += data[: column.length]
        elif column.size:
            fixed += struct.pack(KINDS[column.kind][1], value or 0)
    found = struct.pack("<H", count) + fixed + varying
    if offsets:
        offsets.append(size + len(varying))
        found += struct.pack(f"<{len(offsets)}H", *reversed(offsets))
        found += struct.pack("<H", len(offsets) - 1)
    return found + mask.to_bytes((count + 7) // 8, "little")


def data_page(owner: int, rows: Sequence[bytes]) -> bytes:
    """Return a page of rows, which stand from its end backwards."""
    page, end = bytearray(PAGE_SIZE), PAGE_SIZE
    for number, row in enumerate(rows):
        end -= len(row)
        page[end : end + len(row)] = row
        struct.pack_into("<H", page, _DATA_AT + 2 * number, end)
    free = end - _DATA_AT - 2 * len(rows)
    struct.pack_into("<BBHI4xH", page, 0, DATA_PAGE, 1, free, owner, len(rows))
    return bytes(page)


def leaf_page(owner: int, entries: Sequence[bytes]) -> bytes:
    """Return a page of an index; a mask of bits says where its entries end.

    Raises:
        ValueError: they do not fit one page.
    """
    data = b"".join(entries)
    if _ENTRIES_AT + len(data) > PAGE_SIZE:
        raise ValueError(len(entries))
    page, end = bytearray(PAGE_SIZE), 0
    for entry in entries:
        end += len(entry)
        page[_MASK_AT + end // 8] |= 1 << end % 8
    page[_ENTRIES_AT : _ENTRIES_AT + len(data)] = data
    free = PAGE_SIZE - _ENTRIES_AT - len(data)
    struct.pack_into("<BBHI", page, 0, LEAF_PAGE, 1, free, owner)
    return bytes(page)


def _key(value: Any) -> bytes:
    """Return a value as an index has it: a number, or a text of letters and digits."""
    if isinstance(value, int):
        return b"\x7f" + (value + 0x80000000 & 0xFFFFFFFF).to_bytes(4, "big")
    return b"\x7f" + bytes(_LETTERS[letter] for letter in value.upper()) + b"\x01\x00"


def _map(pages: Sequence[int]) -> bytes:
    bits = sum(1 << page for page in pages)
    return bytes(5) + bits.to_bytes(_MAP_BYTES, "little")
