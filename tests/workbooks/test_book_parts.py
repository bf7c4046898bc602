"""The rows that we write ourselves are those that openpyxl would write."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles import Font
from openpyxl.writer.excel import ExcelWriter

from xltie.workbooks.book_parts import parts_of

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**18), 10**18), st.floats(),
    st.text(st.characters(exclude_characters="\r", exclude_categories=("Cs", "Cc")), max_size=20),
    st.sampled_from(["=A1&\"<>\"", " two ", "a\nb", "#N/A", "=", "'", "]]>", "&amp;", "0", ""]),
)  # fmt: skip


def cells_of(parts: dict[str, bytes]) -> dict[str, Any]:
    """The cells as any program finds them, with their looks, and the heights of rows."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    book = openpyxl.load_workbook(out, rich_text=True)
    found: dict[str, Any] = {}
    for sheet in book:
        for line in sheet.iter_rows():
            for cell in line:
                own: Any = cell
                link = own.hyperlink.target if own.hyperlink else None
                look = own.font.b, own.quotePrefix
                if own.value is not None or own.has_style:
                    kind = own.data_type if own.value is not None else ""
                    found[f"{sheet.title}!{own.coordinate}"] = own.value, kind, look, link
        found[sheet.title] = {
            row: dimension.height for row, dimension in sheet.row_dimensions.items()
        }
    return found


def by_openpyxl(book: openpyxl.Workbook) -> dict[str, bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        ExcelWriter(book, archive).save()
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def book_of(values: list[Any]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for number, value in enumerate(values):
        cell = sheet.cell(number // 3 * 2 + 2, number % 3 * 30 + 1, value)
        if number % 2:
            cell.font = Font(bold=True)
        if isinstance(value, str) and number % 3:
            cell.data_type, cell.quotePrefix = "s", True
    sheet.row_dimensions[1].height = sheet.row_dimensions[4].height = 31
    sheet.merge_cells("B2:C2")
    return book


@pytest.mark.slow
@given(st.lists(VALUES, max_size=12))
def test_every_cell_is_what_openpyxl_makes_of_it(values: list[Any]) -> None:
    assert cells_of(parts_of(book_of(values))) == cells_of(by_openpyxl(book_of(values)))


@pytest.mark.slow
@pytest.mark.parametrize("value", [date(2026, 11, 22), "link"])
def test_a_sheet_with_something_unusual_is_left_to_openpyxl(value: Any) -> None:
    books = [book_of(["a", 1, value]) for _ in range(2)]
    if value == "link":
        for book in books:
            sheet: Any = book.active
            sheet["A2"].hyperlink = "https://example.org"
    ours, theirs = cells_of(parts_of(books[0])), cells_of(by_openpyxl(books[1]))
    assert ours == theirs and ours
