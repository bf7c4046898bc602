"""XML from strangers, and XML of ours: no entity is expanded, nothing fetched, lines are known.

A document type may be named (``<!DOCTYPE USEBIO SYSTEM "...">``), as many programs do; it is never
opened. One that declares anything itself is refused: such declarations can blow a file of one
kilobyte up to gigabytes, or read other files.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Mapping, Optional
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import say
from xltie.core.records import dataclass, field

_LARGEST = 64 * 1024 * 1024
_DEEPEST = 64
_CUT_OFF = {
    expat.errors.codes[said]
    for said in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
}
"""The errors of a file that ends before its last element does."""


@dataclass
class Node:
    """An element: its name without prefix, attributes, text, children, and where it begins."""

    name: str
    attributes: Dict[str, str]
    place: Place
    text: str = ""
    children: List[Node] = field(default_factory=list)

    def all(self, *names: str) -> Iterator[Node]:
        """Yield every descendant of one of these names, in the order of the file."""
        for child in self.children:
            if child.name in names:
                yield child
            yield from child.all(*names)

    def first(self, *names: str) -> Optional[Node]:
        """Return the first descendant of one of these names."""
        return next(self.all(*names), None)

    def children_of(self, name: str) -> List[Node]:
        """Return the children of a name."""
        return [child for child in self.children if child.name == name]

    def child(self, name: str) -> Optional[Node]:
        """Return the first child of a name."""
        return next((child for child in self.children if child.name == name), None)

    def value(self, name: str, default: str = "") -> str:
        """Return the text of the child of that name."""
        return next((c.text.strip() for c in self.children if c.name == name), default)

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute."""
        return self.attributes.get(name, default).strip()


def parse(data: bytes, name: str, *, capitals: bool = False, doctype: bool = False) -> Node:
    """Return the root element of a file, with ``capitals`` all its names in capital letters.

    With ``doctype`` a document type may be named, though not declare anything.

    Raises:
        InputError: not well-formed, or with a DTD or entities, or too large or deep.
    """
    if len(data) > _LARGEST:
        raise InputError.say("the file is too large to be an event", Place(file=name))
    reader = _NodeMaker(name, capitals, doctype)
    try:
        reader.expat.Parse(data, True)
    except expat.ExpatError as error:
        is_cut = error.code in _CUT_OFF and bool(data.strip())
        said = Fault(
            say("the file ends here in the middle: it was cut off")
            if is_cut
            else say("not well-formed XML: {error}", error=expat.ErrorString(error.code)),
            Place(file=name, line=error.lineno, column=error.offset + 1),
        )
        raise InputError([said]) from None
    except (LookupError, ValueError) as error:
        raise InputError.say(
            "the file's encoding is not known: {error}", reader.here(), error=str(error)
        ) from None
    return reader.stack[0].children[0]


class _NodeMaker:
    """Builds the elements, and refuses anything harmful with its place."""

    def __init__(self, name: str, capitals: bool, doctype: bool) -> None:
        self.name = name
        self.capitals = capitals
        self.doctype = doctype
        self.stack = [Node("", {}, Place(file=name))]
        self.expat = expat.ParserCreate(namespace_separator=" ")
        self.expat.buffer_text = True
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = lambda tag: self.stack.pop()
        self.expat.CharacterDataHandler = self._text
        self.expat.StartDoctypeDeclHandler = self._doctype
        self.expat.EntityDeclHandler = self._refuse
        self.expat.ExternalEntityRefHandler = self._refuse
        self.expat.SkippedEntityHandler = self._skipped

    def here(self) -> Place:
        """Return where the parser stands."""
        line, column = self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1
        return Place(file=self.name, line=line, column=column)

    def _start(self, tag: str, attributes: Dict[str, str]) -> None:
        if len(self.stack) > _DEEPEST:
            raise InputError.say("elements are nested too deeply", self.here())
        tag = tag.rpartition(" ")[2]
        if self.capitals:
            tag = tag.upper()
            attributes = {key.upper(): value for key, value in attributes.items()}
        node = Node(tag, attributes, self.here())
        self.stack[-1].children.append(node)
        self.stack.append(node)

    def _text(self, more: str) -> None:
        self.stack[-1].text += more

    def _doctype(self, name: str, system: object, public: object, declares: int) -> None:
        if declares or not self.doctype:
            self._refuse()

    def _refuse(self, *ignored: object) -> int:
        raise InputError.say(
            "a document type or entity is declared here; such a file is refused", self.here()
        )

    def _skipped(self, name: str, is_parameter: int) -> None:
        raise InputError.say("the entity &{name}; is not known", self.here(), name=name)


_ROOT = re.compile(rb"<\s*(?:[\w.-]+:)?([A-Za-z_][\w.-]*)([^>]*)>")


def root_of(data: bytes) -> str:
    """Return the name of the first element with its attributes, without parsing the file."""
    head = re.sub(
        rb"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(\[.*?\])?>", b"", data[:4000], flags=re.S
    )
    match = _ROOT.search(head)
    return match[0].decode("latin-1") if match else ""


def element(name: str, value: object) -> str:
    """Return an element with a text; a truth is ``true`` or ``false``."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"<{name}>{escape(text)}</{name}>"


def tag(name: str, attributes: Mapping[str, str], *inside: str) -> str:
    """Return an element with attributes, and what stands in it."""
    pairs = "".join(f" {key}={quoteattr(text)}" for key, text in attributes.items())
    if not inside:
        return f"<{name}{pairs}/>"
    return "\n".join([f"<{name}{pairs}>", *inside, f"</{name}>"])


def block(name: str, *inside: str) -> Iterator[str]:
    """Yield an element with what stands in it, nothing where nothing does."""
    if inside:
        yield tag(name, {}, *inside)
