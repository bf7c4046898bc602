"""A league that is under way is no Swiss in which teams may not meet again."""

from __future__ import annotations

from pathlib import Path

from tests.shell import Shell

_FIRST_HALF = [
    (1, "AF", "BE", "CD"), (2, "FD", "EC", "AB"), (3, "BF", "CA", "DE"),
    (4, "FE", "AD", "BC"), (5, "CF", "DB", "EA"),
]  # fmt: skip


def _season(again: str) -> str:
    games = [(number, *pair) for number, *pairs in _FIRST_HALF for pair in pairs]
    games += [(6, *again[at : at + 2]) for at in range(0, 6, 2)]
    lines = (f"{number},Club {home},Club {away},2,1" for number, home, away in games)
    return "\n".join(["Matchday,Home,Away,Home goals,Away goals", *lines]) + "\n"


def test_only_who_meets_again_on_the_same_ground_is_told(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "league.csv"
    path.write_text(_season("FAEBDC"), encoding="utf-8")
    assert "no faults: 6 players, 18 games in 6 rounds" in shell("check", path).out
    path.write_text(_season("AFEBDC"), encoding="utf-8")
    assert "meet again in round 6" in shell("check", path, code=1).out
