"""The list of players of an event, filled from a federation's rating list."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import Fault, InputError, Place
from xltie.core.go_ranks import rank_number
from xltie.core.laid_cells import Position
from xltie.core.messages import Message, all_of, count, say
from xltie.core.records import dataclass, field
from xltie.event import Contestant
from xltie.exchange.rating_lists import ListedPlayer, RatingList
from xltie.settings.declared import RATING_LIST
from xltie.sheets.players.list_matches import Matched, matches, number_key
from xltie.sheets.read import read_players
from xltie.sheets.settings import cells_saying, settings_of
from xltie.sheets.tables import Header, english_heading, normal, players_header, sheet_of

_NUMBERS: Mapping[str, Tuple[str, ...]] = {
    "PIN": ("pin", "egdpin", "egfpin"),
    "Licence": ("licence", "license", "ffglicence", "ffglicense"),
    "AGA ID": ("agaid", "aga", "agano", "aganumber"),
    "WOF": ("wof", "wofid", "wofnumber"),
    "FIDE ID": ("fideid", "fideno", "fidenumber"),
}
_FIELDS = ("name", "surname", "first", "rating", "grade", "title", "country", "club")
_ONLY_IF_BLANK = frozenset({"name", "surname", "first", "country", "club", "birth", "sex"})
"""What people and lists write in different ways (KOR and KR): another text is no other fact."""
_BESIDES: Mapping[str, str] = {"K": "k", "Birth": "birth", "Sex": "sex"}
"""Columns without a field of their own that a list can fill."""


class PlayerChange(NamedTuple):
    """A cell of a player: what stands there, and what the list says."""

    place: Place
    position: Position
    who: str
    title: str
    before: str
    after: Scalar

    def __str__(self) -> str:
        return f"{self.place}: {self.title} of {self.who}: {self.after}"


@dataclass
class Filling:
    """What a list says of the players of a sheet.

    ``blank`` are cells to be filled, ``other`` cells that hold something else than the list says.
    ``doubts`` are players whose line of the list a person has to choose, ``absent`` players who are
    not in the list, ``notes`` what else a person should know. ``found`` counts the players found.
    """

    sheet: str
    blank: List[PlayerChange] = field(default_factory=list)
    other: List[PlayerChange] = field(default_factory=list)
    doubts: List[Fault] = field(default_factory=list)
    absent: List[Fault] = field(default_factory=list)
    notes: List[Fault] = field(default_factory=list)
    found: int = 0

    def summary(self, federation: str, done: Message) -> Message:
        """Return how many players were found, and what was done with that."""
        return say(
            "{players} found in the {federation} list, {absent} not in it, "
            "{doubts} to be looked at; {done}",
            players=count(self.found, "{n} player", "{n} players"),
            federation=federation,
            absent=len(self.absent),
            doubts=len(self.doubts),
            done=done,
        )


def filling(grid: Grid, listed: RatingList) -> Filling:
    """Return what a rating list says of the players of a sheet, cell by cell; nothing is changed.

    Raises:
        InputError: a sheet whose columns have no names, or whose players cannot be read.
    """
    header = players_header(grid)
    if header is None:
        raise InputError.say("the players have no header row", grid.place(0, 0))
    faults = read_players(grid).faults
    if faults:
        raise InputError(faults)
    columns = _columns(header, listed.number)
    found = Filling(grid.sheet)
    wanted = {"number": listed.number, "rating": "Rating"}
    missing = [title for key, title in wanted.items() if key not in columns]
    if missing:
        named = all_of(missing)
        found.notes.append(
            Fault.say("no column is headed {named}, so that is not filled", named=named)
        )
    lines = _lines(grid, header, columns)
    whose = matches([line.player for line in lines], [line.number for line in lines],
                    listed.players())  # fmt: skip
    for line, match in zip(lines, whose):
        _add(found, grid, header, columns, line, match)
    return found


class _Line(NamedTuple):
    """A line of a list of players: its row from 0, who stands in it, the federation's number."""

    row: int
    player: Contestant
    number: str


