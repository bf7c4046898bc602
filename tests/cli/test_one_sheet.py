"""A workbook with several tables: every command takes the sheet that is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import hand_made
from tests.shell import Shell

_GAMES = [("Home", "HG", "AG", "Away"), ("Ann", 2, 1, "Bob"), ("Bob", 0, 0, "Cid")]
_MADE_OF_IT = [("Winner", "Loser"), ("Ann", "Bob"), ("DRAW", "DRAW")]


@pytest.mark.slow
def test_the_sheet_that_is_named_is_ranked_checked_verified_and_imported(
    tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(hand_made({"Results": _GAMES, "Win-Loss": _MADE_OF_IT}))
    assert "Win-Loss" in shell("standings", path, code=1).err
    assert "Ann" in shell("standings", path, "--sheet", "Results").out
    assert "no faults: 3 players, 2 games" in shell("check", path, "--sheet", "Results").out
    made = tmp_path / "event.xlsx"
    shell("import", path, made, "--game", "chess", "--sheet", "Results")
    assert "Ann" in shell("standings", made).out
    told = shell("verify", path, "--sheet", "Nowhere", code=1).err
    assert "there is no sheet Nowhere" in told
