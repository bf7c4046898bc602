"""The tables of a page as it is saved from a browser, each as a grid with the titles above it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Dict, List, Optional, Tuple

from xltie.core.cells import Grid

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
        f"table {number}": Grid([[cell or None for cell in row] for row in rows], f"table {number}")
        for number, rows in enumerate(found, 1)
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
        if tag in _CELLS or tag == "tr":
            self._end_cell()
        elif tag == "table" and self._rows is not None:
            self._end_cell()
            if self._open:
                self._rows, self._cell, self._span = self._open.pop()
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
