"""What hangs on the wall and lies on the tables of a Go event."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.go.test_opengotha_pairing import tournament
from xltie.cli.main import main

SECOND = """
1 1 5 BLACKWINS
1 2 6 WHITEWINS
1 3 7 EQUAL
1 4 8 WHITEWINS_BYDEF
2 5 3 UNKNOWN
2 6 8 UNKNOWN
"""


@pytest.fixture
def printed(tmp_path: Path) -> str:
    text = tournament(games=SECOND).replace('name="t"', 'name="t" komi="6.5"')
    text = text.replace(
        'tableNumber="5" blackPlayer="P5X" whitePlayer="P3X" handicap="0"',
        'tableNumber="5" blackPlayer="P5X" whitePlayer="P3X" handicap="3"',
    )
    text = text.replace(
        'tableNumber="2" blackPlayer="P2X" whitePlayer="P6X" handicap="0"',
        'tableNumber="2" blackPlayer="P2X" whitePlayer="P6X" handicap="6"',
    )
    source, page = tmp_path / "t.xml", tmp_path / "t.html"
    source.write_text(text)
    parts = "slips,pairings,crosstable"
    assert main(["print", str(source), "--what", parts, "--out", str(page)]) == 0
    return page.read_text()


def test_a_slip_says_stones_and_komi_and_ranks(printed: str) -> None:
    assert "handicap 3 stones, komi 0.5" in printed and "komi 6.5" in printed
    assert "ID 5, 5K, 2100" in printed


def test_a_pairing_list_has_ranks(printed: str) -> None:
    plain = re.sub(" <small>[^<]*</small>", "", printed)
    assert "<td>P5</td><td>5K</td>" in plain and "<td>P3</td><td>1D</td>" in plain


def test_the_wall_list_is_that_of_opengotha_and_result_files(printed: str) -> None:
    """P6 is first, before P1 and P8; six stones, a jigo, a game by default, one not played yet."""
    for game in ("+/w6", "-/b6", "=/b0", "=/w0", "+!w0", "-!b0", "?/b3", "?/w3"):
        assert game in printed, game
