"""Structured references, names, shared formulas: what they mean, cell by cell."""

from __future__ import annotations

import pytest

from tests.recompute.books import FUNCTIONS, build, edit, part, repack, values
from xltie.recompute import recompute

COLUMNS = ["Player", "Wins [net]", "Rate #", "It's"]
DATA = [["Ann", 3, 10, 1], ["Bob", 1, 20, 2], ["Cho", 2, 30, 3]]


def tables(formulas, names=(), more=None):
    """Return what a column of formulas beside and below a table answers, and the report."""

    def fill(workbook):
        sheet = workbook.add_worksheet("My games")
        headers = [{"header": name} for name in COLUMNS]
        headers[1]["total_function"] = "sum"
        sheet.add_table("B2:E6", {"name": "Games", "columns": headers, "total_row": True})
        for row, line in enumerate(DATA, 2):
            sheet.write_row(row, 1, line)
        other = workbook.add_worksheet("Other")
        for name, text in names:
            workbook.define_name(name, text)
        for row in range(len(formulas)):
            sheet.write_formula(row + 2, 9, f"=PLACEHOLDER{row}()", None, 0)
        if more:
            more(workbook, sheet, other)

    data = build(fill)
    xml = part(data)
    for row, formula in enumerate(formulas):
        text = formula.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")
        xml = xml.replace(f"PLACEHOLDER{row}()".encode(), text.encode())
    new, report = recompute(repack(data, {"xl/worksheets/sheet1.xml": xml}), FUNCTIONS)
    found = values(new)
    return [found.get(f"J{row + 3}") for row in range(len(formulas))], report


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("SUM(Games[Rate '#])", 60),
        ("SUM(Games[[#Data],[Rate '#]])", 60),
        ("SUM(games[rate '#])", 60),
        ("SUM(Games[Wins '[net']])", 6),
        ("SUM(Games[[Wins '[net']]:[Rate '#]])", 66),
        ("SUM(Games[[#Data],[Wins '[net']]:[Rate '#]])", 66),
        ("SUM(Games[It''s])", 6),
        ("COUNTA(Games[#All])", 17),
        ("COUNTA(Games[])", 12),
        ("COUNTA(Games)", 12),
        ("Games[[#Headers],[Player]]", "Player"),
        ("COUNTA(Games[#Headers])", 4),
        ("COUNTA(Games[[#Headers],[#Data],[Player]])", 4),
        ("Games[[#Totals],[Wins '[net']]]", 6),
        ("Games[[#This Row],[Rate '#]]", 10),
        ("Games[@[Rate '#]]", 10),
        ("Games[@Player]", "Ann"),
        ("Games[[#This Row],Player]", "Ann"),
        ("SUM(Games[@[Wins '[net']]:[Rate '#]])", 13),
        ("Games[[#This Row],[Nothing]]", "#REF!"),
        ("Games[Rate '#]*2", 20),
        ("PLACE(Games[#All])", "'My games'!B2 5x4"),
        ("PLACE(Games)", "'My games'!B3 3x4"),
        ("PLACE(Games[Player])", "'My games'!B3 3x1"),
        ("TOTAL(Games[[#All],[Rate '#]])", 60),
        ("'My games'!$D$3+1", 11),
        ("SUM(D:D)", 60),
        ("SUM('My games'!3:3)", "kept"),
    ],
)
def test_structured_references(formula, value):
    found, report = tables([formula])
    if value == "kept":
        assert report.uncomputable[0].reason == "a circular reference"
    else:
        assert report.uncomputable == [] and found == [value]


def test_this_row_follows_the_row_and_ends_with_the_table():
    found, report = tables(["Games[@[Rate '#]]"] * 4 + ["Games[Rate '#]+1"] * 4)
    assert found == [10, 20, 30, "#VALUE!", *["#VALUE!"] * 4]
    assert report.uncomputable == []


def test_unknown_tables_are_kept():
    _, report = tables(["IFERROR(SUM(Nobody[x]),0)", "IFERROR([1]Book!A1,0)"])
    assert [kept.place for kept in report.uncomputable] == ["'My games'!J3", "'My games'!J4"]


NAMES = [
    ("AllGames", "='My games'!$B$2:$E$5"),
    ("Rate", "=Games[Rate '#]"),
    ("Bonus", "=7"),
    ("Greeting", '="hello"'),
    ("Twice", "=Bonus*2"),
    ("Left", "='My games'!A1"),
    ("Ours", "=BQ(Bonus)"),
    ("Loop", "=Loop+1"),
    ("Lost", "=#REF!"),
    ("Other!Bonus", "=100"),
]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("PLACE(AllGames)", "'My games'!B2 4x4"),
        ("SUM(Rate)", 60),
        ("TOTAL(Rate)", 60),
        ("Rate", 10),
        ("Bonus+1", 8),
        ("bonus+1", 8),
        ("Twice", 14),
        ('Greeting&"!"', "hello!"),
        ("Ours", 70),
        ("Other!Bonus", 100),
        ("Unknown1x+1", "#NAME?"),
        ("Lost", "#REF!"),
        ("BQ(Twice)", 140),
    ],
)
def test_defined_names(formula, value):
    found, report = tables([formula], NAMES)
    assert report.uncomputable == [] and found == [value]


def test_names_that_never_end_are_kept():
    _, report = tables(["IFERROR(Loop,0)"], NAMES)
    assert "of a kind" in report.uncomputable[0].reason


