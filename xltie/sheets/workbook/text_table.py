"""A text table (CSV as spreadsheet programs save it) as a grid."""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from typing import Dict, List, Tuple

from xltie.core.cells import Grid
from xltie.core.errors import InputError, Place
from xltie.core.messages import plain, say
from xltie.sheets.read import BOARD_COLUMNS
from xltie.sheets.tables import GAME_COLUMNS, PLAYER_COLUMNS, header_key

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"),
          (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
PAGES = (".html", ".htm")
"""The endings of pages that browsers save."""
_ONE_COLUMN = "\x1f"
_SEPARATORS = (_ONE_COLUMN, ",", ";", "\t", "|")
_HEADINGS_WITHIN, _LOOK_AT = 20, 100
"""The lines that may hold headings, and those by whose width a separator is known."""
_KNOWN = frozenset(
    name
    for columns in (GAME_COLUMNS, PLAYER_COLUMNS, BOARD_COLUMNS)
    for names in columns.values()
    for name in names
)
_COMMENT = re.compile(r"\s*#(?!\s*[,;\t|])")
_INVISIBLE = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_NOT_WESTERN = re.compile(r"[^\x00-\x7f]{4}")
_EASTERN = ("cp932", "gb18030", "big5", "cp1251", "cp1253", "cp1250", "cp1254", "cp949")
"""What spreadsheet programs save beyond Western Europe, told apart by the headings it gives."""
_CHARSET = re.compile(rb"<meta[^>]*?charset=[\"']?([\w.:-]+)", re.IGNORECASE)
_HEAD = 4096
_HANGUL_SYLLABLE = re.compile("[\uac00-\ud7a3]")


def text_grids(data: bytes, name: str) -> Dict[str, Grid]:
    """Return the table of a text, or those of a page as browsers save it, by their names.

    Raises:
        InputError: as :func:`text_grid`.
    """
    if name.lower().endswith(PAGES):
        from xltie.sheets.workbook.html_tables import grids_of_page

        return grids_of_page(_decoded(data, name))
    return {"Rounds": text_grid(data, name)}


def text_grid(data: bytes, name: str) -> Grid:
    """Return a text table as a grid; lines that begin with ``#`` are comments, and blank.

    Cells are separated by whichever fits the headers best: comma, semicolon, tab or bar.

    Raises:
        InputError: not text, text in an unknown encoding, or a line that cannot be read.
    """
    text = _decoded(data, name)
    if "\0" in text:
        raise InputError.of(say("not a text table"), Place(file=name))
    lines = _INVISIBLE.sub("", re.sub(r"\r\n?", "\n", text)).split("\n")
    lines = ["" if _COMMENT.match(line) else line for line in lines]
    if re.fullmatch(r"sep=.", lines[0]):
        lines[0] = ""
    try:
        rows = _rows(
            lines, max(_SEPARATORS, key=lambda separator: _sense(lines[:_LOOK_AT], separator))
        )
    except csv.Error as error:
        raise InputError.of(plain(str(error)), Place(file=name)) from None
    return Grid([[cell or None for cell in row] for row in rows] if any(map(any, rows)) else [])


def _rows(lines: List[str], separator: str) -> List[List[str]]:
    return list(csv.reader((line + "\n" for line in lines), delimiter=separator))


def _sense(lines: List[str], separator: str) -> Tuple[int, float, int]:
    """Tell how well a separator fits: headings known in a line, else columns of equal lines."""
    try:
        rows = [row for row in _rows(lines, separator) if any(row)]
    except csv.Error:
        return (-1, 0, 0)
    known = max((sum(map(_is_heading, row)) for row in rows[:_HEADINGS_WITHIN]), default=0)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, lines_of_it = max(
        widths.items(), key=lambda counted: (counted[1], counted[0]), default=(0, 0)
    )
    # a lone word may be a heading by chance, but not where the first line is that alone
    is_one_column = bool(rows) and len(rows[0]) == 1 and header_key(rows[0][0]) in _KNOWN
    if known > 1 or is_one_column:
        return (known, 0, 0)
    return (0, lines_of_it / max(len(rows), 1), width)


def _is_heading(cell: str) -> bool:
    from xltie.sheets.tables import heading_of

    return header_key(cell) in _KNOWN or (len(cell) < 40 and bool(heading_of(cell).meaning))


def _decoded(data: bytes, name: str) -> str:
    """Return text, in the encodings that spreadsheet programs save, or as a page says itself.

    Raises:
        InputError: an encoding that is not recognized.
    """
    try:
        for mark, encoding in _MARKS:
            if data.startswith(mark):
                return data.decode(encoding)
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    best = max(_EASTERN, key=lambda encoding: _known_words(data, encoding))
    is_known = _known_words(data, best) > max(1, _known_words(data, "cp1252"))
    guesses = (best,) if is_known else ("cp949",) if _is_korean(data) else ()
    for encoding in (*_said_by_page(data), *guesses):
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    western = data.decode("cp1252", "replace")
    if not _NOT_WESTERN.search(western):
        return western
    raise InputError.of(
        say("the encoding of this file is not recognized; save it as CSV UTF-8"),
        Place(file=name),
    )


def _said_by_page(data: bytes) -> List[str]:
    """Return the encoding that a page names in its head, if it does."""
    return [name.decode("ascii") for name in _CHARSET.findall(data[:_HEAD])[:1]]


def _known_words(data: bytes, encoding: str) -> int:
    """Return how many headings of a text are known when it is read in an encoding."""
    try:
        lines = data.decode(encoding).splitlines()[:_HEADINGS_WITHIN]
    except UnicodeDecodeError:
        return -1
    cells = (piece for line in lines for piece in re.split("[,;\t|]", line) if not piece.isascii())
    return sum(_is_heading(cell.strip()) for cell in cells)


def _is_korean(data: bytes) -> bool:
    """Tell Korean from Western European: most of its syllables are pairs of high bytes."""
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        return False
    found = _HANGUL_SYLLABLE.findall(text)
    common = [letter for letter in found if letter.encode("cp949")[1] > 0xA0]
    return 2 * len(common) > len(found)
