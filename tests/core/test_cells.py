"""Values of cells: numbers as they are typed, texts, names of cells, grids."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import LAW
from xltie.core.cells import (
    CellError,
    Grid,
    cell_name,
    column_name,
    column_number,
    is_blank,
    number_of,
    quote_sheet,
    text_of,
    to_cell,
)
from xltie.core.errors import Fault, InputError, Place


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (0.1, Fraction(1, 10)),
        (2.0, 2),
        ("12", 12),
        (" 12.5 ", Fraction(25, 2)),
        ("12,5", Fraction(25, 2)),
        (".5", Fraction(1, 2)),
        ("12.", 12),
        ("-3", -3),
        ("+3", 3),
        ("½", Fraction(1, 2)),
        ("3½", Fraction(7, 2)),
        ("3 ½", Fraction(7, 2)),
        ("-1½", Fraction(-3, 2)),
        ("-½", Fraction(-1, 2)),
        ("2¼", Fraction(9, 4)),
        ("64/7", Fraction(64, 7)),
        ("１２", 12),
    ],
)
def test_numbers_as_they_are_typed(value: Any, number: Any) -> None:
    assert number_of(value) == number


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "x",
        "1-0",
        "1 2",
        "½½",
        "a½",
        "1/0",
        "1e3",
        "inf",
        True,
        float("inf"),
        float("nan"),
        CellError("#N/A"),
    ],
)
def test_what_is_no_number(value: Any) -> None:
    assert number_of(value) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (7.0, "7"),
        (7.5, "7.5"),
        (7, "7"),
        (" Kim ", "Kim"),
        (True, "TRUE"),
        (False, "FALSE"),
        (CellError("#N/A"), "#N/A"),
    ],
)
def test_what_a_cell_says(value: Any, text: str) -> None:
    assert text_of(value) == text
    assert is_blank(value) == (text == "")


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (Fraction(3), 3),
        (Fraction(7, 2), 3.5),
        (Fraction(64, 7), 64 / 7),
        ("x", "x"),
        (None, None),
        (CellError("#N/A"), CellError("#N/A")),
        (date(2026, 11, 21), "2026-11-21"),
    ],
)
def test_exact_values_become_cells(value: Any, cell: Any) -> None:
    assert to_cell(value) == cell


@LAW
@given(st.integers(1, 16384))
def test_columns_have_one_name(number: int) -> None:
    assert column_number(column_name(number)) == number


def test_cells_and_sheets_have_names() -> None:
    assert (cell_name(1, 1), cell_name(12, 28), cell_name(9, 16384)) == ("A1", "AB12", "XFD9")
    assert column_number("xfd") == 16384
    assert quote_sheet("Rounds") == "Rounds"
    assert quote_sheet("경기") == "경기"
    assert quote_sheet("My games") == "'My games'"
    assert quote_sheet("2026") == "'2026'"
    assert quote_sheet("Kim's") == "'Kim''s'"


def test_a_grid_knows_where_it_stands() -> None:
    grid = Grid([(1, 2), (3, 4)], "My games", 3, 2)
    assert (grid.height, grid.width, grid.flat()) == (2, 2, (1, 2, 3, 4))
    assert str(grid.place(1, 1)) == "'My games'!C4"
    assert repr(grid) == "Grid(2x2 at 'My games'!B3)"
    assert str(Grid([(1,)]).place(0, 0)) == "A1"
    assert (Grid([]).height, Grid([]).width) == (0, 0)


def test_short_rows_are_filled_up() -> None:
    assert Grid([(1,), (2, 3), ()]).rows == ((1, None), (2, 3), (None, None))


def test_a_grid_keeps_what_was_made_of_it() -> None:
    made: list[int] = []

    def build(grid: Grid) -> int:
        made.append(grid.height)
        return grid.height

    grid = Grid([(1,)])
    assert [grid.cached("a", build), grid.cached("a", build), grid.cached("b", build)] == [1, 1, 1]
    assert made == [1, 1]


def test_content_tells_true_from_one_but_not_one_from_one() -> None:
    assert Grid([(1, 2.0)]).content == Grid([(1.0, 2)]).content
    assert Grid([(True,)]).content != Grid([(1,)]).content
    assert Grid([(1,)], "A").content != Grid([(1,)], "B").content


def test_a_place_is_numbers_and_gets_its_names_where_it_is_shown() -> None:
    place = Grid([(1,)], "Ann's games", 4, 27).place(2, 1)
    assert place == Place("Ann's games", 6, 28)
    assert place.cell == "AB6"
    assert str(place) == "'Ann''s games'!AB6"
    assert Place.named("'Ann''s games'", "AB6") == place
    assert str(Place("Ann's games")) == "Ann's games"
    assert Place(file="event.trf", line=3, column=7).cell == ""


def test_places_and_faults_as_text() -> None:
    assert str(Place(file="event.trf", line=3, column=7)) == "event.trf:3:7"
    assert str(Place("Rounds")) == "Rounds"
    assert str(Fault("wrong")) == "wrong"
    assert str(Fault("wrong", Place("Rounds", 2, 2))) == "Rounds!B2: wrong"
    assert str(InputError.of("wrong", Place(row=2, column=2))) == "B2: wrong"
    assert str(InputError([Fault("one"), Fault("two")])) == "one\ntwo"
