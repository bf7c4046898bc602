"""With protection switched on in the real Calc a director types on, and outputs refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.libreoffice.calc import Calc
from xltie.event import Contestant
from xltie.games import PRESETS
from xltie.workbooks import new_workbook

INPUTS = {"Players!A1": "Open", "Players!B6": "Bo", "Players!A9": 5.0, "Players!B9": "Late",
          "Explain!B4": 1.0}  # fmt: skip
"""A setting, a name, a late entry below the table, a choice."""
OUTPUTS = (
    "Standings!A3", "Standings!A5", "Standings!B5", "Standings!D4", "Standings!E5",
    "Crosstable!A5", "Crosstable!D5", "Race!C5", "Race!B3", "Rounds!D5", "Explain!A9",
)  # fmt: skip


@pytest.mark.parametrize("game", ["othello", "chess", "go"])
def test_inputs_take_what_is_typed_and_outputs_refuse(
    calc: Calc, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "event.xlsx"
    field = [Contestant(str(number), f"P{number}") for number in range(1, 5)]
    path.write_bytes(new_workbook(PRESETS[game], 4, 2, field))
    with calc.open(path) as book:
        assert book.ask("typed", address="Standings!E7", value=9)  # nothing is locked by default
    with calc.open(path) as book:
        book.ask("protect")
        head = [text for text in book.rows("Rounds!A4:L4")[0] if text]
        result = "ABCDEFGHIJKL"[head.index("Result")]
        typed = {**INPUTS, "Rounds!C5": 1, "Rounds!E5": 2, f"Rounds!{result}5": "1-0"}
        refused = [
            at for at, value in typed.items() if not book.ask("typed", address=at, value=value)
        ]
        assert refused == []
        taken = [at for at in OUTPUTS if book.ask("typed", address=at, value=9)]
        assert taken == []
        assert book.value("Standings!B5") == "P1"
        assert book.value("Standings!D5") == 1
        assert [row[0] for row in book.rows("Standings!B5:B9")][-1] is not None  # the late entry
