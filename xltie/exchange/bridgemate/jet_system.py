"""The tables that an Access database has of its own tables, so that Jet opens it.

MSysObjects names every object, MSysACEs says who may do what with it, MSysQueries and
MSysRelationships are empty. Jet finds a table through the indexes of these.
"""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from xltie.exchange.bridgemate.jet_format import CATALOG, Column, Index, Table

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

_LONGEST = 510


def _text(name: str) -> Column:
    return Column(name, "text", _LONGEST)


_OBJECTS = (
    Column("Id", "long"), Column("ParentId", "long"), _text("Name"), Column("Type", "short"),
    Column("DateCreate", "date"), Column("DateUpdate", "date"),
    Column("Owner", "binary", _LONGEST), Column("Flags", "long"), Column("Database", "memo"),
    Column("Connect", "memo"), _text("ForeignName"), Column("RmtInfoShort", "binary", _LONGEST),
    Column("RmtInfoLong", "ole"), Column("Lv", "ole"), Column("LvProp", "ole"),
    Column("LvModule", "ole"), Column("LvExtra", "ole"),
)  # fmt: skip
_RIGHTS = (
    Column("ObjectId", "long"), Column("SID", "binary", _LONGEST), Column("ACM", "long"),
    Column("FInheritable", "yes/no"),
)  # fmt: skip
_QUERIES = (
    Column("ObjectId", "long"), Column("Attribute", "byte"), Column("Order", "binary", _LONGEST),
    _text("Name1"), _text("Name2"), Column("Expression", "memo"), Column("Flag", "short"),
    Column("LvExtra", "long"),
)  # fmt: skip
_RELATIONSHIPS = (
    _text("szRelationship"), Column("grbit", "long"), Column("ccolumn", "long"),
    Column("icolumn", "long"), _text("szObject"), _text("szColumn"), _text("szReferencedObject"),
    _text("szReferencedColumn"),
)  # fmt: skip

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
