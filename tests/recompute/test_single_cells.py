"""What a function makes of one cell, where it would take a range."""

from __future__ import annotations

from tests.books import hand_made, recomputed, values


def test_a_text_in_one_cell_counts_nothing_in_a_sum_of_products() -> None:
    """As Excel has it: entries that are not numbers are zeros (support.microsoft.com)."""
    rows = [["5", "=SUMPRODUCT(A1)", "=SUMPRODUCT(A1,A2)"], [3, "=SUMPRODUCT(A2)", "=--A1"]]
    found = values(recomputed(hand_made({"S": rows}))[0], "S")
    assert [found[cell] for cell in ("B1", "C1", "B2", "C2")] == [0, 0, 3, 5]
