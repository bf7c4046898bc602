"""The bytes of a line-based file as text and back, without losing one of them."""

from __future__ import annotations

import codecs
import csv
import io
import re
from typing import Iterator, List, NamedTuple, Tuple

from xltie.core.code_pages import code_page_of
from xltie.core.errors import InputError, Place
from xltie.core.messages import say

_BREAK = re.compile(r"((?:\r\n|\r|\n)\f*)")
"""A line end; a page break after it is no part of the record that follows."""


_LONGEST = 100_000
"""Characters of a line: 999 rounds in a report of chess are ten thousand."""


class Text(NamedTuple):
    """The lines of a file, each with the characters that end it, and the encoding they came in."""

    lines: Tuple[Tuple[str, str], ...]
    encoding: str


def decode(data: bytes) -> Text:
    """Return the lines of a file: UTF-8 if it is that, a code page of Windows if not.

    What Windows text editors save as "Unicode" is UTF-16 with a byte order mark.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        marked = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
        try:
            return Text(split(data.decode("utf-16")), marked)
        except UnicodeDecodeError:
            pass
    marked = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        return Text(split(data.decode(marked)), marked)
    except UnicodeDecodeError:
        pass
    page = code_page_of(data)
    try:
        return Text(split(data.decode(page)), page)
    except UnicodeDecodeError:
        pass
    return Text(split(data.decode("latin-1")), "latin-1")


def split(text: str) -> Tuple[Tuple[str, str], ...]:
    """Split at CR, LF and CRLF, and at nothing else; the line ends are kept separately.

    Where a new page begins, the form feed belongs to the end of the line before it.

    Raises:
        InputError: a line is longer than any that could hold a record.
    """
    parts: List[str] = _BREAK.split(text)
    pairs = list(zip(parts[::2], [*parts[1::2], ""]))
    for number, (line, _) in enumerate(pairs, 1):
        if len(line) > _LONGEST:
            what = say("is {n} characters long: no such file has such lines", n=len(line))
            raise InputError.of(what, Place(line=number))
    return tuple(pairs[:-1] if pairs[-1] == ("", "") else pairs)


def csv_rows(data: bytes, name: str) -> Iterator[Tuple[int, List[str]]]:
    """Yield the rows of a table in UTF-8 with their lines, by the mark that its first line has.

    Raises:
        InputError: it is no CSV.
    """
    text = data.decode("utf-8-sig", "replace")
    first = text.lstrip().partition("\n")[0]
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=max(",;\t", key=first.count))
    try:
        for row in rows:
            yield rows.line_num, list(map(str.strip, row))
    except csv.Error as error:
        raise InputError.say(
            "this is no CSV: {error}", Place(file=name), error=str(error)
        ) from None


def encode(text: Text) -> bytes:
    """Return the bytes of a file; in UTF-8 where the old code page lacks a letter."""
    joined = "".join(line + end for line, end in text.lines)
    if text.encoding.startswith("utf-16"):
        joined = "\ufeff" + joined
    try:
        return joined.encode(text.encoding or "utf-8")
    except UnicodeEncodeError:
        return joined.encode("utf-8")
