"""Nonsense in any setting of any template: sheet and commands name its label, cell and choices."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

import openpyxl
import pytest

from tests.books import recomputed, values, workbook_grids
from tests.shell import Shell
from xltie.core.cells import Grid, cell_name, column_number
from xltie.core.errors import InputError
from xltie.games import PRESETS, preset
from xltie.games.chess import CHESS_TEAMS
from xltie.games.preset import Preset, Setting
from xltie.sheets.functions import callables
from xltie.sheets.workbook import provisional_tournament
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook

TEMPLATES: dict[str, Preset] = {**PRESETS, "bridge teams": PRESETS["bridge"], "teams": CHESS_TEAMS}
FREE = {
    "event", "place", "lot", "pairing_seed", "city", "federation", "chief_arbiter",
    "deputy_arbiter", "time_control", "rating_list", "club", "club id", "charge_code",
}  # fmt: skip
"""Settings that may be any text."""
NONSENSE = ("zzz", "-7", "3x")
FINE = {("go", key, "-7") for key in ("absent", "bye", "komi", "reduction")}
ROW = 5
CALLS = callables()


class Book(NamedTuple):
    data: bytes
    sheets: dict[str, Grid]
    names: dict[str, tuple[str, int, int, int, int]]


@lru_cache
def book_of(template: str) -> Book:
    if template == "teams":
        data = new_team_workbook(4, 2, 2, has_all_settings=True)
    elif template == "bridge teams":
        given = {"contest": "teams", "criteria": "VP, IMP"}
        data = new_workbook(preset("bridge"), 4, 2, settings=given, has_all_settings=True)
    else:
        data = new_workbook(preset(template), 4, 2, has_all_settings=True)
    names = {}
    for name, one in openpyxl.load_workbook(io.BytesIO(data)).defined_names.items():
        sheet, _, area = one.attr_text.replace("$", "").partition("!")
        first, _, last = area.partition(":")
        corners = [
            (cell.strip("0123456789"), cell.lstrip(ascii_uppercase)) for cell in (first, last)
        ]
        if last and all(letters and row for letters, row in corners):
            (left, top), (right, bottom) = corners
            names[name] = (sheet, int(top), column_number(left), int(bottom), column_number(right))
    return Book(data, dict(workbook_grids(data)), names)


def area(book: Book, name: str, sheets: dict[str, Grid]) -> Grid:
    sheet, top, left, bottom, right = book.names[name]
    rows = [line[left - 1 : right] for line in sheets[sheet].rows[top - 1 : bottom]]
    return Grid(rows, sheet, top, left)


def settings_of(template: str) -> Iterator[tuple[int, Setting]]:
    for row, setting in enumerate(TEMPLATES[template].settings, ROW):
        if setting.key not in FREE:
            yield row, setting


def told_by_the_sheet(book: Book, sheets: dict[str, Grid]) -> str:
    players, games, settings = (
        area(book, name, sheets) for name in ("AllPlayers", "AllGames", "AllSettings")
    )
    if "AllRoster" in book.names:
        roster = area(book, "AllRoster", sheets)
        event = CALLS["TEAMEVENT"](players, games, roster, 1, 1, settings)
    else:
        event = CALLS["EVENTTEXT"](players, games, settings)
    return str(CALLS["PROVISIONAL"](event, event, None, 0))


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_in_a_setting_is_named_by_its_label_and_cell_alike(
    template: str, typed: str
) -> None:
    book = book_of(template)
    assert told_by_the_sheet(book, book.sheets) == ""
    count = 0
    for row, setting in settings_of(template):
        if (template, setting.key, typed) in FINE:
            continue
        rows = [list(line) for line in book.sheets["Settings"].rows]
        assert rows[row - 1][0] == setting.label
        rows[row - 1][1] = typed
        sheets = {**book.sheets, "Settings": Grid(rows, "Settings")}
        try:
            faults = list(provisional_tournament(sheets).event.faults)
        except InputError as error:
            faults = list(error.faults)
        assert [fault.place.cell for fault in faults] == [f"B{row}"], (setting.label, faults)
        said = str(faults[0])
        if setting.key not in ("criteria", "shown"):
            assert said.startswith(
                (f"Settings!B{row}: {setting.label} is ", f"Settings!B{row}: '{setting.label}' is ")
            ), said
        if not setting.is_open:
            assert all(choice in said for choice in setting.choices), said
        told = told_by_the_sheet(book, sheets)
        assert told.endswith(f", what is faulty is left out: {said}"), told
        count += 1
    assert count > 8


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_command_says_of_a_setting_what_the_file_says(
    template: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "event.xlsx"
    for row, setting in list(settings_of(template))[::3]:
        book = openpyxl.load_workbook(io.BytesIO(book_of(template).data))
        book["Settings"].cell(row, 2).value = "zzz"
        out = io.BytesIO()
        book.save(out)
        data, _ = recomputed(out.getvalue())
        path.write_bytes(data)
        told = values(data, "Standings")["A3"]
        for command in ("standings", "check", "recompute"):
            said = shell(command, path, code=1).err.replace(f"{path}: ", "").splitlines()
            said = [line for line in said if "repair" not in line and "in place of" not in line]
            fault, *more = said
            more = [line for line in more if "nobody has a rank" not in line]
            more = [line for line in more if not line.endswith(": what is faulty is left out")]
            assert more in ([], [told]), (setting.label, said)
            assert told.endswith(f": {fault}"), (setting.label, told)


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(
    ("typed", "told"),
    [(0, "it must be a whole number from 1"), (1000, "no event has over 999 rounds")],
)
def test_no_round_at_all_or_too_many_is_a_fault(template: str, typed: int, told: str) -> None:
    book = book_of(template)
    row, own = next((row, one) for row, one in settings_of(template) if one.key == "rounds")
    said = f"Settings!B{row}: {own.label} is '{typed}'; {told}"
    _told_alike(book, "Settings", {(row, 2): typed}, said)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_game_of_another_template_is_a_fault(template: str) -> None:
    book, own = book_of(template), TEMPLATES[template]
    row = next(row for row, setting in settings_of(template) if setting.key == "game")
    for other in PRESETS.keys() - {own.game}:
        said = f"Settings!B{row}: Game is {other!r}; the settings here are those of {own.game}"
        _told_alike(book, "Settings", {(row, 2): other}, said)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_misspelt_label_is_a_fault_and_a_note_is_none(template: str) -> None:
    book = book_of(template)
    for row, setting in settings_of(template):
        label = setting.label
        if setting.key in ("game", "contest") or len(label) < 6:
            continue
        slip = label[:2] + label[3:]
        said = f"Settings!A{row}: there is no setting {slip!r}; did you mean {label!r}?"
        if book.sheets["Settings"].rows[row - 1][1] not in (None, ""):
            _told_alike(book, "Settings", {(row, 1): slip}, said)
    note = {(ROW, 1): "Hall", (ROW, 2): "Town hall, second floor"}
    assert told_by_the_sheet(book, changed(book, "Settings", note)) == ""


@pytest.mark.parametrize("template", ["othello", "chess", "go", "bridge teams"])
def test_an_absence_that_is_no_round_is_told_by_its_cell_and_costs_nobody_a_place(
    template: str,
) -> None:
    book = book_of(template)
    listed = "Teams" if "Teams" in book.sheets else "Players"
    named = {(row, 2): f"P{row}" for row in range(5, 9)}
    book = book._replace(sheets=changed(book, listed, named))
    head = list(book.sheets["Players"].rows[3])
    column = head.index("Not playing in round") + 1
    for typed in ("2-", "five"):
        said = f"Not playing in round is {typed!r}; write 4, 2-4, ½ 4 or from 4"
        cell = f"Players!{cell_name(5, column)}"
        _told_alike(book, "Players", {(5, column): typed}, f"{cell}: {said}")
        event = provisional_tournament(changed(book, "Players", {(5, column): typed})).event
        assert len(event.contestants) == 4
    assert told_by_the_sheet(book, changed(book, "Players", {(5, column): "2, 5-7"})) == ""


def changed(book: Book, sheet: str, cells: Mapping[tuple[int, int], object]) -> dict[str, Grid]:
    rows = [list(line) for line in book.sheets[sheet].rows]
    for (row, column), value in cells.items():
        rows[row - 1][column - 1] = value  # type: ignore[call-overload]
    return {**book.sheets, sheet: Grid(rows, sheet)}


def _told_alike(
    book: Book, sheet: str, cells: Mapping[tuple[int, int], object], expected: str
) -> None:
    """The file as the commands read it, and the notice on Standings, say the same of a cell."""
    sheets = changed(book, sheet, cells)
    try:
        faults = list(provisional_tournament(sheets).event.faults)
    except InputError as error:
        faults = list(error.faults)
    assert [str(fault) for fault in faults] == [expected]
    told = told_by_the_sheet(book, sheets)
    assert told.endswith(f", what is faulty is left out: {expected}"), told
