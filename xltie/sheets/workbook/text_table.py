"""A text table (CSV as spreadsheet programs save it), or those of a saved page, as grids."""

from __future__ import annotations

import codecs
import csv
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from xltie.core.cells import ERROR_CODES, CellError, Grid
from xltie.core.code_pages import code_page_of
from xltie.core.errors import InputError, Place
from xltie.core.messages import plain, say
from xltie.sheets.read import BOARD_COLUMNS
from xltie.sheets.tables import GAME_COLUMNS, PLAYER_COLUMNS, header_key
from xltie.sheets.workbook.markdown import MARKDOWN, grid_of_markdown

_CELLS = ("td", "th")
_APART = frozenset({"br", "div", "span", "p", "a", "li", "td", "th", "tr", "table", "img"})
_TITLES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "caption", "title"})
_UNSEEN = frozenset({"script", "style", "template", "head"})
_WIDEST = 100


def grids_of_page(text: str) -> Dict[str, Grid]:
    """Return the tables of a page by their number, those inside another one apart from it."""
    parser = _Tables()
    parser.feed(text)
    parser.close()
    found = [rows for rows in parser.tables if any(any(row) for row in rows)]
    return {
        f"table {number}": _grid(rows, f"table {number}") for number, rows in enumerate(found, 1)
    }


class _Tables(HTMLParser):
    """Collects rows of cells; a title counts for the table that follows it."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: List[List[List[str]]] = []
        self._open: List[Tuple[List[List[str]], Optional[List[str]], int]] = []
        self._rows: Optional[List[List[str]]] = None
        self._cell: Optional[List[str]] = None
        self._span = 1
        self._title: Optional[List[str]] = None
        self._titles: List[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        """Open a table, a row, a cell or a title."""
        self._unseen += tag in _UNSEEN
        if tag in _TITLES:
            self._title = []
        if tag in _APART and self._cell is not None:
            self._cell.append(" ")
        if tag == "table":
            if self._rows is not None:
                self._open.append((self._rows, self._cell, self._span))
            self._rows, self._cell = [[title] for title in self._titles], None
            self._titles = []
            self.tables.append(self._rows)
        elif tag == "tr" and self._rows is not None:
            self._end_cell()
            self._rows.append([])
        elif tag in _CELLS and self._rows is not None:
            self._end_cell()
            if not self._rows:
                self._rows.append([])
            span = dict(attrs).get("colspan") or "1"
            self._cell, self._span = [], int(span) if span.isdecimal() else 1

    def handle_endtag(self, tag: str) -> None:
        """Close what the tag closes, and what was left open inside it."""
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        if tag in _TITLES and self._title is not None:
            said = " ".join("".join(self._title).split())
            self._title = None
            if said and self._rows is None:
                self._titles.append(said)
            elif said and self._rows is not None and tag == "caption":
                self._rows.append([said])
        if tag in _CELLS or tag == "tr":
            self._end_cell()
        elif tag == "table" and self._rows is not None:
            self._end_cell()
            closed = self._rows
            inner = [row for row in closed if any(row)]
            if self._open:
                self._rows, self._cell, self._span = self._open.pop()
                if len(inner) == 1 and self._cell is not None:  # a cell with a frame of its own
                    self._cell += (" ", " ".join(inner[0]), " ")
                    closed.clear()
            else:
                self._rows = None

    def handle_data(self, data: str) -> None:
        """Add a text to the cell or title that it stands in."""
        if self._unseen:
            return
        if self._cell is not None:
            self._cell.append(data)
        elif self._title is not None:
            self._title.append(data)

    def _end_cell(self) -> None:
        if self._cell is not None and self._rows:
            self._rows[-1].append(" ".join("".join(self._cell).split()))
            self._rows[-1] += [""] * min(self._span - 1, _WIDEST)
        self._cell = None


_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"),
          (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
PAGES = (".html", ".htm")
"""The endings of pages that browsers save."""
_PAGE = re.compile(rb"(\xef\xbb\xbf)?\s*<(!doctype html|html|table|meta|style)\b", re.IGNORECASE)
"""How a page begins, whatever its file is called."""
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
_COMMENT = re.compile(r"\s*#(?!\s*[,;\t|]|\d|N/A|REF!|VALUE!|DIV/0!|NAME\?|NUM!|NULL!)")
"""What begins a comment: neither ``#12``, a place, nor an error that a sheet was saved with."""
_INVISIBLE = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_NOT_WESTERN = re.compile(r"[^\x00-\x7f]{4}")
_EASTERN = ("cp932", "gb18030", "big5", "cp1251", "cp1253", "cp1250", "cp1254", "cp949")
"""What spreadsheet programs save beyond Western Europe, told apart by the headings it gives."""
_CHARSET = re.compile(rb"<meta[^>]*?charset=[\"']?([\w.:-]+)", re.IGNORECASE)
_HEAD = 4096
_HANGUL_SYLLABLE = re.compile("[\uac00-\ud7a3]")


