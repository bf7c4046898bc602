"""A workbook of an earlier release brought to the present form: formulas, names, settings, sheets.

The formulas of the first release hand ranges to every function, and its columns do not follow the
list of criteria. Only cells that hold such a formula are replaced; all else stays byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, Scalar, column_name, is_blank, text_of
from xltie.core.errors import InputError, UnsupportedWorkbook
from xltie.core.messages import say
from xltie.games import PRESETS
from xltie.recompute import recompute
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.read_grids import grids_and_formulas
from xltie.recompute.ooxml.structured_references import Table
from xltie.recompute.ooxml.workbook import load
from xltie.recompute.run.set_formulas import set_formulas
from xltie.sheets.evaluation import callables
from xltie.sheets.own_formulas import (
    HEADING,
    LATER,
    TOP,
    Position,
    begun_formula,
    event_formula,
    provisional_formula,
)
from xltie.sheets.sheet_names import english_formulas, own_names, with_names
from xltie.templates.added_sheets import with_sheets
from xltie.templates.layout import EVENT, GAMES, PLAYERS, SETTINGS, event_parts
from xltie.templates.new_sheets import new_sheets

_LOOKUP = re.compile(r'IF\((\$?[A-Z]+)(\$\d+)?\d*="","",IFERROR\(INDEX\(Players\[Name\],')
_PACKED = re.compile(r"EVENT(?:TEXT)?\(.*Settings!\$A\$(\d+):\$B\$(\d+)\)$")
_START = re.compile(
    r'IF\((?:OR\()?Format="mcmahon".*,STARTSCORE\((\$?[A-Z]+)\$?\d+,Bar,Floor,Zero\),0\)$'
)
_BASIS = re.compile(r'IF\(.*="mcmahon".*,"mms","wins"\)$')
"""What once compared the format with words: a word of another language counted as no McMahon."""
Changes = dict[str, dict[Position, str]]


@dataclass
class Upgrade:
    """What is to be changed in a workbook: formulas and texts by sheet and cell, defined names.

    ``sheets`` are those added or made anew, by what is new about them; ``left`` are lines about
    those that stay as they are.
    """

    formulas: Changes = field(default_factory=dict)
    texts: Changes = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    def renamed(self, names: Mapping[str, str]) -> Upgrade:
        """Return the same for a workbook whose sheets have other names."""
        return Upgrade(
            {
                names[sheet]: {at: with_names(text, names) for at, text in own.items()}
                for sheet, own in self.formulas.items()
            },
            {names[sheet]: own for sheet, own in self.texts.items()},
            {name: with_names(place, names) for name, place in self.names.items()},
            self.sheets,
            self.left,
        )

    def lines(self) -> Iterator[str]:
        """Yield in words what changes."""
        for sheet, own in self.formulas.items():
            yield f"{sheet}: {len(own)} formulas"
        for sheet, texts in self.texts.items():
            for (row, column), text in texts.items():
                yield f"{sheet}!{column_name(column)}{row}: {text or 'blank'}"
        if self.names:
            yield f"defined names: {', '.join(self.names)}"
        yield from (f"{title}: {what}" for title, what in self.sheets.items())
        yield from self.left


class _Book(NamedTuple):
    """Where everything stands in the workbook: the row of the event, and how far is read."""

    event_row: int
    first_setting: int
    last_setting: int
    players: Table
    games: Table

    @property
    def far(self) -> int:
        return max(9999, 2 * self.games.area.bottom)

    def table(self, table: Table) -> str:
        last = column_name(table.area.right)
        return f"{table.sheet}!$A${table.area.top}:${last}${self.far}"


def upgraded(data: bytes) -> tuple[bytes, Upgrade]:
    """Return a workbook in the present form, computed, and what changed; the same where nothing.

    Raises:
        InputError: a workbook that xltie did not make.
        WorkbookRefused: one that cannot be changed safely.
    """
    read, own_formulas = grids_and_formulas(data)
    local = own_names(read)
    english = {own: name for name, own in local.items()}
    grids = {english[sheet]: grid for sheet, grid in read.items()}
    formulas = english_formulas(own_formulas)
    if any("TEAMEVENT(" in (text or "") for text in formulas.get("Settings", {}).values()):
        return data, Upgrade()  # workbooks of teams never had another form
    book = _book(data, formulas, grids)
    upgrade = Upgrade(names=_names(data, book))
    _settings(upgrade, book, grids["Settings"], formulas["Settings"])
    source = new_sheets(data, grids, formulas, local, book.far)
    upgrade.sheets, upgrade.left = source.sheets, source.left
    for sheet, own in formulas.items():
        if sheet != "Settings" and local[sheet] not in upgrade.sheets:
            found = dict(_replaced(sheet, own, book))
            changed = {at: text for at, text in found.items() if own.get(at) != text}
            if changed:
                upgrade.formulas[sheet] = changed
    if not any((upgrade.formulas, upgrade.texts, upgrade.names, upgrade.sheets)):
        return data, upgrade
    upgrade = upgrade.renamed(local)
    spliced = set_formulas(data, upgrade.formulas, upgrade.names, upgrade.texts)
    if upgrade.sheets:
        spliced = with_sheets(spliced, source.workbook, tuple(upgrade.sheets))
    computed, _ = recompute(spliced, callables())
    return computed, upgrade


def _book(
    data: bytes, formulas: Mapping[str, Mapping[Position, str | None]], grids: Mapping[str, Grid]
) -> _Book:
    tables = {table.name: table for table in load(Package(data)).tables.values()}
    games = tables.get("Rounds") or tables.get("Boards") or tables.get("Matches")
    if "Players" not in tables or games is None or not {"Settings", "Standings"} <= grids.keys():
        raise InputError.of(
            say("this is no workbook of xltie: it needs Settings, Players, Standings")
        )
    for (row, _), text in formulas["Settings"].items():
        packed = _PACKED.match(text or "")
        if packed:
            return _Book(row, int(packed[1]), int(packed[2]), tables["Players"], games)
        if text == event_formula(1):
            labels = [text_of(line[0]) for line in grids["Settings"].rows[:row]]
            last = max((n for n, label in enumerate(labels[: row - 1], 1) if label), default=TOP)
            return _Book(row, TOP, last, tables["Players"], games)
    raise InputError.of(
        say("no cell of Settings packs the event: make a new workbook from this one")
    )


def _names(data: bytes, book: _Book) -> dict[str, str]:
    """Return the defined names that the workbook lacks."""
    package = Package(data)
    text = package.read(load(package).part)
    parts = event_parts(book.games.area.bottom - book.games.area.top)
    last = f":$B${book.event_row + parts - 1}" if parts > 1 else ""
    wanted = {
        EVENT: f"Settings!$B${book.event_row}{last}",
        PLAYERS: book.table(book.players),
        GAMES: book.table(book.games),
        SETTINGS: f"Settings!$A${book.first_setting}:$B${book.event_row - 1}",
    }
    return {n: place for n, place in wanted.items() if f'name="{n}"'.encode() not in text}


def _settings(
    upgrade: Upgrade, book: _Book, grid: Grid, own: Mapping[Position, str | None]
) -> None:
    """Add the line of the values shown beside the criteria, and the cells of the event.

    What SOS is taken over becomes blank where a formula chose it: by the start scores.
    """
    for at, text in own.items():
        if _BASIS.match(text or ""):
            upgrade.texts.setdefault("Settings", {})[at] = ""
    labels = {
        in_english("setting", text_of(line[0])): text_of(line[1])
        for line in grid.rows
        if len(line) > 1
    }
    preset = PRESETS.get(labels.get("Game", "").lower())
    if preset is not None and "Also shown" not in labels and book.event_row - book.last_setting > 1:
        usual = next(s for s in preset.under(_chosen(labels)).settings if s.key == "shown")
        row = book.last_setting + 1
        added = {(row, 1): usual.label, (row, 2): str(usual.default)}
        upgrade.texts.setdefault("Settings", {}).update(added)
    for part in range(1, event_parts(book.games.area.bottom - book.games.area.top) + 1):
        at = (book.event_row + part - 1, 2)
        if own.get(at) != event_formula(part):
            if part > 1 and not is_blank(_at(grid, at)):
                raise UnsupportedWorkbook(
                    say("Settings!B{at} is in use; the event needs this cell", at=at[0])
                )
            upgrade.formulas.setdefault("Settings", {})[at] = event_formula(part)


def _chosen(labels: Mapping[str, str]) -> dict[str, object]:
    return {"criteria": labels.get("Criteria", ""), "contest": labels.get("Contest", "")}


def _at(grid: Grid, at: Position) -> Scalar:
    row, column = at
    return grid.rows[row - 1][column - 1] if row <= grid.height and column <= grid.width else None


def _replaced(
    sheet: str, own: Mapping[Position, str | None], book: _Book
) -> Iterator[tuple[Position, str]]:
    """Yield the formulas of a sheet as they are now, for the cells that hold one of ours."""
    far = book.far
    kinds: dict[int, str] = {}
    for (_, column), text in own.items():
        if text:
            kinds.setdefault(column, text)  # a cell that shares its formula has no text
    last = next((c for c, text in kinds.items() if "DECIDEDBY(" in text), 0)
    for (row, column), text in own.items():
        kind = text or kinds.get(column, "")
        lookup = _LOOKUP.match(kind)
        if lookup:
            who = f"{lookup[1]}{lookup[2] or row}"
            yield (
                (row, column),
                (
                    f'IF({who}="","",IFERROR(INDEX(Players!$B${TOP}:$B${far},'
                    f'MATCH({who},Players!$A${TOP}:$A${far},0))&"",""))'
                ),
            )
        elif sheet == "Standings":
            new = _of_standings(row, column, kind, last, far)
            if new:
                yield (row, column), new
        elif sheet == "Players" and _START.match(kind):
            grade = _START.sub(r"\1", kind)
            yield (row, column), f"STARTSCORE({grade}{row},Bar,Floor,Zero,,Format)"
        elif sheet == "Crosstable" and "ROUNDRESULT(" in kind:
            yield (row, column), f'IF($B{row}="","",ROUNDRESULT($B{row},Event,COLUMN()-3))'
        elif sheet == "Race" and "SUMPRODUCT(" in kind:
            points = f"POINTS($A{row},Event,COLUMN()-2)"
            yield (row, column), f'IF(OR($A{row}="",COLUMN()-2>$B$3),NA(),{points})'
            yield (3, 2), begun_formula(far, "A", "C")
        elif f"Settings!$B${book.event_row}" in kind and text:
            yield (row, column), text.replace(f"Settings!$B${book.event_row}", EVENT)
    if sheet == "Crosstable" and kinds:
        yield (TOP, max(kinds)), f"Standings!$D${TOP}"
    if sheet == "Standings":
        yield from (((TOP, column), HEADING) for column in range(4, last))


def _of_standings(row: int, column: int, kind: str, last: int, far: int) -> str:
    if (row, column) == (3, 1):
        return provisional_formula(far)
    if row <= TOP:
        return ""
    if "PLAYERAT(" in kind:
        return f"PLAYERAT(Event,Event,,ROW()-{TOP})"
    if column == 1:
        return f'IF($C{row}="","",PLACE($C{row},Event))'
    if column == last:
        return f'IF($C{row}="","",DECIDEDBY($C{row},Event))'
    if 3 < column < last:
        value = f"TIEBREAK($C{row},Event,{column_name(column)}${TOP})"
        return f'IF($C{row}="","",{LATER}IFNA({value},"-"))'
    return ""
