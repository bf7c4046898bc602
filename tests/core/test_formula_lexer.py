"""The one lexer of formulas, and what searching with patterns took for a call or did not see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xltie.core.formula_lexer import (
    LONGEST_FORMULA,
    UnreadableFormula,
    inside,
    shown_tokens,
    tokens,
)
from xltie.hosts.common.open_workbook import calls_in
from xltie.hosts.libreoffice.sheets import is_unresolved, respelled, with_whole_tables

SIGNS = st.text("AB1$!.'\"()[]{};,~|@# #", max_size=24)


@given(SIGNS)
def test_shown_formulas_are_cut_whole(formula: str) -> None:
    assert "".join(token.text for token in shown_tokens(formula)) == formula


@given(SIGNS)
def test_what_a_file_may_store_is_cut_alike_in_a_program(formula: str) -> None:
    try:
        stored = tokens(formula)
    except UnreadableFormula:
        return
    assert [token.text for token in shown_tokens(formula)] == [token.text for token in stored]


@pytest.mark.parametrize("formula", ["A1~B1", "$Rounds.A1", "'open", '"open', "{1|2}", "Err:§"])
def test_what_no_file_stores_is_refused_there_and_cut_here(formula: str) -> None:
    with pytest.raises(UnreadableFormula, match="cannot read the formula near"):
        tokens(formula)
    assert "".join(token.text for token in shown_tokens(formula)) == formula


def test_the_longest_formula() -> None:
    assert len(tokens("1" * LONGEST_FORMULA)) == 1
    with pytest.raises(UnreadableFormula, match="more than 8192"):
        tokens("1" * (LONGEST_FORMULA + 1))


def test_inside_a_bracket() -> None:
    found = shown_tokens("F(a,{1;2},G(b))+c")
    within = list(inside(found, 1))
    assert "".join(found[at].text for at, _ in within) == "a,{1;2},G(b)"
    assert [found[at].text for at, depth in within if depth] == ["1", ";", "2", "b"]


CALLS = [
    # Signs in the name of a column are written behind an apostrophe: it begins no quoted name.
    ("SUM(T['#A])+BQ(A2,T['#B])", [("A2", "T['#B]")]),
    ("BQ(A2,T[Points (R1])", [("A2", "T[Points (R1]")]),
    ("BQ(A2,T[a)b],6)", [("A2", "T[a)b]", "6")]),
    ('BQ("say ""BQ(1,2)"", twice",A1:B2)', [('"say ""BQ(1,2)"", twice"', "A1:B2")]),
    ("BQ(A2,'it''s (1), BQ(2)'!A1:B2)", [("A2", "'it''s (1), BQ(2)'!A1:B2")]),
    ("BQ(A2;$'BQ(; x'.A1:B2;6)", [("A2", "$'BQ(; x'.A1:B2", "6")]),
    ("BQ(A2,(A1:B2,C1:D2),6)", [("A2", "(A1:B2,C1:D2)", "6")]),
    (
        "BQ(A2,IF(BUCHHOLZ(A2,B1:C9)>1,D1,E1))",
        [("A2", "IF(BUCHHOLZ(A2,B1:C9)>1,D1,E1)"), ("A2", "B1:C9")],
    ),
    ("BQ({1;2},BQ(A2,B1:C9))", [("{1;2}", "BQ(A2,B1:C9)"), ("A2", "B1:C9")]),
    ("BQ(A2,B1:C9", [("A2", "B1:C9")]),
    ("BQ()", [()]),
    ("'BQ(1)'!A1+SBQ(1)+MY.BQ(2)", []),
]


@pytest.mark.parametrize(("formula", "arguments"), CALLS)
def test_calls_and_their_arguments(formula: str, arguments: list[tuple[str, ...]]) -> None:
    assert [call.arguments for call in calls_in(formula)] == arguments


STAYS = [
    "=SUM($'round bq(1)'.A1;2)", "=SUM($'it''s _xll.bq(1)'.A1)", '="a ""_xll.BQ(1)"" b"',
    "=T[bq(1)]", "='[1]!BQ(1)'.A1",
]  # fmt: skip


@pytest.mark.parametrize("formula", STAYS)
def test_names_of_sheets_columns_and_texts_are_no_calls(formula: str) -> None:
    assert respelled(formula, ["BQ"]) == formula
    assert not is_unresolved(formula, ["BQ"])


@pytest.mark.parametrize(
    ("formula", "bare"),
    [
        ("=_xlfn.SINGLE(A1:A3)+[1]!BQ(A2;B1)", "=_xlfn.SINGLE(A1:A3)+BQ(A2;B1)"),
        ("=_xlfn.SINGLE([1]!BQ(A2;B1))", "=(BQ(A2;B1))"),
        ("='f.xlam'#BQ(\"a~b\"~SUM((A1~B1)))", '=BQ("a~b";SUM((A1~B1)))'),
        ("='f.xlam'#$BQ(A1~'f.xlam'#$BQ(B1~C1))", "=BQ(A1;BQ(B1;C1))"),
        ("=@_xll.BQ(@A1:A3;_xll.BQ(1;B1))", "=BQ(@A1:A3;BQ(1;B1))"),
    ],
)
def test_only_what_belongs_to_a_call_changes(formula: str, bare: str) -> None:
    assert respelled(formula, ["BQ"]) == bare


def test_a_part_of_a_table_is_told_from_names_that_look_like_one() -> None:
    formula = "=BQ('Rounds[#all] '.A1;Rounds[#all];\"x[#all]\")"
    assert with_whole_tables(formula) == ("=BQ('Rounds[#all] '.A1;Rounds[[#all]];\"x[#all]\")")