def test_relative_names_move_with_their_formula():
    def more(workbook, sheet, other):
        other.write_column("A1", [5, 6])
        other.write_formula("C4", "=Here*10", None, 0)
        workbook.define_name("Here", "=Other!A1")

    def fill(workbook):
        sheet = workbook.add_worksheet("Other")
        more(workbook, None, sheet)

    # defined seen from A1, so that C4 means two columns and three rows further: C4 itself
    _, report = recompute(build(fill), FUNCTIONS)
    assert report.uncomputable[0].reason == "a circular reference"


@pytest.mark.slow
def test_filled_formulas_agree_with_one_by_one():
    """Patterns for a column and single cells give the same, absolute parts and all."""
    shapes = ["A{n}+1", "$A{n}*A$1", "SUM(A$1:A{n})", "SUM($A$1:$A$9)", "TOTAL(A$1:A{n})", "A:A*2"]
    shapes += ['IF(A{n}>2,"{n}%",A{n})', "BQ(A{n})", "SUM(A{n}:A{m})", "$A:$A+0", "A{n}&A{m}"]

    def fill(workbook):
        sheet = workbook.add_worksheet()
        sheet.write_column("A1", [3, 1, 4, 1, 5, 9, 2, 6, 5])
        for column, shape in enumerate(shapes, 2):
            for row in range(9):
                text = shape.format(n=row + 1, m=row + 2)
                sheet.write_formula(row, column, f"={text}", None, 0)

    def alone(column, row):
        def fill_one(workbook):
            sheet = workbook.add_worksheet()
            sheet.write_column("A1", [3, 1, 4, 1, 5, 9, 2, 6, 5])
            text = shapes[column - 2].format(n=row + 1, m=row + 2)
            sheet.write_formula(row, column, f"={text}", None, 0)

        return values(recompute(build(fill_one), FUNCTIONS)[0])[f"{chr(65 + column)}{row + 1}"]

    found = values(recompute(build(fill), FUNCTIONS)[0])
    for column in range(2, len(shapes) + 2):
        for row in (0, 4, 8):
            assert found[f"{chr(65 + column)}{row + 1}"] == alone(column, row)


def test_shared_formulas_with_this_row_and_intersections():
    def fill(workbook):
        sheet = workbook.add_worksheet()
        sheet.add_table("A1:B4", {"name": "T", "columns": [{"header": "x"}, {"header": "y"}]})
        sheet.write_column("A2", [1, 2, 3])
        for row in range(5):
            sheet.write_formula(row + 1, 3, "=FIRST()", None, 0)
            sheet.write_formula(row + 1, 4, "=SECOND()", None, 0)

    def share(xml):
        for index, (old, new) in enumerate(
            [(b"FIRST()", b"T[[#This Row],[x]]*10"), (b"SECOND()", b"$A$2:$A$4*10")]
        ):
            head = b'<f t="shared" ref="D2:E6" si="%d">' % index
            xml = xml.replace(b"<f>" + old, head + new, 1)
            xml = xml.replace(b"<f>" + old + b"</f>", b'<f t="shared" si="%d"/>' % index)
        return xml

    new, report = recompute(edit(build(fill), "xl/worksheets/sheet1.xml", share), FUNCTIONS)
    found = values(new)
    expected = [10, 20, 30, "#VALUE!", "#VALUE!"]
    assert [found[f"D{row}"] for row in range(2, 7)] == expected
    assert [found[f"E{row}"] for row in range(2, 7)] == expected
    assert report.uncomputable == []


def test_a_formula_below_a_row_has_the_value_of_its_column():
    def fill(workbook):
        sheet = workbook.add_worksheet()
        sheet.write_row("B1", [1, 2, 3])
        for column in range(5):
            sheet.write_formula(2, column, "=$B$1:$D$1*10", None, 0)

    found = values(recompute(build(fill), FUNCTIONS)[0])
    assert [found[f"{column}3"] for column in "ABCDE"] == ["#VALUE!", 10, 20, 30, "#VALUE!"]


def test_the_area_of_a_spill_can_be_read():
    def fill(workbook):
        sheet = workbook.add_worksheet()
        sheet.write_dynamic_array_formula("B2:C3", "=ROWS2(3)", None, 0)
        sheet.write_formula("E1", "=SUM(_xlfn.ANCHORARRAY(B2))", None, 0)
        sheet.write_formula("E2", "=TOTAL(_xlfn.ANCHORARRAY(B2))", None, 0)

    new, report = recompute(build(fill), FUNCTIONS)
    found = values(new)
    kept = [one.place for one in report.uncomputable]
    assert kept == [] and (found["E1"], found["E2"]) == (6, 6)


def test_our_function_over_cells_that_are_computed_themselves():
    def fill(workbook):
        sheet = workbook.add_worksheet()
        for row in range(1, 6):
            sheet.write_formula(row, 0, f"=BQ({row})", None, 0)
        sheet.write_dynamic_array_formula("C1:D2", "=ROWS2(2)", None, 0)
        sheet.write_formula("F1", "=TOTAL(A1:A6)", None, 0)
        sheet.write_formula("F2", "=TOTAL(C1:D9)", None, 0)
        sheet.write_formula("F3", "=TOTAL(A:A)", None, 0)

    found = values(recompute(build(fill), FUNCTIONS)[0])
    assert (found["F1"], found["F2"], found["F3"]) == (150, 3, 150)


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("_xlfn.LET(rate,D3:D5,SUM(rate))", 60),
        ("_xlfn.LET(rate,D3:D5,SUMPRODUCT((rate>10)*1))", 2),
        ("_xlfn.LET(a,2,rate,a*3,a+rate)", 8),
        ("SUM(rate)", 4),
    ],
)
def test_a_name_of_let_stands_before_one_of_the_workbook(formula, value):
    found, report = tables([formula], names=[("rate", "='My games'!$C$3:$C$4")])
    assert (found, report.uncomputable) == ([value], [])
