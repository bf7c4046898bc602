"""What holds for every input: of the lexer, the references, the splicer and the whole way."""

from __future__ import annotations

import math
import os

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.recompute.books import FUNCTIONS, SHEET1, edit, part, repack, sheet, values
from xltie.core.cells import CellError
from xltie.core.errors import WorkbookRefused
from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.recompute import recompute
from xltie.recompute.ooxml.package import NO_DEADLINE
from xltie.recompute.ooxml.read_sheet import _by_marks, _Usual, scan_sheet
from xltie.recompute.ooxml.references import (
    LAST_COLUMN,
    LAST_ROW,
    Bounds,
    area_text,
    parse_area,
    parse_reference,
)
from xltie.recompute.ooxml.render import Edit, splice
from xltie.recompute.ooxml.scan import SheetScan
from xltie.recompute.ooxml.stored_values import decode, encode, escape, same_value, unescape

QUICK = settings(max_examples=60 if os.environ.get("CI") else 25)
ROWS = st.integers(1, LAST_ROW)
COLUMNS = st.integers(1, LAST_COLUMN)
PIECES = st.sampled_from(
    [
        *(
            "A1",
            "$B$2",
            "C$3:D4",
            "A:B",
            "$2:3",
            "Sheet1!A1",
            "'It''s'!$A$1",
            "[1]!BQ(",
            "SUM(",
            "(",
        ),
        *(
            ")",
            ",",
            ";",
            "{",
            "}",
            '"a""b"',
            "1.5E+3",
            ".5",
            "TRUE",
            "#REF!",
            "#N/A",
            "+",
            "<>",
            "%",
        ),
        *(
            " ",
            "\n",
            "Table1[[#All],[a]:[b]]",
            "T[@x]",
            "[x]",
            "name.x",
            "\\a",
            "_xlfn.SINGLE(",
            "@",
        ),
        *("bq(", "Ann", "é", "A1#", "XFD1048576", "1048577", "ÄÖ!A1", "'", '"', "[", "$"),
    ]
)
CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([CellError("#N/A"), CellError("#DIV/0!")]),
)


@pytest.mark.slow
@QUICK
@given(st.one_of(st.lists(PIECES, max_size=12).map("".join), st.text(max_size=30)))
def test_the_tokens_of_a_formula_are_the_formula(formula):
    try:
        found = tokens(formula)
    except UnreadableFormula:
        assume(False)
    assert "".join(token.text for token in found) == formula


@QUICK
@given(ROWS, COLUMNS, ROWS, COLUMNS)
def test_areas_are_read_as_they_are_written(top, left, bottom, right):
    bounds = Bounds(min(top, bottom), min(left, right), max(top, bottom), max(left, right))
    whole = bounds.size[0] == LAST_ROW or bounds.size[1] == LAST_COLUMN
    assume(not whole)
    assert parse_area(area_text(bounds)) == bounds


@QUICK
@given(ROWS, COLUMNS, st.booleans(), st.booleans(), ROWS, COLUMNS, ROWS, COLUMNS)
def test_references_move_with_their_formula(row, column, down, across, at, beside, to, further):
    text = f"{'$' if across else ''}{area_text(Bounds(row, column, row, column))}"
    letters = text.rstrip("0123456789")
    text = f"{letters}{'$' if down else ''}{row}"
    reference = parse_reference(text, "", at, beside)
    assert reference.source(at, beside) == text
    moved = reference.bounds(to, further)
    assert moved.top == (row if down else (row + to - at - 1) % LAST_ROW + 1)
    assert moved.left == (column if across else (column + further - beside - 1) % LAST_COLUMN + 1)


@QUICK
@given(st.binary(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.binary(max_size=5))))
def test_splicing_keeps_everything_between_the_edits(data, places):
    starts = sorted({start for start, _ in places if start <= len(data)})
    edits = [Edit(start, start, b"<new>") for start in starts]
    assert splice(data, edits).replace(b"<new>", b"") == data.replace(b"<new>", b"")
    assert splice(data, []) == data


@pytest.mark.slow
@QUICK
@given(st.text(max_size=40))
def test_texts_survive_the_file(text):
    # line ends are what XML makes of them; everything else comes back
    assert unescape(escape(text).decode()).replace("&lt;", "<").replace("&gt;", ">").replace(
        "&amp;", "&"
    ) == text.encode("utf-8", "replace").decode() or any(
        0xD800 <= ord(character) < 0xE000 for character in text
    )


