"""Typing into a workbook file: what is typed stands there, and every other byte is as it was."""

from __future__ import annotations

import io

import pytest
from openpyxl.styles import Alignment

from tests.books import typed_into
from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, load, part, sheet, values
from xltie.core.errors import UnsupportedWorkbook
from xltie.recompute import recompute
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits
from xltie.recompute.run.grow_table import table_at


def with_table(totals=False):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_row("A1", ["Name", "Score", "Twice"])
        worksheet.write_row("A2", ["Ann", 3])
        worksheet.write_row("A3", ["Bob", 4])
        worksheet.write_formula("C2", "=B2*2", None, 6)
        worksheet.write_formula("C3", "=B3*2", None, 8)
        columns = [{"header": "Name"}, {"header": "Score"}, {"header": "Twice"}]
        worksheet.add_table("A1:C3", {"name": "Games", "columns": columns, "total_row": totals})

    return build(fill)


def test_values_of_every_kind_are_typed():
    typed = {(1, 1): 5, (2, 1): "a <b> & c", (3, 1): True, (9, 4): 2.5, (4, 1): None}
    new = typed_into(
        sheet({"A1": 1, "A2": 2, "A4": 4, "B1": ("=A1+1", 2)}), CellEdits("Sheet1", typed)
    )
    assert values(new) == {"A1": 5, "A2": "a <b> & c", "A3": True, "B1": 2, "D9": 2.5}
    assert values(recompute(new, FUNCTIONS)[0])["B1"] == 6


def test_what_is_typed_one_after_the_other_stands_there_together():
    """Also on one sheet; the file is packed once, as if each had been written by itself."""
    data = sheet({"A1": 1, "B1": ("=A1+1", 2)})
    first, second = CellEdits("Sheet1", {(1, 3): 7}), CellEdits("Sheet1", {(2, 1): "x", (1, 3): 8})
    both = typed_into(data, first, second)
    assert values(both) == {"A1": 1, "B1": 2, "C1": 8, "A2": "x"}
    assert both == typed_into(typed_into(data, first), second)


def test_a_table_grows_more_than_once():
    rows = [
        CellEdits("Sheet1", {(row, 1): "Cid"}, {row: row - 1}, inside=(2, 1), last_row=row)
        for row in (4, 5)
    ]
    data = with_table()
    new = typed_into(data, *rows)
    assert load(new)["Sheet1"].tables["Games"].ref == "A1:C5"
    assert new == typed_into(typed_into(data, rows[0]), rows[1])


def test_parts_of_a_file_that_are_left_out_are_not_found():
    file = WorkbookFile(sheet({"A1": 1}))
    without = file.changed({SHEET1: None, "[Content_Types].xml": b"<Types/>"})
    assert without.package.find(SHEET1) is None and SHEET1 not in without.package.names
    assert without.package.read("[Content_Types].xml") == b"<Types/>"
    assert file.package.find(SHEET1) == SHEET1 and file.package.rewrite({}) == file.data
    assert WorkbookFile(without.data).package.names == without.package.names


def test_a_formula_is_never_typed_over():
    data = sheet({"A1": 1, "B1": ("=A1+1", 2)})
    with pytest.raises(UnsupportedWorkbook, match="Sheet1!B1: the cell holds a formula"):
        typed_into(data, CellEdits("Sheet1", {(1, 1): 5, (1, 2): 7}))
    assert values(typed_into(data, CellEdits("Sheet1", {(1, 3): 7})))["C1"] == 7


def test_a_new_cell_has_the_style_of_its_column():
    """As in a program; a cell that is there keeps its own."""
    book = load(sheet({"A1": 1, "B1": 2}))
    book["Sheet1"].column_dimensions["B"].alignment = Alignment(wrap_text=True)
    out = io.BytesIO()
    book.save(out)
    typed = {(row, column): "long" for row in (1, 2) for column in (1, 2)}
    new = load(typed_into(out.getvalue(), CellEdits("Sheet1", typed)))["Sheet1"]
    wrapped = {cell.coordinate for line in new for cell in line if cell.alignment.wrap_text}
    assert wrapped == {"B2"}


def test_the_table_around_a_cell():
    book = WorkbookFile(with_table()).book
    found = table_at(book, "sheet1", (2, 2))
    assert found is not None
    area = found.area
    assert (area.top, area.left, area.bottom, area.right) == (1, 1, 3, 3)
    assert table_at(book, "Sheet1", (4, 2)) is None
    assert table_at(book, "Sheet1", (2, 4)) is None


def test_a_table_grows_and_its_formulas_come_along():
    typing = CellEdits(
        "Sheet1", {(4, 1): "Cid", (4, 2): 5}, like={4: 3}, inside=(2, 1), last_row=4
    )  # fmt: skip
    new = typed_into(with_table(), typing)
    assert load(new)["Sheet1"].tables["Games"].ref == "A1:C4"
    assert load(new)["Sheet1"]["C4"].value == "=B4*2"
    table = part(new, "xl/tables/table1.xml")
    assert table.count(b'ref="A1:C4"') == 2 and b'ref="A1:C3"' not in table
    assert values(recompute(new, FUNCTIONS)[0])["C4"] == 10


def test_only_areas_that_were_the_whole_table_grow():
    data = edit(
        with_table(), "xl/tables/table1.xml",
        lambda xml: xml.replace(b"</table>", b'<x ref="A1:B9"/></table>'),
    )  # fmt: skip
    new = typed_into(data, CellEdits("Sheet1", {(4, 1): "Cid"}, inside=(2, 1), last_row=4))
    assert b'<x ref="A1:B9"/>' in part(new, "xl/tables/table1.xml")


def test_a_table_does_not_grow_over_what_stands_below():
    data = edit(
        with_table(), SHEET1,
        lambda xml: xml.replace(
            b"</sheetData>", b'<row r="4"><c r="B4"><v>9</v></c></row></sheetData>'
        ),
    )  # fmt: skip
    typing = CellEdits("Sheet1", {(4, 1): "Cid"}, inside=(2, 1), last_row=4)
    with pytest.raises(UnsupportedWorkbook, match="B4 below it is in use"):
        typed_into(data, typing)


def test_a_missing_or_protected_sheet_is_refused():
    with pytest.raises(UnsupportedWorkbook, match="no sheet Games"):
        typed_into(sheet({"A1": 1}), CellEdits("Games", {(1, 1): 5}))
    locked = edit(
        sheet({"A1": 1}), SHEET1,
        lambda xml: xml.replace(b"</sheetData>", b'</sheetData><sheetProtection sheet="1"/>'),
    )  # fmt: skip
    with pytest.raises(UnsupportedWorkbook, match="protected"):
        typed_into(locked, CellEdits("Sheet1", {(1, 1): 5}))
