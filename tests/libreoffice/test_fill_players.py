"""The command *Fill in players* in the real Calc, beside ``xltie players fill``."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.books import setting_cell
from tests.cli.test_players_fill import EGF, event_once, players
from tests.libreoffice.calc import Calc
from xltie.cli.main import main

__all__ = ["event_once"]
NOVAK = f" 10000007  {'Novak Eva':38}CZ  Prag    3k   --   1800    20  T110320B\n"


def test_names_are_completed_as_they_are_typed(
    calc: Calc, event_once: Path, tmp_path: Path
) -> None:
    path = Path(shutil.copy(event_once, tmp_path))
    (tmp_path / "allworld_lp.html").write_text(EGF + NOVAK, "utf-8")
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    copy = Path(shutil.copy(path, theirs))
    main(["players", "fill", str(copy), str(tmp_path / "allworld_lp.html")])
    cell = "Settings!" + setting_cell(path, "Rating list")
    with calc.open(path) as book:
        said = book.ask("dispatch", command="fill")
        assert "name the file of the downloaded list under Rating list in the Settings" in said
        assert book.ask("is_modified") is False
        book.put({cell: "allworld_lp.html"})
        said = book.ask("dispatch", command="fill")
        assert "4 players found in the EGF list, 1 not in it, 1 to be looked at" in said
        assert "Anna Baum is in the list 2 times" in said
        book.save(tmp_path / "saved.xlsx")
        assert players(tmp_path / "saved.xlsx") == players(copy)
        # one Anna Baum is told by her number, and a name is typed below the last
        book.put({"Players!H6": 10000003, "Players!B11": "Eva Novák"})
        said = book.ask("dispatch", command="fill")
        assert "6 players found in the EGF list, 1 not in it, 0 to be looked at" in said
        assert book.rows("Players!C6:H6") == [["1d", 30, 1902, "DE", "HB", 10000003]]
        assert book.rows("Players!C11:H11") == [["3k", 27, 1800, "CZ", "Prag", 10000007]]
        assert book.value("Players!A11") == 7
