"""No function, and no argument, has a name that means something else where it is typed."""

from __future__ import annotations

import pytest

from tests.functions.refused_declarations import refusals
from tests.functions.taken_names import (
    BUILT_IN,
    LOCALIZED,
    VBA_KEYWORDS,
    VBA_RESERVED,
    taken,
)
from xltie.functions.registry import Function, find
from xltie.sheets.functions import REGISTRY


@pytest.mark.parametrize("entry", list(REGISTRY.values()), ids=lambda entry: entry.name)
def test_the_names_of_every_function_are_free(entry: Function) -> None:
    assert list(refusals(entry)) == []
    assert taken(entry.name, entry.vba_name) == ""
    assert entry.is_vba_word == (entry.name.lower() in VBA_RESERVED)
    assert [p.name for p in entry.parameters if p.name.lower() in VBA_KEYWORDS] == []


def test_names_that_other_languages_have_keep_working_in_files() -> None:
    for name, excel in (("NBW", "NBWINS"), ("DATUM", "DATUMSCORE"), ("EVENT", "EVENTTEXT")):
        assert REGISTRY[name].names == (name, excel)
        assert find(excel) is REGISTRY[name]


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["RANK", "MEDIAN", "DB", "SUM", "ROUND", "BINOM.DIST.RANGE", "IMPORTCSV"]
)
def test_names_of_the_spreadsheets_own_functions_are_refused(name: str) -> None:
    assert taken(name) == "is a function of the spreadsheet itself"
    assert taken(name, "XTIE") == "is a function of the spreadsheet itself"


@pytest.mark.parametrize("name", ["DATUM", "NBW", "SUMME", "DESREF", "SE", "AANTAL", "SVERWEIS"])
def test_a_function_of_excel_in_another_language_needs_another_name(name: str) -> None:
    assert "another language" in taken(name)
    assert not taken(name, "XTIE")


def test_a_word_of_vba_needs_another_name_there() -> None:
    assert taken("RESUME") == "is a word of VBA; give a vba_name"
    assert not taken("RESUME", "XLRESUME")


@pytest.mark.parametrize(
    ("vba_name", "why"),
    [("NBW", "another language"), ("CIRCLE", "a word of VBA"),
     ("RANK", "function of the spreadsheet")],
)  # fmt: skip
def test_the_name_in_excel_is_looked_at_in_the_same_way(vba_name: str, why: str) -> None:
    assert why in taken("DATUM", vba_name)


@pytest.mark.parametrize(
    "word", ["scale", "circle", "currency", "vb_name", "object", "next", "resume"]
)
def test_an_argument_that_vba_reserves_is_refused(word: str) -> None:
    assert word in VBA_KEYWORDS


# -- the lists -----------------------------------------------------------------------------------


def test_the_lists_are_in_the_case_that_is_compared() -> None:
    assert all(name == name.upper() for name in BUILT_IN | LOCALIZED)
    assert all(word == word.lower() for word in VBA_KEYWORDS)


def test_a_name_is_in_one_of_the_lists_of_functions() -> None:
    assert not BUILT_IN & LOCALIZED


def test_vba_reserves_every_word_of_its_specification() -> None:
    """[MS-VBAL] 3.3.5.2, all of its classes."""
    assert len(VBA_RESERVED) == 172
