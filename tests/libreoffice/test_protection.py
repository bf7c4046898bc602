"""With protection switched on in the real Calc a director types on, and outputs refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.libreoffice.calc import Calc
from xltie.event import Contestant
from xltie.games import PRESETS
from xltie.workbooks.build import new_workbook

INPUTS = {"Players!A1": "Open", "Players!B6": "Bo", "Players!A9": 5.0, "Players!B9": "Late",
          }  # fmt: skip
"""The name of the event, a name, a late entry below the table."""
OUTPUTS = (
    "Standings!A3", "Standings!A5", "Standings!B5", "Standings!D4", "Standings!E5",
    "Rounds!A2", "Rounds!A3",
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
        book.ask("dispatch", command="pair")
        head = [str(text).split("\n")[0] for text in book.rows("Rounds!A4:L4")[0]]
        result = head.index("Black discs" if game == "othello" else "Result")
        played = {"othello": 40.0, "chess": "1-0", "go": "B+"}[game]
        typed = {**INPUTS, f"Rounds!{'ABCDEFGHIJKL'[result]}5": played}
        refused = [
            at for at, value in typed.items() if not book.ask("typed", address=at, value=value)
        ]
        assert refused == []
        taken = [at for at in OUTPUTS if book.ask("typed", address=at, value=9)]
        assert taken == []
        assert book.value("Standings!B5") == "P1"
        assert not book.value("Standings!A3").startswith("No ")
        assert [row[0] for row in book.rows("Standings!B5:B9")][-1] is not None  # the late entry
