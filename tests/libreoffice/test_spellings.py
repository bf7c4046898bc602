"""Our functions under the names that other programs store, put right without LibreOffice."""

from __future__ import annotations

import pytest

from xltie.hosts.libreoffice.names import PREFIX
from xltie.hosts.libreoffice.sheets import (
    is_resolved,
    is_unresolved,
    respelled,
    with_whole_tables,
)
from xltie.sheets.functions import REGISTRY

NAMES = tuple(name for entry in REGISTRY.values() for name in entry.names)
CALL = "(A2;$Rounds.A1:F9)"

SPELLINGS = [
    "bq", "BQ", "[1]!BQ", "[12]!bq", r"'C:\my files\xltie.xlam'!BQ", "'it''s/xltie.xlam'!BQ",
    "xltie.xlam!BQ", "_xll.BQ", "_xldudf_XLTIE_BQ", "_xldudf_TIE_BQ", "_xldudf_BQ", "_xludf.BQ",
    "_xlfn.BQ", "@BQ", "_xlfn._xll.BQ", "[1]!_xludf.BQ", "XLTIE.BQ", "TIE.BQ",
    "'file:///home/x/xltie.xlam'#$BQ",
    f"[1]!{PREFIX}BQ", f"@{PREFIX}BQ",
]  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_becomes_the_bare_name(spelling: str) -> None:
    assert is_unresolved(f"={spelling}{CALL}", NAMES)
    assert respelled(f"={spelling}{CALL}", NAMES) == f"=BQ{CALL}"
    nested = f'=IF(A2="";"";1+{spelling}(A2;{spelling}{CALL}))'
    assert respelled(nested, NAMES) == f'=IF(A2="";"";1+BQ(A2;BQ{CALL}))'


def test_single_is_taken_off_and_a_union_of_newer_versions_taken_apart() -> None:
    assert respelled(f"=_xlfn.SINGLE(_xll.BQ{CALL})", NAMES) == f"=(BQ{CALL})"
    union = "='file:///x/xltie.xlam'#BQ(A2~Rounds.A1:F9)+1"
    assert respelled(union, NAMES) == "=BQ(A2;Rounds.A1:F9)+1"


@pytest.mark.parametrize(
    "formula",
    ['="BQ(1)"', "=SUM(A1:A9)", "=XBQ(A2)", "=MY.BQ(A2)", "=BQ", "=_xlfn.SINGLE(A1)",
     f"={PREFIX}BQ{CALL}", '=IF(A1="_xll.BQ(";1;2)', "=Sheet1!A1"],
)  # fmt: skip
def test_what_is_not_ours_or_is_found_already_stays(formula: str) -> None:
    assert not is_unresolved(formula, NAMES)
    assert respelled(formula, NAMES) == formula


def test_libreoffices_own_prefix_is_taken_off_on_demand() -> None:
    formula = f"=1+{PREFIX}BQ{CALL}"
    assert is_resolved(formula)
    assert respelled(formula, NAMES, own_prefix=True) == f"=1+BQ{CALL}"


def test_parts_of_tables() -> None:
    assert with_whole_tables("=BQ(A2;Rounds[#all];X[Name];Y[[#All]])") == (
        "=BQ(A2;Rounds[[#all]];X[Name];Y[[#All]])"
    )
    assert with_whole_tables('="Rounds[#all]"') == '="Rounds[#all]"'
