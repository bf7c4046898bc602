"""What a function makes of one cell, where it would take a range."""

from __future__ import annotations

from tests.books import hand_made, recomputed, values


def test_a_number_as_text_in_a_sum_of_products_is_listed() -> None:
    """In Excel entries that are not numbers are zeros (support.microsoft.com)."""
    rows = [["5", "=SUMPRODUCT(A1)", "=SUMPRODUCT(A1,A2)"], [3, "=SUMPRODUCT(A2)", "=--A1"]]
    new, report = recomputed(hand_made({"S": rows}))
    found = values(new, "S")
    assert [found[cell] for cell in ("B2", "C2")] == [3, 5]
    assert [one.place for one in report.uncomputable] == ["S!B1", "S!C1"]
