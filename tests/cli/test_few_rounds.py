"""A Swiss that has too few rounds to find one winner is said to have; nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import hand_made
from tests.shell import Shell

TOLD = "24 players in 3 rounds: several may win all their games; a Swiss takes 5 rounds"


@pytest.mark.parametrize(
    ("system", "is_told"),
    [
        ("", True), ("fide-dutch", True), ("monrad", True),
        ("keizer", False), ("scheveningen", False), ("round-robin", False),
        ("knock-out", False), ("opengotha", False), ("mcmahon", False), ("no such system", False),
    ],
)  # fmt: skip
def test_only_a_swiss_may_have_too_few_rounds(
    system: str, is_told: bool, tmp_path: Path, shell: Shell
) -> None:
    sheets = {
        "Settings": [("Game", "chess"), ("Format", "swiss"), ("Rounds", 3), ("Pairing", system)],
        "Players": [("No", "Name"), *((number, f"P{number}") for number in range(1, 25))],
        "Rounds": [("Round", "White", "Black", "Result"), (1, 1, 2, "1-0")],
    }
    path = tmp_path / "event.xlsx"
    path.write_bytes(hand_made(sheets))
    assert (TOLD in shell("check", path, code=None).err) is is_told


@pytest.mark.slow
def test_a_new_swiss_with_too_few_rounds_says_so(tmp_path: Path, shell: Shell) -> None:
    path = str(tmp_path / "event.xlsx")
    assert TOLD in shell("new", path, "--game", "chess", "--players", "24", "--rounds", "3").err
    said = shell("new", path, "--game", "go", "--players", "24", "--rounds", "3", "--force").err
    assert "several may win" not in said