def text_grids(data: bytes, name: str) -> Dict[str, Grid]:
    """Return the table of a text, those of a page as browsers save it or of Markdown, by names.

    Raises:
        InputError: as :func:`text_grid`; a page without a table.
    """
    if name.lower().endswith(PAGES) or _PAGE.match(data):
        found = grids_of_page(_decoded(data, name))
        if not found:
            said = say("this page has no table; copy what it shows into a sheet")
            raise InputError.of(said, Place(file=name))
        return found
    if name.lower().endswith(MARKDOWN):
        text = _decoded(data, name)
        bars = grid_of_markdown(text)
        return {**({"Rounds": bars} if bars else {}), **grids_of_page(text)}
    return {"Rounds": text_grid(data, name)}


def text_grid(data: bytes, name: str) -> Grid:
    """Return a text table as a grid; lines that begin with ``#`` are comments, and blank.

    Cells are separated by whichever fits the headers best: comma, semicolon, tab or bar.

    Raises:
        InputError: not text, text in an unknown encoding, or a line that cannot be read.
    """
    text = _decoded(data, name)
    if "\0" in text:
        raise InputError.say("not a text table", Place(file=name))
    lines = _INVISIBLE.sub("", re.sub(r"\r\n?", "\n", text)).split("\n")
    lines = ["" if _COMMENT.match(line) else line for line in lines]
    if re.fullmatch(r"sep=.", lines[0]):
        lines[0] = ""
    separator = max(_SEPARATORS, key=lambda separator: _sense(lines[:_LOOK_AT], separator))
    try:
        rows = _rows(lines, separator)
    except csv.Error as error:
        raise InputError.of(plain(str(error)), Place(file=name)) from None
    _refuse_open_quotes(lines, separator, name)
    return _grid(rows if any(map(any, rows)) else [])


def _grid(rows: Iterable[Sequence[str]], sheet: str = "") -> Grid:
    return Grid(
        [[CellError(text) if text in ERROR_CODES else text or None for text in row]
         for row in rows],
        sheet,
    )  # fmt: skip


def _rows(lines: List[str], separator: str) -> List[List[str]]:
    return list(csv.reader((line + "\n" for line in lines), delimiter=separator))


def _refuse_open_quotes(lines: List[str], separator: str, name: str) -> None:
    """Raise :class:`InputError` where a cell goes on over lines because of a mark too many."""
    reader, start = csv.reader((line + "\n" for line in lines), delimiter=separator), 0
    for row in reader:
        own, start = lines[start : reader.line_num], reader.line_num
        if any("\n" in cell for cell in row):
            try:
                list(csv.reader((line + "\n" for line in own), delimiter=separator, strict=True))
            except csv.Error:
                raise InputError.say(
                    "a quotation mark in this line opens a cell that nothing closes; later lines "
                    "would be part of it",
                    Place(file=name, line=start - len(own) + 1),
                ) from None


def _sense(lines: List[str], separator: str) -> Tuple[int, float, bool, int]:
    """Tell how well a separator fits: headings known in a line, else columns of equal lines.

    Of two that fit alike it is not the one behind which a blank stands always: ``Lee, Ann;1-0``.
    """
    try:
        rows = list(filter(any, _rows(lines, separator)))
    except csv.Error:
        return (-1, 0, False, 0)
    known = max((sum(map(_is_heading, row)) for row in rows[:_HEADINGS_WITHIN]), default=0)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, lines_of_it = max(
        widths.items(), key=lambda counted: (counted[1], counted[0]), default=(0, 0)
    )
    # a lone word may be a heading by chance, but not where the first line is that alone
    is_one_column = bool(rows) and len(rows[0]) == 1 and header_key(rows[0][0]) in _KNOWN
    if known > 1 or is_one_column:
        return (known, 0, False, 0)
    return (0, lines_of_it / max(len(rows), 1), _is_close(rows), width)


def _is_close(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether some separator has no blank behind it."""
    return any(cell[:1].strip() for row in rows for cell in row[1:])


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
    western = data.decode(code_page_of(data), "replace")
    if not _NOT_WESTERN.search(western):
        return western
    raise InputError.say(
        "the encoding of this file is not recognized; save it as CSV UTF-8", Place(file=name)
    )


def _said_by_page(data: bytes) -> List[str]:
    """Return the encoding that a page names in its head, if it does."""
    return [name.decode("ascii") for name in _CHARSET.findall(data[:_HEAD])[:1]]


def _known_words(data: bytes, encoding: str) -> int:
    """Return how many headings of a text are known when it is read in an encoding.

    A long word counts twice: it is none by chance.
    """
    try:
        lines = data.decode(encoding).splitlines()[:_HEADINGS_WITHIN]
    except UnicodeDecodeError:
        return -1
    cells = (piece for line in lines for piece in re.split("[,;\t|]", line) if not piece.isascii())
    return sum(_is_heading(cell.strip()) * (1 + (len(cell.strip()) > 3)) for cell in cells)


def _is_korean(data: bytes) -> bool:
    """Tell Korean from Western European: most of its syllables are pairs of high bytes."""
    try:
        text = data.decode("cp949")
    except UnicodeDecodeError:
        return False
    found = _HANGUL_SYLLABLE.findall(text)
    common = [letter for letter in found if letter.encode("cp949")[1] > 0xA0]
    return 2 * len(common) > len(found)
