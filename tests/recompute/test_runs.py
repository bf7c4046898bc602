"""Formulas computed as runs: the same bytes and the same report as by the general engine alone."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from unittest import mock

import build_workbooks
import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.books import typed_into, workbook_grids
from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, part, values
from xltie.cli.main import main
from xltie.core.messages import NOTHING
from xltie.recompute import recompute
from xltie.recompute.engine.formualizer import Formualizer
from xltie.recompute.ooxml.package import Package
from xltie.recompute.ooxml.read_sheet import scan_sheet
from xltie.recompute.ooxml.workbook import load
from xltie.recompute.run.edit import CellEdits
from xltie.recompute.runs.fill import Runs
from xltie.recompute.runs.gate import Gate
from xltie.sheets.functions import callables

TEXTS = ["", "a", "A", "Ä", "ä", "7", " 7", "a*", "ß", "SS", "TRUE", "mcmahon", "x" * 40, "-"]
CELLS = st.one_of(
    st.none(),
    st.sampled_from(TEXTS),
    st.sampled_from([0, 1, 2, 7, 2.5, 0.3, 0.1 + 0.2, -3, 1e9, 2.25, 12.345]),
    st.booleans(),
    st.just("#N/A"),
)
FORMULAS = [
    '=IF(A{r}="","",BQ(B{r}))',
    '=IF($A{r}="mcmahon",A{r},B{r})',
    '=IF(ISNUMBER(B{r}),B{r},"none")',
    '=IF(A{r}="","",IFERROR(INDEX($B$1:$B$8,MATCH(A{r},$A$1:$A$8,0))&"",""))',
    '=IFERROR(INDEX(ROWS2(3),ROW()+1,2),"")',
    '=IFERROR(INDEX(ROWS2(A{r}),B{r},1),"-")',
    '=IFERROR(INDEX($A$1:$B$8,MATCH(A{r},INDEX($A$1:$B$8,0,1),0),2),"")',
    '=_xlfn.IFNA(MATCH(B{r},A$1:A$8,0),"-")',
    "=MATCH(A{r},INDEX($A$1:$B$8,0,3),0)",
    '=IF(OR(A{r}="",B{r}>C$1),NA(),BQ(B{r},C{r}))',
    "=VLOOKUP(A{r},$A$1:$B$8,2,FALSE)",
    '=IFERROR(VLOOKUP(A{r},$A$1:$B$8,2,0)&"","")',
    "=ROUND(BQ(B{r}),1)",
    "=ROUND(B{r},1)",
    "=COLUMNS(A$1:$B$8)",
    '=IFERROR(VLOOKUP(A{r},$A$1:$B$8,COLUMNS($A$1:$B$8),0),"")',
    "=RANK(B{r},B$1:B$8)",
    "=COUNTA(A$1:B$8)",
    "=COUNTA(A$1:A$99)+COLUMN()-1",
    '=_xlfn.MAXIFS(B$1:B$8,A$1:A$8,"<>")',
    '=A{r}&B{r}&"!"',
    '=E{r}&""',
    "=E{r}",
    "=A{r}",
    "=F{r}",
    "=TOTAL(A$1:B$8)",
    "=TOTAL(D$1:E$8)",
    "=KINDS(A{r},B{r},,E{r},TRUE)",
    "=CODES(A$1:B$8)",
    "=NOTHING()",
    "=TRUTH()",
    "=TEXTY()",
    "=FAULTY(A$1:B$8)",
    "=DOMAIN()",
    "=NOTANUMBER()",
    "=BROKEN()",
    "=ROWS2(2)",
    '=IF(A{r}="","",E{r})',
    '=D{r}=""',
    '=IFERROR(INDEX(ROWS2(3),ROW()-ROW(A$1)+1,2),"")',
    "=ROW(E{r})-ROW(D$1)+ROW(B{r})",
]
ENGINE = ("NOTANUMBER", "BROKEN", "ROWS2(A", "TOTAL(D", "D{r}", "COUNTA(A$1:B")
# a value of which runs are not sure sends what rests on it to the engine: few at once
OFTEN_SURE = [one for one in FORMULAS if not any(word in one for word in ENGINE)]
LINES = st.lists(
    st.tuples(CELLS, CELLS, CELLS, *[st.sampled_from(OFTEN_SURE)] * 2, st.just("=BQ(7)")),
    min_size=1,
    max_size=2,
)
CLOCK = datetime(2026, 1, 2)


def workbook(lines):
    def fill(book):
        page = book.add_worksheet("S")
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                if isinstance(cell, str) and cell.startswith("#"):
                    page.write_formula(row, column, "=NA()", None, cell)
                elif column > 2:
                    page.write_formula(row, column, cell.format(r=row + 1), None, "")
                elif cell is not None:
                    page.write(row, column, cell)

    return build(fill, strings_to_numbers=False, strings_to_formulas=False)


def both(data, functions=FUNCTIONS, **options):
    """Return what a recomputation gives and says, with runs and by the engine alone.

    Which answers of the engine were compared with Excel's is another matter: all of them count.
    """
    with mock.patch.object(Gate, "refusal", lambda *_, **__: NOTHING):
        new, report = recompute(data, functions, clock=CLOCK, **options)
        with mock.patch.object(Runs, "values", lambda *_: None):
            usual, said = recompute(data, functions, clock=CLOCK, **options)
    report.timing, said.timing = {}, {}
    return (new, report), (usual, said)


@pytest.mark.slow
@settings(max_examples=60)
@given(LINES, st.booleans())
def test_runs_give_and_say_what_the_engine_does(lines, everything):
    short, usual = both(workbook(lines), everything=everything)
    assert short[0] == usual[0]
    assert repr(short[1]) == repr(usual[1])
    assert both(short[0])[0][0] == both(short[0])[1][0]


@pytest.mark.parametrize("formula", FORMULAS)
def test_each_formula_alone_is_as_the_engine_has_it(formula):
    lines = [
        ("a", 7, 1.0, formula, "=A{r}", "=BQ(2)"),
        ("mcmahon", 2, 5.0, formula, "=B{r}", formula),
    ]
    short, usual = both(workbook(lines))
    assert short[0] == usual[0]
    assert repr(short[1]) == repr(usual[1])


def test_a_workbook_of_simple_formulas_does_not_start_the_engine():
    data = workbook([("a", 7, 1.0, FORMULAS[0], FORMULAS[11], FORMULAS[4], FORMULAS[6])])
    with mock.patch.dict("sys.modules", {"formualizer": None}):
        new, report = recompute(data, FUNCTIONS)
    assert values(new)["D1"] == 70 and values(new)["E1"] == "7"
    assert not report.uncomputable


def test_cells_that_wait_for_each_other_go_to_the_engine():
    data = workbook(
        [("a", 7, 1.0, "=E{r}", "=F{r}", "=D{r}"), ("a", 7, 1.0, "=BQ(1)", "=A1", "=B1")]
    )
    (new, report), (usual, said) = both(data)
    assert new == usual and repr(report) == repr(said)
    assert [kept.reason for kept in report.uncomputable] == ["a circular reference"] * 3
    assert values(new)["D2"] == 10


@pytest.mark.slow
def test_a_long_chain_of_cells_and_a_deep_formula_are_computed():
    deep = "=" + "+".join(["1"] * 60)
    lines = [
        ("a", 7, 1.0, f"=D{row + 2}+1" if row < 100 else "=1+0", deep, "=BQ(1)")
        for row in range(101)
    ]
    (new, report), (usual, said) = both(workbook(lines))
    assert new == usual and repr(report) == repr(said)
    assert values(new)["D1"] == 101 and values(new)["E1"] == 60


# -- filled down ----------------------------------------------------------------------------------

# as many rows as a cell says may be a thousand million
FILLED = [one for one in FORMULAS if "{r}" in one and "ROWS2(A" not in one] + [
    "=SCORE(A{r},$A$1:$B$8)",
    '=IF(A{r}="","",SCORE(A{r},$A$1:$B$8))',
    '=_xlfn.IFNA(SCORE($A{r},$A$1:$B$8,C$1),"-")',
    '=IFERROR(SCORE(A{r},$A$1:$B$8,D{r}),"none")',
    "=SCORE(A{r},$A$1:$B$8,NA())",
    "=D{r}+1",
    "=IF(ROW()>2,SCORE(A{r},$A$1:$B$8),ROW())",
    '=SUM(B$1:B{r})&""',
]


def score_by_column(player, *rest):
    return FUNCTIONS["SCORE"](player, *rest)


score_by_column.takes_column = True
BY_COLUMN = {**FUNCTIONS, "SCORE": score_by_column}
SHEETS = st.tuples(
    st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=3, max_size=5),
    st.lists(st.sampled_from(FILLED), min_size=3, max_size=3),
)


def filled_down(lines, formulas, stored=""):
    def fill(book):
        page = book.add_worksheet("S")
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                if cell == "#N/A":
                    page.write_formula(row, column, "=NA()", None, cell)
                elif cell is not None:
                    page.write(row, column, cell)
            for column, formula in enumerate(formulas, 3):
                page.write_formula(row, column, formula.format(r=row + 1), None, stored)

    return build(fill, strings_to_numbers=False, strings_to_formulas=False)


@pytest.mark.slow
@settings(max_examples=60)
@given(SHEETS, st.sampled_from(["", 0, "a", "#N/A"]), st.booleans())
def test_what_is_filled_down_is_as_the_engine_has_it(sheet, stored, everything):
    data = filled_down(*sheet, stored=stored)
    short, usual = both(data, BY_COLUMN, everything=everything)
    assert short[0] == usual[0]
    assert repr(short[1]) == repr(usual[1])


def test_a_function_that_takes_a_column_is_called_once_for_it():
    asked = []

    def score(player, *rest):
        asked.append(player)
        return FUNCTIONS["SCORE"](player, *rest)

    score.takes_column = True
    lines = [(None, None, None), *((name, 1, None) for name in "abc")]
    data = filled_down(lines, ['=IF(A{r}="","",SCORE(A{r},$A$1:$B$4))'], stored=9)
    new, report = recompute(data, {"SCORE": score})
    assert [values(new).get(f"D{row}") for row in range(1, 5)] == [None, 1, 1, 1]
    assert [one.height for one in asked] == [3] and not report.errors


def test_only_what_runs_cannot_compute_goes_to_the_engine(monkeypatch):
    handed = []
    write = Formualizer.write

    def written(self, sheet, column, first, formulas):
        handed.extend(formulas)
        return write(self, sheet, column, first, formulas)

    monkeypatch.setattr(Formualizer, "write", written)
    lines = [(name, 2.0, None) for name in "abcd"]
    data = filled_down(lines, ['=IF(A{r}="","",BQ(B{r}))', "=D{r}", '=COUNTIF(E$1:E$4,">1")&"?"'])
    new, report = recompute(data, FUNCTIONS)
    assert [values(new)[f"F{row}"] for row in range(1, 5)] == ["4?"] * 4
    assert len(handed) == 4 and all("COUNTIF" in text for text in handed)
    assert not report.uncomputable


def test_a_stored_value_in_a_run_stays_where_nothing_that_it_reads_is_new():
    lines = [("a", 1, None), ("b", 2, None), ("c", 3, None)]
    data = filled_down(lines, ["=BQ(B{r})", '=A{r}&"!"', '=D{r}&""'], stored="old")
    # as a program stores it that vouches for its values
    data = edit(data, "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""))
    short, usual = both(data)
    assert short[0] == usual[0] and repr(short[1]) == repr(usual[1])
    found = values(short[0])
    assert [found[f"E{row}"] for row in (1, 2, 3)] == ["old"] * 3
    assert [found[f"F{row}"] for row in (1, 2, 3)] == ["10", "20", "30"]


def spaced(xml):
    return xml.replace(b"<row", b"\n <row")


@pytest.mark.parametrize("formula", [*FILLED, "=BQ({r})", '=IF("A1"="A{r}",1,"&<"&A{r})'])
def test_a_sheet_written_unusually_is_computed_alike(formula):
    data = filled_down([("a", 7, 1), ("b", 2, 5), ("a", 7, 2), ("", 1, 1)], [formula, "=D{r}"])
    usual, said = recompute(data, FUNCTIONS)
    careful, heard = recompute(edit(data, SHEET1, spaced), FUNCTIONS)
    assert part(careful, SHEET1) == spaced(part(usual, SHEET1))
    said.timing, heard.timing = {}, {}
    assert repr(said) == repr(heard)


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(FILLED), st.integers(1, 3)), min_size=1, max_size=6))
def test_runs_say_what_their_cells_do(filled):
    formulas = [formula for formula, times in filled for _ in range(times)]

    def fill(book):
        page = book.add_worksheet("S")
        for row, formula in enumerate(formulas):
            page.write_formula(row, 0, formula.format(r=row + 1), None, row)
            page.write_formula(row, 2, formula.format(r=row + 3), None, "x")

    for change in (bytes, spaced):
        scan = scan_sheet(change(part(build(fill), SHEET1)), SHEET1, ())
        told = {
            (row, run.column): (run.text_at(row), stored, scan.cell_at(start))
            for run in scan.runs
            for row, start, stored in zip(range(run.first, run.last + 1), run.starts, run.stored)
        }
        assert len(told) == 2 * len(formulas)
        for place, (text, stored, cell) in told.items():
            assert (text, stored) == (cell.formula.text, cell.stored(()))
            assert place == (cell.row, cell.column)


# -- our own workbooks ----------------------------------------------------------------------------

EVENTS = (
    "pairing/dutch/events/players12-seed4.trf",
    "pairing/team_swiss/events/8x5-typeb_mp_gp.trf",
)


def same_either_way(data):
    short, usual = both(data, callables())
    assert short[0] == usual[0]
    assert repr(short[1]) == repr(usual[1])
    return short


@pytest.mark.slow
@pytest.mark.parametrize("name", build_workbooks.NAMES)
def test_our_workbooks_are_computed_as_by_the_engine(name, our_workbooks):
    data = (our_workbooks / name).read_bytes()
    same_either_way(data)
    same_either_way(rewritten(data))


@pytest.mark.slow
@pytest.mark.parametrize("event", EVENTS)
def test_played_events_are_computed_as_by_the_engine(event, tmp_path):
    path = tmp_path / "event.xlsx"
    main(["import", str(Path(__file__).parents[1] / event), str(path)])
    data = path.read_bytes()
    assert not same_either_way(data)[1].changed
    fresh = rewritten(data)
    new, report = same_either_way(fresh)
    assert report.changed and grids(new) == grids(data)
    with mock.patch.dict("sys.modules", {"formualizer": None}):
        assert recompute(fresh, callables())[0] == new
    turned, found = same_either_way(typed_into(data, one_round_less(data)))
    assert (found.changed or found.faults) and turned != data


def rewritten(data):
    """Return a workbook as openpyxl saves it: without values of formulas."""
    stream = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(data)).save(stream)
    return stream.getvalue()


def grids(data):
    return {name: grid.rows for name, grid in workbook_grids(data).items()}


def one_round_less(data):
    """Return the edit that takes the round out of the second line of games."""
    book = load(Package(data))
    typed = [column for column, cells in book.scan("Rounds").columns.items() if 6 in cells]
    return CellEdits("Rounds", {(6, min(typed)): None})