def _lines(grid: Grid, header: Header, columns: Mapping[str, int]) -> List[_Line]:
    """Return the lines in which a name or a federation's number is typed.

    Where there is no column of names, what stands for the players is taken for their names.
    """
    has_names = bool({"name", "surname"} & header.columns.keys())
    found = []
    for row in grid.below(header.row):
        cells = grid.rows[row]
        number = text_of(cells[columns["number"]]).strip() if "number" in columns else ""
        name = header.name(cells) if has_names else text_of(header.get(cells, "id")).strip()
        if name or number:
            birth = text_of(cells[columns["birth"]]) if "birth" in columns else ""
            player = Contestant(
                name or number, name, country=text_of(header.get(cells, "country")),
                club=text_of(header.get(cells, "club")), more=(("Birth", birth),),
            )  # fmt: skip
            found.append(_Line(row, player, number))
    return found


def _columns(header: Header, number: str) -> Dict[str, int]:
    """Return the columns that a list can fill: of the fields, the federation's number, and others.

    Beside surnames a column called Name holds the first names.
    """
    found = {title: header.columns[title] for title in _FIELDS if title in header.columns}
    if "surname" in found and "first" not in found and "name" in found:
        found["first"] = found.pop("name")
    for column, title in enumerate(header.texts):
        if normal(title) in _NUMBERS[number]:
            found.setdefault("number", column)
        elif english_heading(title) in _BESIDES:
            found.setdefault(_BESIDES[english_heading(title)], column)
    return found


def _add(
    found: Filling,
    grid: Grid,
    header: Header,
    columns: Mapping[str, int],
    typed: _Line,
    match: Matched,
) -> None:
    """Add what a list says of one player."""
    row, who = typed.row, typed.player.known_as
    at = grid.place(row, header.column("name", "surname", "id"))
    if not match.listed:
        (found.absent if match.is_absent else found.doubts).append(Fault(match.doubt, at))
        return
    found.found += 1
    line = match.listed[0]
    if match.chosen:
        found.notes.append(
            Fault.say(
                "{who} is taken for {number} {name}: {chosen}",
                at,
                who=who,
                number=line.number,
                name=line.name,
                chosen=match.chosen,
            )
        )
    for title, column in columns.items():
        value = _value(title, line)
        if value in (None, ""):
            continue
        cell = grid.rows[row][column]
        change = PlayerChange(
            grid.place(row, column), (grid.row + row, grid.column + column), who,
            header.texts[column], text_of(cell), value,
        )  # fmt: skip
        if is_blank(cell):
            found.blank.append(change)
        elif title not in _ONLY_IF_BLANK and not _is_same(title, cell, value):
            found.other.append(change)


def _value(title: str, line: ListedPlayer) -> Optional[Scalar]:
    """Return what a line says of a field, numbers as numbers."""
    if title in ("surname", "first"):
        return line.in_two[title == "first"]
    value = getattr(line, title)
    if title in ("number", "k", "birth") and str(value).isdigit() and str(value)[0] != "0":
        return int(value)
    return value if isinstance(value, (int, str)) else None


def _is_same(title: str, cell: Scalar, value: Scalar) -> bool:
    """Tell whether a cell says what a list says, in its own words."""
    typed, listed = text_of(cell).strip(), text_of(value)
    if title == "grade":
        rank = rank_number(typed)
        return rank is not None and rank == rank_number(listed)
    if title == "number":
        return number_key(typed) == number_key(listed)
    if title == "rating":
        return number_of(cell) == number_of(value)
    return typed.casefold() == listed.casefold()


class ListCells(NamedTuple):
    """Cells that name a list: their sheet, and what goes where by row and column from 1."""

    sheet: str
    cells: Dict[Tuple[int, int], Scalar]


def remembered_list(sheets: Mapping[str, Grid], folder: Optional[Path]) -> Optional[Path]:
    """Return the file that the settings name, None where they name none.

    A name without folders is that of a file beside the workbook, which lies in ``folder``.
    """
    text = settings_of(sheet_of(sheets, "Settings")).text(RATING_LIST).strip()
    if not text:
        return None
    return Path(text) if folder is None else folder / text


def list_cells(
    sheets: Mapping[str, Grid], folder: Optional[Path], chosen: Path
) -> Optional[ListCells]:
    """Return the cells that have to name a list for the next time; None where they do already.

    There are none either where no sheet of settings has a line for it. A list beside the workbook
    is named without folders, so that both can be moved.
    """
    grid = sheet_of(sheets, "Settings")
    if grid is None or remembered_list(sheets, folder) == chosen:
        return None
    is_beside = folder is not None and chosen.parent == folder
    cells = cells_saying(grid, {RATING_LIST.key: chosen.name if is_beside else str(chosen)})
    return ListCells(grid.sheet, cells) if cells else None
