"""A cell that was spoiled in somebody's table: it is named, and no other number comes of it."""

from __future__ import annotations

import pytest

from tests.sheets.any_table.test_read import refusal, scores
from xltie.core.errors import InputError
from xltie.sheets.read import read_tables
from xltie.sheets.workbook import text_grid


def test_a_line_is_never_taken_for_headings_or_a_comment() -> None:
    table = "Round,White,Black,Result\n1,Kim,Lee,win\n{},Park,Kim,win\n2,Lee,Park,loss\n"
    assert refusal(table.format("12w2")) == "A3: '12w2' is not the number of a round"
    assert refusal(table.format("#N/A")) == "A3: '#N/A' is not the number of a round"
    places = "#,Name,1,2,3\n#1,Kim,x,1,1\n#2,Lee,0,x,1\n#3,Park,0,0,x\n"
    assert scores(places) == {"Kim": 2, "Lee": 1, "Park": 0}


def test_a_pair_without_a_number_among_numbers_is_named_with_its_cell() -> None:
    lines = ["Board;NS;EW;Score"]
    lines += [f"{board};{at};{at + 4};{50 * at}" for board in (1, 2) for at in (1, 2, 3, 4)]
    lines[2] = "1;w;6;100"
    with pytest.raises(InputError, match=r"^B3: 'w' is no number of a pair like the others$"):
        read_tables(text_grid("\n".join(lines).encode(), "club.csv"))
