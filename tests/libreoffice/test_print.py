"""A PDF of the lists by LibreOffice, where no browser makes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import make_example
from tests.libreoffice.calc import missing
from xltie.cli import print_event
from xltie.cli.main import main
from xltie.publish.programs import office


@pytest.mark.skipif(bool(missing()) or not office(), reason="LibreOffice is not installed")
def test_every_list_begins_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_event, "browser", lambda: "")
    book, out = tmp_path / "othello.xlsx", tmp_path / "print.pdf"
    book.write_bytes(make_example.workbook())
    kinds = "standings,crosstable,pairings,alphabetical,slips"
    assert main(["print", str(book), "--what", kinds, "--out", str(out)]) == 0
    assert len(re.findall(rb"/Type\s*/Page\b", out.read_bytes())) == 4 + 2  # of seven slips
