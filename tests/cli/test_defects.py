"""An error that nobody foresaw is told in a line, and no traceback meets a director."""

from __future__ import annotations

import pytest

from xltie import api
from xltie.cli.main import main


def test_a_defect_is_named_as_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path
) -> None:
    def broken(*given: object, **named: object) -> None:
        raise ZeroDivisionError("Fraction(1, 0)")

    monkeypatch.delenv("XLTIE_TRACEBACK")
    monkeypatch.setattr(api, "standings", broken)
    table = tmp_path / "club.csv"
    table.write_text("Round,Black,White,Black discs,White discs\n1,Rose,Hayashi,40,24\n")
    assert main(["standings", str(table)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "a defect of xltie: ZeroDivisionError: Fraction(1, 0)",
        "please report it, with the file; XLTIE_TRACEBACK=1 shows where it happened",
    ]
