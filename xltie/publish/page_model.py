"""What stands on a page, as data: text, tables and charts, without a word of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Union


class Cell(NamedTuple):
    """A cell of a table; ``link`` is the key of the page that it leads to."""

    text: str
    link: str = ""


Content = Union[str, Cell]
Row = tuple[Content, ...]


class Column(NamedTuple):
    """A column: its heading, whether its cells are numbers, and what the heading means."""

    heading: str
    is_number: bool = False
    meaning: str = ""


@dataclass(frozen=True)
class Table:
    """A table; ``named`` is the column that names the row for screen readers, -1 where none does.

    ``can_be_searched`` offers a field to find a row by what stands in it. ``ids`` is the column of
    ids, from 1, of a cross table in which the program of the page leads from every game to the
    opponent; 0 where the cells say themselves where they lead.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    named: int = 0
    can_be_searched: bool = False
    ids: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the columns of numbers, from 1."""
        return tuple(at for at, column in enumerate(self.columns, 1) if column.is_number)

    @property
    def alignment(self) -> str:
        """Return the classes that align the columns of numbers."""
        return " ".join(f"r{at}" for at in self.numbers)


@dataclass(frozen=True)
class Chart:
    """A drawing as SVG, and its title.

    Lines that are drawn but hidden may be chosen by the reader.
    """

    svg: str
    title: str


@dataclass(frozen=True)
class Text:
    """Paragraphs; ``is_warning`` for what a reader must not miss."""

    lines: tuple[str, ...]
    title: str = ""
    is_warning: bool = False


@dataclass(frozen=True)
class Links:
    """A list of links; ``is_file`` where they lead to files and not to pages.

    ``is_row`` sets them beside each other.
    """

    cells: tuple[Cell, ...]
    title: str = ""
    is_file: bool = False
    is_row: bool = False


@dataclass(frozen=True)
class Fold:
    """A part that opens: its heading, and the table and the sentence inside."""

    title: str
    table: Table | None
    note: str = ""


Section = Union[Table, Chart, Text, Links, Fold]


@dataclass(frozen=True)
class Page:
    """A page: ``key`` names its file, ``group`` the entry of the menu that it belongs to."""

    key: str
    title: str
    sections: tuple[Section, ...]
    group: str = ""


@dataclass(frozen=True)
class Site:
    """The pages of an event; the first is where a reader arrives.

    ``menu`` leads to the main pages, ``notes`` stand on every page (a fault makes places
    provisional). ``home`` is the address of the list of several events, "" where there is one.
    """

    name: str
    pages: tuple[Page, ...]
    menu: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    home: str = ""
