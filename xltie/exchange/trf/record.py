"""What a record of a TRF is, as data: its number, its columns, how it is read and what it says.

A file is read and written by one table of records (``table``). A record that says what the event
says stays byte for byte; of one that says something else, the columns that differ are patched.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Callable, Hashable, Iterable, Mapping, NamedTuple, Optional, Sequence

from xltie.core.errors import Place
from xltie.event import Event
from xltie.settings import Setting


class Field(NamedTuple):
    """A field of a record: its columns from 1, as the format counts them; no last one: the rest."""

    name: str
    first: int
    last: int = 0
    is_right: bool = False
    fide: str = ""
    """What FIDE needs it for, of a player: "rating"; "warning" where it warns without it."""

    def of(self, line: str) -> str:
        """Return what stands in its columns."""
        return line[self.first - 1 : self.last or None].strip()

    def put(self, line: str, text: str) -> str:
        """Return a line with another text in these columns."""
        at = self.first - 1
        start = line[:at].ljust(at)
        if not self.last:
            return start + text
        width = self.last - at
        text = text[:width].rjust(width) if self.is_right else text[:width].ljust(width)
        return start + text + line[self.last :]


class Row(NamedTuple):
    """The texts of a record by field, and those of the field that is repeated to its end."""

    said: Mapping[str, str]
    many: tuple[str, ...] = ()


Rows = Callable[[Any], Iterable[Row]]
"""Returns what an event says in a record, line by line; players and teams go by their numbers."""
_REST = (Field("text", 5),)


class Record(NamedTuple):
    """One kind of record."""

    number: str
    """What its lines begin with."""
    about: str
    """What it holds, for the page of the documentation."""
    fields: tuple[Field, ...] = _REST
    many: Optional[Field] = None
    """The first of the fields that are repeated to the end of the line."""
    step: int = 0
    """The columns from one of these to the next."""
    keys: tuple[str, ...] = ()
    """The fields that say what a line is about; without any there is one line."""
    is_ordinal: bool = False
    """Whether the lines are about the first, the second ... of something."""
    is_of_teams: bool = False
    """Whether it is passed over in an event of players."""
    also: tuple[str, ...] = ()
    """The numbers of other programs for the same line."""
    source: str = "TRF16"
    fide: str = ""
    """What FIDE needs it for (TRF26, remark 2): "rating", "titles", "" where it can be left out."""
    setting: Optional[Setting[Any]] = None
    """The setting in which its text is typed."""
    read: Optional[Callable[[Record, Any, str, Place], None]] = None
    """Takes a line into what was read so far."""
    rows: Optional[Rows] = None
    put: Optional[Callable[[Record, Draft, Any, Any], None]] = None
    """Writes it where patching line by line is not enough."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return all that its lines may begin with."""
        return (self.number, *self.also)

    def row_of(self, line: str) -> Row:
        """Return what a line says."""
        said = {one.name: one.of(line) for one in self.fields}
        return Row(said, tuple(self.cells_of(line)))

    def cells_of(self, line: str) -> list[str]:
        """Return the repeated fields of a line, from the first one on."""
        if self.many is None:
            return []
        width = self.many.last - self.many.first + 1
        starts = range(self.many.first - 1, len(line.rstrip()), self.step)
        return [line[at : at + width].strip() for at in starts]

    def key_of(self, row: Row) -> tuple[str, ...]:
        """Return what a line is about, numbers without zeros in front."""
        return tuple(row.said.get(name, "").lstrip("0").upper() for name in self.keys)

    def line(self, new: Row, old: Optional[Row] = None, line: str = "") -> str:
        """Return a line that says something, made of one that says something else if there is one.

        Facts that are not known leave what stands there.
        """
        line = line or self.number
        for one in self.fields:
            text = new.said.get(one.name, "")
            if text and not (old and same_text(text, old.said.get(one.name, ""))):
                line = one.put(line, text)
        if self.many is not None and (old is None or new.many != old.many):
            at, width = self.many.first - 1, self.many.last - self.many.first + 1
            cells = (cell.rjust(width).ljust(self.step) for cell in new.many)
            line = line[:at].ljust(at) + "".join(cells)
            line = line.rstrip()
        return line

    def keyed(self, rows: Iterable[Row]) -> dict[Hashable, Row]:
        """Return rows by what they are about."""
        if self.is_ordinal:
            return dict(enumerate(rows))
        return {self.key_of(row): row for row in rows}


class Line:
    """A line of a file while it is changed."""

    __slots__ = ("end", "text")

    def __init__(self, text: str, end: str) -> None:
        self.text = text
        self.end = end


