"""The command *Lay out bridge movement* in the real Calc, beside ``xltie seat``."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.books import field
from tests.libreoffice.calc import Calc
from tests.libreoffice.test_pairing import shown, stored
from xltie.cli.main import main
from xltie.games import PRESETS
from xltie.workbooks.build import new_workbook


def test_a_movement_is_laid_out_as_the_command_does_it(calc: Calc, tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(new_workbook(PRESETS["bridge"], 6, 10, field(6)))
    theirs = Path(shutil.copy(path, tmp_path / "command.xlsx"))
    assert main(["seat", str(theirs)]) == 0
    with calc.open(path) as book:
        before = shown(book, "Boards")
        said = book.ask("dispatch", command="seat")
        assert "rounds (" in said and "written to lines 5 to " in said
        wanted = [line[:4] for line in stored(theirs, "Boards")]
        assert [line[:4] for line in shown(book, "Boards")] == wanted
        assert [line[:4] for line in before] != wanted
        assert "rounds (" in book.ask("dispatch", command="seat")
        assert [line[:4] for line in shown(book, "Boards")] == wanted
        book.ask("undo")
        book.ask("undo")
        assert shown(book, "Boards") == before
