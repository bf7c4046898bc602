"""Elements of XML as lines of text, for the writers."""

from __future__ import annotations

from typing import Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr


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