class Draft:
    """The lines of a file while they are changed."""

    def __init__(self, records: tuple[tuple[str, str], ...]) -> None:
        self.lines = [Line(text, end) for text, end in records]
        ends = [end.rstrip("\f") for _, end in records if end]
        self.end = max(set(ends), key=ends.count) if ends else "\r\n"

    @property
    def records(self) -> tuple[tuple[str, str], ...]:
        """Return the lines, each with the characters that end it."""
        return tuple((line.text, line.end) for line in self.lines)

    def of(self, record: Record) -> list[Line]:
        """Return the lines of a record."""
        if record.number.startswith("###"):
            return [line for line in self.lines if line.text.startswith(record.number)]
        return [line for line in self.lines if line.text[:3].upper() in record.numbers]

    def put(self, record: Record, event: Any, before: Optional[Any]) -> None:
        """Make a record say what an event says; ``before`` is the event of the lines, if any."""
        if record.put is not None:
            record.put(record, self, event, before)
        elif record.rows is not None:
            old = record.rows(before) if before is not None else ()
            self.patch(record, record.rows(event), old)

    def patch(self, record: Record, rows: Iterable[Row], rows_before: Iterable[Row]) -> None:
        """Patch the lines that say something else, add those that are new, drop those gone."""
        new, old = record.keyed(rows), record.keyed(rows_before)
        if new == old:
            return
        found: dict[Hashable, list[Line]] = {}
        for at, line in enumerate(self.of(record)):
            key: Hashable = at if record.is_ordinal else record.key_of(record.row_of(line.text))
            found.setdefault(key, []).append(line)
        fresh: list[str] = []
        for key, row in new.items():
            if old.get(key) != row:
                fresh += self._patched(record, row, old.get(key), found.get(key))
        self.add(record, fresh)
        if new or not is_header(record.number):  # what a sheet has no line for stays in the header
            self.drop(line for key in old.keys() - new.keys() for line in found.get(key, ()))

    def _patched(
        self, record: Record, row: Row, before: Optional[Row], lines: Optional[list[Line]]
    ) -> list[str]:
        """Patch the line of a row, if there is one; return those that are to be added."""
        if lines:
            lines[0].text = record.line(row, before, lines[0].text)
            self.drop(lines[1:])
            return []
        says_more = before is None or record.line(row, before, "") != record.number
        return [record.line(row)] if says_more else []

    def replace(self, record: Record, rows: Iterable[Row]) -> None:
        """Put other lines where those of a record stood, or where they belong."""
        lines = self.of(record)
        fresh = [record.line(row) for row in rows]
        self.add(record, fresh, self.lines.index(lines[0]) if lines else None)
        self.drop(lines)

    def add(self, record: Record, texts: Sequence[str], at: Optional[int] = None) -> None:
        """Add lines below those of their kind, or where a record of this number belongs."""
        if texts:
            self.insert(self._place_of(record) if at is None else at, texts)

    def _place_of(self, record: Record) -> int:
        same = [at for at, line in enumerate(self.lines) if line.text[:3].upper() in record.numbers]
        if same and not record.number.startswith("###"):
            return same[-1] + 1
        if not is_header(record.number):
            return len(self.lines)
        smaller = (
            at + 1
            for at, line in enumerate(self.lines)
            if is_header(line.text[:3]) and line.text[:3] < record.number
        )
        return max(smaller, default=0)

    def insert(self, at: int, texts: Iterable[str]) -> None:
        """Insert lines; the line before them gets an end if it has none."""
        if at and not self.lines[at - 1].end:
            self.lines[at - 1].end = self.end
        self.lines[at:at] = [Line(text.rstrip(), self.end) for text in texts]

    def drop(self, lines: Iterable[Line]) -> None:
        """Take out lines."""
        gone = {id(line) for line in lines}
        if gone:
            self.lines[:] = [line for line in self.lines if id(line) not in gone]


def saying(text_of: Callable[[Any], str]) -> Rows:
    """Return the rows of a record of one text, none where an event says nothing."""
    return lambda event: [Row({"text": text})] if (text := text_of(event)) else []


def put_whole(record: Record, draft: Draft, event: Any, before: Optional[Any]) -> None:
    """Write the lines of a record anew if any of them says something else."""
    assert record.rows is not None
    rows = list(record.rows(event))
    if before is None or rows != list(record.rows(before)):
        draft.replace(record, rows)


def decimal(text: str) -> Optional[Fraction]:
    """Return the number in the columns of a field, None where there is none."""
    word = text.strip().replace(",", ".")
    return Fraction(word) if re.fullmatch(r"[-+]?\d+(\.\d*)?", word) else None


def is_header(number: str) -> bool:
    """Tell whether a record is one of the header, which stands in the order of the numbers."""
    return number[:3].isdecimal() and number[2:3] == "2"


def same_text(one: str, other: str) -> bool:
    """Tell whether two texts differ in blanks and control characters only, which no cell keeps."""
    return one == other or _letters_only(one) == _letters_only(other)


def _letters_only(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and not letter.isspace())


def games_of(event: Event) -> Event:
    """Return the event whose games a report lists: of an event of teams that of its players."""
    from xltie.event import TeamEvent

    return event.players if isinstance(event, TeamEvent) else event
