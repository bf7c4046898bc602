"""What the commands call those who play bridge."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import named
from tests.shell import Shell
from xltie.cli.main import main

BOARDS = "Board,NS,EW,Contract,By,Tricks\n1,1,2,3NT,N,9\n1,3,4,3NT,N,10\n"


@pytest.mark.slow
def test_pairs_are_not_called_players(tmp_path: Path, shell: Shell) -> None:
    games, made, file = (tmp_path / name for name in ("games.csv", "made.xlsx", "file.pbn"))
    games.write_text(BOARDS)
    new = str(tmp_path / "new.xlsx")
    assert main(["new", new, "--game", "bridge", "--players", "8"]) == 0
    named(new, 8)
    assert "Bridge, 8 pairs, 24 boards" in shell.printed().out
    assert "4 pairs, 1 board played" in shell("import", games, made).out
    assert shell("export", made, file).out.endswith(", 4 pairs\n")


@pytest.mark.slow
def test_teams_are_not_called_pairs(tmp_path: Path, shell: Shell) -> None:
    made = str(tmp_path / "teams.xlsx")
    new = ["new", made, "--game", "bridge", "--players", "5", "--rounds", "16"]
    assert main([*new, "--criteria", "VP, IMP"]) == 0
    named(made, 5)
    assert "Bridge, 5 teams, 16 boards" in shell.printed().out
    assert "no faults: 5 teams, 0 results on 16 boards" in shell("check", made).out
    assert "Bridge, 5 pairs, 16 boards" in shell(*new, "--criteria", "MP%", "--force").out
