"""A fault is named at the cell that was typed, not at another of its line."""

from __future__ import annotations

import pytest

from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.sheets.read import read_event

BOARDS = ("Board", "NS", "EW", "Contract", "By", "Tricks", "Score")
GAMES = ("Round", "Black", "White", "Black discs", "White discs")


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ((1, 1, 2, "A+", None, None, None), "D2"),
        ((1, 1, 2, "+9", None, None, None), "D2"),
        ((1, 1, 2, None, None, None, "A+"), "G2"),
        ((1, 1, 2, "4HN", None, 15, None), "F2"),
        ((1, None, None, None, None, None, 420), "G2"),
        ((1, None, None, "3NTN=", None, None, None), "D2"),
        ((None, 1, 2, None, None, None, 420), "A2"),
    ],
)
def test_a_result_of_a_board_is_named_where_it_stands(line: tuple[object, ...], cell: str) -> None:
    with pytest.raises(InputError) as refused:
        read_event(Grid([BOARDS, line], "Boards"))  # type: ignore[list-item]
    assert [str(fault.place) for fault in refused.value.faults] == [f"Boards!{cell}"]


@pytest.mark.parametrize("discs", [(60, 0), (70, -6), (32.5, 31.5)])
def test_a_wrong_count_of_discs_is_named_at_the_discs(discs: tuple[float, float]) -> None:
    with pytest.raises(InputError) as refused:
        read_event(Grid([("Othello",), GAMES, (1, "A", "B", *discs)], "Rounds"))
    assert [str(fault.place) for fault in refused.value.faults] == ["Rounds!D3"]
