"""The text that bytes of XML mean, where it is written as programs write it."""

from __future__ import annotations

import re

_ENTITY = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));")
_LOOSE = re.compile(r"&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
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