@pytest.mark.slow
@QUICK
@given(CELLS)
def test_values_survive_the_file(value):
    kind, content = encode(value)
    assume(not isinstance(value, str))
    text = None if content is None else content.decode()
    assert same_value(decode(None if kind is None else kind.decode(), text, ()), value)


@pytest.mark.slow
@QUICK
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 4), CELLS), max_size=12))
def test_both_ways_of_reading_a_sheet_agree(cells):
    content = {}
    for row, column, value in cells:
        name = area_text(Bounds(row, column, row, column))
        if isinstance(value, CellError):
            content[name] = (f"={value.code}", value.code)
        elif value is not None and not (isinstance(value, str) and value.startswith("=")):
            content[name] = value
    xml = part(sheet(content))
    strings = [f"text {number}" for number in range(40)]
    careful = _by_marks(xml, "part", strings, False, NO_DEADLINE)
    found = scan_sheet(xml, "part", strings)
    assert found.columns == careful.columns
    assert found.formulas == careful.formulas
    for run, other in zip(found.runs, careful.runs):
        assert (run.starts, run.stored) == (other.starts, other.stored)
        assert [*map(found.cell_at, run.starts)] == [*map(careful.cell_at, run.starts)]
    start = xml.find(b"<sheetData>")
    if start >= 0:
        end = xml.find(b"</sheetData>")
        usual = _Usual(SheetScan(xml), strings)
        assert usual.take_all(start + len(b"<sheetData>"), end, NO_DEADLINE)


NUMBERS = st.integers(-5, 5)
OPERANDS = st.one_of(
    NUMBERS.map(str),
    st.sampled_from(["A1", "$A$2", "A3", "B1", "SUM(A1:A3)", "BQ(A2)", "TOTAL(A$1:$A$3)"]),
)
FORMULAS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map("".join),
        inner.map(lambda text: f"({text})"),
        inner.map(lambda text: f"ABS({text})"),
        st.tuples(inner, inner).map(lambda pair: f"IF({pair[0]}>0,{pair[1]},0)"),
    ),
    max_leaves=6,
)


def by_hand(formula, cells):
    names = {
        "SUM(A1:A3)": "sum(A)",
        "TOTAL(A$1:$A$3)": "sum(A)",
        "BQ(A2)": "(A[1]*10)",
        "$A$2": "A[1]",
        "A1": "A[0]",
        "A3": "A[2]",
        "B1": "0",
    }
    for name, python in names.items():
        formula = formula.replace(name, python)
    formula = formula.replace("ABS(", "abs(").replace("IF(", "either(")
    return eval(formula, {"A": cells, "either": lambda *pair: 0, "sum": sum, "abs": abs})


@pytest.mark.slow
@QUICK
@given(st.lists(NUMBERS, min_size=3, max_size=3), FORMULAS)
def test_arithmetic_is_right_and_settles_at_once(cells, formula):
    data = sheet({"A1": cells[0], "A2": cells[1], "A3": cells[2], "C1": f"={formula}"})
    new, report = recompute(data, FUNCTIONS)
    assert report.uncomputable == [] and report.faults == []
    if "IF(" not in formula:
        assert math.isclose(values(new)["C1"], by_hand(formula, cells))
    again, second = recompute(new, FUNCTIONS)
    assert again == new and second.changed == []


@pytest.mark.slow
@QUICK
@given(st.lists(PIECES, min_size=1, max_size=8).map("".join))
@example("1.5E+31048577")  # beyond every number
def test_any_formula_is_computed_or_kept_and_the_rest_stays(formula):
    text = formula.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    data = edit(
        sheet({"A1": ("=PLACEHOLDER()", 7), "A2": ("=1+1", 2)}),
        SHEET1,
        lambda xml: xml.replace(b"PLACEHOLDER()", text.encode()),
    )
    new, report = recompute(data, FUNCTIONS)
    assert report.formulas == 2
    assert part(new).count(b"<f>") == 2 and values(new)["A2"] == 2
    again, _ = recompute(new, FUNCTIONS)
    assert again == new


@pytest.mark.slow
@QUICK
@given(st.data())
def test_damaged_sheets_are_refused_or_keep_their_frame(data):
    source = sheet({"A1": 1, "A2": "=A1+1", "B2": '="x"&A1'})
    xml = bytearray(part(source))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(xml) - 1))
        xml[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    damaged = repack(source, {SHEET1: bytes(xml)})
    try:
        new, _ = recompute(damaged, FUNCTIONS)
    except WorkbookRefused:
        return
    again, _ = recompute(new, FUNCTIONS)
    assert again == new
