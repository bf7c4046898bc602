"""What stands on a page, as data: text, tables and charts, without a word of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any, NamedTuple, Union

from xltie.core.records import dataclass


class Cell(NamedTuple):
    """A cell of a table; ``link`` is the key of the page that it leads to.

    ``note`` stands behind it, in small letters.
    """

    text: str
    link: str = ""
    note: str = ""


Content = Union[str, Cell]
Row = tuple[Content, ...]


class Column(NamedTuple):
    """A column: its heading, whether its cells are numbers, and what the heading means.

    ``code`` is the place on the page about the event that explains the heading, "" where nothing
    has to be explained. ``is_minor`` columns are shown on a phone only to those who ask.
    """

    heading: str
    is_number: bool = False
    code: str = ""
    is_minor: bool = False


@dataclass(frozen=True)
class Table:
    """A table; ``named`` is the column that names the row for screen readers, -1 where none does.

    ``can_be_searched`` offers a field to find a row by what stands in it. ``ids`` is the column of
    ids, from 1, of a cross table in which the program of the page leads from every game to the
    opponent; 0 where the cells say themselves where they lead. ``decided`` is the column, from 1,
    whose cells begin with the code of a criterion. ``is_cross`` where the links of a row lead to
    others than the one whom it is about.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    named: int = 0
    can_be_searched: bool = False
    ids: int = 0
    decided: int = 0
    is_cross: bool = False

    @classmethod
    def showing(
        cls, shown: Sequence[object], columns: Sequence[Column], rows: Iterable[Row],
        title: str = "", **more: Any,
    ) -> Table:  # fmt: skip
        """Return a table with those columns that are shown: ``shown`` says it of each."""
        kept = tuple(tuple(compress(row, shown)) for row in rows)
        return cls(tuple(compress(columns, shown)), kept, title, **more)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the columns of numbers, from 1."""
        return tuple(at for at, column in enumerate(self.columns, 1) if column.is_number)

    @property
    def classes(self) -> str:
        """Return the classes that align the columns of numbers, and name the minor ones."""
        minor = [at for at, column in enumerate(self.columns, 1) if column.is_minor]
        marks = ["cross"] if self.is_cross else []
        return " ".join([*marks, *(f"r{at}" for at in self.numbers), *(f"m{at}" for at in minor)])


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

    ``is_row`` sets them beside each other; ``current`` is then the key of the page that they
    stand on, and ``newest`` that of the round that is being played, or was played last.
    """

    cells: tuple[Cell, ...]
    title: str = ""
    is_file: bool = False
    is_row: bool = False
    current: str = ""
    newest: str = ""


@dataclass(frozen=True)
class Fold:
    """A part that opens: its heading, and the table and the sentence inside."""

    title: str
    table: Table | None
    note: str = ""


@dataclass(frozen=True)
class Card:
    """What a player asks first, each line in parts: whom do I play, where am I, and why.

    The ``brief`` first lines stand on every page of whoever follows the player.
    """

    lines: tuple[Row, ...]
    brief: int


class Meaning(NamedTuple):
    """What a criterion is: the sentences that explain its label, and a name for the place."""

    code: str
    label: str
    sentences: tuple[str, ...]
    example: Chart | None = None


@dataclass(frozen=True)
class Glossary:
    """The criteria of an event, each with its sentences."""

    meanings: tuple[Meaning, ...]
    title: str = ""


Section = Union[Table, Chart, Text, Links, Fold, Card, Glossary]


class State(NamedTuple):
    """How far an event is, in words, and when its file was saved: in seconds, 0 if unknown.

    A page that is open loads itself anew while the event ``is_running``.
    """

    said: str = ""
    saved: float = 0
    is_running: bool = False


NO_STATE = State()


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
    ``key`` tells the event from others that were published at the same place. ``cards`` are what
    the page of a player says first, by key, with the name; ``glossary`` explains the criteria.
    """

    name: str
    pages: tuple[Page, ...]
    menu: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    home: str = ""
    key: str = ""
    state: State = NO_STATE
    cards: tuple[tuple[str, str, Card], ...] = ()
    glossary: tuple[Meaning, ...] = ()
