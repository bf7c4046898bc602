"""XML read with expat and nothing else: no DTD, no custom entities, nothing fetched."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn
from xml.parsers import expat

from xltie.core.errors import NotAWorkbook, UnsafePackage
from xltie.core.messages import say

_ENTITY = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));")
_LOOSE = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
_ATTRIBUTE = re.compile(rb"\s([^\s=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_BLANK = re.compile(rb"[\t\r\n]")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_FREQUENT = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&"))
"""The last one last: what it leaves may look like another."""


class Unusual(ValueError):
    """Something that only expat should judge."""


def text_of_xml(content: bytes) -> str:
    """Return the text that XML means."""
    text = content.decode("utf-8")
    if "&" not in text:
        return text
    marks = text.count("&")
    for entity, _ in _FREQUENT:
        marks -= text.count(entity)
    if not marks:
        for entity, character in _FREQUENT:
            text = text.replace(entity, character)
        return text
    if _LOOSE.search(text):
        raise Unusual
    return _ENTITY.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _NAMED[name]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    if (number < 0x20 and number not in (9, 10, 13)) or 0xD800 <= number < 0xE000:
        raise Unusual
    if number in (0xFFFE, 0xFFFF) or number > 0x10FFFF:
        raise Unusual
    return chr(number)


@lru_cache(maxsize=4096)
def attributes_of(said: bytes) -> dict[str, str]:
    """Return the attributes of a tag, one dictionary for all tags that say the same."""
    pairs = _ATTRIBUTE.findall(_BLANK.sub(b" ", said))
    found = {name.decode("utf-8"): text_of_xml(double or single) for name, double, single in pairs}
    if len(found) != len(pairs):
        raise Unusual
    return found


def new_parser(*, namespaces: bool = False) -> Any:
    """Return an expat parser that raises :class:`UnsafePackage` at a DTD."""
    parser = expat.ParserCreate(namespace_separator=" " if namespaces else None)
    parser.buffer_text = True

    def refuse(*_: object) -> NoReturn:
        raise UnsafePackage.say(
            "a part of the workbook declares a DTD, which is not allowed in a workbook"
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


class Element(NamedTuple):
    """An element by its local name, its attributes by theirs, and the text before its next tag."""

    tag: str
    attributes: dict[str, str]
    texts: list[str]

    @property
    def text(self) -> str:
        """The text that the element begins with."""
        return "".join(self.texts)


def elements(data: bytes, part: str) -> list[Element]:
    """Return all elements of a part in document order that are not those of an extension."""
    found: list[Element] = []
    namespace = ""
    texts: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal namespace, texts
        tag = local(name)
        texts = []
        if not found:
            namespace = name.removesuffix(tag)
        if name == namespace + tag:  # another may use the names of these for something else
            said = {local(key): value for key, value in attributes.items()}
            found.append(Element(tag, said, texts))

    def end(_: str) -> None:
        nonlocal texts
        texts = []

    def characters(text: str) -> None:
        texts.append(text)

    parser = new_parser(namespaces=True)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = characters
    parse(parser, data, part)
    return found
