"""XML read with expat and nothing else: no DTD, no custom entities, nothing fetched."""

from __future__ import annotations

from typing import Any, NoReturn
from xml.parsers import expat

from xltie.core.errors import NotAWorkbook, UnsafePackage
from xltie.core.messages import say


def new_parser(*, namespaces: bool = False) -> Any:
    """Return an expat parser that raises :class:`UnsafePackage` at a DTD."""
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True

    def refuse(*_: object) -> NoReturn:
        raise UnsafePackage(
            say("a part of the workbook declares a DTD, which is not allowed in a workbook")
        )

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    return parser


def parse(parser: Any, data: bytes, part: str) -> None:
    """Run a parser over a part; broken XML raises :class:`NotAWorkbook` with the part's name."""
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        message = say("{part}: malformed XML ({error})", part=part, error=str(error))
        raise NotAWorkbook(message) from None
    except (ValueError, LookupError) as error:
        # expat asks Python for encodings that it does not know itself
        message = say("{part}: unreadable text encoding ({error})", part=part, error=str(error))
        raise NotAWorkbook(message) from None


def local(name: str) -> str:
    """Return a name without its namespace."""
    return name.rsplit(" ", 1)[-1]


def elements(data: bytes, part: str) -> list[tuple[str, dict[str, str]]]:
    """Return all elements of a part in document order: local name, attributes by local name."""
    found: list[tuple[str, dict[str, str]]] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        found.append((local(name), {local(key): value for key, value in attributes.items()}))

    parser = new_parser(namespaces=True)
    parser.StartElementHandler = start
    parse(parser, data, part)
    return found
