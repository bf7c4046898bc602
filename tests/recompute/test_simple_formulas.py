"""Formulas computed without the general engine: the same bytes and the same report as with it."""

from __future__ import annotations

from datetime import datetime
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.recompute.books import FUNCTIONS, build, values
from xltie.recompute import recompute
from xltie.recompute.runs.fill import Runs

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
    '=_xlfn.IFNA(MATCH(B{r},A$1:A$8,0),"-")',
    '=IF(OR(A{r}="",B{r}>C$1),NA(),BQ(B{r},C{r}))',
    "=VLOOKUP(A{r},$A$1:$B$8,2,FALSE)",
    "=ROUND(BQ(B{r}),1)",
    "=ROUND(B{r},1)",
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
]
ENGINE = ("NOTANUMBER", "BROKEN", "ROWS2(A", "TOTAL(D", "D{r}", "COUNTA(A$1:B")
# a value of which the short way is not sure sends the whole workbook to the engine: few at once
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


def both(data, **options):
    """Return what a run gives and says, with and without the short way."""
    new, report = recompute(data, FUNCTIONS, clock=CLOCK, **options)
    with mock.patch.object(Runs, "evaluate", lambda self, **_: None):
        usual, said = recompute(data, FUNCTIONS, clock=CLOCK, **options)
    report.timing, said.timing = {}, {}
    return (new, report), (usual, said)


@pytest.mark.slow
@settings(max_examples=60)
@given(LINES, st.booleans())
def test_the_short_way_gives_and_says_what_the_engine_does(lines, everything):
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
    data = workbook([("a", 7, 1.0, FORMULAS[0], FORMULAS[3], FORMULAS[9])])
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


def test_a_long_chain_of_cells_and_a_deep_formula_are_computed():
    deep = "=" + "+".join(["1"] * 60)
    lines = [
        ("a", 7, 1.0, f"=D{row + 2}+1" if row < 100 else "=1+0", deep, "=BQ(1)")
        for row in range(101)
    ]
    (new, report), (usual, said) = both(workbook(lines))
    assert new == usual and repr(report) == repr(said)
    assert values(new)["D1"] == 101 and values(new)["E1"] == 60
